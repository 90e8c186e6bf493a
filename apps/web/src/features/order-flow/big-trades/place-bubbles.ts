import type { Places } from '@flowprint/chart'
import { quotient, type Bars, type BigTrade } from '@flowprint/orderflow'

/** Radii in CSS px; the area grows with the size. */
const LARGEST = 9
const SMALLEST = 2.5
/** How far a bubble may reach beyond the lane that it has beside numbers, CSS px. */
const BEYOND_LANE = 1
/** How far beside a bubble still hits it, CSS px. */
const HIT_SLACK = 2
/** Bubbles drawn at once: so many of a bar, and the greatest of all, one to each stretch of the pane's width. */
const MAX_OF_BAR = 3
const PX_EACH = 24

/** A bubble as it lies on the screen, device px. */
export interface Bubble {
  readonly trade: BigTrade
  readonly x: number
  readonly y: number
  readonly radius: number
}

export type BubbleUnit = 'base' | 'quote'

interface Where {
  readonly bars: Bars
  readonly places: Places
  readonly ratio: number
  readonly width: number
  readonly height: number
  readonly visible: { readonly from: number; readonly to: number }
}

/**
 * The bubbles of the visible bars, the greatest first, at their average price. Where numbers are drawn they lie in the lane
 * right of the cells; else in the middle of the column.
 *
 * Input   trades oldest first; `unit`: in which sizes are compared; `greatest`: the size that has the largest radius.
 */
export function placeBubbles(trades: readonly BigTrade[], unit: BubbleUnit, greatest: number, where: Where): Bubble[] {
  const { bars, places, ratio, width, height, visible } = where
  if (visible.to < visible.from || bars.length === 0) return []
  const most = Math.ceil(width / (PX_EACH * ratio))
  const until = visible.to + 1 < bars.length ? bars.t[visible.to + 1] : Infinity
  const shown = trades.slice(firstAt(trades, bars.t[visible.from]), firstAt(trades, until))
  shown.sort((a, b) => sizeOf(b, unit) - sizeOf(a, unit))
  const ofBar = new Map<number, number>()
  const bubbles: Bubble[] = []
  for (const trade of shown) {
    if (bubbles.length >= most) break
    const bar = Math.min(Math.floor(places.indexOfTime(trade.firstTs)), bars.length - 1)
    const count = ofBar.get(bar) ?? 0
    if (count >= MAX_OF_BAR) continue
    const lane = places.laneOf(bar)
    const room = lane === null ? places.columnPx / 2 : lane.width / 2 + BEYOND_LANE * ratio
    const largest = Math.max(SMALLEST * ratio, Math.min(LARGEST * ratio, room))
    const radius = Math.max(SMALLEST * ratio, largest * Math.sqrt(Math.min(1, sizeOf(trade, unit) / greatest)))
    const y = places.yOfTick(quotient(trade.notional, trade.lots))
    if (y < -radius || y > height + radius) continue
    ofBar.set(bar, count + 1)
    bubbles.push({ trade, x: lane?.x ?? places.xOfBar(bar), y, radius })
  }
  return bubbles
}

/** The size by which bubbles are measured: of the greatest of all. */
export function greatestOf(trades: readonly BigTrade[], unit: BubbleUnit): number {
  let greatest = 1
  for (const trade of trades) greatest = Math.max(greatest, sizeOf(trade, unit))
  return greatest
}

/** The bubble at a point, the smallest of several: it lies on top. */
export function bubbleAt(
  bubbles: readonly Bubble[],
  place: { x: number; y: number; slack: number; ratio: number },
): Bubble | null {
  const { x, y, slack, ratio } = place
  return (
    bubbles.findLast((bubble) => Math.hypot(x - bubble.x, y - bubble.y) <= bubble.radius + HIT_SLACK * ratio + slack) ??
    null
  )
}

const sizeOf = ({ lots, notional }: BigTrade, unit: BubbleUnit): number =>
  Math.abs(Number(unit === 'base' ? lots : notional))

/** Index of the first trade that begins at or after a moment. */
function firstAt(trades: readonly BigTrade[], ts: number): number {
  let low = 0
  let high = trades.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (trades[middle].firstTs < ts) low = middle + 1
    else high = middle
  }
  return low
}
