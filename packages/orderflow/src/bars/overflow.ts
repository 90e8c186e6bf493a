import type { Bars } from './bars.ts'

/** The columns that show whether a bar overflows; the nearest doubles are sufficient. */
type Sums = Pick<Bars, 'step' | 'bid' | 'ask' | 'cellStart' | 'cellBidOffset' | 'cellAskOffset'>

const MAX = Number.MAX_SAFE_INTEGER

/**
 * Whether bar i needs remainders (`Bars.overflow`): its volume, or the quote offsets of one of its cells, exceed
 * 2^53 - 1.
 *
 * Growing doubles show this reliably: up to the bound every partial sum was exact, and a sum that exceeded the bound is
 * still above it at the end.
 * Cost    one comparison; a pass over the bar's cells only where offsets could be too large.
 */
export function hasOverflow({ step, bid, ask, cellStart, cellBidOffset, cellAskOffset }: Sums, i: number): boolean {
  const volume = bid[i] + ask[i]
  if (volume > MAX) return true
  if (cellBidOffset === null || cellAskOffset === null || (step - 1) * volume <= MAX) return false
  for (let cell = cellStart[i]; cell < cellStart[i + 1]; cell++) {
    if (cellBidOffset[cell] + cellAskOffset[cell] > MAX) return true
  }
  return false
}

/** The first bar of [from, to) that needs remainders, or `to`. */
export function firstOverflow(bars: Sums, from: number, to: number): number {
  let i = from
  while (i < to && !hasOverflow(bars, i)) i += 1
  return i
}
