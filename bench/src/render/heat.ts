import { createHeatmap, type HeatScale } from '@flowprint/chart/depth'
import type { FootprintChart } from '@flowprint/chart'
import { COLUMN_PROVEN, type DepthColumns, MINUTE_MS, sliceColumns } from '@flowprint/orderflow'
import { settle, timeChange, timeInTurns } from './frames.ts'
import { openOurs } from './our-chart.ts'
import { walkScene } from './scenes.ts'

const COLUMNS = 500
const ROWS = 200
const INTERVAL_MS = 1_000
const BARS = 12
/** One call is shorter than the clock's step. */
const CALLS = 16

export interface HeatResult {
  /** A live column: the call alone, a bare `putImageData` of as many pixels, and the call with the frame that shows it. */
  readonly live: number[]
  readonly bareLive: number[]
  readonly liveFrame: number[]
  /** A frame after all colours changed, one after none changed, and a bare `putImageData` of all cells. */
  readonly repaint: number[]
  readonly unchanged: number[]
  readonly bareRepaint: number[]
}

/** A heatmap of 500 columns of 200 rows behind a footprint: every row holds a quantity. */
export async function heatmap(stage: HTMLElement, bareStage: HTMLElement, rounds: number): Promise<HeatResult> {
  const scene = walkScene(BARS)
  const chart = await openOurs(stage, scene, false)
  const last = scene.bars.t[BARS - 1] + MINUTE_MS
  chart.showTimes(last - COLUMNS * INTERVAL_MS, last)
  await showRows(chart, ROWS, stage.clientHeight)
  const columns = fullColumns(last - COLUMNS * INTERVAL_MS)
  const scale = (brightness: number): HeatScale => ({ low: 1, high: 4_000, brightness })
  const heat = createHeatmap({ scale: scale(0.5), palette: 'dark', repaint: () => chart.repaintOverlays() })
  chart.addOverlay(heat)
  heat.setColumns(columns)
  await settle(10)
  const bare = bareCanvas(bareStage)
  const open = [1, 2].map((factor) => {
    const column = sliceColumns(columns, last - INTERVAL_MS, last)
    return { ...column, lots: column.lots.map((lots) => lots * factor) }
  })
  const [line, block] = [noise(1, ROWS), noise(COLUMNS, ROWS)]
  const [live, bareLive]: number[][] = [[], []]
  for (let round = 0; round < rounds; round++) {
    live.push(await timeCall(() => heat.updateOpen(open[round % 2])))
    bareLive.push(await timeCall(() => bare.putImageData(line, round % COLUMNS, 0)))
  }
  let turn = 0
  const [liveFrame, repaint, unchanged, bareRepaint] = await timeInTurns(rounds, [
    () => heat.updateOpen(open[turn++ % 2]),
    () => heat.setScale(scale(turn++ % 2 === 0 ? 0.5 : 0.6)),
    () => chart.repaintOverlays(),
    () => void requestAnimationFrame(() => bare.putImageData(block, 0, 0)),
  ])
  chart.destroy()
  heat.destroy()
  bare.canvas.remove()
  return { live, bareLive, liveFrame, repaint, unchanged, bareRepaint }
}

/** Zooms out until that many ticks are visible. */
async function showRows(chart: FootprintChart, rows: number, height: number): Promise<void> {
  const isShown = (): boolean => (chart.coordinates()?.tickPx ?? Infinity) * rows < height
  for (let n = 0; n < 100 && !isShown(); n++) {
    chart.zoom('price', 0.8)
    await settle(2)
  }
  if (!isShown()) throw new Error(`bench: the heatmap does not show ${rows} rows`)
}

/** Mean of some calls in a row; the frame that they requested is not counted. */
async function timeCall(call: () => void): Promise<number> {
  const started = performance.now()
  for (let n = 0; n < CALLS; n++) call()
  const spent = performance.now() - started
  await timeChange(() => {})
  return spent / CALLS
}

/** Columns whose rows all hold a quantity, around the price of the scene. */
function fullColumns(fromMs: number): DepthColumns {
  const cells = COLUMNS * ROWS
  const low = 20_000 - ROWS / 2
  const lots = Float64Array.from({ length: cells }, (_, i) => 1 + ((i * 7_919) % 4_000))
  return {
    intervalMs: INTERVAL_MS,
    step: 1,
    length: COLUMNS,
    fromMs,
    state: new Uint8Array(COLUMNS).fill(COLUMN_PROVEN),
    seconds: new Uint32Array(COLUMNS).fill(1),
    lowRow: new Float64Array(COLUMNS).fill(low),
    highRow: new Float64Array(COLUMNS).fill(low + ROWS - 1),
    bestBid: new Float64Array(COLUMNS).fill(20_000),
    bestAsk: new Float64Array(COLUMNS).fill(20_001),
    cellEnd: Uint32Array.from({ length: COLUMNS }, (_, i) => (i + 1) * ROWS),
    side: Uint8Array.from({ length: cells }, (_, i) => (i % ROWS <= ROWS / 2 ? 0 : 1)),
    row: Float64Array.from({ length: cells }, (_, i) => low + (i % ROWS)),
    lots,
    up: lots,
    sum: lots,
    min: lots,
    max: lots,
  }
}

function bareCanvas(stage: HTMLElement): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = COLUMNS
  canvas.height = ROWS
  stage.append(canvas)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('bench: no canvas')
  return context
}

function noise(width: number, height: number): ImageData {
  const image = new ImageData(width, height)
  for (let at = 0; at < image.data.length; at++) image.data[at] = (at * 31) | 3
  return image
}
