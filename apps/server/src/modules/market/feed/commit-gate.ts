/** Commits of live markets at once: the pool of connections has some left for whoever asks for history. */
const MOST = 8

/** Lets so many works run at once, the others in the order in which they came. */
export class CommitGate {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(most = MOST) {
    this.#most = most
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await work()
    } finally {
      // The place is handed on, not given back.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
