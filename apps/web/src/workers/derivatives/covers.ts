import type { LiquidationCover } from '@flowprint/contract'

/** What is known about a time: nothing · some liquidations (sums are lower bounds) · all of them. */
export type Knowledge = 0 | 1 | 2
export const UNKNOWN = 0
export const LOWER_BOUND = 1
export const COMPLETE = 2

/** Times in which liquidations were received: those of the server, of which the newest grows with the stream. */
export class Covers {
  #list: LiquidationCover[] = []

  get list(): readonly LiquidationCover[] {
    return this.#list
  }

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
   * What is known about each of the times [from[i], to[i]), ascending and without overlap.
   *
   * Output  an empty time is known when the moment before it is.
   * Cost    one pass over times and covers.
   */
  judge(from: ArrayLike<number>, to: ArrayLike<number>): Uint8Array {
    const known = new Uint8Array(from.length)
    let first = 0
    for (let i = 0; i < from.length; i++) {
      const start = from[i]
      const end = Math.max(to[i], start)
      while (first < this.#list.length && this.#list[first][1] < start) first += 1
      let covered = 0
      let isAll = true
      let isTouched = false
      for (let k = first; k < this.#list.length && this.#list[k][0] <= end; k++) {
        const [coverFrom, coverTo, completeness] = this.#list[k]
        const length = Math.min(end, coverTo) - Math.max(start, coverFrom)
        if (length < 0 || (length === 0 && end > start)) continue
        isTouched = true
        covered += length
        if (completeness !== 'all') isAll = false
      }
      if (!isTouched) continue
      known[i] = isAll && covered >= end - start ? COMPLETE : LOWER_BOUND
    }
    return known
  }
}
