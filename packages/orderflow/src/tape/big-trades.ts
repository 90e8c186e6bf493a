import { concatTrades, emptyTrades, lowerBoundTs, sliceTrades } from '../trades/trades.ts'
import type { InstrumentUnits, Trades } from '../trades/trades.ts'
import { decimalUnit, multiplyUnits, parseFraction } from '../units/decimals.ts'
import type { DecimalUnit } from '../units/decimals.ts'
import { toLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import { SizeWindow } from './size-window.ts'
import type { SizeSeed } from './size-window.ts'
import { digestSweeps, plainSweep, readSweep, SweepChain, sweepSize } from './sweeps.ts'
import type { Sweep, SweepCounts } from './sweeps.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { mergeTrades } from '../trades/merge-trades.ts'

/** Maximum time between the start of a sweep and the minute in which it ended: 1,000 trades 100 ms apart. */
const MAX_DURATION_MS = 2 * MINUTE_MS

/** A sweep drawn as a bubble, with the reason. */
export interface BigTrade extends Sweep {
  /** The 99.5th percentile when it began, ticks x lots; null: fewer than 200 sweeps in the previous 4 hours. */
  readonly usual: Lots | null
}

/** Converts ticks x lots to the quote currency. */
export function notionalUnit({ tickSize, lotSize }: InstrumentUnits): DecimalUnit {
  return multiplyUnits(decimalUnit(tickSize), decimalUnit(lotSize))
}

/**
 * Converts the user's minimum size to ticks x lots, rounded up, so that "at least" has the same meaning in both.
 *
 * Input   decimal text >= 0 in the quote currency; "0" = no user minimum.
 */
export function leastNotional(size: string, units: InstrumentUnits): Lots {
  return leastUnits(size, notionalUnit(units))
}

/** Rounds a decimal text >= 0 up to a whole number of units; exact at any size. */
function leastUnits(text: string, { mantissa, exponent }: DecimalUnit): Lots {
  const { num, den } = parseFraction(text)
  const power = 10n ** BigInt(Math.abs(exponent))
  const above = exponent < 0 ? num * power : num
  const below = den * mantissa * (exponent < 0 ? 1n : power)
  return toLots((above + below - 1n) / below)
}

/**
 * Whether a sweep is big: at least the user's minimum and the usual size. False when neither is known.
 *
 * Input   usual: see `UsualSize`, for the minute in which the sweep began; own: 0 = none.
 */
export function isBig(sweep: Pick<Sweep, 'notional'>, usual: Lots | null, own: Lots): boolean {
  const size = sweepSize(sweep)
  if (usual === null) return own > 0 && size >= own
  return size >= usual && size >= own
}

/**
 * Finds the big trades of a tape from finished sweeps in canonical order.
 *
 * Input   `from`: sweeps that begin earlier are not reported; the previous 4 hours must be added (or seeded) first.
 * Output  `found`, in canonical order. `isLacking`: a part kept too few of its sweeps to decide; the result is then
 *         invalid.
 * Source  docs/formulas/big-trades.md.
 */
export class BigTradeScan {
  readonly sizes = new SizeWindow()
  readonly found: BigTrade[] = []
  /** Starts of hours with sweeps evaluated before a usual size was known: only the user's minimum applies there. */
  readonly unjudged = new Set<number>()
  readonly #from: number
  readonly #own: Lots
  #isLacking = false

  constructor(from: number, own: Lots) {
    this.#from = from
    this.#own = own
  }

  get isLacking(): boolean {
    return this.#isLacking
  }

  add(ended: readonly SweepCounts[]): void {
    for (const part of ended) {
      this.sizes.add(part)
      if (part.floor === 0) for (const sweep of part.sweeps) this.#look(sweep)
      else this.#lookThrough(part)
    }
  }

  /** The current state of the unfinished sweep. */
  addOpen(sweep: Sweep | null): void {
    if (sweep !== null) this.#look(sweep)
  }

  #look(sweep: Sweep): void {
    if (sweep.firstTs < this.#from) return
    const usual = this.sizes.at(sweep.firstTs)
    if (usual === null) this.#noteUnjudged(sweep.firstTs)
    if (usual === 'unknown') this.#isLacking = true
    else if (isBig(sweep, usual, this.#own)) this.found.push({ ...plainSweep(sweep), usual })
  }

  #noteUnjudged(ts: number): void {
    this.unjudged.add(Math.floor(ts / HOUR_MS) * HOUR_MS)
  }

  /** Dropped sweeps must be too small in every minute in which one of them may have started. */
  #lookThrough({ minutes, sweeps, floor }: SweepCounts): void {
    const last = minutes[minutes.length - 1].t
    let next = 0
    for (let t = minutes[0].t - MAX_DURATION_MS; t <= last; t += MINUTE_MS) {
      if (t + MINUTE_MS > this.#from && !this.#isTooSmall(t, floor)) this.#isLacking = true
      while (next < sweeps.length && sweeps[next].firstTs < t + MINUTE_MS) this.#look(sweeps[next++])
    }
  }

  #isTooSmall(t: number, floor: Lots): boolean {
    const usual = this.sizes.at(t)
    if (usual === 'unknown') return false
    if (usual === null) {
      this.#noteUnjudged(t)
      return this.#own === 0 || this.#own >= floor
    }
    return usual >= floor || this.#own >= floor
  }
}

/** Age behind the watermark after which the tape changes only by revisions; delayed frames may be as late. */
const SETTLED_MS = 5_000

/** Where history ends and the live part begins. */
interface BigTradeStart {
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
  #isUsualKnown: boolean
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
    this.#isUsualKnown = usual !== 'unknown'
  }

  /** Whether `fresh` evaluates a sweep that began before the settled time with the usual size of its minute. */
  get isUsualKnown(): boolean {
    return this.#isUsualKnown
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
    return this.settleUntil(watermark - SETTLED_MS)
  }

  /** Settles everything before this time, from which on trades may still be added; see `settle`. */
  settleUntil(until: number): readonly BigTrade[] {
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
    this.#isUsualKnown = usual !== 'unknown'
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
