import { decodeFrame, decodeTrades } from '@flowprint/orderflow'
import { DemoMarket, type DemoShape } from './demo-market.ts'
import { ChartClient } from './chart-client.ts'
import type { FromWorker, ToWorker } from './protocol.ts'

/**
 * Market worker of the home page: the same session as on the chart page, fed from a recorded tape instead of the
 * network.
 */
export type ToDemo =
  | ToWorker
  /** First message: the packed tape and how to replay it. */
  | { readonly type: 'tapeFile'; readonly address: string; readonly shape: DemoShape; readonly speed: number }
  | { readonly type: 'play'; readonly on: boolean }

const STEP_MS = 100
/** Pause on the last picture before the replay restarts. */
const RESTART_PAUSE_MS = 4000

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToDemo>) => void) | null
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void
}

const tape = Promise.withResolvers<DemoMarket>()
let market: DemoMarket | null = null
let symbol = ''
let speed = 1
let timer = 0
let subscribed = false
let overSince = 0

const nothing = () => undefined

const session = new ChartClient({
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer: (act, ms) => setTimeout(act, ms) as unknown as number,
  clearTimer: (one) => clearTimeout(one),
  post: (message, transfer) => scope.postMessage(message, transfer),
  calls: {
    loadPage: async () => (await tape.promise).answer(),
    loadGaps: async () => [],
    loadTrades: () => Promise.reject(new Error('The demo has no time and sales')),
    loadBigTrades: () => Promise.reject(new Error('The demo has no big trades')),
    loadBook: () => Promise.reject(new Error('The demo has no order book')),
    loadDepth: () => Promise.reject(new Error('The demo has no order book')),
    loadStoredFrom: () => Promise.reject(new Error('The demo has no order book')),
    loadTraded: () => Promise.reject(new Error('The demo has no order book')),
    loadLiquidations: () => Promise.reject(new Error('The demo has no derivatives data')),
    loadLargest: () => Promise.reject(new Error('The demo has no derivatives data')),
    loadOpenInterest: () => Promise.reject(new Error('The demo has no derivatives data')),
    loadFunding: () => Promise.reject(new Error('The demo has no derivatives data')),
  },
  // The demo shows neither time and sales, big trades, the order book nor derivatives data, so their code is not bundled.
  openReplay: () => ({
    isActive: false,
    asOf: undefined,
    restart: nothing,
    stop: nothing,
    move: nothing,
    startPractice: nothing,
    older: (answer) => answer,
  }),
  openSideFeeds: () => ({
    timeAndSales: {
      begin: nothing,
      identify: nothing,
      ask: nothing,
      taken: nothing,
      seed: nothing,
      retry: nothing,
      add: nothing,
      revised: async () => undefined,
    },
    bigTrades: {
      begin: nothing,
      identify: nothing,
      seed: nothing,
      older: nothing,
      add: nothing,
      tick: nothing,
      revised: nothing,
      change: nothing,
    },
    depth: {
      begin: nothing,
      identify: nothing,
      seed: nothing,
      tick: nothing,
      showHeatmap: nothing,
      showLadder: nothing,
      heatmapTaken: nothing,
      ladderTaken: nothing,
      retry: nothing,
      add: nothing,
      revised: nothing,
      ready: nothing,
      message: nothing,
      frame: nothing,
    },
    derivatives: {
      begin: nothing,
      identify: nothing,
      seed: nothing,
      older: nothing,
      tick: nothing,
      show: nothing,
      taken: nothing,
      ready: nothing,
      message: nothing,
    },
  }),
  stream: {
    start: nothing,
    reconnectNow: nothing,
    send(message) {
      if (message.op !== 'subscribe' || market === null) return
      const at = market.subscribe(message.from_seq ?? 0)
      // Answer asynchronously, as a network connection would.
      setTimeout(() => {
        session.message({ op: 'subscribed', symbol, ...at })
        subscribed = true
      }, 0)
    },
  },
})

async function loadTape(address: string, shape: DemoShape): Promise<void> {
  try {
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`The demo tape answered ${answer.status}`)
    market = new DemoMarket(decodeTrades(new Uint8Array(await answer.arrayBuffer())), shape)
    tape.resolve(market)
  } catch (error) {
    tape.reject(error)
  }
}

function play(on: boolean): void {
  clearInterval(timer)
  if (on) timer = setInterval(step, STEP_MS) as unknown as number
}

function step(): void {
  if (market === null || !subscribed) return
  if (!market.isOver) {
    overSince = 0
    const frame = market.advance(STEP_MS * speed)
    if (frame) session.frame(decodeFrame(frame))
    else session.message({ op: 'clock', symbol, watermark: market.now })
    return
  }
  overSince ||= Date.now()
  if (Date.now() - overSince < RESTART_PAUSE_MS) return
  overSince = 0
  subscribed = false
  market.rewind()
  session.message({ op: 'resync', symbol, reason: 'tape' })
}

scope.onmessage = ({ data }) => {
  if (data.type === 'play') return play(data.on)
  if (data.type !== 'tapeFile') return session.receive(data)
  symbol = data.shape.symbol
  speed = data.speed
  void loadTape(data.address, data.shape)
}
