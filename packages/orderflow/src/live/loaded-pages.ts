import { cutSpans } from './ranges.ts'
import type { SeqSpan } from './ranges.ts'

/**
 * The loaded ranges and the log entry each is loaded up to (stream rule 3: every page has its last_seq). Ranges are
 * ascending and contiguous.
 */
export class LoadedPages {
  #pages: SeqSpan[] = []

  get from(): number {
    return this.#pages.length === 0 ? Infinity : this.#pages[0].from
  }

  get to(): number {
    return this.#pages.at(-1)?.to ?? -Infinity
  }

  /** Throws RangeError when a gap would remain between the range and the loaded ones. */
  assertTouches(from: number, to: number): void {
    if (this.#pages.length > 0 && (to < this.from || from > this.to)) {
      throw new RangeError(`Condition failed: a page that touches [${this.from}, ${this.to}), had [${from}, ${to})`)
    }
  }

  /** Splits [from, to) by the entry it is loaded up to; seq is -1 where nothing is loaded. */
  pieces(from: number, to: number): SeqSpan[] {
    const out: SeqSpan[] = []
    let at = from
    for (const page of this.#pages) {
      if (page.to <= at || page.from >= to) continue
      if (page.from > at) out.push({ from: at, to: page.from, seq: -1 })
      const end = Math.min(page.to, to)
      out.push({ from: Math.max(at, page.from), to: end, seq: page.seq })
      at = end
    }
    if (at < to) out.push({ from: at, to, seq: -1 })
    return out
  }

  /**
   * Marks [from, to) as loaded up to `seq` except where it is already loaded further. It must touch the loaded range.
   */
  raise(from: number, to: number, seq: number): void {
    this.assertTouches(from, to)
    const rest = cutSpans(this.#pages, from, to)
    rest.push(...this.pieces(from, to).map((piece) => ({ ...piece, seq: Math.max(piece.seq, seq) })))
    this.#pages = rest.sort((a, b) => a.from - b.from)
  }

  /** The loaded parts of [from, to) that do not contain entry `seq` yet. */
  before(seq: number, from: number, to: number): SeqSpan[] {
    return this.pieces(from, to).filter((piece) => piece.seq >= 0 && piece.seq < seq)
  }
}
