import {
  aggregateTrades,
  barStart,
  cvdOpenMeta,
  emptyTrades,
  lowerBoundT,
  lowerBoundTs,
  regroupBars,
  sliceBars,
  sortTrades,
  sumDelta,
  sumQuoteDelta,
  sumsOfBars,
  TradeBuilder,
  vwapOpenMeta,
} from '@flowprint/orderflow'
import type { Answer, Frame, Revision, Trades } from '@flowprint/orderflow'
import { MINUTE_MS } from '../../src/index.ts'

export interface TapeTrade {
  readonly ts: number
  readonly price: number
  readonly qty: number
  readonly buy: boolean
  readonly id: number
}

interface Entry {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly watermark: number
  /** Live trades, or the minutes a revision touches. */
  readonly trades: readonly (TapeTrade & { seq: number })[] | null
  readonly from: number
  readonly to: number
}

export type Message = { readonly frame: Frame } | { readonly revision: Revision }

/** The server's half of the stream rules in its simplest form: everything is recomputed from a list of trades. */
export class TapeServer {
  readonly trades: (TapeTrade & { seq: number })[] = []
  readonly entries: Entry[] = []
  seq = 0
  watermark = -Infinity

  /** Rule 2: trades that are not older than watermark - 2000 go out as a frame, older ones become a revision. */
  commit(batch: readonly TapeTrade[]): void {
    const inTime = batch.filter((trade) => trade.ts >= this.watermark - 2000)
    const late = batch.filter((trade) => trade.ts < this.watermark - 2000)
    if (late.length > 0) this.revise(late)
    if (inTime.length === 0) return
    const trades = inTime.map((trade, i) => ({ ...trade, seq: this.seq + 1 + i }))
    this.trades.push(...trades)
    this.watermark = Math.max(this.watermark, ...inTime.map((trade) => trade.ts))
    this.#enter(trades.length, { trades, from: 0, to: 0 })
  }

  revise(trades: readonly TapeTrade[]): void {
    this.trades.push(...trades.map((trade) => ({ ...trade, seq: this.seq + 1 })))
    const times = trades.map((trade) => trade.ts)
    const from = Math.floor(Math.min(...times) / MINUTE_MS) * MINUTE_MS
    const to = Math.floor(Math.max(...times) / MINUTE_MS) * MINUTE_MS + MINUTE_MS
    this.#enter(1, { trades: null, from, to })
  }

  /** What a subscriber from `seq` on is sent: the entries behind it, frames cut at any length. */
  messages(fromSeq: number, cut: (left: number) => number): Message[] {
    const out: Message[] = []
    for (const entry of this.entries) {
      if (entry.lastSeq <= fromSeq) continue
      if (entry.trades === null) {
        out.push({ revision: { seq: entry.lastSeq, from: entry.from, to: entry.to } })
        continue
      }
      let rest = entry.trades
      while (rest.length > 0) {
        const count = Math.max(1, Math.min(rest.length, cut(rest.length)))
        // The watermark of the whole commit goes out with its last piece.
        const watermark = count === rest.length ? entry.watermark : null
        out.push({ frame: makeFrame(rest.slice(0, count), watermark ?? rest[0].ts) })
        rest = rest.slice(count)
      }
    }
    return out
  }

  /** `/footprint` as of now: [from, to), or the last `limit` closed bars and everything behind them. */
  answer(
    cycleMs: number,
    step: number,
    options: { from?: number; to?: number; limit?: number; native?: boolean },
  ): Answer {
    const closedUntil = Number.isFinite(this.watermark)
      ? Math.floor((this.watermark - 2000) / MINUTE_MS) * MINUTE_MS
      : Infinity
    const all = this.tape()
    const closedEnd = lowerBoundTs(all, closedUntil)
    const openFrom = barStart(closedUntil, cycleMs)
    const closedTo = lowerBoundTs(all, openFrom)
    const closed = options.native
      ? regroupBars(aggregateTrades(all, { cycleMs, step: 1, to: closedTo }), step, true)
      : aggregateTrades(all, { cycleMs, step, to: closedTo })
    const to = options.to ?? Infinity
    let first = lowerBoundT(closed, options.from ?? -Infinity)
    const end = lowerBoundT(closed, to)
    if (options.limit !== undefined && end - first > options.limit) first = end - options.limit
    const from = first > 0 && options.from === undefined ? closed.t[first] : (options.from ?? -Infinity)
    const withZone = options.to === undefined
    const openFirst = lowerBoundTs(all, openFrom)
    const open =
      withZone && openFirst < closedEnd
        ? aggregateTrades(all, { cycleMs, step: options.native ? 1 : step, from: openFirst, to: closedEnd, state: 0 })
        : null
    return {
      meta: {
        symbol: 'TEST:X',
        cycle: '',
        cycle_ms: cycleMs,
        precision: '1',
        step,
        tick_size: '1',
        lot_size: '1',
        instrument_version: 1,
        tape: 'tape',
        last_seq: this.seq,
        watermark: finite(this.watermark),
        closed_until: finite(closedUntil),
        from: finite(from),
        to: finite(to),
        lead_in: 0,
        delayed: false,
        simulated: true,
        side: 'given',
        ...cvdOpenMeta(sumDelta(closed, 0, first), sumQuoteDelta(closed, 0, first)),
        ...vwapOpenMeta(sumsOfBars(closed, 0, first)),
        tail_gaps: [],
        coverage: null,
        settings: '',
      },
      bars: sliceBars(closed, first, Math.max(first, end)),
      open,
      tail: withZone ? sliceOf(all, closedEnd) : null,
    }
  }

  /** The whole tape in canonical order. */
  tape(): Trades {
    return sortTrades(toTrades(this.trades))
  }

  #enter(count: number, entry: Pick<Entry, 'trades' | 'from' | 'to'>): void {
    const firstSeq = this.seq + 1
    this.seq += count
    this.entries.push({ ...entry, firstSeq, lastSeq: this.seq, watermark: this.watermark })
  }
}

function makeFrame(trades: readonly (TapeTrade & { seq: number })[], watermark: number): Frame {
  return {
    symbol: 'TEST:X',
    tape: 'tape',
    instrumentVersion: 1,
    firstSeq: trades[0].seq,
    lastSeq: trades[trades.length - 1].seq,
    watermark,
    trades: toTrades(trades),
  }
}

function toTrades(trades: readonly (TapeTrade & { seq: number })[]): Trades {
  if (trades.length === 0) return emptyTrades()
  const builder = new TradeBuilder(trades.length)
  for (const { ts, price, qty, buy, id, seq } of trades) builder.push(ts, price, qty, buy, 1, id, undefined, seq)
  return builder.build()
}

function sliceOf(trades: Trades, from: number): Trades {
  const rows: (TapeTrade & { seq: number })[] = []
  for (let i = from; i < trades.length; i++) {
    const { ts, price, qty, buy, id } = trades
    rows.push({ ts: ts[i], price: price[i], qty: qty[i], buy: buy[i] === 1, id: id[i], seq: trades.seq?.[i] ?? 0 })
  }
  return toTrades(rows)
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
