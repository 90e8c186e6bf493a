/** FIFO semaphore; with `max` 1 it is a mutex. */
export class Semaphore {
  readonly #max: number
  readonly #restShare: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** `restShare`: after its work, a slot stays occupied for this fraction of the time the work took. */
  constructor(max: number, restShare = 0) {
    this.#max = max
    this.#restShare = restShare
  }

  get isFull(): boolean {
    return this.#running >= this.#max
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    const started = performance.now()
    try {
      return await work()
    } finally {
      if (this.#restShare === 0) this.#passOn()
      else setTimeout(() => this.#passOn(), (performance.now() - started) * this.#restShare).unref()
    }
  }

  /** Passes the slot to the next waiter directly, so that no new caller can take it first. */
  #passOn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
