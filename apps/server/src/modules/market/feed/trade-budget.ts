/** Max trades waiting for their commit: per market, and in this process (about 60 bytes each). */
const MAX_EACH = 200_000
const MAX_ALL = 2_000_000

/** Bounds the trades buffered in memory while the database is unavailable. */
export class TradeBudget {
  readonly #maxEach: number
  readonly #maxAll: number
  readonly #used = new Map<object, number>()
  #total = 0

  constructor(maxEach = MAX_EACH, maxAll = MAX_ALL) {
    this.#maxEach = maxEach
    this.#maxAll = maxAll
  }

  admits(owner: object, count: number): boolean {
    return (this.#used.get(owner) ?? 0) + count <= this.#maxEach && this.#total + count <= this.#maxAll
  }

  /** Updates the number of trades the owner buffers. */
  update(owner: object, count: number): void {
    this.#total += count - (this.#used.get(owner) ?? 0)
    if (count === 0) this.#used.delete(owner)
    else this.#used.set(owner, count)
  }
}
