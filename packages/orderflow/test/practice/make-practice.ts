import { ASK, BID, Book, PracticeSession } from '@flowprint/orderflow'
import type { BookAt, PracticeAction, PracticeOptions, Ticks } from '@flowprint/orderflow'
import type { LevelChange } from '../depth/depth-arbitraries.ts'

export const OPTIONS: PracticeOptions = { startMs: 0, startTick: 100, makerPpm: 0, takerPpm: 0, slippageTicks: 0 }

type Place = Extract<PracticeAction, { kind: 'place' }>

/** An order; market without a price. */
export function makeOrder(
  side: Place['side'],
  type: Place['type'],
  lots: number,
  tick: Ticks | null = null,
  more: Partial<Pick<Place, 'reduceOnly' | 'stopTick' | 'targetTick'>> = {},
): Place {
  return { kind: 'place', side, type, lots, tick, reduceOnly: false, stopTick: null, targetTick: null, ...more }
}

export function makeBook(levels: readonly LevelChange[], window = { low: 0, high: 1000 }): Book {
  const book = new Book()
  for (const [side, tick, lots] of levels) book.set(side, tick, lots)
  book.setWindow(window)
  return book
}

/** Bids 98 and 99, asks 101 and 102, 10 lots each. */
export const SMALL_BOOK = makeBook([
  [BID, 99, 10],
  [BID, 98, 10],
  [ASK, 101, 10],
  [ASK, 102, 10],
])

export function makeSession(options: Partial<PracticeOptions> = {}, bookAt?: BookAt): PracticeSession {
  return new PracticeSession({ options: { ...OPTIONS, ...options }, entries: [], books: [] }, bookAt)
}
