import type { FigureBar, FigureStretch } from './figure-data.ts'

/** A rectangle in the figure's units. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Whole rows from the lowest to the highest price of all bars. */
export interface RowScale {
  readonly low: number
  readonly high: number
  readonly rowHeight: number
  /** Upper edge of a row. */
  readonly top: (row: number) => number
  /** y of a price. Input: ticks. */
  readonly y: (tick: number) => number
}

export function rowScale({ bars, step }: Pick<FigureStretch, 'bars' | 'step'>, box: Box): RowScale {
  const low = Math.floor(Math.min(...bars.map((bar) => bar.low)) / step)
  const high = Math.floor(Math.max(...bars.map((bar) => bar.high)) / step)
  const rowHeight = box.height / (high - low + 1)
  const bottom = box.y + box.height
  return {
    low,
    high,
    rowHeight,
    top: (row) => bottom - (row - low + 1) * rowHeight,
    y: (tick) => bottom - ((tick - low * step) / step) * rowHeight,
  }
}

/** Left edge and width of a bar's column. */
export function columnOf(box: Box, count: number, i: number): { readonly x: number; readonly width: number } {
  const width = box.width / count
  return { x: box.x + i * width, width }
}

export const deltaOf = ({ bid, ask }: Pick<FigureBar, 'bid' | 'ask'>) => ask - bid
export const volumeOf = ({ bid, ask }: Pick<FigureBar, 'bid' | 'ask'>) => ask + bid

/** The price at the lower edge of a row, with the decimals a row needs. */
export function rowPrice(row: number, { step, tickSize }: Pick<FigureStretch, 'step' | 'tickSize'>): string {
  return (row * step * Number(tickSize)).toFixed(Number.isInteger(step * Number(tickSize)) ? 0 : decimalsOf(tickSize))
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0

/** Lots as a short number: at most three digits. */
export function lotsText(lots: number, lotSize: string): string {
  const value = lots * Number(lotSize)
  const size = Math.abs(value)
  return value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2).replace('-', '\u2212')
}

/** The same for a narrow cell: one decimal, as on the chart. */
export function cellText(lots: number, lotSize: string): string {
  const value = lots * Number(lotSize)
  return value.toFixed(value >= 99.95 ? 0 : 1)
}

/** The same with its sign. */
export function signedText(lots: number, lotSize: string): string {
  return `${lots > 0 ? '+' : ''}${lotsText(lots, lotSize)}`
}
