import type { LiquidationCover } from '@flowprint/contract'
import { type BarTimes, foldLiquidations, type Liquidations } from '@flowprint/orderflow'

/** What is known about a bar: nothing · some liquidations, so that sums are lower bounds · all of them. */
export const UNKNOWN = 0
export const LOWER_BOUND = 1
const COMPLETE = 2

/** Only the coverage of bars is computed from here; their sums come from the server. */
const NO_LIQUIDATIONS: Liquidations = {
  length: 0,
  seq: new Float64Array(0),
  ts: new Float64Array(0),
  price: new Float64Array(0),
  lots: new Float64Array(0),
  isLong: new Uint8Array(0),
}

/** Times in which liquidations were received: those of the server, of which the newest grows with the stream. */
export class Covers {
  #list: LiquidationCover[] = []

  clear(): void {
    this.#list = []
  }

  /** Replaces what is known of [from, to). */
  replace(from: number, to: number, covers: readonly LiquidationCover[]): void {
    const outside = this.#list.flatMap(([start, end, completeness]): LiquidationCover[] => {
      const parts: LiquidationCover[] = []
      if (start < from) parts.push([start, Math.min(end, from), completeness])
      if (end > to) parts.push([Math.max(start, to), end, completeness])
      return parts
    })
    this.#list = [...outside, ...covers].sort((a, b) => a[0] - b[0])
  }

  /** The newest time continues until `until`, because nothing interrupted it; without one it begins there. */
  extend(until: number, completeness: LiquidationCover[2]): void {
    const last = this.#list.at(-1)
    if (last === undefined) this.#list.push([until, until, completeness])
    else if (until > last[1]) this.#list[this.#list.length - 1] = [last[0], until, last[2]]
  }

  /**
   * What is known about each bar, UNKNOWN, LOWER_BOUND or COMPLETE.
   *
   * Output  a bar that has only just begun is as known as the one before.
   * Cost    one pass over bars and covers.
   */
  judge(bars: BarTimes): Uint8Array {
    const covers = this.#list.map(([from, to, completeness]) => ({ from, to, isComplete: completeness === 'all' }))
    const { coveredMs, isLowerBound } = foldLiquidations(NO_LIQUIDATIONS, covers, bars)
    const known = Uint8Array.from(coveredMs, (ms, bar) =>
      ms === 0 ? UNKNOWN : isLowerBound[bar] === 1 ? LOWER_BOUND : COMPLETE,
    )
    const last = known.length - 1
    if (last > 0 && bars.end <= bars.starts[last]) known[last] = known[last - 1]
    return known
  }
}
