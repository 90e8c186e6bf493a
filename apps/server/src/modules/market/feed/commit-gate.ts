/** Commits of live markets at once: the pool of connections has some left for whoever asks for history. */
const MAX = 8

/** FIFO semaphore. `restShare`: a slot stays taken after its work for this part of the time the work took. */
export class CommitGate {
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
      if (this.#restShare === 0) this.#handOn()
      else setTimeout(() => this.#handOn(), (performance.now() - started) * this.#restShare).unref()
    }
  }

  /** The place is handed on, not given back. */
  #handOn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
