import { createHeatmap } from '@flowprint/chart/depth'
import { aggregateTrades, DEFAULT_SETTINGS, TradeBuilder, type Bars, type DepthColumns } from '@flowprint/orderflow'
import { depthCalls } from '../../../apps/web/src/workers/depth/depth-calls.ts'
import { HeatmapFeed } from '../../../apps/web/src/workers/depth/heatmap-feed.ts'
import { settle } from './frames.ts'
import { openOurs } from './our-chart.ts'
import { analysed } from './scenes.ts'

export interface LoadedRequest {
  readonly symbol: string
  readonly tickSize: string
  readonly lotSize: string
  /** Row height of the bars, ticks. */
  readonly step: number
  /** The market's time, and the visible times that end there, ms. */
  readonly now: number
  readonly visibleMs: number
  /** Bars behind the heatmap. */
  readonly cycleMs: number
  readonly bars: readonly {
    readonly t: number
    readonly open: number
    readonly low: number
    readonly high: number
    readonly close: number
  }[]
}

/** One heatmap from request to pixels, ms. */
export interface LoadedHeatmap {
  readonly total: number
  /** Until the request is sent. */
  readonly send: number
  /** From then until the first byte of the answer, and until its last one. */
  readonly server: number
  readonly transfer: number
  readonly decode: number
  /** Colour scale and rows, until the page has the columns. */
  readonly scale: number
  /** From the columns until their pixels can be read, with the wait for the frame. */
  readonly paint: number
  readonly bytes: number
  readonly columns: number
  readonly cells: number
  readonly intervalMs: number
}

/**
 * Loads a heatmap as the worker of the chart does and paints it as the page does, in an open chart. Each round asks for other
 * times, so that neither the browser nor the server answers from a cache.
 */
export async function loadHeatmaps(
  stage: HTMLElement,
  request: LoadedRequest,
  rounds: number,
): Promise<LoadedHeatmap[]> {
  const { cycleMs, step, now, visibleMs, bars, tickSize, lotSize } = request
  const trades = new TradeBuilder()
  let id = 1
  for (const { t, open, low, high, close } of bars)
    for (const [i, price] of [open, low, high, close].entries())
      trades.push(t + (i * cycleMs) / 4, price, 1, price >= open, 1, id++)
  const built = aggregateTrades(trades.build(), { cycleMs, step })
  const scene = analysed(built, DEFAULT_SETTINGS, { tickSize, lotSize })
  const chart = await openOurs(stage, scene, false)
  const results: LoadedHeatmap[] = []
  for (let round = 0; round < rounds; round++) {
    const end = now - round * 60_000
    chart.showTimes(end - visibleMs, end)
    await settle()
    const heat = createHeatmap({
      scale: { low: 0, high: 1, brightness: 0.5 },
      palette: 'dark',
      repaint: () => chart.repaintOverlays(),
    })
    chart.addOverlay(heat)
    await settle()
    results.push(
      await loadOne(stage, { ...request, built }, end, (columns, low, high) => {
        heat.setColumns(columns)
        heat.setScale({ low, high, brightness: 0.5 })
      }),
    )
    heat.clear()
    heat.destroy()
    await settle()
  }
  chart.destroy()
  return results
}

async function loadOne(
  stage: HTMLElement,
  { symbol, tickSize, lotSize, step, visibleMs, built }: LoadedRequest & { readonly built: Bars },
  end: number,
  show: (columns: DepthColumns, low: number, high: number) => void,
): Promise<LoadedHeatmap> {
  performance.clearResourceTimings()
  const loaded = Promise.withResolvers<{ at: number; columns: DepthColumns; low: number; high: number }>()
  let decodedAt = 0
  const view = {
    symbol,
    cycle: '5m',
    precision: '1',
    units: { tickSize, lotSize },
    settings: DEFAULT_SETTINGS,
    live: true,
  }
  const identity = { language: 'en', token: null }
  const feed = new HeatmapFeed({
    loadDepth: async (window, signal) => {
      const answer = await depthCalls.loadDepth(view, window, identity, signal)
      decodedAt = performance.now()
      return answer
    },
    loadStoredFrom: async () => null,
    bars: () => ({ bars: built, lotSize }),
    post: ({ columns, low, high }) => {
      if (columns !== null) loaded.resolve({ at: performance.now(), columns, low, high })
    },
    setTimer: (act, ms) => window.setTimeout(act, ms),
    clearTimer: (timer) => window.clearTimeout(timer),
    onLoaded: () => {},
    onFailure: () => loaded.reject(new Error('bench: the columns were not loaded')),
  })
  const started = performance.now()
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
  const { at, columns, low, high } = await loaded.promise
  const before = pixelsOf(stage)
  show(columns, low, high)
  await new Promise<void>((resolve) => void requestAnimationFrame(() => resolve()))
  const after = pixelsOf(stage)
  const total = performance.now() - started
  feed.stop()
  if (after === before) throw new Error('bench: the heatmap did not change a pixel')
  const timing = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
    name.includes('/api/depth?'),
  )
  if (timing === undefined) throw new Error('bench: the request has no timing')
  return {
    total,
    send: timing.requestStart - started,
    server: timing.responseStart - timing.requestStart,
    transfer: timing.responseEnd - timing.responseStart,
    decode: decodedAt - timing.responseEnd,
    scale: at - decodedAt,
    paint: started + total - at,
    bytes: timing.encodedBodySize,
    columns: columns.length,
    cells: columns.row.length,
    intervalMs: columns.intervalMs,
  }
}

/** A column of pixels of every canvas: what was painted before has to be finished. */
function pixelsOf(stage: HTMLElement): string {
  return [...stage.querySelectorAll('canvas')]
    .map((canvas) => {
      const x = Math.floor(canvas.width / 2)
      return canvas.height === 0 ? '' : String(canvas.getContext('2d')?.getImageData(x, 0, 1, canvas.height).data)
    })
    .join(' ')
}
