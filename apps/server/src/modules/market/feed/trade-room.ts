/** Trades that wait for their commit: of one market, and of all of this process (about 60 bytes each). */
const MAX_EACH = 200_000
const MAX_ALL = 2_000_000

/** Bounds what is kept in memory while the database is away. */
export class TradeRoom {
  readonly #mostEach: number
  readonly #mostAll: number
  readonly #used = new Map<object, number>()
  #total = 0

  constructor(mostEach = MAX_EACH, mostAll = MAX_ALL) {
    this.#mostEach = mostEach
    this.#mostAll = mostAll
  }

  admits(owner: object, count: number): boolean {
    return (this.#used.get(owner) ?? 0) + count <= this.#mostEach && this.#total + count <= this.#mostAll
  }

  /** The owner keeps so many now. */
  note(owner: object, count: number): void {
    this.#total += count - (this.#used.get(owner) ?? 0)
    if (count === 0) this.#used.delete(owner)
    else this.#used.set(owner, count)
  }
}
