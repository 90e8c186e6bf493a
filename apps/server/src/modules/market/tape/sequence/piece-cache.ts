import type { Sums } from '../sums.ts'

/** An hour of a day's bars of fills or volume, packed. */
export interface Piece {
  /** The bars that were over at its end and not at that of the hour before; null when there is none. */
  readonly done: { readonly packed: Uint8Array; readonly lastTs: Float64Array } | null
  /** How many they are, and the starts of the first and the last; Infinity and -Infinity when there is none. */
  readonly bars: number
  readonly firstT: number
  readonly lastT: number
  /** The bar that goes on, of native ticks. */
  readonly open: { readonly packed: Uint8Array; readonly t: number; readonly lastTs: number } | null
  /** What the bars in `done` add up to. */
  readonly sums: Sums
  readonly trades: number
}

/**
 * Pieces of days, least recently used out first. Their keys name the rows of the tape they were made of, which never change
 * once written: nothing has to be invalidated.
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
    // To the end of the order of use.
    this.#pieces.delete(key)
    this.#pieces.set(key, piece)
    return piece
  }

  /**
   * The piece of that name: from memory, from whoever is folding it at this moment, or by `fold`, which is called once however
   * many ask. Where that one failed (its reader went away) the next folds itself.
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

  /** Begins to load the trades of a piece that will be folded next, unless it is known or under way. */
  loadAhead(key: string, load: () => Promise<readonly Buffer[]>): void {
    if (this.get(key) !== undefined || this.#folding.has(key) || this.#ahead.has(key)) return
    const loading = load()
    this.#ahead.set(key, loading)
    // Whoever takes it hears of the failure; it may also never be taken.
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
    // One piece never drives all others out.
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
