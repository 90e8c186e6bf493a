import type { Bars } from './bars.ts'
import { lowerBoundT } from './bar-columns.ts'
import { dayEndOf } from './sequence-cuts.ts'
import { DAY_MS } from '../time/durations.ts'

/** The number of bar i. Cost: a binary search. */
export function sequenceNumberAt(bars: Pick<Bars, 't' | 'length'>, i: number, first: number): number {
  const dayFirst = lowerBoundT(bars, dayEndOf(bars.t[i]) - DAY_MS)
  return dayFirst === 0 ? first + i : i - dayFirst + 1
}

/**
 * The number of each bar within its UTC day, from 1.
 *
 * Input   consecutive bars of fills or volume, ascending; `first`: the number of the first bar.
 * Cost    one pass.
 */
export function sequenceNumbers({ t, length }: Pick<Bars, 't' | 'length'>, first: number): Uint32Array {
  const numbers = new Uint32Array(length)
  let dayEnd = length > 0 ? dayEndOf(t[0]) : 0
  for (let i = 0; i < length; i++) {
    if (i === 0) numbers[0] = first
    else if (t[i] < dayEnd) numbers[i] = numbers[i - 1] + 1
    else {
      numbers[i] = 1
      dayEnd = dayEndOf(t[i])
    }
  }
  return numbers
}
