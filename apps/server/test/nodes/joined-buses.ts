import { createBus } from '../../src/platform/bus/index.ts'
import type { Bus } from '../../src/platform/bus/index.ts'
import { decodeMessage, encodeMessage } from '../../src/platform/bus/wire.ts'

export interface JoinedBus extends Bus {
  /** Cuts this node off from the others, or connects it again. */
  setConnected(connected: boolean): void
}

/**
 * Buses of several nodes in one process, joined as through NATS: messages are encoded, arrive later and in order, and
 * are lost while the sender or the receiver is cut off.
 */
export function joinedBuses(count: number): JoinedBus[] {
  const buses: JoinedBus[] = []
  for (let i = 0; i < count; i++) {
    const local = createBus((error) => {
      throw error
    })
    let isConnected = true
    const bus: JoinedBus = {
      ...local,
      isShared: true,
      get isConnected() {
        return isConnected
      },
      setConnected(connected) {
        isConnected = connected
      },
      publish(topic, message) {
        local.deliver(topic, message)
        if (!isConnected) return
        const bytes = encodeMessage(message)
        for (const other of buses)
          if (other !== bus) setImmediate(() => other.isConnected && other.deliver(topic, decodeMessage(bytes)))
      },
    }
    buses.push(bus)
  }
  return buses
}
