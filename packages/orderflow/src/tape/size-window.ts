import type { Lots } from '../units/lots.ts'
import { sweepSize } from './sweep-digest.ts'
import type { SweepCounts } from './sweep-digest.ts'

const MINUTE = 60_000
/** How far back the usual sizes are looked at. */
export const SIZES_BACK_MS = 4 * 60 * MINUTE
/** Fewer sweeps than this say nothing about what is usual. */
const FEWEST = 200
/** One of so many is greater than the 99.5th percentile. */
const ONE_OF = 200

/**
 * The 99.5th percentile by size of the sweeps of the last 4 hours; null with fewer than 200 of them; 'unknown' where it
 * lies below the sizes that were kept.
 */
export type UsualSize = Lots | null | 'unknown'

interface Minute {
  count: number
  /** Sizes of the kept sweeps. */
  sizes: Lots[]
  floor: Lots
}

/** What a window is begun with, and what it says of itself: counts, the greatest sizes, and from which size on it has all. */
export interface SizeSeed {
  readonly minutes: readonly { readonly t: number; readonly count: number }[]
  readonly sizes: readonly { readonly t: number; readonly size: Lots }[]
  readonly floor: Lots
}

/**
 * Sizes of finished sweeps over the last 4 hours, and the percentile that makes one big, minute by minute (INDICATORS 9).
 *
 * A sweep counts in [minute - 4 h, minute) when its last print lies there. Minutes are asked for in ascending order.
 *
 * Ties    nearest rank: number ceil(99.5 * n / 100) of n sizes, ascending.
 * Cost    a kept sweep goes in and out of a sorted list once.
 * Source  docs/formulas/big-trades.md.
 */
export class SizeWindow {
  readonly #minutes = new Map<number, Minute>()
  /** Kept sizes of the minutes inside the window, ascending. */
  readonly #sorted: Lots[] = []
  #count = 0
  /** The window as it stands, [from, to), ms. */
  #from = -Infinity
  #to = -Infinity

  /** Sweeps of a minute before the last one that was asked about are passed over only where the window is beyond them. */
  add({ minutes, sweeps, floor }: SweepCounts): void {
    for (const { t, count } of minutes) this.#note(t, count, floor)
    for (const sweep of sweeps) this.#keep(Math.floor(sweep.lastTs / MINUTE) * MINUTE, sweepSize(sweep))
  }

  begin({ minutes, sizes, floor }: SizeSeed): void {
    for (const { t, count } of minutes) this.#note(t, count, floor)
    for (const { t, size } of sizes) this.#keep(t, size)
  }

  /** What is usual for sweeps that begin in the minute that holds `ts`. */
  at(ts: number): UsualSize {
    this.#move(Math.floor(ts / MINUTE) * MINUTE)
    if (this.#count < FEWEST) return null
    const rank = Math.floor(this.#count / ONE_OF) + 1
    if (rank > this.#sorted.length) return 'unknown'
    const size = this.#sorted[this.#sorted.length - rank]
    return size >= this.#floor() ? size : 'unknown'
  }

  /**
   * What a window needs that goes on from here: minutes of [at - 4 h, to), and at least twice the sizes that decide at `at`.
   *
   * Input   at: when the next sweep that will be looked at begins, at the earliest; to: only minutes before it, ms.
   */
  seed(at: number, to = Infinity): SizeSeed {
    this.#move(Math.floor(at / MINUTE) * MINUTE)
    const rank = Math.floor(this.#count / ONE_OF) + 1
    const spare = this.#sorted.length - (2 * rank + FEWEST)
    const cut = spare > 0 ? this.#sorted[spare] : 0
    const inside = [...this.#minutes].filter(([t]) => t >= this.#from && t < to).sort(([a], [b]) => a - b)
    const floor = inside.reduce((most, [, minute]) => (minute.floor > most ? minute.floor : most), cut)
    return {
      minutes: inside.map(([t, { count }]) => ({ t, count })),
      sizes: inside.flatMap(([t, { sizes }]) => sizes.filter((size) => size >= floor).map((size) => ({ t, size }))),
      floor,
    }
  }

  #note(t: number, count: number, floor: Lots): void {
    const minute = this.#minute(t)
    minute.count += count
    if (floor > minute.floor) minute.floor = floor
    if (this.#holds(t)) this.#count += count
  }

  #keep(t: number, size: Lots): void {
    this.#minute(t).sizes.push(size)
    if (this.#holds(t)) this.#insert(size)
  }

  #minute(t: number): Minute {
    const known = this.#minutes.get(t)
    if (known !== undefined) return known
    const made: Minute = { count: 0, sizes: [], floor: 0 }
    this.#minutes.set(t, made)
    return made
  }

  #holds(t: number): boolean {
    return t >= this.#from && t < this.#to
  }

  #move(to: number): void {
    if (to <= this.#to) return
    const from = to - SIZES_BACK_MS
    for (const [t, minute] of this.#minutes) {
      const was = this.#holds(t)
      if (t < from) {
        if (was) this.#remove(minute)
        this.#minutes.delete(t)
      } else if (!was && t < to) {
        this.#count += minute.count
        for (const size of minute.sizes) this.#insert(size)
      }
    }
    this.#from = from
    this.#to = to
  }

  #remove({ count, sizes }: Minute): void {
    this.#count -= count
    for (const size of sizes) this.#sorted.splice(this.#place(size), 1)
  }

  #insert(size: Lots): void {
    this.#sorted.splice(this.#place(size), 0, size)
  }

  /** Index of the first size that is not smaller. */
  #place(size: Lots): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#sorted[middle] < size) low = middle + 1
      else high = middle
    }
    return low
  }

  #floor(): Lots {
    let floor: Lots = 0
    for (const [t, minute] of this.#minutes) if (this.#holds(t) && minute.floor > floor) floor = minute.floor
    return floor
  }
}
