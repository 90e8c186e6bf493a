import { allocateColumns, setColumns, viewColumns } from '../columns/column-table.ts'
import type { ColumnsOf, Mutable } from '../columns/column-table.ts'
import { TRADE_COLUMNS } from './trades.ts'
import type { Trades } from './trades.ts'

/** Trades under construction. */
export type TradeBuffer = Mutable<Trades> & { textId: string[] | null }

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
