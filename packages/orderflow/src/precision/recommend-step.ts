import { ladder } from './ladder.ts'
import { typicalSpan } from './typical-span.ts'
import type { CycleSpans } from './typical-span.ts'

const DAY_MS = 86_400_000

/**
 * Rows with readable numbers in the pane of the bars on a usual screen (1440 x 900 with every pane: 470 px, 40 rows of 10 px
 * and the margins), and how many typical bars the ten newest bars together reach over: bars follow each other's prices.
 */
const PANE_ROWS = 40
const SCREEN_SPANS = 4.4
/** A typical bar has at most this many rows at the recommended step: the newest bars then fit the pane. */
const MAX_BAR_ROWS = Math.floor(PANE_ROWS / SCREEN_SPANS)
/** A stored recommendation stays while it gives between these. */
const MIN_STORED_ROWS = 3
const MAX_STORED_ROWS = 10

/** A typical day keeps at least this many rows at every step that is offered. */
const DAY_ROWS = 2

/** Without bars: one row is this part of the price, and a day is taken to reach over one hundredth of it. */
const PRICE_PER_ROW = 10_000
const PRICE_PER_DAY = 100

export interface RecommendInput {
  readonly tickSize: string
  readonly cycleMs: number
  /** One sample per cycle there are bars of, see `sampleSpans`. */
  readonly samples: readonly CycleSpans[]
  /** A recent price in ticks, used when no cycle has enough bars. */
  readonly price: number
  /** The step recommended so far, if any. */
  readonly stored?: number | null
}

/**
 * The step at which bars of a cycle are best read, in ticks.
 *
 * Output  the smallest step of the ladder at which a typical bar spans at most 9 rows; a stored step that still gives 3 to
 *         10 rows stays, so that recommendations do not flicker. With too few bars on every cycle: the stored step, else
 *         the ladder step nearest to price / 10,000 (of two equally near ones the lower).
 * Throws  OrderflowError BAD_DECIMAL when the tick size is no positive decimal.
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
 * The steps a menu offers: the ladder as long as a typical 1d bar keeps at least 2 rows; always at least the tick.
 *
 * Throws  OrderflowError BAD_DECIMAL when the tick size is no positive decimal.
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
