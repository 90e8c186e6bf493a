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
