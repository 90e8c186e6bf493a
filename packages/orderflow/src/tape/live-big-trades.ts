import { lowerBoundTs } from '../trades/lower-bound-ts.ts'
import { mergeTrades } from '../trades/merge-trades.ts'
import { concatTrades, emptyTrades, sliceTrades } from '../trades/trade-columns.ts'
import type { Trades } from '../trades/trades.ts'
import type { Lots } from '../units/lots.ts'
import { BigTradeScan, isBig } from './big-trades.ts'
import type { BigTrade } from './big-trades.ts'
import type { SizeSeed } from './size-window.ts'
import { SweepChain } from './sweep-chain.ts'
import { digestSweeps, sweepSize } from './sweep-digest.ts'
import type { SweepCounts } from './sweep-digest.ts'
import { readSweep } from './sweeps.ts'

/** Age behind the watermark after which the tape changes only by revisions; delayed frames may be as late. */
const SETTLED_MS = 5_000

/** Where history ends and the live part begins. */
export interface BigTradeStart {
  /** All trades from this time on are added, none before. */
  readonly from: number
  /** Trades of the sweep that may continue beyond `from`. */
  readonly open: Trades
  readonly sizes: SizeSeed
}

/**
 * Big trades of a live market: history up to a point in time, then every trade, in any order of frames.
 *
 * Results for the time before the watermark less 5 s equal those of the history of the same trades; the last seconds,
 * including an unfinished sweep, are evaluated with the latest known usual size.
 *
 * Cost    the trades of the last seconds, once per query.
 * Source  docs/formulas/big-trades.md, section "Live".
 */
export class LiveBigTrades {
  readonly #scan: BigTradeScan
  readonly #chain: SweepChain
  readonly #own: Lots
  readonly #floor: Lots
  /** Trades that are not settled, in canonical order. */
  #recent: Trades = emptyTrades()
  #settledTo: number
  /** The last known usual size. */
  #usual: Lots | null
  #isLate = false

  constructor({ from, open, sizes }: BigTradeStart, own: Lots) {
    this.#own = own
    this.#floor = sizes.floor
    this.#settledTo = from
    this.#chain = new SweepChain(open)
    // An open sweep that began earlier is added here: the history has only finished ones.
    this.#scan = new BigTradeScan(open.length > 0 ? open.ts[0] : from, own)
    this.#scan.sizes.begin(sizes)
    const usual = this.#scan.sizes.at(this.#goesOnAt(from))
    this.#usual = usual === 'unknown' ? null : usual
  }

  /** Restart required: a trade arrived before the settled time, or too few usual sizes are known. */
  get mustReload(): boolean {
    return this.#isLate || this.#scan.isLacking
  }

  /** Adds trades in any order; duplicates count once. */
  add(trades: Trades): void {
    if (trades.length === 0) return
    let earliest = Infinity
    for (let i = 0; i < trades.length; i++) earliest = Math.min(earliest, trades.ts[i])
    if (earliest < this.#settledTo) {
      this.#isLate = true
      return
    }
    this.#recent = mergeTrades(this.#recent, trades).trades
  }

  /** Settles everything before the watermark less 5 s; returns the newly settled big trades in canonical order. */
  settle(watermark: number): readonly BigTrade[] {
    const until = watermark - SETTLED_MS
    if (until <= this.#settledTo) return []
    const known = this.#scan.found.length
    const count = lowerBoundTs(this.#recent, until)
    this.#settledTo = until
    if (count > 0) {
      const ended = this.#chain.add(digestSweeps(sliceTrades(this.#recent, 0, count), { keepAll: true }))
      this.#recent = sliceTrades(this.#recent, count)
      this.#scan.add(ended.map((part) => aboveFloor(part, this.#floor)))
    }
    const usual = this.#scan.sizes.at(this.#goesOnAt(until))
    if (usual !== 'unknown') this.#usual = usual
    return this.#scan.found.slice(known)
  }

  /** Big trades of the last seconds, including the unfinished one. */
  fresh(): readonly BigTrade[] {
    const { sweeps, tail } = digestSweeps(concatTrades([this.#chain.open, this.#recent]), {
      begins: true,
      keepAll: true,
    })
    const all = tail.length > 0 ? [...sweeps, readSweep(tail, 0, tail.length)] : sweeps
    const usual = this.#usual
    return all.filter((sweep) => isBig(sweep, usual, this.#own)).map((sweep) => ({ ...sweep, usual }))
  }

  /** Earliest start of the next sweep to be evaluated: minutes must be queried in ascending order. */
  #goesOnAt(settledTo: number): number {
    const { open } = this.#chain
    return open.length > 0 ? open.ts[0] : settledTo
  }
}

/** Only sizes that the seed also kept are needed later. */
function aboveFloor(part: SweepCounts, floor: Lots): SweepCounts {
  if (floor === 0) return part
  return { minutes: part.minutes, sweeps: part.sweeps.filter((sweep) => sweepSize(sweep) >= floor), floor }
}
