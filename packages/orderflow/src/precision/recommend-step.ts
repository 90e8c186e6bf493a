import { ladder } from './ladder.ts'
import { typicalSpan } from './typical-span.ts'
import type { CycleSpans } from './typical-span.ts'
import { DAY_MS } from '../time/durations.ts'

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

export interface RecommendInput {
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
