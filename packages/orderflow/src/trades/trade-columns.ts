import type { Trades } from './trades.ts'

/** An empty run. */
export function emptyTrades(): Trades {
  return {
    length: 0,
    ts: new Float64Array(0),
    price: new Int32Array(0),
    qty: new Float64Array(0),
    buy: new Uint8Array(0),
    fills: new Uint32Array(0),
    id: new Float64Array(0),
    textId: null,
    seq: null,
  }
}

/** The trades [from, to) as views on the same memory. */
export function sliceTrades(trades: Trades, from: number, to: number = trades.length): Trades {
  const end = Math.min(to, trades.length)
  const start = Math.min(from, end)
  if (start === 0 && end === trades.length) return trades
  return {
    length: end - start,
    ts: trades.ts.subarray(start, end),
    price: trades.price.subarray(start, end),
    qty: trades.qty.subarray(start, end),
    buy: trades.buy.subarray(start, end),
    fills: trades.fills.subarray(start, end),
    id: trades.id.subarray(start, end),
    textId: trades.textId === null ? null : trades.textId.slice(start, end),
    seq: trades.seq === null ? null : trades.seq.subarray(start, end),
  }
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
  const out = blankTrades(
    length,
    runs.some((run) => run.textId !== null),
    runs.every((run) => run.seq !== null),
  )
  let at = 0
  for (const run of runs) {
    out.ts.set(run.ts, at)
    out.price.set(run.price, at)
    out.qty.set(run.qty, at)
    out.buy.set(run.buy, at)
    out.fills.set(run.fills, at)
    out.id.set(run.id, at)
    if (out.textId !== null) for (let i = 0; i < run.length; i++) out.textId[at + i] = idText(run, i)
    if (out.seq !== null && run.seq !== null) out.seq.set(run.seq, at)
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
  const out = blankTrades(n, trades.textId !== null, trades.seq !== null)
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

function blankTrades(length: number, withText: boolean, withSeq: boolean) {
  return {
    length,
    ts: new Float64Array(length),
    price: new Int32Array(length),
    qty: new Float64Array(length),
    buy: new Uint8Array(length),
    fills: new Uint32Array(length),
    id: new Float64Array(length),
    textId: withText ? Array.from({ length }, () => '') : null,
    seq: withSeq ? new Float64Array(length) : null,
  }
}
