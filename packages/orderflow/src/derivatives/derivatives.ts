/** Liquidations as columns, by time; ties in the order received. */
export interface Liquidations {
  readonly length: number
  /** Position in the market's liquidations, 1 for the first. */
  readonly seq: Float64Array
  /** Exchange time, ms. */
  readonly ts: Float64Array
  /** Price of the order in ticks: its limit or bankruptcy price, not the fill. */
  readonly price: Float64Array
  /** Quantity in lots. */
  readonly lots: Float64Array
  /** 1: a long position was closed by a sell; 0: a short one by a buy. */
  readonly isLong: Uint8Array
}

/** A time in which liquidations were received: [from, to), ms. Outside, what happened is unknown. */
export interface LiquidationCover {
  readonly from: number
  readonly to: number
  /** Every liquidation was published; false: at most one per second, so that sums are lower bounds. */
  readonly isComplete: boolean
}

/** The last values of each minute of a perpetual, as columns; only minutes in which something was received. NaN: unknown. */
export interface MarketStats {
  readonly length: number
  /** Start of the minute, ms. */
  readonly t: Float64Array
  /** In base units or contracts: the nearest double of the exact decimal. */
  readonly openInterest: Float64Array
  /** 0.0001 = 0.01 %; > 0: longs pay. */
  readonly fundingRate: Float64Array
  /** ms. */
  readonly nextFundingMs: Float64Array
  readonly markPrice: Float64Array
  readonly indexPrice: Float64Array
}
