import { callIdentity } from '../shared/http/call.ts'
import { tokenStore } from '../shared/session/token.ts'
import { MarketStream, type Socket } from './market-stream.ts'

function openSocket(): Socket {
  const address = new URL('/api/stream', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(address) as unknown as Socket
}

const TIMERS = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer: (act: () => void, ms: number) => window.setTimeout(act, ms),
  clearTimer: (timer: number) => window.clearTimeout(timer),
}

/** A connection to the stream for a part of the page that needs no market worker. Returns it with its `close`. */
export function openPageStream(events: ConstructorParameters<typeof MarketStream>[1]): {
  readonly send: MarketStream['send']
  close(): void
} {
  const stream = new MarketStream({ ...TIMERS, open: openSocket }, events, callIdentity())
  stream.start(callIdentity())
  const reconnect = () => stream.reconnectNow()
  window.addEventListener('online', reconnect)
  // The next connection uses the new token.
  const unsubscribe = tokenStore.subscribe(() => stream.start(callIdentity()))
  return {
    send: (message) => stream.send(message),
    close() {
      window.removeEventListener('online', reconnect)
      unsubscribe()
      stream.stop()
    },
  }
}
