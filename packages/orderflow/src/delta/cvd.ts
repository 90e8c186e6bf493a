import { BAR_INCOMPLETE, BAR_REPAIRING, type Bars } from '../bars/bars.ts'
import { barStart } from '../bars/cycles.ts'
import type { AnalysisColumns } from '../analysis/analysis-columns.ts'
import { barDelta, barQuoteDelta } from '../footprint/lots-of.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { addLots, lotsAt, type Lots } from '../units/lots.ts'
import type { DurationMs, UnixMs } from '../units/units.ts'
import { DAY_MS, WEEK_MS } from '../time/durations.ts'

/** When the sum resets; a time (ms): at the bar that contains it, and daily before that bar. */
export type CvdReset = 'day' | 'week' | 'never' | UnixMs

/** The reset of the settings. */
export function cvdResetOf({ cvd }: Pick<IndicatorSettings, 'cvd'>): CvdReset {
  return cvd.reset === 'bar' ? cvd.at : cvd.reset
}

/**
 * Start of the CVD session that contains time t: 00:00 UTC of its day or of its Monday; -Infinity when nothing resets.
 * `cycleMs`: length of the bars, since a chosen time refers to the bar that contains it; 0 or absent: the time itself.
 */
export function cvdSessionStart(t: UnixMs, reset: CvdReset, cycleMs: DurationMs = 0): UnixMs {
  if (reset === 'never') return -Infinity
  if (typeof reset === 'number') {
    const start = cycleMs > 0 ? barStart(reset, cycleMs) : reset
    return t >= start ? start : barStart(t, cycleMs >= WEEK_MS ? WEEK_MS : DAY_MS)
  }
  return barStart(t, reset === 'day' ? DAY_MS : WEEK_MS)
}

/** CVD before the first bar, in lots and in ticks x lots. */
export interface CvdBefore {
  readonly lots: Lots
  readonly quote: Lots
}

/**
 * Cumulative volume delta before each bar, from bar `from` on, in both units.
 *
 * Candle of bar i: open = cvdOpen[i], close = open + delta, high = open + maxDelta, low = open + minDelta. A bar that
 * starts a session starts at 0 (a weekly bar always does); the first bar of the run starts at `before`. An incomplete
 * bar breaks the line on both sides: it forms a separate segment, and the sum continues after it including its known
 * delta.
 *
 * Input   before: CVD before bar 0 (cvdOpenBefore); entries below `from` are already right.
 * Output  in `analysis`, for i >= from: cvdOpen[i] in lots and cvdQuoteOpen[i] in ticks x lots, both exact, and
 *         cvdSegment[i], the number of the unbroken run.
 * Cost    one pass over the cells of the bars from `from`.
 * Source  docs/formulas/cvd.md.
 */
export function accumulateDelta(
  bars: Bars,
  from: number,
  reset: CvdReset,
  before: CvdBefore,
  analysis: AnalysisColumns,
): void {
  const { t, cycleMs } = bars
  const { columns } = analysis
  const segment = columns.cvdSegment
  for (let i = from; i < bars.length; i++) {
    if (i === 0) {
      analysis.setLots('cvdOpen', 0, before.lots)
      analysis.setLots('cvdQuoteOpen', 0, before.quote)
      segment[0] = 0
    } else {
      const sameSession = cvdSessionStart(t[i], reset, cycleMs) === cvdSessionStart(t[i - 1], reset, cycleMs)
      const lots = sameSession ? addLots(lotsAt(columns, 'cvdOpen', i - 1), barDelta(bars, i - 1)) : 0
      const quote = sameSession ? addLots(lotsAt(columns, 'cvdQuoteOpen', i - 1), barQuoteDelta(bars, i - 1)) : 0
      analysis.setLots('cvdOpen', i, lots)
      analysis.setLots('cvdQuoteOpen', i, quote)
      segment[i] = segment[i - 1] + (isBroken(bars, i - 1) || isBroken(bars, i) ? 1 : 0)
    }
  }
}

function isBroken(bars: Bars, i: number): boolean {
  return bars.state[i] === BAR_INCOMPLETE || bars.state[i] === BAR_REPAIRING
}

/**
 * The CVD before the bar that starts at t: `cvd_open` of a response.
 *
 * Input   bars ascending, of any cycle and step, holding at least [cvdSessionStart(t, reset), t); others are ignored.
 *         t: start of the response's first bar, on an edge of these bars; cycleMs: its length (see cvdSessionStart).
 * Output  exact in both units; 0 when t starts a session.
 */
export function cvdOpenBefore(bars: Bars, t: UnixMs, reset: CvdReset, cycleMs: DurationMs = 0): CvdBefore {
  const start = cvdSessionStart(t, reset, cycleMs)
  let lots: Lots = 0
  let quote: Lots = 0
  for (let i = 0; i < bars.length && bars.t[i] < t; i++) {
    if (bars.t[i] < start) continue
    lots = addLots(lots, barDelta(bars, i))
    quote = addLots(quote, barQuoteDelta(bars, i))
  }
  return { lots, quote }
}
