const BUCKET_MS = 15_000
const BUCKETS = 4

/**
 * Estimates how far the exchange's clock is ahead of ours. Each message gives `exchange time - receipt time`, which is
 * the skew minus the latency; the fastest message of the last minute is the best estimate.
 */
export class ClockSkew {
  readonly #greatest: number[] = []
  readonly #bucket: number[] = []

  /** steadyMs only orders the samples. */
  add(exchangeMs: number, receivedAtMs: number, steadyMs: number): void {
    const bucket = Math.floor(steadyMs / BUCKET_MS)
    const at = bucket % BUCKETS
    const skew = exchangeMs - receivedAtMs
    if (this.#bucket[at] !== bucket) {
      this.#bucket[at] = bucket
      this.#greatest[at] = skew
    } else if (skew > this.#greatest[at]) {
      this.#greatest[at] = skew
    }
  }

  /** Ms; null if no message of the last minute had a venue time. */
  value(steadyMs: number): number | null {
    const bucket = Math.floor(steadyMs / BUCKET_MS)
    let greatest: number | null = null
    for (let at = 0; at < BUCKETS; at++) {
      const recent = this.#bucket[at] !== undefined && this.#bucket[at] > bucket - BUCKETS
      if (recent && (greatest === null || this.#greatest[at] > greatest)) greatest = this.#greatest[at]
    }
    return greatest
  }
}
