const BUCKET_MS = 15_000
const BUCKETS = 4

/**
 * How far the exchange's clock is ahead of ours, as far as messages tell: each says `exchange time - time of receipt`,
 * which is the skew less the time the message took; the quickest message of the last minute says it best.
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

  /** Ms; null while no message of the last minute carried the venue's clock. */
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
