/**
 * A figure of the help as computed by the engine (figures.json; apps/web/test/help generates it and compares it with
 * the engine).
 */
export type Figure = FootprintFigure | SeriesFigure

export interface FootprintFigure {
  readonly kind: 'footprint'
  readonly bars: readonly FootprintFigureBar[]
}

export interface FootprintFigureBar {
  readonly label: string
  /** Highest price first; rows without trades are included with 0. */
  readonly rows: readonly FootprintFigureRow[]
  /** Index of the rows that contain open and close. */
  readonly open: number
  readonly close: number
  readonly volume: number
  readonly delta: number
}

export interface FootprintFigureRow {
  readonly price: string
  readonly bid: number
  readonly ask: number
  /** Grade of an imbalance. */
  readonly buy?: number
  readonly sell?: number
  readonly stack?: 'buy' | 'sell'
  readonly poc?: true
  readonly area?: true
  /** The rows the example explains. */
  readonly mark?: true
}

export interface SeriesFigure {
  readonly kind: 'series'
  readonly what: 'zone' | 'vwap' | 'cvd' | 'effort'
  readonly bars: readonly {
    readonly open: number
    readonly high: number
    readonly low: number
    readonly close: number
  }[]
  /** One value a bar; null where there is none. */
  readonly line?: readonly (number | null)[]
  /** Half the height of the first band, one a bar. */
  readonly deviation?: readonly (number | null)[]
  readonly zone?: { readonly low: number; readonly high: number; readonly from: number; readonly to: number }
  /** Index of the bars that tested the zone, and of the marked one. */
  readonly tests?: readonly number[]
  readonly marked?: number
}
