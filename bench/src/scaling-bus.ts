// Nodes that receive frames through NATS, in a separate process: its processor time is theirs.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectNatsBus, tapeTopic } from '../../apps/server/src/platform/bus/index.ts'
import { createLog } from '../../apps/server/src/platform/log/index.ts'
import { answerCalls } from './ingest/calls.ts'

export interface Received {
  readonly messages: number
  readonly cpuMs: number
}

let received = 0
let before = process.cpuUsage()

answerCalls({
  async start({ natsUrl, nodes, symbols }: { natsUrl: string; nodes: number; symbols: readonly string[] }) {
    for (let i = 0; i < nodes; i++) {
      const bus = connectNatsBus({
        servers: [natsUrl],
        prefix: async () => 'bench',
        name: `web-${i}`,
        log: createLog('silent'),
      })
      for (const symbol of symbols) bus.subscribe(tapeTopic(symbol), () => (received += 1))
      while (!bus.isConnected) await sleep(10)
    }
  },
  async begin() {
    received = 0
    before = process.cpuUsage()
  },
  async end(): Promise<Received> {
    const { user, system } = process.cpuUsage(before)
    return { messages: received, cpuMs: (user + system) / 1000 }
  },
})
