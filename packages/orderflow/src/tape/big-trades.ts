import type { InstrumentUnits } from '../trades/trades.ts'
import { decimalUnit, multiplyUnits } from '../units/decimal-unit.ts'
import type { DecimalUnit } from '../units/decimal-unit.ts'
import { parseFraction } from '../units/fraction.ts'
import { toLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import { SizeWindow } from './size-window.ts'
import { sweepSize } from './sweep-digest.ts'
import type { SweepCounts } from './sweep-digest.ts'
import { plainSweep } from './sweeps.ts'
import type { Sweep } from './sweeps.ts'
import { MINUTE_MS, HOUR_MS } from '../time/durations.ts'

/** Maximum time between the start of a sweep and the minute in which it ended: 1,000 trades 100 ms apart. */
const LONGEST_MS = 2 * MINUTE_MS

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
export function leastUnits(text: string, { mantissa, exponent }: DecimalUnit): Lots {
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

  /** Dropped sweeps must be too small in every minute in which one of them may have begun. */
  #lookThrough({ minutes, sweeps, floor }: SweepCounts): void {
    const last = minutes[minutes.length - 1].t
    let next = 0
    for (let t = minutes[0].t - LONGEST_MS; t <= last; t += MINUTE_MS) {
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
