import type { Sums } from '../sums.ts'

/** One hour of a day's fills or volume bars, packed. */
export interface Piece {
  /** Bars that finished within the hour; null when there are none. */
  readonly done: { readonly packed: Uint8Array; readonly lastTs: Float64Array } | null
  /** Their number, and the starts of the first and the last; Infinity and -Infinity when there are none. */
  readonly bars: number
  readonly firstT: number
  readonly lastT: number
  /** The bar that continues, in native ticks. */
  readonly open: { readonly packed: Uint8Array; readonly t: number; readonly lastTs: number } | null
  /** Sums of the bars in `done`. */
  readonly sums: Sums
  readonly trades: number
}

/**
 * LRU cache of pieces of days. Keys name the immutable rows of the tape a piece was built from, so entries never need
 * invalidation.
 */
export class PieceCache {
  readonly #limit: number
  readonly #pieces = new Map<string, Piece>()
  readonly #folding = new Map<string, Promise<Piece>>()
  readonly #ahead = new Map<string, Promise<readonly Buffer[]>>()
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limit = limitBytes
  }

  get(key: string): Piece | undefined {
    const piece = this.#pieces.get(key)
    if (piece === undefined) return undefined
    // Move to the most recently used position.
    this.#pieces.delete(key)
    this.#pieces.set(key, piece)
    return piece
  }

  /**
   * Returns the piece with this key: from memory, from a fold in progress, or from `fold`, called once for concurrent
   * requests. If that fold failed (its reader disconnected), the next caller folds.
   */
  async getOrFold(
    key: string,
    fold: () => Promise<Piece>,
  ): Promise<{ readonly piece: Piece; readonly isFolded: boolean }> {
    for (;;) {
      const known = this.get(key) ?? (await this.#folding.get(key)?.catch(() => undefined))
      if (known !== undefined) return { piece: known, isFolded: false }
      if (this.#folding.has(key)) continue
      const folding = fold().finally(() => this.#folding.delete(key))
      this.#folding.set(key, folding)
      const piece = await folding
      this.set(key, piece)
      return { piece, isFolded: true }
    }
  }

  /** Prefetches the trades of a piece that will be folded next, unless it is cached or in progress. */
  loadAhead(key: string, load: () => Promise<readonly Buffer[]>): void {
    if (this.get(key) !== undefined || this.#folding.has(key) || this.#ahead.has(key)) return
    const loading = load()
    this.#ahead.set(key, loading)
    // The failure is reported when the result is used, which may never happen.
    loading.catch(() => {})
  }

  /** Trades of a piece that were loaded ahead; null when none were, or their reader failed. */
  async takeLoaded(key: string): Promise<readonly Buffer[] | null> {
    const loading = this.#ahead.get(key)
    this.#ahead.delete(key)
    return (await loading?.catch(() => null)) ?? null
  }

  set(key: string, piece: Piece): void {
    const known = this.#pieces.get(key)
    if (known !== undefined) this.#bytes -= bytesOf(known)
    this.#pieces.delete(key)
    const bytes = bytesOf(piece)
    // Don't let one piece evict all others.
    if (bytes > this.#limit / 4) return
    this.#pieces.set(key, piece)
    this.#bytes += bytes
    for (const [oldest, value] of this.#pieces) {
      if (this.#bytes <= this.#limit) break
      this.#pieces.delete(oldest)
      this.#bytes -= bytesOf(value)
    }
  }
}

const bytesOf = ({ done, open }: Piece): number =>
  500 + (done === null ? 0 : done.packed.length + done.lastTs.byteLength) + (open?.packed.length ?? 0)
