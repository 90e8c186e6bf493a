/** Max concurrent commits of live markets: leaves connections of the pool for history reads. */
const MAX = 8

/** FIFO semaphore. `restShare`: after its work, a slot stays occupied for this fraction of the time the work took. */
export class CommitSemaphore {
  readonly #most: number
  readonly #restShare: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(most = MAX, restShare = 0) {
    this.#most = most
    this.#restShare = restShare
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    const started = performance.now()
    try {
      return await work()
    } finally {
      if (this.#restShare === 0) this.#passOn()
      else setTimeout(() => this.#passOn(), (performance.now() - started) * this.#restShare).unref()
    }
  }

  /** Pass the slot to the next waiter instead of releasing it. */
  #passOn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
