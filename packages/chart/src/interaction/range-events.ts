import type { VisibleRange } from '../api.ts'
import { Listeners } from '../listeners.ts'

export interface RangeSource {
  visibleRange(): VisibleRange
  /** Start of the first loaded bar; null while there is none. */
  firstT(): number | null
  isNearOldest(): boolean
}

/**
 * Reports the visible range, at most once per frame and after the library has settled, and requests older bars in time.
 */
export class RangeEvents {
  readonly ranges = new Listeners<VisibleRange>()
  readonly older = new Listeners<number>()
  readonly #source: RangeSource
  #askedFor: number | null = null
  #frame = 0
  #alive = true

  constructor(source: RangeSource) {
    this.#source = source
  }

  readonly publish = (): void => {
    if (this.#frame !== 0 || !this.#alive) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.ranges.fire(this.#source.visibleRange())
      this.#askOlder()
    })
  }

  /** Allows another request for the same first bar: the last page failed, or the data was replaced. */
  allowRequest(): void {
    this.#askedFor = null
  }

  destroy(): void {
    this.#alive = false
    cancelAnimationFrame(this.#frame)
    this.ranges.clear()
    this.older.clear()
  }

  #askOlder(): void {
    const first = this.#source.firstT()
    if (first === null || this.#askedFor === first || this.older.size === 0 || !this.#source.isNearOldest()) return
    this.#askedFor = first
    this.older.fire(first)
  }
}
