import { ASK, BID, type Book } from '@flowprint/orderflow'
import type { LadderRows } from '../protocol.ts'
import type { RecentChanges } from './recent-changes.ts'

/** Rows from the edge within which the touch may not come while the ladder follows it: a quarter of the rows. */
const FOLLOW_MARGIN = 0.25

/**
 * The highest row of a ladder of `rows` rows that follows the touch.
 *
 * Input   top: the highest row before, null for none; best prices in ticks, NaN for an empty side.
 * Output  `top` while the touch is in the middle half of the rows, so that rows rest while the price moves little;
 *         otherwise the touch is in the middle. null when the book is empty and there is no row before.
 */
export function followTop(
  top: number | null,
  rows: number,
  step: number,
  touch: { readonly bestBid: number; readonly bestAsk: number },
): number | null {
  const middle = middleRow(step, touch)
  if (middle === null) return top
  const margin = Math.floor(rows * FOLLOW_MARGIN)
  if (top !== null && middle <= top - margin && middle > top - rows + margin) return top
  return middle + Math.floor(rows / 2)
}

/** The row between the best prices; null when both sides are empty. */
function middleRow(step: number, touch: { readonly bestBid: number; readonly bestAsk: number }): number | null {
  const bid = Number.isNaN(touch.bestBid) ? touch.bestAsk : touch.bestBid
  const ask = Number.isNaN(touch.bestAsk) ? touch.bestBid : touch.bestAsk
  return Number.isNaN(bid) ? null : Math.floor((bid + ask) / 2 / step)
}

interface LadderInput {
  readonly book: Book
  readonly changes: RecentChanges
  readonly step: number
  readonly topRow: number
  readonly rows: number
}

/** Traded lots per row, by the side of the book that was consumed, since the chosen moment and in the last seconds. */
export interface TradedRows {
  readonly bid: Float64Array
  readonly ask: Float64Array
}

/**
 * The rows of a ladder from `topRow` downwards: resting quantity per side, and what was added and pulled during the
 * last seconds.
 *
 * Input   `recent` traded in the same seconds, in the unit of the book.
 * Output  added = max(up, traded + net), pulled = added - net - traded: lower bounds, never negative.
 * Source  docs/decisions/order-book.md, "Accounts of liquidity".
 */
export function buildLadderRows(
  { book, changes, step, topRow, rows }: LadderInput,
  recent: TradedRows,
): Omit<LadderRows, 'qtyUnit' | 'tradedBid' | 'tradedAsk' | 'traded' | 'since' | 'isFollowing'> {
  const low = (topRow - rows + 1) * step
  const high = (topRow + 1) * step - 1
  const bid = new Float64Array(rows)
  const ask = new Float64Array(rows)
  book.visit(BID, low, high, (tick, lots) => (bid[topRow - Math.floor(tick / step)] += lots))
  book.visit(ASK, low, high, (tick, lots) => (ask[topRow - Math.floor(tick / step)] += lots))
  const sums = {
    bid: { up: new Float64Array(rows), net: new Float64Array(rows) },
    ask: { up: new Float64Array(rows), net: new Float64Array(rows) },
  }
  changes.sum(step, topRow, sums)
  const bidAdded = sums.bid.up.map((up, i) => Math.max(up, recent.bid[i] + sums.bid.net[i]))
  const askAdded = sums.ask.up.map((up, i) => Math.max(up, recent.ask[i] + sums.ask.net[i]))
  const { window } = book
  const known = new Uint8Array(rows)
  for (let i = 0; i < rows; i++) {
    const row = topRow - i
    known[i] = row * step >= window.low && (row + 1) * step - 1 <= window.high ? 1 : 0
  }
  return {
    step,
    topRow,
    rows,
    bid,
    ask,
    bidAdded,
    bidPulled: bidAdded.map((added, i) => added - sums.bid.net[i] - recent.bid[i]),
    askAdded,
    askPulled: askAdded.map((added, i) => added - sums.ask.net[i] - recent.ask[i]),
    known,
    bestBid: book.bestBid(),
    bestAsk: book.bestAsk(),
  }
}
