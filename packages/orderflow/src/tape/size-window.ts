import type { Lots } from '../units/lots.ts'
import { sweepSize } from './sweeps.ts'
import type { SweepCounts } from './sweeps.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

/** Lookback of the usual sizes. */
export const SIZES_BACK_MS = 4 * HOUR_MS
/** Minimum sweeps for a percentile. */
const MIN_SWEEPS = 200
/** One in this many sizes exceeds the 99.5th percentile. */
const ONE_OF = 200

/**
 * The 99.5th percentile by size of the sweeps of the last 4 hours; null with fewer than 200 of them; 'unknown' when it
 * is below the sizes that were kept.
 */
export type UsualSize = Lots | null | 'unknown'

interface Minute {
  count: number
  /** Sizes of the kept sweeps; ascending once `isSorted`. */
  sizes: Lots[]
  isSorted: boolean
  floor: Lots
}

/** Number of sizes kept beyond the deciding ones: after a cut, and at most. */
const SPARE = 1.25
const MAX_SPARE = 2
const MIN_SIZES = 256

/** Initial or exported state of a window: counts, the greatest sizes, and the size from which it is complete. */
export interface SizeSeed {
  readonly minutes: readonly { readonly t: number; readonly count: number }[]
  readonly sizes: readonly { readonly t: number; readonly size: Lots }[]
  readonly floor: Lots
}

/**
 * Sizes of finished sweeps over the last 4 hours, and the percentile that makes one big, minute by minute (INDICATORS
 * 9).
 *
 * A sweep counts in [minute - 4 h, minute) when its last trade is in that range. Minutes must be queried in ascending
 * order.
 *
 * Ties    nearest rank: number ceil(99.5 * n / 100) of n sizes, ascending.
 * Cost    each kept sweep is inserted into and removed from a sorted list once.
 * Source  docs/formulas/big-trades.md.
 */
export class SizeWindow {
  readonly #minutes = new Map<number, Minute>()
  /** Kept sizes of the minutes inside the window that are not below `#cut`, ascending. */
  #sorted: Lots[] = []
  #cut: Lots = 0
  #count = 0
  /** The current window, [from, to), ms. */
  #from = -Infinity
  #to = -Infinity
  /** The greatest floor of the minutes inside the window; null: unknown. */
  #floor: Lots | null = null
  /** Minutes before it are dropped. */
  #oldest = Infinity
  /** Cached result of `at` for the current window; undefined until computed. */
  #usual: UsualSize | undefined

  /** Sweeps of a minute before the last queried one are ignored only if the window has moved past them. */
  add({ minutes, sweeps, floor }: SweepCounts): void {
    for (const { t, count } of minutes) this.#note(t, count, floor)
    let t = -Infinity
    let minute: Minute | null = null
    for (const sweep of sweeps) {
      if (minute === null || sweep.lastTs < t || sweep.lastTs >= t + MINUTE_MS) {
        t = Math.floor(sweep.lastTs / MINUTE_MS) * MINUTE_MS
        minute = this.#minute(t)
      }
      this.#keep(t, minute, sweepSize(sweep))
    }
  }

  begin({ minutes, sizes, floor }: SizeSeed): void {
    for (const { t, count } of minutes) this.#note(t, count, floor)
    for (const { t, size } of sizes) this.#keep(t, this.#minute(t), size)
  }

  /** The usual size for sweeps that begin in the minute that contains `ts`. */
  at(ts: number): UsualSize {
    this.#move(Math.floor(ts / MINUTE_MS) * MINUTE_MS)
    if (this.#usual === undefined) this.#usual = this.#find()
    return this.#usual
  }

  /**
   * State for a window that continues from here: minutes of [at - 4 h, to), and at least twice the sizes that decide at
   * `at`.
   *
   * Input   at: earliest start of the next sweep to be queried; to: only minutes before it, ms.
   */
  seed(at: number, to = Infinity): SizeSeed {
    this.#move(Math.floor(at / MINUTE_MS) * MINUTE_MS)
    const rank = Math.floor(this.#count / ONE_OF) + 1
    if (this.#cut > 0 && this.#sorted.length <= 2 * rank + MIN_SWEEPS) this.#sortAll()
    const spare = this.#sorted.length - (2 * rank + MIN_SWEEPS)
    const cut = spare > 0 ? this.#sorted[spare] : this.#cut
    const inside = [...this.#minutes].filter(([t]) => t >= this.#from && t < to).sort(([a], [b]) => a - b)
    const floor = inside.reduce((most, [, minute]) => (minute.floor > most ? minute.floor : most), cut)
    return {
      minutes: inside.map(([t, { count }]) => ({ t, count })),
      sizes: inside.flatMap(([t, { sizes }]) => sizes.filter((size) => size >= floor).map((size) => ({ t, size }))),
      floor,
    }
  }

  #find(): UsualSize {
    if (this.#count < MIN_SWEEPS) return null
    const rank = Math.floor(this.#count / ONE_OF) + 1
    if (rank > this.#sorted.length && this.#cut > 0) this.#sortAll()
    if (rank > this.#sorted.length) return 'unknown'
    const size = this.#sorted[this.#sorted.length - rank]
    const usual = size >= this.#greatestFloor() ? size : 'unknown'
    if (this.#sorted.length > Math.max(2 * MIN_SIZES, MAX_SPARE * rank))
      this.#cutTo(Math.max(MIN_SIZES, Math.ceil(SPARE * rank)))
    return usual
  }

  /**
   * Drops small sizes: most never decide, and dropping them makes moving the window cheaper. Equal sizes are dropped or
   * kept together.
   */
  #cutTo(wanted: number): void {
    this.#cut = this.#sorted[this.#sorted.length - wanted]
    this.#sorted = this.#sorted.slice(this.#place(this.#cut))
  }

  #note(t: number, count: number, floor: Lots): void {
    const minute = this.#minute(t)
    minute.count += count
    if (floor > minute.floor) minute.floor = floor
    if (!this.#holds(t)) return
    this.#count += count
    this.#floor = null
    this.#usual = undefined
  }

  #keep(t: number, minute: Minute, size: Lots): void {
    minute.sizes.push(size)
    minute.isSorted = false
    if (!this.#holds(t)) return
    this.#usual = undefined
    if (size >= this.#cut) this.#sorted.splice(this.#place(size), 0, size)
  }

  #minute(t: number): Minute {
    const known = this.#minutes.get(t)
    if (known !== undefined) return known
    this.#oldest = Math.min(this.#oldest, t)
    const made: Minute = { count: 0, sizes: [], isSorted: true, floor: 0 }
    this.#minutes.set(t, made)
    return made
  }

  #holds(t: number): boolean {
    return t >= this.#from && t < this.#to
  }

  #move(to: number): void {
    if (to <= this.#to) return
    const from = to - SIZES_BACK_MS
    const [gone, come]: [Minute[], Minute[]] = [[], []]
    const place = (t: number, minute: Minute): void => {
      const was = this.#holds(t)
      if (t < from) {
        if (was) gone.push(minute)
        this.#minutes.delete(t)
      } else if (!was && t < to) come.push(minute)
    }
    // Moving the window only adds and removes minutes at its edges.
    if (to - this.#to <= SIZES_BACK_MS && this.#oldest >= this.#from) {
      for (const [start, end] of [
        [this.#from, from],
        [this.#to, to],
      ]) {
        for (let t = start; t < end; t += MINUTE_MS) {
          const minute = this.#minutes.get(t)
          if (minute !== undefined) place(t, minute)
        }
      }
    } else {
      for (const [t, minute] of this.#minutes) place(t, minute)
    }
    this.#oldest = Math.max(this.#oldest, from)
    this.#from = from
    this.#to = to
    this.#usual = undefined
    for (const { count, floor } of gone) {
      this.#count -= count
      if (floor === this.#floor) this.#floor = null
    }
    for (const { count, floor } of come) {
      this.#count += count
      if (this.#floor !== null && floor > this.#floor) this.#floor = floor
    }
    if (gone.length > 0 || come.length > 0)
      this.#sorted = exchange(this.#sorted, this.#sizesOf(gone), this.#sizesOf(come))
  }

  /** Sizes of these minutes that are not below the cut, ascending. */
  #sizesOf(minutes: readonly Minute[]): Lots[] {
    const runs = minutes.map((minute) => {
      if (!minute.isSorted) {
        minute.sizes.sort(ascending)
        minute.isSorted = true
      }
      return minute.sizes.slice(placeOf(minute.sizes, this.#cut))
    })
    return runs.length === 1 ? runs[0] : runs.flat().sort(ascending)
  }

  #sortAll(): void {
    this.#cut = 0
    this.#sorted = this.#sizesOf([...this.#minutes].filter(([t]) => this.#holds(t)).map(([, minute]) => minute))
  }

  #place(size: Lots): number {
    return placeOf(this.#sorted, size)
  }

  #greatestFloor(): Lots {
    if (this.#floor !== null) return this.#floor
    let floor: Lots = 0
    for (const [t, minute] of this.#minutes) if (this.#holds(t) && minute.floor > floor) floor = minute.floor
    this.#floor = floor
    return floor
  }
}

const ascending = (a: Lots, b: Lots): number => (a < b ? -1 : a > b ? 1 : 0)

/** Index of the first size that is not smaller. */
function placeOf(sizes: readonly Lots[], size: Lots): number {
  let low = 0
  let high = sizes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sizes[middle] < size) low = middle + 1
    else high = middle
  }
  return low
}

/** Removes sizes from an ascending list and inserts others; all lists are ascending. */
function exchange(list: readonly Lots[], gone: readonly Lots[], come: readonly Lots[]): Lots[] {
  const out: Lots[] = []
  let g = 0
  let c = 0
  for (let i = 0; i < list.length; i++) {
    const size = list[i]
    if (g < gone.length && gone[g] === size) {
      g += 1
      continue
    }
    while (c < come.length && come[c] < size) out.push(come[c++])
    out.push(size)
  }
  while (c < come.length) out.push(come[c++])
  return out
}
