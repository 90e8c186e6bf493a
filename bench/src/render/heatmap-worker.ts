import { type Bars, DEFAULT_SETTINGS } from '@flowprint/orderflow'
import { depthCalls } from '../../../apps/web/src/workers/depth/depth-calls.ts'
import { HeatmapFeed } from '../../../apps/web/src/workers/depth/heatmap-feed.ts'
import { type FromHeatmapWorker, nowMs, type ToHeatmapWorker } from './heatmap-messages.ts'
import { buildBars, type LoadedRequest } from './loaded-request.ts'

const post = (message: FromHeatmapWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer })

let shown: { readonly request: LoadedRequest; readonly bars: Bars } | null = null
let feed: HeatmapFeed | null = null

self.addEventListener('message', ({ data }: MessageEvent<ToHeatmapWorker>) => {
  if (data.kind === 'begin') shown = { request: data.request, bars: buildBars(data.request) }
  else if (data.kind === 'load') load(data.end)
  else feed?.stop()
})
post({ kind: 'ready' })

/** Loads as the chart's worker does. */
function load(end: number): void {
  if (shown === null) throw new Error('bench: nothing is shown yet')
  const { request, bars } = shown
  const { symbol, tickSize, lotSize, step, visibleMs } = request
  const view = {
    symbol,
    cycle: '5m',
    precision: '1',
    units: { tickSize, lotSize },
    settings: DEFAULT_SETTINGS,
    live: true,
  }
  let decoded = 0
  performance.clearResourceTimings()
  feed = new HeatmapFeed({
    loadDepth: async (window, signal) => {
      const answer = await depthCalls.loadDepth(view, window, { language: 'en', token: null }, signal)
      if (decoded === 0) void sendTiming((decoded = nowMs()))
      return answer
    },
    loadStoredFrom: async () => null,
    bars: () => ({ bars, lotSize }),
    post: ({ columns, low, high }, transfer) => {
      if (columns !== null) post({ kind: 'columns', columns, low, high }, transfer)
    },
    setTimer: (act, ms) => self.setTimeout(act, ms),
    clearTimer: (timer) => self.clearTimeout(timer),
    onLoaded: () => {},
    onFailure: () => post({ kind: 'failed' }),
  })
  feed.show({
    from: end - visibleMs,
    to: Infinity,
    step,
    low: 0,
    high: Number.MAX_SAFE_INTEGER,
    // As on the page.
    value: 'end',
    wallRatio: 5,
    imbalanceRows: null,
    scale: { mode: 'percentile', percent: 97 },
  })
  feed.start(null, end)
}

/** Sent once the browser has recorded the first request. */
async function sendTiming(decoded: number): Promise<void> {
  const entries = (): PerformanceResourceTiming[] =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/depth?')) as PerformanceResourceTiming[]
  while (entries().length === 0) await new Promise((resolve) => void setTimeout(resolve, 5))
  const [{ requestStart, responseStart, responseEnd, encodedBodySize: bytes }] = entries()
  const { timeOrigin } = performance
  post({
    kind: 'timing',
    requested: timeOrigin + requestStart,
    responded: timeOrigin + responseStart,
    received: timeOrigin + responseEnd,
    decoded,
    bytes,
  })
}
