import { DAY_MS, depthStep, foldColumns } from '@flowprint/orderflow'
import type { DepthColumns, DepthFrame } from '@flowprint/orderflow'
import { finestUnit, rescaleFrame } from './frames.ts'

/** The row height is replaced when the price has left it by more than this factor. */
const STEP_TOLERANCE = 2.5

export interface FoldedMinute {
  /** In one unit: the finest of the minute. */
  readonly frames: readonly DepthFrame[]
  readonly columns: DepthColumns
  readonly qtyUnit: string
}

/**
 * Columns of one second of [fromMs, toMs) within a minute, from the frames of `loadMinuteFrames`. Null: no second is known.
 * `step`: null: chosen by the price.
 */
export function foldMinute(
  given: readonly DepthFrame[],
  { fromMs, toMs, step }: { readonly fromMs: number; readonly toMs: number; readonly step: number | null },
): FoldedMinute | null {
  if (given.length === 0 || given[given.length - 1].until <= fromMs) return null
  const qtyUnit = finestUnit(given.map((frame) => frame.qtyUnit))
  const frames = given.map((frame) => rescaleFrame(frame, qtyUnit))
  const height = chooseStep(frames, fromMs, step)
  if (height === null) return null
  return { frames, columns: foldColumns(frames, { fromMs, toMs, step: height }), qtyUnit }
}

/** Row height of the minute: the given one, except at the start of a UTC day when the price has moved far away from it. */
function chooseStep(frames: readonly DepthFrame[], minuteMs: number, step: number | null): number | null {
  if (step !== null && minuteMs % DAY_MS !== 0) return step
  const price = priceOf(frames)
  if (price === null) return step
  const ideal = depthStep(price)
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
