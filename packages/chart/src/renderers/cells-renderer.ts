import { BAR_INCOMPLETE, BAR_REPAIRING, BUY_STACK, SELL_STACK } from '@flowprint/orderflow'
import type { ColumnParts } from '../layout/columns.ts'
import { columnLeft, columnParts } from '../layout/columns.ts'
import type { Rect } from '../layout/layer-plan.ts'
import { rowTop, rowsWithin, tickY } from '../layout/vertical.ts'
import { firstCell, highRow, lowRow } from '../layout/visible-cells.ts'
import { ALIGN_LEFT, ALIGN_RIGHT, DrawList } from './draw-list.ts'
import { hatchBar } from './hatch.ts'
import { TINT_FILLS } from './palette.ts'
import type { PreparedBar } from './prepared-bars.ts'
import { PreparedBars } from './prepared-bars.ts'
import { profileRow } from './profile-row.ts'
import type { MainViewport, Scene } from './scene.ts'

/** From this row height (CSS px) on, cells are parted by a line of ground. */
const GAP_ROW = 6

/** Paints bars with their cells; the same code paints the cached layer and the open bar. */
export class CellsRenderer {
  readonly prepared = new PreparedBars()
  readonly #list = new DrawList()
  #drop = 0

  /** Paints bars [from, to] (indices, inclusive) as far as they lie in `clip`; the caller has set the clip. */
  paint(context: CanvasRenderingContext2D, scene: Scene, view: MainViewport, from: number, to: number, clip: Rect): void {
    const list = this.#list
    list.clear()
    const { detail } = view
    const fonts = detail.numbers > 0 ? scene.fonts.get(context, detail.fontPx) : null
    this.#drop = fonts === null ? 0 : Math.round(fonts.drop)
    const visible = rowsWithin(view.rows, clip.top, clip.bottom)
    for (let i = from; i <= to; i++) this.#collect(scene, view, i, visible)
    const { palette } = scene
    context.globalAlpha = detail.cells
    list.paintRects(context, palette.fills, 1, TINT_FILLS + 1)
    context.globalAlpha = 1
    this.#hatch(context, scene, view, from, to)
    list.paintRects(context, palette.fills, TINT_FILLS + 1, palette.fills.length)
    if (fonts !== null) {
      context.textBaseline = 'alphabetic'
      context.globalAlpha = detail.numbers
      list.paintTexts(context, palette.styles, fonts.plain, fonts.bold)
      context.globalAlpha = 1
    }
  }

  #hatch(context: CanvasRenderingContext2D, scene: Scene, view: MainViewport, from: number, to: number): void {
    const { bars } = scene
    for (let i = from; i <= to; i++) {
      const state = bars.state[i]
      if (state !== BAR_INCOMPLETE && state !== BAR_REPAIRING) continue
      const left = columnLeft(view.columns, scene.firstSequence + i)
      const right = columnLeft(view.columns, scene.firstSequence + i + 1)
      const top = rowTop(view.rows, highRow(bars, i))
      const bottom = rowTop(view.rows, lowRow(bars, i) - 1)
      hatchBar(context, { left, top, right, bottom }, scene.palette, view, state === BAR_REPAIRING)
    }
  }

  #collect(scene: Scene, view: MainViewport, i: number, visible: { low: number; high: number }): void {
    const { bars, settings } = scene
    const sequence = scene.firstSequence + i
    const left = columnLeft(view.columns, sequence)
    const width = columnLeft(view.columns, sequence + 1) - left
    const parts = columnParts(width, view.ratio, settings.layers)
    if (view.detail.cells < 1) this.#candle(scene, view, i, left, width)
    if (view.detail.cells <= 0) return
    if (parts.stemWidth > 0) this.#stem(scene, view, i, left, parts)
    const low = Math.max(visible.low, lowRow(bars, i))
    const high = Math.min(visible.high, highRow(bars, i))
    if (low > high) return
    const keep = i < scene.openFrom
    const prepared = this.prepared.get(
      bars, scene.analysis, i, sequence,
      { settings, quantities: scene.quantities, strength: scene.strength, palette: scene.palette, textWidth: view.detail.textWidth },
      keep,
    )
    this.#cells(scene, view, i, left, parts, prepared, low, high)
    this.#poc(scene, view, i, left, parts, low, high)
    if (settings.layers.valueArea && parts.bracketLeft >= parts.cellsRight + parts.stackWidth) {
      this.#bracket(scene, view, i, left, parts)
    }
  }

  #cells(
    scene: Scene, view: MainViewport, i: number, left: number, parts: ColumnParts, prepared: PreparedBar, low: number, high: number,
  ): void {
    const { bars, settings } = scene
    const list = this.#list
    const { rows, detail, ratio } = view
    const two = settings.mode === 'bidAsk'
    const end = bars.cellStart[i + 1]
    const gap = rows.rowPx >= GAP_ROW * ratio ? parts.unit : 0
    const x0 = left + parts.cellsLeft
    const middle = left + parts.middle
    const x1 = left + parts.cellsRight
    const halfLine = two && detail.numbers > 0 ? Math.max(1, Math.round(parts.unit / 2)) : 0
    const dots = detail.numbers > 0
    const pad = dots ? Math.max(parts.unit, Math.round(detail.fontPx * 0.28)) : 0
    let next = firstCell(bars, i, low)
    const flags = scene.analysis.cellFlags
    for (let row = low; row <= high; row++) {
      // runs of untraded rows of a wick may be long: without numbers nothing is drawn in them
      if (!dots) {
        if (next >= end) break
        row = bars.row[next]
        if (row > high) break
      }
      const y = rowTop(rows, row)
      const h = Math.max(1, rowTop(rows, row - 1) - y - gap)
      const baseline = y + Math.round(h / 2) + this.#drop
      if (next >= end || bars.row[next] !== row) {
        this.#zero(two ? middle - pad - parts.unit : Math.round((x0 + x1) / 2), y, h, parts.unit, scene)
        if (two) this.#zero(middle + pad, y, h, parts.unit, scene)
        continue
      }
      const cell = next++
      const k = cell - bars.cellStart[i]
      if (settings.mode === 'profile') {
        profileRow(list, scene, cell, x0, y, x1 - x0, h)
      } else if (two) {
        list.rect(x0, y, middle - halfLine - x0, h, prepared.fillA[k])
        list.rect(middle, y, x1 - middle, h, prepared.fillB[k])
      } else {
        list.rect(x0, y, x1 - x0, h, prepared.fillA[k])
      }
      if (dots) {
        if (two) {
          if (prepared.textA[k] === '') this.#zero(middle - pad - parts.unit, y, h, parts.unit, scene)
          else list.text(prepared.textA[k], middle - halfLine - pad, baseline, prepared.styleA[k], ALIGN_RIGHT)
          if (prepared.textB[k] === '') this.#zero(middle + pad, y, h, parts.unit, scene)
          else list.text(prepared.textB[k], middle + pad, baseline, prepared.styleB[k], ALIGN_LEFT)
        } else if (prepared.textA[k] !== '') {
          list.text(prepared.textA[k], settings.mode === 'profile' ? x0 + pad : x1 - pad, baseline, prepared.styleA[k],
            settings.mode === 'profile' ? ALIGN_LEFT : ALIGN_RIGHT)
        }
      }
      if (parts.stackWidth > 0) this.#stacks(flags[cell], left, y, h + gap, parts, scene)
    }
  }

  #zero(x: number, y: number, h: number, unit: number, scene: Scene): void {
    const size = Math.max(1, Math.round(unit * 1.5))
    this.#list.rect(x, y + Math.round((h - size) / 2), size, size, scene.palette.mark.dot)
  }

  #stacks(flags: number, left: number, y: number, h: number, parts: ColumnParts, scene: Scene): void {
    const { mark } = scene.palette
    if ((flags & BUY_STACK) !== 0) this.#list.rect(left + parts.buyStackLeft, y, parts.stackWidth, h, mark.buyStack)
    if ((flags & SELL_STACK) !== 0) this.#list.rect(left + parts.sellStackLeft, y, parts.stackWidth, h, mark.sellStack)
  }

  #poc(scene: Scene, view: MainViewport, i: number, left: number, parts: ColumnParts, low: number, high: number): void {
    const row = scene.analysis.pocRow[i]
    if (!scene.settings.layers.poc || row < low || row > high) return
    const y = rowTop(view.rows, row)
    const gap = view.rows.rowPx >= GAP_ROW * view.ratio ? parts.unit : 0
    const h = rowTop(view.rows, row - 1) - y - gap
    const x = left + parts.cellsLeft
    const w = parts.cellsRight - parts.cellsLeft
    if (h >= 5 * parts.unit) this.#list.box(x, y, w, h, parts.unit, scene.palette.mark.pocEdge)
    else this.#list.rect(x, y + Math.floor((h - parts.unit) / 2), w, Math.max(1, Math.min(h, parts.unit)), scene.palette.mark.pocEdge)
  }

  /** Opens towards the cells: from the upper edge of the area's top row to the lower edge of its bottom row. */
  #bracket(scene: Scene, view: MainViewport, i: number, left: number, parts: ColumnParts): void {
    const { valRow, vahRow } = scene.analysis
    const top = rowTop(view.rows, vahRow[i])
    const bottom = rowTop(view.rows, valRow[i] - 1) - parts.unit
    const fill = scene.palette.mark.bracket
    const x = left + parts.bracketLeft
    const arm = 2 * parts.unit
    this.#list.rect(x, top, parts.unit, bottom - top + parts.unit, fill)
    this.#list.rect(x - arm, top, arm, parts.unit, fill)
    this.#list.rect(x - arm, bottom, arm, parts.unit, fill)
  }

  #stem(scene: Scene, view: MainViewport, i: number, left: number, parts: ColumnParts): void {
    const line = Math.max(1, Math.min(parts.unit, parts.stemWidth))
    this.#candleAt(scene, view, i, left + parts.stemLeft, parts.stemWidth, line)
  }

  #candle(scene: Scene, view: MainViewport, i: number, left: number, width: number): void {
    const body = width <= 3 ? Math.max(1, width - 1) : Math.max(1, Math.round(width * 0.7))
    const odd = body - ((body - Math.max(1, Math.round(view.ratio))) % 2)
    const size = Math.max(1, odd)
    const line = Math.max(1, Math.min(Math.round(view.ratio), size))
    this.#candleAt(scene, view, i, left + Math.floor((width - size) / 2), size, line)
  }

  /** Wick and body; each tick is an interval, so a body of one price is a line one tick high, at least a pixel. */
  #candleAt(scene: Scene, view: MainViewport, i: number, x: number, width: number, line: number): void {
    const { bars, palette } = scene
    const { open, close } = { open: bars.open[i], close: bars.close[i] }
    const half = view.rows.rowPx / bars.step / 2
    const edge = (ticks: number, side: number): number => Math.round(tickY(view.rows, ticks, bars.step) + side * half)
    const top = edge(bars.high[i], -1)
    const bottom = edge(bars.low[i], 1)
    const bodyTop = edge(Math.max(open, close), -1)
    const bodyBottom = edge(Math.min(open, close), 1)
    const { mark } = palette
    const wick = close > open ? mark.wickUp : close < open ? mark.wickDown : mark.wickFlat
    const body = close > open ? mark.bodyUp : close < open ? mark.bodyDown : mark.bodyFlat
    this.#list.rect(x + Math.floor((width - line) / 2), top, line, Math.max(1, bottom - top), wick)
    this.#list.rect(x, bodyTop, width, Math.max(line, bodyBottom - bodyTop), body)
  }
}
