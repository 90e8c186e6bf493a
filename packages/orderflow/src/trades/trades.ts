/**
 * A run of trades as columns, in canonical order (INDICATORS 1: ts, then id) unless a function says otherwise. Index i
 * of every column is one trade; a trade may aggregate `fills` fills of one taker order at one price.
 */
export interface Trades {
  readonly length: number
  /** Exchange time, ms since the epoch, floored. */
  readonly ts: Float64Array
  /** Price in ticks of the instrument's version. */
  readonly price: Int32Array
  /** Quantity in lots, > 0, safe integers. */
  readonly qty: Float64Array
  /** 1 = the aggressor bought (ask volume), 0 = the aggressor sold (bid volume). */
  readonly buy: Uint8Array
  /** Fills merged into the trade, >= 1. */
  readonly fills: Uint32Array
  /**
   * Id of the first fill (a safe integer) while `textId` is null. With `textId` the venue's ids are not safe integers;
   * `id` is then only the position that breaks ties.
   */
  readonly id: Float64Array
  readonly textId: readonly string[] | null
  /** Log sequence of each trade (CONTRACT stream rule 1), or null without a log. */
  readonly seq: Float64Array | null
}

/** Units of a market, needed to convert integers back to decimals. */
export interface InstrumentUnits {
  /** Exact decimal text, e.g. "0.01". */
  readonly tickSize: string
  readonly lotSize: string
}
