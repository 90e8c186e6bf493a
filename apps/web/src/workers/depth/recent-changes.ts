import { BID, type BookSide, type UnixMs } from '@flowprint/orderflow'

const MIN_CAPACITY = 1024

/** Increases and decreases of the levels of a book during the last seconds, oldest first. */
export class RecentChanges {
  readonly #spanMs: number
  #t = new Float64Array(MIN_CAPACITY)
  #side = new Uint8Array(MIN_CAPACITY)
  #tick = new Float64Array(MIN_CAPACITY)
  #delta = new Float64Array(MIN_CAPACITY)
  #from = 0
  #to = 0

  constructor(spanMs: number) {
    this.#spanMs = spanMs
  }

  get length(): number {
    return this.#to - this.#from
  }

  /** A level grew (delta > 0) or shrank at `t`; times never decrease. */
  push(t: UnixMs, side: BookSide, tick: number, delta: number): void {
    if (this.#to === this.#t.length) this.#makeSpace()
    this.#t[this.#to] = t
    this.#side[this.#to] = side
    this.#tick[this.#to] = tick
    this.#delta[this.#to] = delta
    this.#to += 1
  }

  /** Forgets changes that are older than the span at `now`. */
  trim(now: UnixMs): void {
    while (this.#from < this.#to && this.#t[this.#from] < now - this.#spanMs) this.#from += 1
  }

  clear(): void {
    this.#from = this.#to = 0
  }

  /**
   * Adds the changes of the levels within `rows` rows below and including `topRow` to the sums of their row: `up` the
   * increases, `net` all changes. Index 0 is `topRow`.
   */
  sum(step: number, topRow: number, sums: { readonly [Key in 'bid' | 'ask']: RowChanges }): void {
    const rows = sums.bid.up.length
    for (let k = this.#from; k < this.#to; k++) {
      const index = topRow - Math.floor(this.#tick[k] / step)
      if (index < 0 || index >= rows) continue
      const { up, net } = this.#side[k] === BID ? sums.bid : sums.ask
      const delta = this.#delta[k]
      net[index] += delta
      if (delta > 0) up[index] += delta
    }
  }

  #makeSpace(): void {
    const length = this.length
    const capacity = Math.max(MIN_CAPACITY, 2 * length)
    const moved = <Column extends Float64Array | Uint8Array>(column: Column, larger: Column): Column => {
      larger.set(column.subarray(this.#from, this.#to))
      return larger
    }
    this.#t = moved(this.#t, new Float64Array(capacity))
    this.#side = moved(this.#side, new Uint8Array(capacity))
    this.#tick = moved(this.#tick, new Float64Array(capacity))
    this.#delta = moved(this.#delta, new Float64Array(capacity))
    this.#from = 0
    this.#to = length
  }
}

/** Sums of one side per row. */
interface RowChanges {
  readonly up: Float64Array
  readonly net: Float64Array
}
