const BUCKET_MS = 300_000

/**
 * Estimates the exchange's clock minus ours from the fastest recent trades: a trade cannot arrive before it happened,
 * so the greatest difference is the best estimate, too low only by the message's latency.
 */
export class TradeSkew {
  #bucket = -Infinity
  #now = -Infinity
  #before = -Infinity

  add(ts: number, receivedAtMs: number): void {
    const bucket = Math.floor(receivedAtMs / BUCKET_MS)
    if (bucket !== this.#bucket) {
      this.#before = bucket === this.#bucket + 1 ? this.#now : -Infinity
      this.#now = -Infinity
      this.#bucket = bucket
    }
    this.#now = Math.max(this.#now, ts - receivedAtMs)
  }

  /** ms; null before the first trade. */
  get value(): number | null {
    const best = Math.max(this.#now, this.#before)
    return best === -Infinity ? null : best
  }
}
