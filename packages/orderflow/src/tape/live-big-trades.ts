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

/** Behind the watermark by this much the tape changes only by revisions; delayed frames may be as late. */
const SETTLED_MS = 5_000

/** Where history ends and the live part begins. */
export interface BigTradeStart {
  /** Every trade from here on is added; none before. */
  readonly from: number
  /** Trades of the sweep that may go on beyond `from`. */
  readonly open: Trades
  readonly sizes: SizeSeed
}

/**
 * Big trades of a market that goes on: history to a moment, from then on every trade, in whatever order frames bring them.
 *
 * What it says of the time before the watermark less 5 s is what the history of the same trades says; the last seconds
 * are shown as they are, an unfinished sweep included, by what was usual a moment ago.
 *
 * Cost    the trades of the last seconds, once for each look.
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
  /** The last that was known. */
  #usual: Lots | null
  #isLate = false

  constructor({ from, open, sizes }: BigTradeStart, own: Lots) {
    this.#own = own
    this.#floor = sizes.floor
    this.#settledTo = from
    this.#chain = new SweepChain(open)
    // An open sweep that began before belongs here: the history holds finished ones only.
    this.#scan = new BigTradeScan(open.length > 0 ? open.ts[0] : from, own)
    this.#scan.sizes.begin(sizes)
    const usual = this.#scan.sizes.at(this.#goesOnAt(from))
    this.#usual = usual === 'unknown' ? null : usual
  }

  /** A trade came that belongs before what was settled, or too little is known of usual sizes: begin anew. */
  get mustReload(): boolean {
    return this.#isLate || this.#scan.isLacking
  }

  /** Adds trades of any order; those that are here already count once. */
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

  /** Everything before the watermark less 5 s is as it will be; the big trades that became so, in canonical order. */
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

  /** Big trades of the last seconds, the unfinished one included. */
  fresh(): readonly BigTrade[] {
    const { sweeps, tail } = digestSweeps(concatTrades([this.#chain.open, this.#recent]), {
      begins: true,
      keepAll: true,
    })
    const all = tail.length > 0 ? [...sweeps, readSweep(tail, 0, tail.length)] : sweeps
    const usual = this.#usual
    return all.filter((sweep) => isBig(sweep, usual, this.#own)).map((sweep) => ({ ...sweep, usual }))
  }

  /** When the next sweep that will be looked at begins, at the earliest: minutes are asked for in ascending order. */
  #goesOnAt(settledTo: number): number {
    const { open } = this.#chain
    return open.length > 0 ? open.ts[0] : settledTo
  }
}

/** Only sizes that the beginning kept as well are of use later. */
function aboveFloor(part: SweepCounts, floor: Lots): SweepCounts {
  if (floor === 0) return part
  return { minutes: part.minutes, sweeps: part.sweeps.filter((sweep) => sweepSize(sweep) >= floor), floor }
}
