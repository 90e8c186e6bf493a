import type { Places } from '@flowprint/chart'
import { quotient, type Bars, type BigTrade } from '@flowprint/orderflow'

/** Radii in CSS px; the area grows with the notional. */
const LARGEST = 22
const SMALLEST = 3.5
/** Where a bubble is hit, CSS px: about its middle and about its ring. */
const MIDDLE = 6
const RING = 2
/** Bubbles drawn at once: the greatest, so many to each stretch of the pane's width. */
const MOST = 400
const PX_EACH = 7

/** A bubble as it lies on the screen, device px. */
export interface Bubble {
  readonly trade: BigTrade
  readonly x: number
  readonly y: number
  readonly radius: number
}

interface Where {
  readonly bars: Bars
  readonly places: Places
  readonly ratio: number
  readonly width: number
  readonly height: number
  readonly visible: { readonly from: number; readonly to: number }
}

/**
 * The bubbles of the visible bars, the greatest first: at the average price, at their moment inside the bar where the
 * columns are wide enough to tell.
 *
 * Input   trades oldest first; `greatest`: the notional whose bubble has the largest radius.
 */
export function placeBubbles(trades: readonly BigTrade[], greatest: number, where: Where): Bubble[] {
  const { bars, places, ratio, width, height, visible } = where
  if (visible.to < visible.from || bars.length === 0) return []
  const most = Math.min(MOST, Math.ceil(width / (PX_EACH * ratio)))
  const until = visible.to + 1 < bars.length ? bars.t[visible.to + 1] : Infinity
  const shown = trades.slice(firstAt(trades, bars.t[visible.from]), firstAt(trades, until))
  if (shown.length > most) shown.sort((a, b) => sizeOf(b) - sizeOf(a)).length = most
  const largest = Math.min(LARGEST * ratio, Math.max(SMALLEST * 2 * ratio, places.columnPx * 0.75))
  const isWide = places.columnPx >= 24 * ratio
  const bubbles: Bubble[] = []
  for (const trade of shown) {
    const index = places.indexOfTime(trade.firstTs)
    const bar = Math.min(Math.floor(index), bars.length - 1)
    const part = isWide ? 0.15 + 0.7 * Math.min(1, index - bar) : 0.5
    const radius = Math.max(SMALLEST * ratio, largest * Math.sqrt(Math.min(1, sizeOf(trade) / greatest)))
    const y = places.yOfTick(quotient(trade.notional, trade.lots))
    if (y < -radius || y > height + radius) continue
    bubbles.push({ trade, x: places.xOfEdge(bar) + part * places.columnPx, y, radius })
  }
  return bubbles.sort((a, b) => b.radius - a.radius)
}

/** The notional by which bubbles are measured: of the greatest of all. */
export function greatestOf(trades: readonly BigTrade[]): number {
  let greatest = 1
  for (const trade of trades) greatest = Math.max(greatest, sizeOf(trade))
  return greatest
}

/**
 * The bubble at a point, the smallest of several: it lies on top. A large one is hit at its middle and on its ring, so that
 * the cells inside of it can still be read.
 */
export function bubbleAt(bubbles: readonly Bubble[], place: { x: number; y: number; slack: number; ratio: number }): Bubble | null {
  const { x, y, slack, ratio } = place
  return bubbles.findLast((bubble) => {
    const distance = Math.hypot(x - bubble.x, y - bubble.y)
    return distance <= Math.min(bubble.radius, MIDDLE * ratio) + slack || Math.abs(distance - bubble.radius) <= RING * ratio + slack
  }) ?? null
}

const sizeOf = ({ notional }: BigTrade): number => Math.abs(Number(notional))

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
