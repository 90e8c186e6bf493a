/**
 * Backoff before attempt number `attempt` (0 is the first retry): full jitter, so that clients disconnected at the same
 * time do not reconnect at the same time.
 *
 * Output  ms in [0, min(capMs, baseMs x 2^attempt)).
 */
export function backoffMs(attempt: number, baseMs: number, capMs: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 30))
}

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
