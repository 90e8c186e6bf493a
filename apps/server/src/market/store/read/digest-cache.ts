import type { SweepDigest } from '@flowprint/orderflow'

/** Approximate bytes of a stored sweep and of an edge trade. */
const SWEEP_BYTES = 250
const TRADE_BYTES = 45

/**
 * LRU cache of sweep digests by hour. Keyed by the rows of the hour, which are immutable (a revision writes new ones),
 * so entries never need invalidation.
 */
export class DigestCache {
  readonly #limit: number
  readonly #digests = new Map<string, SweepDigest>()
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limit = limitBytes
  }

  get(key: string): SweepDigest | undefined {
    const digest = this.#digests.get(key)
    if (digest === undefined) return undefined
    this.#digests.delete(key)
    this.#digests.set(key, digest)
    return digest
  }

  set(key: string, digest: SweepDigest): void {
    if (this.#digests.has(key)) return
    this.#digests.set(key, digest)
    this.#bytes += bytesOf(digest)
    for (const [oldest, other] of this.#digests) {
      if (this.#bytes <= this.#limit) break
      this.#digests.delete(oldest)
      this.#bytes -= bytesOf(other)
    }
  }
}

const bytesOf = ({ sweeps, head, tail, minutes }: SweepDigest): number =>
  sweeps.length * SWEEP_BYTES + (head.length + tail.length) * TRADE_BYTES + minutes.length * SWEEP_BYTES
