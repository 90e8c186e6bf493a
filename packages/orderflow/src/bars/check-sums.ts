import { OrderflowError } from '../errors.ts'
import type { Bars } from './bars.ts'

/**
 * Refuses bars whose sums left the exact integers. Sums of Float64 integers only ever grow, so a sum that passed 2^53 - 1
 * on the way is still above it at the end: one look at each bar is enough.
 *
 * Cost    one pass over the bars; over the cells of a bar only where its offsets could be too large.
 * Throws  OrderflowError QUANTITY_RANGE.
 */
export function checkSums(bars: Bars): void {
  const { length, step, t, bid, ask, cellStart, cellBidOffset, cellAskOffset } = bars
  for (let i = 0; i < length; i++) {
    const volume = bid[i] + ask[i]
    if (!(volume <= Number.MAX_SAFE_INTEGER)) throw tooMuch(t[i], 'volume')
    if (cellBidOffset === null || cellAskOffset === null || (step - 1) * volume <= Number.MAX_SAFE_INTEGER) continue
    for (let cell = cellStart[i]; cell < cellStart[i + 1]; cell++) {
      if (!(cellBidOffset[cell] + cellAskOffset[cell] <= Number.MAX_SAFE_INTEGER)) throw tooMuch(t[i], 'quote volume')
    }
  }
}

function tooMuch(t: number, what: string): OrderflowError {
  return new OrderflowError('QUANTITY_RANGE', `the ${what} of the bar at ${t} is beyond 2^53 - 1`)
}
