/** Data of the recorded figures: made by every build from the simulated market (tools/*-figure-data.mjs). */

/** Prices in ticks, quantities in lots, rows of `step` ticks. */
export interface FigureMarket {
  readonly symbol: string
  readonly tickSize: string
  readonly lotSize: string
}

export interface FigureWall {
  readonly side: 'bid' | 'ask'
  readonly row: number
  /** Seconds of the figure. */
  readonly born: number
  readonly ended: number
  readonly state: 'filled' | 'pulled' | 'lost'
  readonly tests: number
  readonly bornLots: number
  readonly maxLots: number
  readonly lots: number
  readonly filled: number
  readonly pulled: number
}

export interface FigureHeatmap {
  /** Rows, inclusive. */
  readonly low: number
  readonly high: number
  readonly levels: number
  /** Each second: one character a row, lowest first: brightness, or ? for unknown. Null: missing. */
  readonly seconds: readonly (string | null)[]
  /** Best prices at the ends of the seconds, in rows. */
  readonly bestBid: readonly (number | null)[]
  readonly bestAsk: readonly (number | null)[]
  readonly walls: readonly FigureWall[]
}

interface LadderSide {
  readonly lots: number
  readonly traded: number
  readonly added: number
  readonly pulled: number
}

export interface BookFigures {
  readonly market: FigureMarket & {
    readonly step: number
    /** Ticks on either side of the price that a snapshot contains. */
    readonly window: number
    /** Seconds between which nothing was recorded. */
    readonly lost: readonly [from: number, to: number]
  }
  readonly heatmap: FigureHeatmap
  readonly imbalance: { readonly distance: number; readonly values: readonly (number | null)[] }
  readonly ladder: {
    readonly second: number
    readonly changeSeconds: number
    readonly bestBid: number
    readonly bestAsk: number
    readonly rows: readonly { readonly row: number; readonly bid: LadderSide; readonly ask: LadderSide }[]
  }
}

export interface FigureStatBar {
  readonly t: number
  readonly long: number
  readonly short: number
  readonly count: number
  /** Share of the bar in which liquidations were received. */
  readonly covered: number
  readonly isLowerBound: boolean
  /** Null: unknown. */
  readonly openInterest: number | null
  readonly change: number | null
  readonly fundingRate: number | null
  readonly mark: number | null
}

export interface DerivativesFigure {
  readonly market: FigureMarket & { readonly fromMs: number; readonly cycleMs: number }
  readonly largest: {
    readonly t: number
    readonly price: number
    readonly lots: number
    readonly position: 'long' | 'short'
  }
  readonly bars: readonly FigureStatBar[]
}
