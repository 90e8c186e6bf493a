import type { Span } from './plan.ts'

const HOUR = 3_600_000
/** A commit of so many trades holds the tape of a market for some tenths of a second at worst. */
const ENOUGH = 100_000

/**
 * Cuts the missing time of a day into commits, newest first: whole hours, as many as hold `enough` trades together, and
 * none across time that is there already.
 *
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
      const hourTs = Math.floor((at - 1) / HOUR) * HOUR
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
