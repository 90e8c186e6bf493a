import { clipRows, DAY_MS, depthStep, foldColumns, MINUTE_MS } from '@flowprint/orderflow'
import type { DepthColumns, DepthFrame } from '@flowprint/orderflow'
import { finestUnit, rescaleFrame } from './frames.ts'

/** Part of the price, above and below it, that columns keep: whole books reach from 0.01 to millions. */
const REACH = 0.1
/** The row height is replaced when the price has left it by more than this factor. */
const STEP_TOLERANCE = 2.5

/**
 * The frames of the minute from `minuteMs`: the book at its start, if a run covers that, and what followed in it. By the
 * rules of `append` they need nothing before them.
 */
export function minuteFrames(frames: readonly DepthFrame[], minuteMs: number): readonly DepthFrame[] {
  const end = minuteMs + MINUTE_MS
  const inside = frames.findIndex(({ until }) => until > minuteMs)
  const before = inside === -1 ? frames : frames.slice(0, inside)
  const base = before.at(-1)
  const isKnown = base !== undefined && base.snapshot !== null
  // What begins at the end of the minute belongs to the next one.
  const after = inside === -1 ? [] : frames.slice(inside)
  const next = after.findIndex(({ until, snapshot }) => until === end && snapshot !== null)
  return [...(isKnown ? [base] : []), ...(next === -1 ? after : after.slice(0, next))]
}

export interface FoldedMinute {
  /** In one unit: the finest of the minute. */
  readonly frames: readonly DepthFrame[]
  readonly columns: DepthColumns
  readonly qtyUnit: string
}

/**
 * Columns of one second of [fromMs, toMs) within a minute, from its `minuteFrames`. Null: no second is known.
 * `step`: null: chosen by the price.
 */
export function foldMinute(
  given: readonly DepthFrame[],
  {
    fromMs,
    toMs,
    step,
    tickSize,
  }: { readonly fromMs: number; readonly toMs: number; readonly step: number | null; readonly tickSize: string },
): FoldedMinute | null {
  if (given.length === 0 || given[given.length - 1].until <= fromMs) return null
  const qtyUnit = finestUnit(given.map((frame) => frame.qtyUnit))
  const frames = given.map((frame) => rescaleFrame(frame, qtyUnit))
  const price = priceOf(frames)
  const height = chooseStep(price, { minuteMs: fromMs, step, tickSize })
  if (height === null) return null
  const columns = foldColumns(frames, { fromMs, toMs, step: height })
  const kept = price === null ? columns : clipRows(columns, { low: price * (1 - REACH), high: price * (1 + REACH) })
  return { frames, columns: kept, qtyUnit }
}

/** Row height of the minute: the given one, except at the start of a UTC day when the price has moved far away from it. */
function chooseStep(
  price: number | null,
  { minuteMs, step, tickSize }: { readonly minuteMs: number; readonly step: number | null; readonly tickSize: string },
): number | null {
  if (step !== null && minuteMs % DAY_MS !== 0) return step
  if (price === null) return step
  const ideal = depthStep(price, tickSize)
  const isNear = step !== null && Math.max(step, ideal) <= STEP_TOLERANCE * Math.min(step, ideal)
  return isNear ? step : ideal
}

/** A price of the first book, ticks; null: no book has a level. */
function priceOf(frames: readonly DepthFrame[]): number | null {
  for (const { snapshot } of frames) {
    const tick = snapshot?.bidTicks[0] ?? snapshot?.askTicks[0]
    if (tick !== undefined) return Math.max(1, Math.abs(tick))
  }
  return null
}
