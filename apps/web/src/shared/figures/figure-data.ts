import data from 'virtual:figures'

/** A row of a bar: row number, bid volume and ask volume in lots, grade (0-3) of a buy and of a sell imbalance. */
export type FigureCell = readonly [row: number, bid: number, ask: number, buyGrade: number, sellGrade: number]

/** Prices in ticks, quantities in lots, rows of `FigureStretch.step` ticks. */
export interface FigureBar {
  readonly t: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly bid: number
  readonly ask: number
  readonly poc: number
  readonly val: number
  readonly vah: number
  /** Lowest row first; empty when the figure shows candles. */
  readonly cells: readonly FigureCell[]
}

/** Consecutive bars of the simulated market. `focus`: the bar the figure explains. */
export interface FigureStretch {
  readonly symbol: string
  readonly tickSize: string
  readonly lotSize: string
  readonly step: number
  readonly focus: number
  readonly bars: readonly FigureBar[]
}

export interface Figures {
  readonly poc: FigureStretch
  readonly delta: FigureStretch
  readonly stack: FigureStretch & {
    readonly stack: { readonly low: number; readonly high: number; readonly count: number }
  }
  /** `born`, `ended`: bar indices. */
  readonly zone: FigureStretch & {
    readonly zone: {
      readonly side: 'support' | 'resistance'
      readonly low: number
      readonly high: number
      readonly born: number
      readonly ended: number
      readonly tests: number
    }
  }
  readonly effort: FigureStretch & {
    readonly effort: {
      readonly side: 'bullish' | 'bearish'
      readonly relVolume: number
      readonly deltaShare: number
      readonly progress: number
    }
  }
  /** `pair`: two bars whose candles look alike. */
  readonly alike: FigureStretch & { readonly pair: readonly [number, number] }
}

/** Data of the figures: computed by the engine from simulated trades at the build (tools/figure-data.mjs). */
export const FIGURES: Figures = data

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
