import { createHeatmap } from '@flowprint/chart/depth'
import { DEFAULT_SETTINGS, type DepthColumns } from '@flowprint/orderflow'
import { settle } from './frames.ts'
import { type FromHeatmapWorker, nowMs, type ToHeatmapWorker } from './heatmap-messages.ts'
import { buildBars, type LoadedRequest } from './loaded-request.ts'
import { openOurs } from './our-chart.ts'
import { analysed } from './scenes.ts'

/** One heatmap from request to pixels, ms. */
export interface LoadedHeatmap {
  readonly total: number
  /** Until the request is sent. */
  readonly send: number
  /** From then until the first byte of the answer, and until its last one. */
  readonly server: number
  readonly transfer: number
  readonly decode: number
  /** Colour scale and rows, until the page has the columns from its worker. */
  readonly scale: number
  /** From the columns until their pixels can be read, with the wait for the frame. */
  readonly paint: number
  readonly bytes: number
  readonly columns: number
  readonly cells: number
  readonly intervalMs: number
}

type Columns = Extract<FromHeatmapWorker, { kind: 'columns' }>
type Timing = Extract<FromHeatmapWorker, { kind: 'timing' }>

/** The feed of the chart's worker, in a worker. */
class HeatmapWorker {
  readonly #worker = new Worker(new URL('./heatmap-worker.ts', import.meta.url), { type: 'module' })
  readonly ready = Promise.withResolvers<void>()
  columns = Promise.withResolvers<Columns & { readonly at: number }>()
  timing = Promise.withResolvers<Timing>()

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromHeatmapWorker>) => {
      if (data.kind === 'ready') this.ready.resolve()
      else if (data.kind === 'columns') this.columns.resolve({ ...data, at: nowMs() })
      else if (data.kind === 'timing') this.timing.resolve(data)
      else this.columns.reject(new Error('bench: the columns were not loaded'))
    })
  }

  send(message: ToHeatmapWorker): void {
    if (message.kind === 'load') {
      this.columns = Promise.withResolvers()
      this.timing = Promise.withResolvers()
    }
    this.#worker.postMessage(message)
  }
}

const worker = new HeatmapWorker()
/** Its script comes with the page. */
export const workerReady = worker.ready.promise

/**
 * Loads a heatmap in the worker of the chart and paints it as the page does, in an open chart. Each round asks for other
 * times, so that neither the browser nor the server answers from a cache.
 */
export async function loadHeatmaps(
  stage: HTMLElement,
  request: LoadedRequest,
  rounds: number,
): Promise<LoadedHeatmap[]> {
  const { now, visibleMs, tickSize, lotSize } = request
  const scene = analysed(buildBars(request), DEFAULT_SETTINGS, { tickSize, lotSize })
  worker.send({ kind: 'begin', request })
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
      await loadOne(stage, end, (columns, low, high) => {
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
  end: number,
  show: (columns: DepthColumns, low: number, high: number) => void,
): Promise<LoadedHeatmap> {
  const before = textOf(pixelsOf(stage))
  const started = nowMs()
  worker.send({ kind: 'load', end })
  const { at, columns, low, high } = await worker.columns.promise
  show(columns, low, high)
  await new Promise<void>((resolve) => void requestAnimationFrame(() => resolve()))
  const pixels = pixelsOf(stage)
  const total = nowMs() - started
  if (textOf(pixels) === before) throw new Error('bench: the heatmap did not change a pixel')
  const { requested, responded, received, decoded, bytes } = await worker.timing.promise
  worker.send({ kind: 'stop' })
  return {
    total,
    send: requested - started,
    server: responded - requested,
    transfer: received - responded,
    decode: decoded - received,
    scale: at - decoded,
    paint: started + total - at,
    bytes,
    columns: columns.length,
    cells: columns.row.length,
    intervalMs: columns.intervalMs,
  }
}

/** A column of pixels of every canvas: what was painted before has to be finished. */
function pixelsOf(stage: HTMLElement): Uint8ClampedArray[] {
  return [...stage.querySelectorAll('canvas')].flatMap((canvas) => {
    const x = Math.floor(canvas.width / 2)
    const context = canvas.height === 0 ? null : canvas.getContext('2d')
    return context === null ? [] : [context.getImageData(x, 0, 1, canvas.height).data]
  })
}

const textOf = (pixels: readonly Uint8ClampedArray[]): string => pixels.map(String).join(' ')
