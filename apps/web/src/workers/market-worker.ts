import { ChartHost } from './chart-host.ts'
import { MarketStream, type Socket } from './market-stream.ts'
import { loadBigTrades } from './big-trade-feed.ts'
import { depthCalls } from './depth/depth-calls.ts'
import { derivativesCalls } from './derivatives/derivatives-calls.ts'
import { loadGaps, loadPage } from './history.ts'
import { loadTrades } from './tape-feed.ts'
import type { FromMarketWorker, ToMarketWorker } from './protocol.ts'
import { ChartReplay } from './replay/chart-replay.ts'
import { replayCalls } from './replay/replay-calls.ts'
import { openSideFeeds } from './side-feeds.ts'

/** The worker's global scope; the compiler only knows the page's. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToMarketWorker>) => void) | null
  postMessage(message: FromMarketWorker, transfer: ArrayBuffer[]): void
  location: Location
}

const timers = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer: (act: () => void, ms: number) => setTimeout(act, ms) as unknown as number,
  clearTimer: (timer: number) => clearTimeout(timer),
}

function openSocket(): Socket {
  const address = new URL('/api/stream', scope.location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(address) as unknown as Socket
}

const post = (message: FromMarketWorker, transfer: ArrayBuffer[] = []) => scope.postMessage(message, transfer)

const stream = new MarketStream(
  { ...timers, open: openSocket },
  {
    ready: () => charts.ready(),
    message: (message) => charts.message(message),
    frame: (bytes) => charts.frame(bytes),
    connection: (state, retryAt) => charts.connection(state, retryAt),
  },
  { language: 'zh', token: null },
)

const charts = new ChartHost({
  ...timers,
  calls: { loadPage, loadGaps, loadTrades, loadBigTrades, ...depthCalls, ...derivativesCalls },
  openSideFeeds,
  openReplay: (tools) => new ChartReplay(tools, { loadPage, loadGaps, ...replayCalls }),
  stream,
  post,
})

scope.onmessage = ({ data }) => charts.receive(data)
