/** The estimated exchange time is reduced by this (CONTRACT stream rule 6). */
export const BEHIND_MS = 2_000
/** A feed counts as alive for this long after a sign of life. */
const ALIVE_MS = 5_000
/** An exchange clock further from ours is ignored for closing bars: only trades then move the watermark. */
const MAX_SKEW_MS = 60_000

/**
 * The clock of one market (CONTRACT stream rule 6): the greater of its newest trade and of the exchange's time minus
 * two seconds, the latter only while the feed is alive.
 */
export class MarketClock {
  readonly #skewMs: () => number | null
  #newest = -Infinity
  #aliveAt = -Infinity
  #told = -Infinity

  /** `skewMs`: exchange clock minus ours, null while unknown. */
  constructor(skewMs: () => number | null) {
    this.#skewMs = skewMs
  }

  /** Records a sign of life of the connection, by our clock. */
  alive(atMs: number): void {
    this.#aliveAt = Math.max(this.#aliveAt, atMs)
  }

  /** Records the newest trade of a commit. */
  trade(ts: number): void {
    this.#newest = Math.max(this.#newest, ts)
  }

  isAlive(nowMs: number): boolean {
    return nowMs - this.#aliveAt < ALIVE_MS
  }

  /** By our clock; -Infinity before the first sign of life. */
  get aliveAt(): number {
    return this.#aliveAt
  }

  /** Whether the exchange's clock is known; a new process learns it from the first messages. */
  get isKnown(): boolean {
    return this.#skewMs() !== null
  }

  /** The exchange's time when our clock shows `atMs`; our time while `isKnown` is false. */
  exchangeTime(atMs: number): number {
    return atMs + (this.#skewMs() ?? 0)
  }

  /** Never decreases; -Infinity while nothing is known. */
  watermark(nowMs: number): number {
    const skew = this.#skewMs()
    const isTrusted = skew !== null && Math.abs(skew) <= MAX_SKEW_MS && this.isAlive(nowMs)
    const estimated = isTrusted ? Math.floor(nowMs + skew) - BEHIND_MS : -Infinity
    this.#told = Math.max(this.#told, this.#newest, estimated)
    return this.#told
  }
}
