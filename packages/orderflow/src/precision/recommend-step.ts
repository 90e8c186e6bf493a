import { ladder } from './ladder.ts'
import { DAY_MS } from '../time.ts'
import { BAR_COMPLETE } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'

/**
 * Readable rows in the price pane of a usual screen (1440 x 900 with every pane: 470 px, 40 rows of 10 px and the
 * margins), and the combined range of the ten newest bars in typical bars.
 */
const PANE_ROWS = 40
const SCREEN_SPANS = 4.4
/** Maximum rows of a typical bar at the recommended step, so that the newest bars fit the pane. */
const MAX_BAR_ROWS = Math.floor(PANE_ROWS / SCREEN_SPANS)
/** A stored recommendation is kept while a typical bar has between these many rows. */
const MIN_STORED_ROWS = 3
const MAX_STORED_ROWS = 10

/** Minimum rows of a typical day at every offered step. */
const DAY_ROWS = 2

/** Without bars: row height as a fraction of the price; a day is assumed to span one hundredth of the price. */
const PRICE_PER_ROW = 10_000
const PRICE_PER_DAY = 100

interface RecommendInput {
  readonly tickSize: string
  readonly cycleMs: number
  /** One sample per cycle that has bars, see `sampleSpans`. */
  readonly samples: readonly CycleSpans[]
  /** A recent price in ticks, used when no cycle has enough bars. */
  readonly price: number
  /** The currently stored recommendation, if any. */
  readonly stored?: number | null
}

/**
 * The recommended step for a cycle, in ticks.
 *
 * Output  the smallest step of the ladder at which a typical bar spans at most 9 rows; a stored step that still gives 3
 *         to 10 rows is kept, so that recommendations are stable. With too few bars on every cycle: the stored step,
 *         otherwise the ladder step nearest to price / 10,000 (of two equally near ones the lower).
 * Throws  OrderflowError BAD_DECIMAL when the tick size is not a positive decimal.
 * Source  docs/formulas/precision.md, section "The recommended step".
 */
export function recommendStep(input: RecommendInput): number {
  const { tickSize, cycleMs, samples, price, stored = null } = input
  const steps = ladder(tickSize)
  const span = typicalSpan(samples, cycleMs)
  if (span === null) return stored ?? nearestStep(steps, Math.abs(price) / PRICE_PER_ROW)
  if (stored !== null && span >= MIN_STORED_ROWS * stored && span <= MAX_STORED_ROWS * stored) return stored
  return steps.find((step) => span <= MAX_BAR_ROWS * step) ?? steps[steps.length - 1]
}

/**
 * The steps offered in a menu: the ladder up to the step at which a typical 1d bar still has 2 rows; always at least
 * the tick.
 *
 * Throws  OrderflowError BAD_DECIMAL when the tick size is not a positive decimal.
 */
export function offeredSteps(input: Pick<RecommendInput, 'tickSize' | 'samples' | 'price'>): number[] {
  const daySpan = typicalSpan(input.samples, DAY_MS) ?? Math.abs(input.price) / PRICE_PER_DAY
  return ladder(input.tickSize, daySpan / DAY_ROWS)
}

function nearestStep(steps: readonly number[], wanted: number): number {
  let nearest = steps[0]
  for (const step of steps) if (Math.abs(step - wanted) < Math.abs(nearest - wanted)) nearest = step
  return nearest
}

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
