const WINDOW_MS = 10_000
const MESSAGES = 100

/** Messages a client may send: 100 in 10 s, times the factor of all limits. */
export class MessageRate {
  readonly #limit: number
  #from = -Infinity
  #count = 0

  constructor(factor: number) {
    this.#limit = Math.max(1, Math.round(MESSAGES * factor))
  }

  allows(now: number): boolean {
    if (now - this.#from >= WINDOW_MS) {
      this.#from = now
      this.#count = 0
    }
    this.#count += 1
    return this.#count <= this.#limit
  }
}
