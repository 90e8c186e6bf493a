import { HOUR_MS } from '@flowprint/orderflow'
import type { Span } from './plan.ts'

/** Trades per commit: a commit of this size blocks a market's tape for some tenths of a second at worst. */
const ENOUGH = 100_000

/**
 * Splits the missing time of a day into commits, newest first: whole hours with about `enough` trades together, never
 * across time that is already stored.
 * Input   missing: ascending; hours: trades of each hour of the file.
 * Output  spans that together are exactly the missing ones.
 */
export function planBatches(
  missing: readonly Span[],
  hours: readonly { readonly hourTs: number; readonly count: number }[],
  enough = ENOUGH,
): Span[] {
  const countOf = new Map(hours.map((hour) => [hour.hourTs, hour.count]))
  const batches: Span[] = []
  for (const span of missing.toReversed()) {
    let to = span.to
    let count = 0
    for (let at = span.to; at > span.from;) {
      const hourTs = Math.floor((at - 1) / HOUR_MS) * HOUR_MS
      const from = Math.max(hourTs, span.from)
      count += countOf.get(hourTs) ?? 0
      if (count >= enough || from === span.from) {
        batches.push({ from, to })
        to = from
        count = 0
      }
      at = from
    }
  }
  return batches
}
