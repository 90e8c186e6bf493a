const BUCKET_MS = 300_000

/**
 * The exchange's clock against ours, from the quickest recent trades: no trade can arrive before it happened, so the
 * greatest difference is nearest the truth, and short of it by the way of the message.
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
