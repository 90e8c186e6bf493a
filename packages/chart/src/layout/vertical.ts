import type { Bars } from '@flowprint/orderflow'

/**
 * Vertical row positions: the lower edge of row 0 is at device pixel `origin`, and every row is `rowPx` device pixels
 * high, upwards.
 *
 * From `WHOLE_ROW_PX` up, rowPx is a whole number, and origin always is: edges fall on pixels, numbers stay crisp, and
 * a drawn picture can be shifted instead of redrawn.
 */
export interface RowScale {
  readonly rowPx: number
  readonly origin: number
}

/** Rows at least this high (device px) have whole heights. */
export const WHOLE_ROW_PX = 4
/** Bounds of a row's height in device px; the lower one limits the rows on a screen to 10^7. */
const MIN_ROW_PX = 1e-4
const MAX_ROW_PX = 160

export function snapRowPx(rowPx: number): number {
  const bounded = Math.min(MAX_ROW_PX, Math.max(MIN_ROW_PX, rowPx))
  return bounded >= WHOLE_ROW_PX ? Math.round(bounded) : bounded
}

/** Device y of the upper edge of a row. */
export function rowTop(scale: RowScale, row: number): number {
  return Math.round(scale.origin - (row + 1) * scale.rowPx)
}

/** Row, with its fraction, at a device y. */
export function rowAt(scale: RowScale, y: number): number {
  return (scale.origin - y) / scale.rowPx
}

/** Rows (both inclusive) that touch the device rows of pixels [top, bottom). */
export function rowsWithin(scale: RowScale, top: number, bottom: number): { low: number; high: number } {
  return { low: Math.floor(rowAt(scale, bottom - 0.5)), high: Math.floor(rowAt(scale, top + 0.5)) }
}

/** The scale with another row height, with the row at device y `about` fixed. */
export function scaleAbout(scale: RowScale, rowPx: number, about: number): RowScale {
  const next = snapRowPx(rowPx)
  return { rowPx: next, origin: Math.round(about + rowAt(scale, about) * next) }
}

/** The scale whose row `row` (with fraction) is at device y. */
export function scaleThrough(rowPx: number, row: number, y: number): RowScale {
  const next = snapRowPx(rowPx)
  return { rowPx: next, origin: Math.round(y + row * next) }
}

/**
 * Device y of a price: a tick is an interval of height rowPx / step, and its price is at the middle, so that a row of
 * one tick has its label at the middle of its cells.
 */
export function tickY(scale: RowScale, ticks: number, step: number): number {
  return scale.origin - ((ticks + 0.5) / step) * scale.rowPx
}

/** The tick whose interval holds a device y. */
export function tickAt(scale: RowScale, y: number, step: number): number {
  return Math.floor(rowAt(scale, y) * step)
}

/** Prices, in fractional ticks, at the first and last line of a pane: the range for the library's axis. */
export function tickRange(scale: RowScale, heightPx: number, step: number): { low: number; high: number } {
  return {
    low: rowAt(scale, heightPx - 0.5) * step - 0.5,
    high: rowAt(scale, 0.5) * step - 0.5,
  }
}

/** Index of the first cell of bar `i` with row >= `row`; the bar's end if there is none. */
export function firstCell(bars: Pick<Bars, 'cellStart' | 'row'>, i: number, row: number): number {
  let low = bars.cellStart[i]
  let high = bars.cellStart[i + 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (bars.row[middle] < row) low = middle + 1
    else high = middle
  }
  return low
}

/** The cell of bar `i` at exactly that row, -1 if nothing traded. */
export function cellAt(bars: Pick<Bars, 'cellStart' | 'row'>, i: number, row: number): number {
  const cell = firstCell(bars, i, row)
  return cell < bars.cellStart[i + 1] && bars.row[cell] === row ? cell : -1
}

/** Rows of the bar's low and high; all its cells are between them. */
export function lowRow(bars: Pick<Bars, 'low' | 'step'>, i: number): number {
  return Math.floor(bars.low[i] / bars.step)
}

export function highRow(bars: Pick<Bars, 'high' | 'step'>, i: number): number {
  return Math.floor(bars.high[i] / bars.step)
}
