import type { SweepDigest } from '@flowprint/orderflow'

/** About what a kept sweep and a trade at the edge take. */
const SWEEP_BYTES = 250
const TRADE_BYTES = 45

/**
 * What hours of the tape say about sweeps, least recently used out first. Keyed by the rows of the hour, which never
 * change: a revision writes others, so nothing ever has to be invalidated.
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
