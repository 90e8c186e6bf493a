import { ASK, BID } from '../depth/depth.ts'
import type { BookSide } from '../depth/depth.ts'
import type { Book } from '../depth/book.ts'
import type { Ticks } from '../units/units.ts'

export type Level = readonly [tick: Ticks, lots: number]

/** The part of a book that practice orders are filled against; each side from the touch outwards, quantities in lots. */
export interface BookLevels {
  /** Prices, inclusive, between which every level is known. */
  readonly low: Ticks
  readonly high: Ticks
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** Levels per side that a session remembers; what is beyond counts as unknown. */
const MAX_LEVELS = 200

/**
 * Copies the known levels around the touch.
 *
 * Output  at most 200 levels a side. The window shrinks to them. null when the book is crossed or a best price is outside
 *         its window: such a book says nothing about a fill.
 */
export function copyLevels(book: Book): BookLevels | null {
  let { low, high } = book.window
  const [bid, ask] = [book.bestBid(), book.bestAsk()]
  if (low > high || bid >= ask || bid < low || bid > high || ask < low || ask > high) return null
  const bids = sideOf(book, BID, low, high)
  const asks = sideOf(book, ASK, low, high)
  if (bids.length > MAX_LEVELS) low = bids[MAX_LEVELS - 1][0]
  if (asks.length > MAX_LEVELS) high = asks[MAX_LEVELS - 1][0]
  return { low, high, bids: bids.slice(0, MAX_LEVELS), asks: asks.slice(0, MAX_LEVELS) }
}

function sideOf(book: Book, side: BookSide, low: Ticks, high: Ticks): Level[] {
  const levels: Level[] = []
  book.visit(side, low, high, (tick, lots) => levels.push([tick, lots]))
  return levels
}

/** Resting quantity at a price; null outside the known prices. */
export function restingAt({ low, high, bids, asks }: BookLevels, isBid: boolean, tick: Ticks): number | null {
  if (tick < low || tick > high) return null
  return (isBid ? bids : asks).find(([at]) => at === tick)?.[1] ?? 0
}
