import type { DepthColumns, RestingValue } from '@flowprint/orderflow'
import { cssColour, parseColour, withAlpha } from '../layout/colour.ts'
import type { Coordinates } from '../overlay/coordinates.ts'
import type { Overlay, OverlayScope } from '../overlay/overlay.ts'
import { ColumnRing, DEFAULT_CAPACITY } from './column-ring.ts'
import { DepthHatch } from './depth-hatch.ts'
import { collectAreas, type HeatAreas } from './heat-areas.ts'
import { chooseWindow, columnPxOf, groupSize, type TimeRun, timeRuns, xOfTimeIn } from './heat-layout.ts'
import { heatColours, type HeatPaletteName } from './heat-palettes.ts'
import { HeatTiles } from './heat-tiles.ts'
import { type HeatScale, IntensityTable } from './intensity.ts'
import { type HeatReadout, readLevel } from './level-readout.ts'

export interface HeatmapOptions {
  readonly scale: HeatScale
  readonly palette: HeatPaletteName
  /** Requests a frame: `chart.repaintOverlays`. Called by everything that changes the picture. */
  repaint(): void
  /** Lines of the best bid and ask; absent: shown. */
  readonly bestLines?: boolean
  /** Columns kept, 2,048 unless given; the oldest are dropped. */
  readonly capacity?: number
}

/**
 * Resting quantity over time and price, below everything else in the main pane: `chart.addOverlay(createHeatmap(...))`.
 *
 * Rows and columns are drawn as they are given: for another precision or interval pass regrouped columns (`regroupColumns`,
 * `composeColumns`). A column that is wider than a bar covers several bars. Where columns or rows are narrower than a device
 * pixel, the largest quantity of those that share it is drawn; bids and asks of one row likewise. (Bars without a fixed length
 * that last much longer than the others show some of their columns only.) Column objects are referenced, so they must not change afterwards.
 */
export interface HeatmapLayer extends Overlay {
  /** Replaces all columns, with any interval and step. */
  setColumns(columns: DepthColumns): void
  /** Adds closed columns, or replaces those of the same times; other times between stay missing. Throws RangeError for
   * another interval or step, or times that are not aligned with the present columns. */
  appendColumns(columns: DepthColumns): void
  /** Replaces the column of an interval that still changes: like `appendColumns` with one column. */
  updateOpen(column: DepthColumns): void
  setScale(scale: HeatScale): void
  setPalette(palette: HeatPaletteName): void
  setBestLines(shown: boolean): void
  /** Which quantity of a cell is shown; at first the one at the end of the interval. */
  setValue(value: RestingValue): void
  clear(): void
  /** What is at a point of the chart, CSS px as in `Readout`; null outside the loaded columns or before the first frame. */
  readoutAt(x: number, y: number): HeatReadout | null
  /** What rested at a time (ms) and price (ticks); null outside the loaded columns. */
  levelAt(t: number, tick: number): HeatReadout | null
  /** Frees the pictures; the layer paints nothing afterwards. Call it after removing the overlay. */
  destroy(): void
}

/** Widths of a best price's line and of the ground behind it, CSS px; thinner where columns are narrower than that. */
const LINE = 1.5
const THIN_LINE = 1
const CASING = 1.75
const CASING_ALPHA = 0.55
const WIDE_COLUMN = 4

class Heatmap implements HeatmapLayer {
  readonly order = 'background'
  readonly #repaint: () => void
  readonly #ring: ColumnRing
  readonly #table = new IntensityTable()
  readonly #hatch = new DepthHatch()
  readonly #tiles: HeatTiles
  #palette: HeatPaletteName
  #hasBestLines: boolean
  #surface = ''
  #frame: { coordinates: Coordinates; ratio: number; runs: readonly TimeRun[] } | null = null
  #isAlive = true

  constructor({ scale, palette, repaint, bestLines = true, capacity = DEFAULT_CAPACITY }: HeatmapOptions) {
    this.#repaint = repaint
    this.#palette = palette
    this.#hasBestLines = bestLines
    this.#table.set(scale)
    this.#ring = new ColumnRing(capacity)
    this.#tiles = new HeatTiles(this.#ring, this.#table, new Uint32Array(0))
  }

  setColumns(columns: DepthColumns): void {
    this.#ring.set(columns)
    this.#tiles.release()
    this.#repaint()
  }

  appendColumns(columns: DepthColumns): void {
    if (columns.length === 0) return
    const before = this.#ring.end
    const from = this.#ring.put(columns)
    this.#tiles.update(Math.min(from, Math.max(before, this.#ring.first)), this.#ring.end)
    this.#repaint()
  }

  updateOpen(column: DepthColumns): void {
    this.appendColumns(column)
  }

  setScale(scale: HeatScale): void {
    this.#table.set(scale)
    this.#tiles.invalidate()
    this.#repaint()
  }

  setPalette(palette: HeatPaletteName): void {
    this.#palette = palette
    this.#surface = ''
    this.#repaint()
  }

  setBestLines(shown: boolean): void {
    this.#hasBestLines = shown
    this.#repaint()
  }

  setValue(value: RestingValue): void {
    this.#tiles.setValue(value)
    this.#repaint()
  }

  clear(): void {
    this.#ring.clear()
    this.#tiles.release()
    this.#repaint()
  }

  destroy(): void {
    this.#isAlive = false
    this.#ring.clear()
    this.#tiles.release()
    this.#frame = null
  }

  levelAt(t: number, tick: number): HeatReadout | null {
    return readLevel(this.#ring, t, tick)
  }

  readoutAt(x: number, y: number): HeatReadout | null {
    if (this.#frame === null) return null
    const { coordinates, ratio, runs } = this.#frame
    const at = x * ratio
    const run = runs.find(({ left, right }) => at >= left && at < right)
    if (run === undefined) return null
    const t = run.fromMs + ((at - run.left) / (run.right - run.left)) * (run.toMs - run.fromMs)
    return readLevel(this.#ring, t, Math.round(coordinates.tickAt(y * ratio)))
  }

  paint(scope: OverlayScope): void {
    const { coordinates, bars, visible, width, height, ratio, theme, context } = scope
    const ring = this.#ring
    if (!this.#isAlive) return
    const runs = timeRuns(coordinates, bars, visible, width, ring.startOf(ring.end))
    this.#frame = { coordinates, ratio, runs }
    if (ring.first === ring.end || runs.length === 0) return
    if (theme.surface0 !== this.#surface) {
      this.#surface = theme.surface0
      this.#tiles.setColours(heatColours(this.#palette, theme.surface0))
    }
    const edgeOf = (row: number): number => coordinates.yOfTickEdge(row * ring.step)
    const columns = groupSize(columnPxOf(runs, ring.intervalMs))
    const rows = groupSize(coordinates.tickPx * ring.step)
    const areas: HeatAreas = { unknown: [], missing: [] }
    for (const run of runs) collectAreas(areas, ring, run, columns, height, edgeOf)
    this.#hatch.paint(context, theme, ratio, { x: coordinates.xOfEdge(0), y: coordinates.yOfTickEdge(0) }, areas)
    const rowPx = coordinates.tickPx * ring.step * rows
    const bottom = coordinates.yOfTickEdge(0)
    const low = Math.floor((bottom - height) / rowPx)
    const high = Math.floor(bottom / rowPx)
    this.#tiles.setShape({ columns, rows, window: chooseWindow(this.#tiles.shape.window, { low, high }) })
    const { window } = this.#tiles.shape
    context.imageSmoothingEnabled = false
    for (const run of runs) {
      const from = Math.max(ring.first, ring.columnAt(run.fromMs))
      const to = Math.min(ring.end, ring.columnAt(run.toMs))
      for (const part of this.#tiles.parts(from, to)) {
        const left = Math.round(xOfTimeIn(run, ring.startOf(part.from)))
        const right = Math.round(xOfTimeIn(run, ring.startOf(part.to)))
        if (right <= left) continue
        // Whole rows: the upper edge of the highest and the lower edge of the lowest one, unrounded.
        context.drawImage(
          part.canvas,
          part.left,
          window.high - high,
          part.width,
          high - low + 1,
          left,
          edgeOf((high + 1) * rows),
          right - left,
          (high - low + 1) * rowPx,
        )
      }
    }
    if (this.#hasBestLines) this.#paintBestLines(scope, runs, columns)
  }

  /** The last best prices of each group of columns, as steps. */
  #paintBestLines({ context, theme, ratio, coordinates }: OverlayScope, runs: readonly TimeRun[], group: number): void {
    const ring = this.#ring
    const line = (columnPxOf(runs, ring.intervalMs) >= WIDE_COLUMN * ratio ? LINE : THIN_LINE) * ratio
    context.lineJoin = 'round'
    for (const side of ['bestBid', 'bestAsk'] as const) {
      const path = new Path2D()
      for (const run of runs) {
        const from = Math.max(ring.first, Math.floor(ring.columnAt(run.fromMs)))
        const end = Math.min(ring.end, Math.ceil(ring.columnAt(run.toMs)))
        let isDrawing = false
        for (let n = Math.floor(from / group) * group; n < end; n += group) {
          const tick = this.#lastBest(side, n, group)
          if (Number.isNaN(tick)) {
            isDrawing = false
            continue
          }
          const y = coordinates.yOfTick(tick)
          const left = Math.max(run.left, xOfTimeIn(run, ring.startOf(Math.max(n, from))))
          const right = Math.min(run.right, xOfTimeIn(run, ring.startOf(Math.min(n + group, end))))
          if (isDrawing) path.lineTo(left, y)
          else path.moveTo(left, y)
          path.lineTo(right, y)
          isDrawing = true
        }
      }
      context.strokeStyle = cssColour(withAlpha(parseColour(theme.surface0), CASING_ALPHA))
      context.lineWidth = line + CASING * ratio
      context.stroke(path)
      // Resting bids are buyers, asks sellers.
      context.strokeStyle = side === 'bestBid' ? theme.positive : theme.negative
      context.lineWidth = line
      context.stroke(path)
    }
  }

  #lastBest(side: 'bestBid' | 'bestAsk', from: number, group: number): number {
    for (let n = from + group - 1; n >= from; n--) {
      const part = this.#ring.partOf(n)
      if (part !== null) return part[side][this.#ring.indexOf(n)]
    }
    return Number.NaN
  }
}

/** Throws RangeError for an invalid scale or capacity. */
export function createHeatmap(options: HeatmapOptions): HeatmapLayer {
  return new Heatmap(options)
}
