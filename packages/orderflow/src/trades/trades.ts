import type { ColumnSpec, ColumnsOf } from '../columns/column-table.ts'

/** The columns of trades (docs/data/trade.md); a trade may aggregate several fills of one taker order at one price. */
export const TRADE_COLUMNS = {
  /** Exchange time since the epoch, floored. */
  ts: { type: Float64Array, per: 'trade', unit: 'ms' },
  /** In ticks of the instrument's version. */
  price: { type: Int32Array, per: 'trade', unit: 'ticks' },
  /** > 0, safe integers. */
  qty: { type: Float64Array, per: 'trade', unit: 'lots' },
  /** 1 = the aggressor bought (ask volume), 0 = the aggressor sold (bid volume). */
  buy: { type: Uint8Array, per: 'trade', unit: 'side' },
  /** Fills merged into the trade, >= 1. */
  fills: { type: Uint32Array, per: 'trade', unit: 'fills' },
  /**
   * Id of the first fill (a safe integer) while `textId` is null. With `textId` the venue's ids are not safe integers;
   * `id` is then only the position that breaks ties.
   */
  id: { type: Float64Array, per: 'trade', unit: 'id' },
  /** Log sequence of each trade (CONTRACT stream rule 1); null without a log. */
  seq: { type: Float64Array, per: 'trade', unit: 'count', optional: true },
} as const satisfies Record<string, ColumnSpec>

/**
 * A run of trades as columns, in canonical order (INDICATORS 1: ts, then id) unless a function says otherwise. Index i
 * of every column is one trade.
 */
export interface Trades extends ColumnsOf<typeof TRADE_COLUMNS> {
  readonly length: number
  /** The venue's ids when they are not safe integers. */
  readonly textId: readonly string[] | null
}

/** Units of a market, needed to convert integers back to decimals. */
export interface InstrumentUnits {
  /** Exact decimal text, e.g. "0.01". */
  readonly tickSize: string
  readonly lotSize: string
}
