// The exchange of the ingest benches, in a separate process, so that its work is not counted as the program's. Its
// arguments are the number of markets, and of those with a book that changes; none by default.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { fakeBinance, startFakeExchange } from '@flowprint/testkit'
import { BookFlow } from './book-flow.ts'
import { answerCalls } from './calls.ts'
import { Flow, marketsOf } from './flow.ts'

/** Maximum unsent bytes, similar to a real exchange's buffers. */
const MAX_UNSENT = 512 * 1024
/** Orders per time step while sending as fast as possible. */
const ORDERS = 30
const PULSE_MS = 5

/** Interval of a venue's updates. */
const BOOK_MS = 100

const all = marketsOf(Number(process.argv[2]))
const books = all.slice(0, Number(process.argv[3] ?? 0)).map((market, i) => new BookFlow(i, market))
const markets = [...books.map((book) => book.market), ...all.slice(books.length)]
const exchange = await startFakeExchange({ venue: fakeBinance(), markets, startMs: Date.now() })
exchange.run(1)
const flow = new Flow(1, markets)
let isStreaming = false

/** Sends orders of one time step until that many trades were sent; returns how many were. */
function send(orders: number, trades: number): number {
  const { clients } = exchange
  if (clients.length === 0) throw new Error('bench: no client is connected to the exchange')
  let sent = 0
  const sendAll = (): void => {
    for (let left = orders; left > 0 && sent < trades; left--) {
      const now = Date.now()
      const order = flow.next(now)
      const { marketId } = order[0].market.listing
      for (const client of clients) if (client.subscribed.has(marketId)) client.sendTrades(order, now)
      sent += order.length
    }
  }
  clients.reduceRight<() => void>((work, client) => () => client.together(work), sendAll)()
  return sent
}

const isFull = (): boolean => exchange.clients.some(({ unsent }) => unsent > MAX_UNSENT)

answerCalls({
  urls: async () => exchange.urls,
  /** Sends as fast as the program reads. */
  async pour({ trades }) {
    let sent = 0
    while (sent < trades) {
      if (isFull()) await sleep(1)
      else sent += send(ORDERS, trades - sent)
      await nextTurn()
    }
    return sent
  },
  /** Sends at a steady rate, in realistic bursts. Ends early at `stop`. */
  async stream({ perSecond, seconds }) {
    const started = performance.now()
    let sent = 0
    isStreaming = true
    for (;;) {
      const elapsed = performance.now() - started
      if (elapsed >= seconds * 1000 || !isStreaming) return sent
      const due = Math.floor((elapsed * perSecond) / 1000) - sent
      if (due > 0) sent += send(Infinity, due)
      await sleep(PULSE_MS)
    }
  },
  async stop() {
    isStreaming = false
  },
  /** Changes that many levels a second of every book from now on. */
  async moveBooks({ perSecond }) {
    const each = Math.round((perSecond * BOOK_MS) / 1_000)
    setInterval(() => {
      for (const book of books) exchange.changeBook(book.market.listing.marketId, book.next(each))
    }, BOOK_MS)
  },
})
