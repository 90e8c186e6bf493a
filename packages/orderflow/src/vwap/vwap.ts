import { barStart } from '../bars/cycles.ts'
import type { Bars } from '../bars/bars.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { quotient } from '../units/quotient.ts'
import { addSums, barSums, NO_SUMS } from './vwap-sums.ts'
import type { VwapSums } from './vwap-sums.ts'
import type { DurationMs, UnixMs } from '../units/units.ts'
import { DAY_MS } from '../time/durations.ts'

/** Where the sums start: at every UTC day, or once, at the bar that contains this time (ms). */
export type VwapAnchor = 'day' | UnixMs

/** The anchor of the settings; the day when no VWAP is shown, so that responses do not depend on it. */
export function vwapAnchorOf({ vwap }: Pick<IndicatorSettings, 'vwap'>): VwapAnchor {
  return vwap.anchor === 'bar' ? vwap.at : 'day'
}

/**
 * Start of the sums that the bar at t belongs to; null before the anchor.
 *
 * Rules   an anchor inside a bar starts with that bar. With 'day' each weekly bar is summed alone. Bars without a fixed
 *         length (cycleMs 0) belong to an anchor when they start at or after it.
 */
export function vwapStart(t: UnixMs, anchor: VwapAnchor, cycleMs: DurationMs): UnixMs | null {
  if (anchor === 'day') return barStart(t, DAY_MS)
  const start = cycleMs > 0 ? barStart(anchor, cycleMs) : anchor
  return t < start ? null : start
}

/** VWAP sums before each bar, updated as the bars grow. */
export class VwapRun {
  readonly #anchor: VwapAnchor
  readonly #before: VwapSums | null
  /** Sums before bar i; null when unknown or before the anchor. */
  readonly #opens: (VwapSums | null)[] = []

  /** `before`: the sums before the first bar since its start; null when unknown. */
  constructor(anchor: VwapAnchor, before: VwapSums | null) {
    this.#anchor = anchor
    this.#before = before
  }

  /** The sums before bar `i`; `i` is an index of the last `update`. */
  openOf(i: number): VwapSums | null {
    return this.#opens[i] ?? null
  }

  /**
   * VWAP and standard deviation at the close of each bar from `from` on, in ticks; NaN when there is none.
   *
   * Input   bars before `from` are unchanged since the last call; `vwap` and `deviation` have capacity.
   * Rules   sums are exact; a value is the double nearest to their quotient (the root: of the exact variance's double).
   *         An incomplete bar counts with its known trades.
   * Cost    the cells of the bars from `from` on, a few bigint products per bar.
   * Source  docs/formulas/vwap.md.
   */
  update(bars: Bars, from: number, vwap: Float64Array, deviation: Float64Array): void {
    this.#opens.length = from
    let after = from > 0 ? this.#after(bars, from - 1) : null
    for (let i = from; i < bars.length; i++) {
      const open = this.#openAt(bars, i, after)
      this.#opens[i] = open
      after = open === null ? null : addSums(open, barSums(bars, i))
      vwap[i] = after === null ? Number.NaN : vwapOf(after)
      deviation[i] = after === null ? Number.NaN : deviationOf(after)
    }
  }

  #openAt({ t, cycleMs }: Bars, i: number, after: VwapSums | null): VwapSums | null {
    const start = vwapStart(t[i], this.#anchor, cycleMs)
    if (start === null) return null
    if (i === 0) return t[0] === start ? NO_SUMS : this.#before
    return vwapStart(t[i - 1], this.#anchor, cycleMs) === start ? after : NO_SUMS
  }

  #after(bars: Bars, i: number): VwapSums | null {
    const open = this.#opens[i]
    return open === null ? null : addSums(open, barSums(bars, i))
  }
}

/**
 * The sums before bar `to` given those before bar 0 (`before`): for responses that omit their first bars.
 *
 * Output  null when unknown; zero sums when the bar starts a new sum or precedes the anchor.
 */
export function vwapOpenAt(bars: Bars, to: number, anchor: VwapAnchor, before: VwapSums | null): VwapSums | null {
  if (bars.length === 0) return before
  const start =
    to < bars.length
      ? vwapStart(bars.t[to], anchor, bars.cycleMs)
      : vwapStart(bars.t[bars.length - 1], anchor, bars.cycleMs)
  if (start === null) return NO_SUMS
  let sums: VwapSums | null =
    vwapStart(bars.t[0], anchor, bars.cycleMs) === start && bars.t[0] !== start ? before : NO_SUMS
  for (let i = 0; i < Math.min(to, bars.length) && sums !== null; i++) {
    if (vwapStart(bars.t[i], anchor, bars.cycleMs) === start) sums = addSums(sums, barSums(bars, i))
  }
  return sums
}

/** Sum of price x lots divided by sum of lots, in ticks; NaN when nothing traded. */
export function vwapOf({ q, pq }: VwapSums): number {
  return q === 0n ? Number.NaN : divide(pq, q)
}

/** Root of the mean squared distance to the VWAP, weighted by lots, in ticks; NaN when unknown. */
export function deviationOf({ q, pq, ppq }: VwapSums): number {
  return q === 0n || ppq === null ? Number.NaN : Math.sqrt(divide(ppq * q - pq * pq, q * q))
}

const BITS = 128n
const PART = 2 ** -128
/** Below this value a double has digits that 128 bits do not reach. */
const MIN_EXACT = 1n << 64n

/**
 * `quotient`, several times as fast for prices: one division by a fixed power of two, whose remainder only means "not
 * exact".
 */
function divide(a: bigint, b: bigint): number {
  const scaled = (a < 0n ? -a : a) << BITS
  const whole = scaled / b
  if (whole < MIN_EXACT) return quotient(a, b)
  const value = Number(whole * b === scaled ? whole : whole | 1n) * PART
  return a < 0n ? -value : value
}
