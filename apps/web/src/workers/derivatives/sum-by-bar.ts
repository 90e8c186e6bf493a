import type { LiquidationBars } from '../protocol.ts'
import { LOWER_BOUND, UNKNOWN } from './covers.ts'
import type { LiquidationEntry } from './liquidation-sums.ts'

/**
 * Adds up entries by bar.
 *
 * Input   entries by time, in intervals that no bar cuts; `known` and `starts` of each bar, ascending; starts of bars
 *         of trades have a fraction that orders those of one millisecond.
 * Output  a bar of unknown time has no values, unless there are entries in it: their sums are lower bounds.
 * Ties    of bars that start in the same millisecond the last one counts.
 */
export function sumByBar(
  entries: readonly LiquidationEntry[],
  known: Uint8Array,
  starts: ArrayLike<number>,
): LiquidationBars {
  const bars = starts.length
  const long = new Float64Array(bars)
  const short = new Float64Array(bars)
  const counted = new Uint8Array(bars)
  let bar = -1
  for (const entry of entries) {
    while (bar + 1 < bars && Math.floor(starts[bar + 1]) <= entry.t) bar += 1
    if (bar < 0) continue
    long[bar] += entry.long
    short[bar] += entry.short
    counted[bar] = 1
  }
  const judged = known.slice()
  for (let i = 0; i < bars; i++) {
    if (known[i] !== UNKNOWN) continue
    if (counted[i] === 1) judged[i] = LOWER_BOUND
    else long[i] = short[i] = Number.NaN
  }
  return { long, short, known: judged }
}
