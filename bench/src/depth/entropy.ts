import { ASK, BID, type BookChanges } from '@flowprint/orderflow'

/**
 * Order-0 entropy of a column: what a perfect code of its values takes that knows only how often each one occurs.
 * Input   values: any numbers.
 * Output  bytes, not rounded; 0 for no values or one distinct value.
 * Cost    one pass.
 */
export function computeEntropy(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits += count * Math.log2(values.length / count)
  return bits / 8
}

/**
 * Sum of the order-0 entropies of the columns that describe changes of a book: time since the event before, levels of each
 * side, prices as differences from the level before of the same side, and quantities.
 * Output  bytes, not rounded.
 */
export function computeChangesEntropy({ events, t, end, side, ticks, lots }: BookChanges): number {
  const times: number[] = []
  const counts: [number[], number[]] = [[], []]
  const prices: number[] = []
  const before = [0, 0]
  for (let i = 0, k = 0; i < events; i++) {
    const own = [0, 0]
    for (; k < end[i]; k++) {
      prices.push(ticks[k] - before[side[k]])
      before[side[k]] = ticks[k]
      own[side[k]] += 1
    }
    times.push(i === 0 ? 0 : t[i] - t[i - 1])
    counts[BID].push(own[BID])
    counts[ASK].push(own[ASK])
  }
  return [times, ...counts, prices, [...lots]].reduce((sum, column) => sum + computeEntropy(column), 0)
}
