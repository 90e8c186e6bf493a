import { ByteCache } from '../byte-cache.ts'
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

/** Cache of pieces of days, keyed by the rows of the tape they were built from, and of those being built. */
export class PieceCache {
  readonly #pieces: ByteCache<Piece>
  readonly #folding = new Map<string, Promise<Piece>>()
  readonly #ahead = new Map<string, Promise<readonly Buffer[]>>()

  constructor(limitBytes: number) {
    this.#pieces = new ByteCache({ limitBytes, bytesOf, maxShare: 1 / 4 })
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
      const known = this.#pieces.get(key) ?? (await this.#folding.get(key)?.catch(() => undefined))
      if (known !== undefined) return { piece: known, isFolded: false }
      if (this.#folding.has(key)) continue
      const folding = fold().finally(() => this.#folding.delete(key))
      this.#folding.set(key, folding)
      const piece = await folding
      this.#pieces.set(key, piece)
      return { piece, isFolded: true }
    }
  }

  /** Prefetches the trades of a piece that will be folded next, unless it is cached or in progress. */
  loadAhead(key: string, load: () => Promise<readonly Buffer[]>): void {
    if (this.#pieces.get(key) !== undefined || this.#folding.has(key) || this.#ahead.has(key)) return
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
}

const bytesOf = ({ done, open }: Piece): number =>
  500 + (done === null ? 0 : done.packed.length + done.lastTs.byteLength) + (open?.packed.length ?? 0)
