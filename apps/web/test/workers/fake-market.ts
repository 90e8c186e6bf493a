import {
  MINUTE_MS,
  aggregateTrades,
  BigTradeScan,
  composeBars,
  digestSweeps,
  emptyTrades,
  encodeFrame,
  filterTrades,
  leastNotional,
  lowerBoundT,
  regroupBars,
  sliceBars,
  sortTrades,
  SweepChain,
  type Answer,
  type Bars,
  type Cutoff,
  lowerBoundTs,
  sliceTrades,
  type Trades,
} from '@flowprint/orderflow'
import type { BigTradesWindow, LoadedBigTrades } from '../../src/workers/big-trade-feed.ts'
import type { PageWindow } from '../../src/workers/history.ts'
import type { Gap } from '../../src/workers/protocol.ts'
import { tradesOf, type Trade } from '../order-flow/bars.ts'

const UNITS = { tickSize: '0.01', lotSize: '0.001' }
export const SYMBOL = 'TEST:A'

/** An in-memory market with the server's protocol: history with open bar and tail, frames, revisions. */
export class FakeMarket {
  readonly stored: Trade[]
  readonly cycleMs: number
  tape = 'tape-1'
  gaps: Gap[] = []
  watermark: number | null
  /** Log entries so far; the initial trades are entry 1. */
  lastSeq = 1

  constructor(trades: readonly Trade[], cycleMs = MINUTE_MS, watermark: number | null = null) {
    this.stored = [...trades]
    this.cycleMs = cycleMs
    this.watermark = watermark
  }

  /** The same market, as seen by a chart of another cycle. */
  withCycle(cycleMs: number): FakeMarket {
    const other = new FakeMarket(this.stored, cycleMs, this.watermark)
    other.tape = this.tape
    other.gaps = this.gaps
    other.lastSeq = this.lastSeq
    return other
  }

  get #closedUntil(): number {
    return this.watermark === null ? Infinity : Math.floor((this.watermark - 2000) / MINUTE_MS) * MINUTE_MS
  }

  #trades(): Trades {
    return tradesOf(this.stored)
  }

  #coverage() {
    if (this.stored.length === 0) return null
    const times = this.stored.map(([ts]) => ts)
    return { from: Math.min(...times), to: Math.max(...times), proof: 'ids', gaps: this.gaps.length } as const
  }

  /** All bars of the whole tape, including the open one. */
  bars(step = 1): Bars {
    return aggregateTrades(this.#trades(), { cycleMs: this.cycleMs, step })
  }

  /** The market that ended at this moment. */
  asOf(t: number): FakeMarket {
    return new FakeMarket(
      this.stored.filter(([ts]) => ts < t),
      this.cycleMs,
      t,
    )
  }

  /** The trades after `from` up to `to`. */
  between(from: Cutoff, to: Cutoff): Trades {
    const trades = sortTrades(this.#trades())
    const indexOf = (cutoff: Cutoff): number =>
      Math.min(lowerBoundTs(trades, cutoff.t) + cutoff.trades, lowerBoundTs(trades, cutoff.t + 1))
    return sliceTrades(trades, indexOf(from), indexOf(to))
  }

  /** Rows of /trades. */
  trades({ from, to }: { readonly from: number; readonly to: number }): Trades {
    const trades = this.#trades()
    return filterTrades(
      trades,
      trades.ts.map((ts) => (ts >= from && ts < to ? 1 : 0)),
    )
  }

  /** Answers of /big_trades, computed from the sweeps of the whole tape as on the server. */
  bigTrades({ from, to, size, resume }: BigTradesWindow): LoadedBigTrades {
    const own = leastNotional(size, UNITS)
    const trades = sortTrades(this.#trades())
    const end = to ?? Infinity
    const known = resume
      ? filterTrades(
          trades,
          trades.ts.map((ts) => (ts < end ? 1 : 0)),
        )
      : trades
    const chain = new SweepChain(emptyTrades())
    const scan = new BigTradeScan(-Infinity, own)
    scan.add(chain.add(digestSweeps(known, { keepAll: true })))
    const { open } = chain
    if (!resume || (open.length > 0 && open.ts[open.length - 1] < end - 100)) scan.add(chain.end())
    const sizes = scan.sizes.seed(open.length > 0 ? open.ts[0] : Math.min(end, Number.MAX_SAFE_INTEGER), end)
    const list = scan.found.filter(({ firstTs }) => firstTs >= from && firstTs < end)
    return { from, to: end, list, open: chain.open, sizes }
  }

  answer({ from, to, limit = 500, leadIn }: PageWindow, step = 1): Answer {
    const until = this.#closedUntil
    const trades = this.#trades()
    const folded = filterTrades(
      trades,
      trades.ts.map((ts) => (ts < until ? 1 : 0)),
    )
    const all = regroupBars(composeBars(aggregateTrades(folded, { cycleMs: MINUTE_MS, step: 1 }), this.cycleMs), step)
    const closed = all.t.filter((t) => t + this.cycleMs <= until).length
    const complete = { ...all, state: all.state.map(() => 1) }
    const withZone = to === undefined || to === null
    const end = withZone ? closed : Math.min(closed, lowerBoundT(all, to))
    const start = Math.max(lowerBoundT(all, from ?? -Infinity), end - limit, 0)
    const first = leadIn ? Math.max(0, start - 350) : start
    const open = withZone && closed < all.length ? sliceBars(complete, closed, closed + 1) : null
    const tail = withZone
      ? filterTrades(
          trades,
          trades.ts.map((ts) => (ts >= until ? 1 : 0)),
        )
      : null
    return {
      meta: {
        symbol: SYMBOL,
        cycle: '1m',
        cycle_ms: this.cycleMs,
        precision: '0.01',
        step,
        tick_size: '0.01',
        lot_size: '0.001',
        instrument_version: 1,
        tape: this.tape,
        last_seq: this.lastSeq,
        watermark: this.watermark,
        closed_until: until === Infinity ? null : until,
        from: first === 0 ? null : all.t[first],
        to: to ?? null,
        lead_in: start - first,
        delayed: false,
        simulated: true,
        side: 'given',
        cvd_open: 0,
        tail_gaps: [],
        coverage: this.#coverage(),
        settings: '',
      },
      bars: sliceBars(complete, first, end),
      open,
      tail: tail && { ...tail, seq: new Float64Array(tail.length).fill(this.lastSeq) },
    }
  }

  /** Commits one trade batch; returns the frame the hub sends for it. */
  trade(trades: readonly Trade[], watermark: number): Uint8Array {
    const firstSeq = this.lastSeq + 1
    const known = this.stored.length
    this.lastSeq += trades.length
    this.stored.push(...trades)
    this.watermark = watermark
    return encodeFrame({
      symbol: SYMBOL,
      tape: this.tape,
      instrumentVersion: 1,
      firstSeq,
      lastSeq: this.lastSeq,
      watermark,
      trades: tradesOf(trades, firstSeq, (i) => known + i + 1),
    })
  }

  /** Inserts trades in the past; returns one revision of the stream. */
  revise(trades: readonly Trade[], from: number, to: number) {
    this.lastSeq += 1
    this.stored.push(...trades)
    return { op: 'revision', symbol: SYMBOL, seq: this.lastSeq, from, to, revision: 1, reason: 'repair' } as const
  }
}
