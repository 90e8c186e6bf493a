export interface ByteCacheOptions<Value> {
  readonly limitBytes: number
  readonly bytesOf: (value: Value, key: string) => number
  /** A value larger than this share of the limit is not cached, so that it does not evict all others. Default 1. */
  readonly maxShare?: number
}

/**
 * LRU cache bounded by the size of its values. A key names every row of the tape its value was built from. Rows are
 * immutable (a revision writes new ones) and readers learn the keys from their own snapshot, so entries never need
 * invalidation.
 */
export class ByteCache<Value> {
  readonly #options: ByteCacheOptions<Value>
  readonly #values = new Map<string, Value>()
  #bytes = 0

  constructor(options: ByteCacheOptions<Value>) {
    this.#options = options
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    // Move to the most recently used position.
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    const { limitBytes, bytesOf, maxShare = 1 } = this.#options
    this.#delete(key)
    const bytes = bytesOf(value, key)
    if (bytes > limitBytes * maxShare) return
    this.#values.set(key, value)
    this.#bytes += bytes
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= limitBytes) break
      this.#delete(oldest)
    }
  }

  #delete(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#values.delete(key)
    this.#bytes -= this.#options.bytesOf(value, key)
  }
}
