import { BAR_INCOMPLETE, BAR_REPAIRING, type Bars } from '../bars/bars.ts'
import { barStart } from '../bars/cycles.ts'
import { OrderflowError } from '../errors.ts'
import type { IndicatorSettings } from '../settings/settings.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 604_800_000

export type CvdReset = IndicatorSettings['cvd']['reset']

/** Start of the session that holds the moment t: 00:00 UTC of its day or of its Monday; -Infinity where nothing resets. */
export function cvdSessionStart(t: number, reset: CvdReset): number {
  if (reset === 'never') return -Infinity
  return barStart(t, reset === 'day' ? DAY_MS : WEEK_MS)
}

/**
 * Cumulative volume delta in front of each bar, from bar `from` on.
 *
 * Candle of bar i: open = cvdOpen[i], close = open + delta, high = open + maxDelta, low = open + minDelta.
 * A bar that starts a session starts at 0 (a weekly bar always does); the bar that opens the run takes `before`.
 * An incomplete bar breaks the line on both sides: it is a segment of its own, and the sum goes on after it with the
 * delta that is known of it.
 *
 * Input   before: CVD in front of bar 0, lots (cvdOpenBefore); entries below `from` are already right.
 * Output  cvdOpen[i] in lots and segment[i], the number of the unbroken run, for i >= from.
 * Cost    one pass over the bars from `from`.
 * Throws  OrderflowError QUANTITY_RANGE when the sum leaves 2^53 - 1.
 * Source  docs/formulas/cvd.md.
 */
export function accumulateDelta(
  bars: Bars,
  from: number,
  reset: CvdReset,
  before: number,
  cvdOpen: Float64Array,
  segment: Uint32Array,
): void {
  const { t, ask, bid } = bars
  for (let i = from; i < bars.length; i++) {
    if (i === 0) {
      cvdOpen[0] = before
      segment[0] = 0
    } else {
      const sameSession = cvdSessionStart(t[i], reset) === cvdSessionStart(t[i - 1], reset)
      cvdOpen[i] = sameSession ? cvdOpen[i - 1] + (ask[i - 1] - bid[i - 1]) : 0
      segment[i] = segment[i - 1] + (isBroken(bars, i - 1) || isBroken(bars, i) ? 1 : 0)
    }
    if (Math.abs(cvdOpen[i] + (ask[i] - bid[i])) > Number.MAX_SAFE_INTEGER) {
      throw new OrderflowError('QUANTITY_RANGE', `the cumulative delta leaves 2^53 - 1 lots at t ${t[i]}`)
    }
  }
}

function isBroken(bars: Bars, i: number): boolean {
  return bars.state[i] === BAR_INCOMPLETE || bars.state[i] === BAR_REPAIRING
}

/**
 * The CVD in front of the bar that starts at t: what an answer carries as `cvd_open`.
 *
 * Input   bars ascending, of any cycle and step, holding at least [cvdSessionStart(t, reset), t); others are ignored.
 *         t: start of the answer's first bar, on an edge of these bars.
 * Output  lots; 0 when t starts a session.
 * Throws  OrderflowError QUANTITY_RANGE when the sum leaves 2^53 - 1.
 */
export function cvdOpenBefore(bars: Bars, t: number, reset: CvdReset): number {
  const start = cvdSessionStart(t, reset)
  let sum = 0
  for (let i = 0; i < bars.length && bars.t[i] < t; i++) {
    if (bars.t[i] >= start) sum += bars.ask[i] - bars.bid[i]
  }
  if (Math.abs(sum) > Number.MAX_SAFE_INTEGER) {
    throw new OrderflowError('QUANTITY_RANGE', `the cumulative delta leaves 2^53 - 1 lots before t ${t}`)
  }
  return sum
}
