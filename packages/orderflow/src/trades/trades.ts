import { allocateColumns, growColumns, lowerBound, setColumns, viewColumns } from '../columns/column-table.ts'
import type { ColumnsOf, ColumnSpec, Mutable } from '../columns/column-table.ts'
import { ticks, tradeLots } from '../units/units.ts'
import type { Ticks, TradeLots, UnixMs } from '../units/units.ts'

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

/** Trades under construction. */
type TradeBuffer = Mutable<Trades> & { textId: string[] | null }

/** Zeroed columns for trades yet to be written. All runs are made here or by `viewTrades`. */
export function allocateTrades(length: number, withText = false, withSeq = false): TradeBuffer {
  const textId = withText ? Array.from({ length }, () => '') : null
  return tradesOf(allocateColumns(TRADE_COLUMNS, { trade: length }, withSeq), length, textId)
}

/** The trades [from, to) as views; only the array of text ids is copied. */
export function viewTrades(trades: Trades, from: number, to: number): Trades {
  const columns = viewColumns(TRADE_COLUMNS, trades, { trade: from }, { trade: to })
  return tradesOf(columns, to - from, trades.textId === null ? null : trades.textId.slice(from, to))
}

/** Completes the columns in place: all runs have one hidden class. */
function tradesOf<Ids extends readonly string[] | null>(
  columns: Mutable<ColumnsOf<typeof TRADE_COLUMNS>>,
  length: number,
  textId: Ids,
): Mutable<Trades> & { textId: Ids } {
  const trades = columns as Mutable<Trades> & { textId: Ids }
  trades.length = length
  trades.textId = textId
  return trades
}

/** An empty run. */
export function emptyTrades(): Trades {
  return allocateTrades(0)
}

/** The trades [from, to) as views on the same memory. */
export function sliceTrades(trades: Trades, from: number, to: number = trades.length): Trades {
  const end = Math.min(to, trades.length)
  const start = Math.min(from, end)
  return start === 0 && end === trades.length ? trades : viewTrades(trades, start, end)
}

/**
 * Concatenates runs into a copy, in the given order (without sorting). Text ids: if only some runs have them, the ids
 * of the others become text; seq: null unless every run has it.
 */
export function concatTrades(list: readonly Trades[]): Trades {
  const runs = list.filter((run) => run.length > 0)
  if (runs.length === 0) return emptyTrades()
  if (runs.length === 1) return runs[0]
  let length = 0
  for (const run of runs) length += run.length
  const out = allocateTrades(
    length,
    runs.some((run) => run.textId !== null),
    runs.every((run) => run.seq !== null),
  )
  let at = 0
  for (const run of runs) {
    setColumns(TRADE_COLUMNS, out, { trade: at }, run, { trade: 0 }, { trade: run.length })
    if (out.textId !== null) for (let i = 0; i < run.length; i++) out.textId[at + i] = idText(run, i)
    at += run.length
  }
  return out
}

/** Copies the trades whose mask is not 0. The mask has the run's length. */
export function filterTrades(trades: Trades, keepMask: ArrayLike<number>): Trades {
  const indexes = new Uint32Array(trades.length)
  let kept = 0
  for (let i = 0; i < trades.length; i++) if (keepMask[i] !== 0) indexes[kept++] = i
  return kept === trades.length ? trades : gatherTrades(trades, indexes.subarray(0, kept))
}

/** Copies the trades at the given indexes, in that order. */
export function gatherTrades(trades: Trades, indexes: ArrayLike<number>): Trades {
  const n = indexes.length
  const out = allocateTrades(n, trades.textId !== null, trades.seq !== null)
  // Unrolled: one pass over the indexes, and every access is to a column of known type.
  for (let i = 0; i < n; i++) {
    const from = indexes[i]
    out.ts[i] = trades.ts[from]
    out.price[i] = trades.price[from]
    out.qty[i] = trades.qty[from]
    out.buy[i] = trades.buy[from]
    out.fills[i] = trades.fills[from]
    out.id[i] = trades.id[from]
    if (out.seq !== null && trades.seq !== null) out.seq[i] = trades.seq[from]
    if (out.textId !== null && trades.textId !== null) out.textId[i] = trades.textId[from]
  }
  return out
}

/** The id of trade i as text, from either id column. */
export function idText(trades: Trades, i: number): string {
  return trades.textId === null ? String(trades.id[i]) : trades.textId[i]
}

/**
 * Collects trades into growing columns.
 *
 * Prices must be whole ticks inside Int32 and quantities whole lots in 1..2^53 - 1; both are checked here, so later
 * code need not. Trades keep the order they are added in: `sortTrades` brings a run into canonical order.
 */
export class TradeBuilder {
  #length = 0
  #columns: TradeBuffer

  constructor(capacity = 1024) {
    this.#columns = allocateTrades(Math.max(capacity, 16))
  }

  get length(): number {
    return this.#length
  }

  /**
   * Adds one trade.
   *
   * Input   ts ms; price ticks; qty lots; buy: the aggressor bought; fills >= 1; id: first fill's id, or the position
   *         when `textId` carries the venue's own; seq: log sequence. textId and seq come with every trade or with
   *         none.
   * Throws  OrderflowError PRICE_RANGE, QUANTITY_RANGE; RangeError when only some trades have textId or seq.
   */
  push(
    ts: UnixMs,
    price: Ticks,
    qty: TradeLots,
    buy: boolean,
    fills: number,
    id: number,
    textId?: string,
    seq?: number,
  ): void {
    ticks(price)
    tradeLots(qty)
    const at = this.#length
    if (at === this.#columns.ts.length) growColumns(TRADE_COLUMNS, this.#columns, 'trade', 2 * at)
    const columns = this.#columns
    if (textId !== undefined || columns.textId !== null) this.#pushText(at, textId)
    if (seq !== undefined || columns.seq !== null) this.#pushSeq(at, seq)
    columns.ts[at] = ts
    columns.price[at] = price
    columns.qty[at] = qty
    columns.buy[at] = buy ? 1 : 0
    columns.fills[at] = fills
    columns.id[at] = id
    this.#length = at + 1
  }

  /** The trades so far, as views: adding more does not change them, `clear` does. */
  build(): Trades {
    return viewTrades(this.#columns, 0, this.#length)
  }

  /** Removes all trades but keeps the memory; runs built before must no longer be in use. */
  clear(): void {
    this.#length = 0
    this.#columns.textId = null
    this.#columns.seq = null
  }

  #pushText(at: number, textId: string | undefined): void {
    const columns = this.#columns
    if (at === 0) columns.textId = []
    if (columns.textId === null || textId === undefined) {
      throw new RangeError(`Condition failed: textId is set on every trade or on none, changed at trade ${at}`)
    }
    columns.textId.push(textId)
  }

  #pushSeq(at: number, seq: number | undefined): void {
    const columns = this.#columns
    if (at === 0) columns.seq = new Float64Array(columns.ts.length)
    if (columns.seq === null || seq === undefined) {
      throw new RangeError(`Condition failed: seq is set on every trade or on none, changed at trade ${at}`)
    }
    columns.seq[at] = seq
  }
}

/**
 * Converts trades to finer units: multiplies every price by `priceFactor` and every quantity by `qtyFactor`.
 *
 * Input   any run; factors >= 1.
 * Output  a run that shares the other columns with the input.
 * Cost    one pass.
 * Throws  OrderflowError PRICE_RANGE when a price leaves Int32, QUANTITY_RANGE when a quantity leaves 2^53 - 1.
 */
export function scaleTrades(trades: Trades, priceFactor: bigint, qtyFactor: bigint): Trades {
  const { length } = trades
  const byTicks = Number(priceFactor)
  const byLots = Number(qtyFactor)
  const price = new Int32Array(length)
  const qty = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    price[i] = ticks(trades.price[i] * byTicks)
    // A rounded product also exceeds the bound.
    qty[i] = tradeLots(trades.qty[i] * byLots)
  }
  return { ...trades, price, qty }
}

/** Index of the first trade with ts >= the given time in a sorted run; its length when there is none. */
export function lowerBoundTs(trades: Trades, ts: UnixMs): number {
  return lowerBound(trades.ts, trades.length, ts)
}
