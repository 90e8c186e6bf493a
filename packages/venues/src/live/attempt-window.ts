/** Counts attempts in a sliding window: a venue bans addresses that connect too often. */
export class AttemptWindow {
  readonly #count: number
  readonly #windowMs: number
  #times: number[] = []

  constructor(count: number, windowMs: number) {
    this.#count = count
    this.#windowMs = windowMs
  }

  /** Returns 0 if an attempt at `nowMs` is allowed (and counts it); otherwise the ms to wait. */
  take(nowMs: number): number {
    this.#times = this.#times.filter((time) => time > nowMs - this.#windowMs)
    if (this.#times.length >= this.#count) return this.#times[0] + this.#windowMs - nowMs
    this.#times.push(nowMs)
    return 0
  }
}
