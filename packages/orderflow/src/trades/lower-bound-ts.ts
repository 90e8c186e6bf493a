import type { Trades } from './trades.ts'
import type { UnixMs } from '../units/units.ts'

/** Index of the first trade with ts >= the given time in a sorted run; its length when there is none. */
export function lowerBoundTs(trades: Trades, ts: UnixMs): number {
  let low = 0
  let high = trades.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (trades.ts[middle] < ts) low = middle + 1
    else high = middle
  }
  return low
}
