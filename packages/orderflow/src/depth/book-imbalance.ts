import { addLots, quotient, subtractLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { Book } from './book.ts'
import { ASK, BID } from './depth.ts'
import type { DepthColumns } from './depth.ts'
import { firstCell, headOf } from './depth-columns.ts'

/**
 * Imbalance of a book near the touch: (bid - ask) / (bid + ask).
 *
 * Input   distance: ticks, a whole number >= 0. bid: sum of the bids from the best one down to `distance` ticks below it;
 *         ask: sum of the asks from the best one up to `distance` ticks above it.
 * Output  -1 (only asks) to 1 (only bids), the double nearest to the exact ratio. NaN when a side is empty or the book is not
 *         known over these prices.
 * Ties    both ends of the distance count; a distance of 0 compares the best levels.
 * Cost    one step per level within the distance.
 * Throws  RangeError for a distance out of range.
 * Source  docs/formulas/book-imbalance.md.
 */
export function bookImbalance(book: Book, distance: number): number {
  checkDistance(distance)
  const low = book.bestBid() - distance
  const high = book.bestAsk() + distance
  const { window } = book
  if (!(low >= window.low && high <= window.high)) return Number.NaN
  let bid: Lots = 0
  let ask: Lots = 0
  book.visit(BID, low, Infinity, (_, lots) => {
    bid = addLots(bid, lots)
  })
  book.visit(ASK, -Infinity, high, (_, lots) => {
    ask = addLots(ask, lots)
  })
  return imbalanceOf(bid, ask)
}

/**
 * Imbalance near the touch at the end of each interval.
 *
 * Output  one number per column, as `bookImbalance`, from whole rows: the bids of the rows from that of the best bid down to
 *         the row that contains bestBid - distance, and asks likewise. At a step of 1 it equals that of the book. NaN for a
 *         column that is missing, has an empty side, or does not know one of these rows.
 * Cost    one pass over the cells.
 * Throws  RangeError for a distance out of range.
 * Source  docs/formulas/book-imbalance.md, section "Columns".
 */
export function columnImbalances(columns: DepthColumns, distance: number): Float64Array {
  checkDistance(distance)
  const { step, side, row, lots } = columns
  return Float64Array.from({ length: columns.length }, (_, i) => {
    const { bestBid, bestAsk, rows } = headOf(columns, i)
    const low = Math.floor((bestBid - distance) / step)
    const high = Math.floor((bestAsk + distance) / step)
    if (!(low >= rows.low && high <= rows.high)) return Number.NaN
    let bid: Lots = 0
    let ask: Lots = 0
    for (let k = firstCell(columns, i); k < columns.cellEnd[i]; k++) {
      if (side[k] === BID && row[k] >= low) bid = addLots(bid, lots[k])
      else if (side[k] === ASK && row[k] <= high) ask = addLots(ask, lots[k])
    }
    return imbalanceOf(bid, ask)
  })
}

function imbalanceOf(bid: Lots, ask: Lots): number {
  return quotient(subtractLots(bid, ask), addLots(bid, ask))
}

function checkDistance(distance: number): void {
  if (!(Number.isSafeInteger(distance) && distance >= 0)) {
    throw new RangeError(`Condition failed: the distance is a whole number >= 0, had ${distance}`)
  }
}
