import { BAR_COMPLETE } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { DAY_MS } from '../time/durations.ts'

const SAMPLE_DAYS = 7
const SAMPLE_BARS = 500
const MIN_BARS = 20

/** Whether a sample has enough bars. */
export function hasEnough({ spans }: CycleSpans): boolean {
  return spans.length >= MIN_BARS
}

/** Ranges of the bars of one cycle, low to high. */
export interface CycleSpans {
  readonly cycleMs: number
  /** high - low in ticks, > 0, oldest first. */
  readonly spans: Float64Array
}

/**
 * The sample for a recommendation: high - low of the complete bars of the last 7 UTC days, without zero-range bars,
 * limited to the most recent 500.
 *
 * Input   bars ascending; `untilMs` the UTC midnight that ends the sample, by default the one after the last bar.
 */
export function sampleSpans(bars: Bars, untilMs: number = midnightAfter(bars)): CycleSpans {
  const spans: number[] = []
  for (let i = bars.length - 1; i >= 0 && spans.length < SAMPLE_BARS; i--) {
    if (bars.t[i] < untilMs - SAMPLE_DAYS * DAY_MS) break
    if (bars.t[i] >= untilMs || bars.state[i] !== BAR_COMPLETE || bars.high[i] === bars.low[i]) continue
    spans.push(bars.high[i] - bars.low[i])
  }
  return { cycleMs: bars.cycleMs, spans: Float64Array.from(spans.reverse()) }
}

/**
 * The typical span of a bar of the cycle, in ticks.
 *
 * Output  the median of the cycle's own sample when it has 20 bars (the mean of the two middle ones of an even count);
 *         otherwise that of the finest cycle which has 20, times sqrt(cycle / that cycle), since a random walk's range
 *         grows with the root of time; null when none has 20.
 * Cost    one sort of at most 500 numbers.
 * Source  docs/formulas/precision.md, section "The recommended step".
 */
export function typicalSpan(samples: readonly CycleSpans[], cycleMs: number): number | null {
  const enough = samples.filter(hasEnough)
  if (enough.length === 0) return null
  const own = enough.find((sample) => sample.cycleMs === cycleMs)
  const used = own ?? enough.reduce((finest, sample) => (sample.cycleMs < finest.cycleMs ? sample : finest))
  return median(used.spans) * Math.sqrt(cycleMs / used.cycleMs)
}

function median(values: Float64Array): number {
  const sorted = values.slice().sort()
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

function midnightAfter(bars: Bars): number {
  return bars.length === 0 ? 0 : (Math.floor(bars.t[bars.length - 1] / DAY_MS) + 1) * DAY_MS
}
