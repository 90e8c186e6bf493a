import { BAR_INCOMPLETE, BAR_REPAIRING, BUY_STACK, NO_ROW, SELL_STACK } from '@flowprint/orderflow'
import { columnLeft, type ColumnParts, columnParts } from '../layout/columns.ts'
import type { Rect } from '../layout/layer-plan.ts'
import { firstCell, highRow, lowRow, rowsWithin, rowTop, tickY } from '../layout/vertical.ts'
import { ALIGN_LEFT, ALIGN_RIGHT, DrawList } from './draw-list.ts'
import type { Fonts } from './fonts.ts'
import { hatchBar } from './hatch.ts'
import { FILL_NONE, PROFILE_LEVEL, TINT_FILLS, tintFill } from './palette.ts'
import { type PreparedBar, PreparedBars } from './prepared-bars.ts'
import type { MainViewport, Scene } from './scene.ts'

/**
 * From this row height (CSS px) up, cells are separated by a line; below, equal neighbours merge into one rectangle.
 */
const GAP_ROW = 14
/** Alpha of cells without numbers above a heatmap. */
const TRANSLUCENT = 0.8

/** Clamps a y far outside the pane: a wick may be 10^7 rows long, and positions are 32-bit numbers. */
function near(y: number, height: number): number {
  return Math.min(2 * height, Math.max(-height, y))
}

/** Merges touching cells of one fill, bottom to top, into one rectangle. */
class FillRun {
  #x = 0
  #top = 0
  #width = 0
  #height = 0
  #fill = FILL_NONE

  add(list: DrawList, x: number, y: number, width: number, height: number, fill: number): void {
    if (fill === this.#fill && y + height === this.#top) {
      this.#top = y
      this.#height += height
      return
    }
    this.end(list)
    this.#x = x
    this.#top = y
    this.#width = width
    this.#height = height
    this.#fill = fill
  }

  end(list: DrawList): void {
    if (this.#fill !== FILL_NONE) list.rect(this.#x, this.#top, this.#width, this.#height, this.#fill)
    this.#fill = FILL_NONE
  }
}

/** Paints bars with their cells; the same code paints the cached layer and the open bar. */
export class CellsRenderer {
  readonly prepared = new PreparedBars()
  readonly #list = new DrawList()
  #fonts: Fonts | null = null
  readonly #runA = new FillRun()
  readonly #runB = new FillRun()

  /** Paints bars [from, to] (indices, inclusive) within `clip`; the caller has set the clip. */
  paint(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: MainViewport,
    from: number,
    to: number,
    clip: Rect,
  ): void {
    const list = this.#list
    list.clear()
    const { detail } = view
    const fonts = detail.numbers > 0 ? scene.fonts.get(context, detail.fontPx) : null
    this.#fonts = fonts
    const visible = rowsWithin(view.rows, clip.top, clip.bottom)
    for (let i = from; i <= to; i++) this.#collect(scene, view, i, visible)
    const { palette } = scene
    const isTranslucent = scene.settings.translucentCells === true && fonts === null
    context.globalAlpha = isTranslucent ? detail.cells * TRANSLUCENT : detail.cells
    const fills = fonts === null ? palette.bareFills : palette.fills
    if (!isTranslucent) list.paintRects(context, fills, palette.mark.base, palette.mark.base + 1)
    list.paintRects(context, fills, 1, TINT_FILLS + 1)
    context.globalAlpha = 1
    this.#hatch(context, scene, view, from, to)
    list.paintRects(context, palette.fills, palette.mark.base + 1, palette.fills.length)
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
    const parts = columnParts(width, view.ratio, settings.layers, settings.lane)
    if (view.detail.cells < 1) this.#candle(scene, view, i, left, width)
    if (view.detail.cells <= 0) return
    if (parts.stemWidth > 0) this.#stem(scene, view, i, left, parts)
    const low = Math.max(visible.low, lowRow(bars, i))
    const high = Math.min(visible.high, highRow(bars, i))
    if (low > high) return
    const baseTop = rowTop(view.rows, high)
    this.#list.rect(
      left + parts.cellsLeft,
      baseTop,
      parts.cellsRight - parts.cellsLeft,
      rowTop(view.rows, low - 1) - baseTop,
      scene.palette.mark.base,
    )
    const keep = i < scene.openFrom
    const prepared = this.prepared.get(
      bars,
      scene.analysis,
      i,
      sequence,
      {
        settings,
        quantities: scene.quantities,
        strength: scene.strength,
        palette: scene.palette,
        textWidth: view.detail.textWidth,
        fonts: this.#fonts,
      },
      keep,
    )
    this.#cells(scene, view, i, left, parts, prepared, low, high)
    this.#poc(scene, view, i, left, parts, low, high)
    if (settings.layers.valueArea && parts.bracketLeft >= parts.cellsRight + parts.stackWidth) {
      this.#bracket(scene, view, i, left, parts)
    }
  }

  #cells(
    scene: Scene,
    view: MainViewport,
    i: number,
    left: number,
    parts: ColumnParts,
    prepared: PreparedBar,
    low: number,
    high: number,
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
    const fonts = this.#fonts
    const dots = fonts !== null
    const pad = fonts === null ? 0 : fonts.gap / 2
    const dotPad = Math.round(pad)
    const drop = fonts === null ? 0 : Math.round(fonts.drop)
    let next = firstCell(bars, i, low)
    const flags = scene.analysis.cellFlags
    for (let row = low; row <= high; row++) {
      // A wick may have long runs of untraded rows: without numbers nothing is drawn in them.
      if (!dots) {
        if (next >= end) break
        row = bars.row[next]
        if (row > high) break
      }
      const y = rowTop(rows, row)
      const h = Math.max(1, rowTop(rows, row - 1) - y - gap)
      const baseline = y + Math.round(h / 2) + drop
      if (next >= end || bars.row[next] !== row) {
        this.#zero(two ? middle - dotPad - parts.unit : Math.round((x0 + x1) / 2), y, h, parts.unit, scene)
        if (two) this.#zero(middle + dotPad, y, h, parts.unit, scene)
        continue
      }
      const cell = next++
      const k = cell - bars.cellStart[i]
      if (settings.mode === 'profile') {
        profileRow(list, scene, cell, prepared.mostTotal, { x: x0, y, width: x1 - x0, height: h })
      } else if (two) {
        this.#runA.add(list, x0, y, middle - halfLine - x0, h, prepared.fillA[k])
        this.#runB.add(list, middle, y, x1 - middle, h, prepared.fillB[k])
      } else {
        this.#runA.add(list, x0, y, x1 - x0, h, prepared.fillA[k])
      }
      if (dots) {
        if (two && prepared.textBoth[k] !== '') {
          list.text(
            prepared.textBoth[k],
            middle - pad - prepared.widthA[k],
            baseline,
            prepared.styleBoth[k],
            ALIGN_LEFT,
          )
        } else if (two) {
          if (prepared.textA[k] === '') this.#zero(middle - dotPad - parts.unit, y, h, parts.unit, scene)
          else list.text(prepared.textA[k], middle - pad, baseline, prepared.styleA[k], ALIGN_RIGHT)
          if (prepared.textB[k] === '') this.#zero(middle + dotPad, y, h, parts.unit, scene)
          else list.text(prepared.textB[k], middle + pad, baseline, prepared.styleB[k], ALIGN_LEFT)
        } else if (prepared.textA[k] !== '') {
          list.text(
            prepared.textA[k],
            settings.mode === 'profile' ? x0 + pad : x1 - pad,
            baseline,
            prepared.styleA[k],
            settings.mode === 'profile' ? ALIGN_LEFT : ALIGN_RIGHT,
          )
        }
      }
      if (parts.stackWidth > 0) this.#stacks(flags[cell], left, y, h + gap, parts, scene)
    }
    this.#runA.end(list)
    this.#runB.end(list)
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
    // A box around a number; without numbers, a line as a subtler mark.
    if (view.detail.numbers > 0 && h >= 5 * parts.unit)
      this.#list.box(x, y, w, h, parts.unit, scene.palette.mark.pocEdge)
    else
      this.#list.rect(
        x,
        y + Math.floor((h - parts.unit) / 2),
        w,
        Math.max(1, Math.min(h, parts.unit)),
        scene.palette.mark.pocEdge,
      )
  }

  /** Opens towards the cells: from the upper edge of the area's top row to the lower edge of its bottom row. */
  #bracket(scene: Scene, view: MainViewport, i: number, left: number, parts: ColumnParts): void {
    const { valRow, vahRow } = scene.analysis
    if (valRow[i] === NO_ROW) return
    const top = near(rowTop(view.rows, vahRow[i]), view.height)
    const bottom = near(rowTop(view.rows, valRow[i] - 1) - parts.unit, view.height)
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

  /** Wick and body; each tick is an interval, so a body of one price is one tick high, at least a pixel. */
  #candleAt(scene: Scene, view: MainViewport, i: number, x: number, width: number, line: number): void {
    const { bars, palette } = scene
    const { open, close } = { open: bars.open[i], close: bars.close[i] }
    const half = view.rows.rowPx / bars.step / 2
    const edge = (ticks: number, side: number): number =>
      near(Math.round(tickY(view.rows, ticks, bars.step) + side * half), view.height)
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

/** One row as a horizontal bar, its length relative to the bar's largest row; bids first, then asks. */
function profileRow(
  list: DrawList,
  scene: Scene,
  cell: number,
  most: number,
  area: { x: number; y: number; width: number; height: number },
): void {
  const { x, y, width, height } = area
  const bid = scene.quantities.cellBid(scene.bars, cell)
  const ask = scene.quantities.cellAsk(scene.bars, cell)
  if (!(most > 0)) return
  const length = Math.max(1, Math.round(((bid + ask) / most) * width))
  const split = Math.round((length * bid) / (bid + ask))
  list.rect(x, y, split, height, tintFill('bid', PROFILE_LEVEL))
  list.rect(x + split, y, length - split, height, tintFill('ask', PROFILE_LEVEL))
}
