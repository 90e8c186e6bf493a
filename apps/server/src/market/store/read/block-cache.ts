/** Identifies a row as written by one commit; such a row is immutable. */
export interface CacheKey {
  readonly instrumentId: number
  readonly tier: string
  readonly step: number
  readonly blockTs: number
  readonly part: number
  readonly revision: number
}

/**
 * LRU cache of packed rows of closed blocks. Keys contain the revision, so entries never need invalidation: a rewritten
 * row has a new key, and readers learn the keys from their own snapshot.
 */
export class BlockCache {
  readonly #limit: number
  readonly #rows = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limit = limitBytes
  }

  get(key: CacheKey): Uint8Array | undefined {
    const name = nameOf(key)
    const payload = this.#rows.get(name)
    if (payload === undefined) return undefined
    // Move to the most recently used position.
    this.#rows.delete(name)
    this.#rows.set(name, payload)
    return payload
  }

  set(key: CacheKey, payload: Uint8Array): void {
    const name = nameOf(key)
    const old = this.#rows.get(name)
    if (old !== undefined) {
      this.#bytes -= old.length
      this.#rows.delete(name)
    }
    // Don't let one row evict all others.
    if (payload.length > this.#limit / 4) return
    this.#rows.set(name, payload)
    this.#bytes += payload.length
    for (const [oldest, bytes] of this.#rows) {
      if (this.#bytes <= this.#limit) break
      this.#rows.delete(oldest)
      this.#bytes -= bytes.length
    }
  }

  clear(): void {
    this.#rows.clear()
    this.#bytes = 0
  }
}

const nameOf = (key: CacheKey): string =>
  `${key.instrumentId}/${key.tier}/${key.step}/${key.blockTs}/${key.part}/${key.revision}`
