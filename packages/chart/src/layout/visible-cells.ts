import type { Bars } from '@flowprint/orderflow'

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
