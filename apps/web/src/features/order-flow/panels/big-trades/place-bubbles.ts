import type { Coordinates } from '@flowprint/chart'
import { quotient, type Bars, type BigTrade } from '@flowprint/orderflow'

/** Radii in CSS px; the area is proportional to the size. */
const LARGEST = 9
const SMALLEST = 2.5
/** How far a bubble may extend beyond its lane next to numbers, CSS px. */
const BEYOND_LANE = 1
/** Hit tolerance around a bubble, CSS px. */
const HIT_SLACK = 2
/** Limits of drawn bubbles: per bar, and in total the largest ones, one per section of the pane's width. */
const MAX_OF_BAR = 3
const PX_EACH = 24

/** A bubble on the screen, device px. */
export interface Bubble {
  readonly trade: BigTrade
  readonly x: number
  readonly y: number
  readonly radius: number
}

export type BubbleUnit = 'base' | 'quote'

interface Where {
  readonly bars: Bars
  readonly coordinates: Coordinates
  readonly ratio: number
  readonly width: number
  readonly height: number
  readonly visible: { readonly from: number; readonly to: number }
}

/**
 * The bubbles of the visible bars, the largest first, at their average price. Next to numbers they are in the lane
 * right of the cells, otherwise in the middle of the column.
 *
 * Input   trades oldest first; `unit`: the unit sizes are compared in; `greatest`: the size with the maximum radius.
 */
export function placeBubbles(trades: readonly BigTrade[], unit: BubbleUnit, greatest: number, where: Where): Bubble[] {
  const { bars, coordinates, ratio, width, height, visible } = where
  if (visible.to < visible.from || bars.length === 0) return []
  const most = Math.ceil(width / (PX_EACH * ratio))
  const until = visible.to + 1 < bars.length ? bars.t[visible.to + 1] : Infinity
  const shown = trades.slice(firstAt(trades, bars.t[visible.from]), firstAt(trades, until))
  shown.sort((a, b) => sizeOf(b, unit) - sizeOf(a, unit))
  const ofBar = new Map<number, number>()
  const bubbles: Bubble[] = []
  for (const trade of shown) {
    if (bubbles.length >= most) break
    const bar = Math.min(Math.floor(coordinates.indexOfTime(trade.firstTs)), bars.length - 1)
    const count = ofBar.get(bar) ?? 0
    if (count >= MAX_OF_BAR) continue
    const lane = coordinates.laneOf(bar)
    const room = lane === null ? coordinates.columnPx / 2 : lane.width / 2 + BEYOND_LANE * ratio
    const largest = Math.max(SMALLEST * ratio, Math.min(LARGEST * ratio, room))
    const radius = Math.max(SMALLEST * ratio, largest * Math.sqrt(Math.min(1, sizeOf(trade, unit) / greatest)))
    const y = coordinates.yOfTick(quotient(trade.notional, trade.lots))
    if (y < -radius || y > height + radius) continue
    ofBar.set(bar, count + 1)
    bubbles.push({ trade, x: lane?.x ?? coordinates.xOfBar(bar), y, radius })
  }
  return bubbles
}

/** The size with the maximum radius: the largest of all. */
export function greatestOf(trades: readonly BigTrade[], unit: BubbleUnit): number {
  let greatest = 1
  for (const trade of trades) greatest = Math.max(greatest, sizeOf(trade, unit))
  return greatest
}

/** The bubble at a point; the smallest when several overlap, since it is on top. */
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

/** Index of the first trade at or after a moment. */
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
