// The exchange of the ingest bench, in a separate process, so that its work is not counted as the program's.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { fakeBinance, startFakeExchange } from '@flowprint/testkit'
import { answerCalls } from './calls.ts'
import { Flow, MARKETS } from './flow.ts'

/** Maximum unsent bytes, similar to a real exchange's buffers. */
const MAX_UNSENT = 512 * 1024
/** Orders per time step while sending as fast as possible. */
const ORDERS = 30
const PULSE_MS = 5

const exchange = await startFakeExchange({ venue: fakeBinance(), markets: MARKETS, startMs: Date.now() })
exchange.run(1)
const flow = new Flow(1)

/** Sends orders of one time step until that many trades were sent; returns how many were. */
function send(orders: number, trades: number): number {
  const [client] = exchange.clients
  if (client === undefined) throw new Error('bench: no client is connected to the exchange')
  let sent = 0
  client.together(() => {
    for (let left = orders; left > 0 && sent < trades; left--) {
      const now = Date.now()
      const order = flow.next(now)
      client.sendTrades(order, now)
      sent += order.length
    }
  })
  return sent
}

answerCalls({
  urls: async () => exchange.urls,
  /** Sends as fast as the program reads. */
  async pour({ trades }) {
    let sent = 0
    while (sent < trades) {
      if ((exchange.clients[0]?.unsent ?? 0) > MAX_UNSENT) await sleep(1)
      else sent += send(ORDERS, trades - sent)
      await nextTurn()
    }
    return sent
  },
  /** Sends at a steady rate, in realistic bursts. */
  async stream({ perSecond, seconds }) {
    const started = performance.now()
    let sent = 0
    for (;;) {
      const elapsed = performance.now() - started
      if (elapsed >= seconds * 1000) return sent
      const due = Math.floor((elapsed * perSecond) / 1000) - sent
      if (due > 0) sent += send(Infinity, due)
      await sleep(PULSE_MS)
    }
  },
})
