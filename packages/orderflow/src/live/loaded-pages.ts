import { cutSpans } from './ranges.ts'
import type { SeqSpan } from './ranges.ts'

/**
 * Which stretches are loaded and up to which log entry each of them goes (stream rule 3: every page keeps its own
 * last_seq). Stretches ascend, touch each other and never overlap.
 */
export class LoadedPages {
  #pages: SeqSpan[] = []

  get from(): number {
    return this.#pages.length === 0 ? Infinity : this.#pages[0].from
  }

  get to(): number {
    return this.#pages.at(-1)?.to ?? -Infinity
  }

  /** Throws RangeError for a stretch that would leave something not loaded between itself and what is loaded. */
  assertTouches(from: number, to: number): void {
    if (this.#pages.length > 0 && (to < this.from || from > this.to)) {
      throw new RangeError(`Condition failed: a page that touches [${this.from}, ${this.to}), had [${from}, ${to})`)
    }
  }

  /** [from, to) cut where the knowledge changes; seq is -1 where nothing is loaded. */
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

  /** Enters [from, to) as known up to `seq` wherever it is not known further already. It must touch what is loaded. */
  raise(from: number, to: number, seq: number): void {
    this.assertTouches(from, to)
    const rest = cutSpans(this.#pages, from, to)
    rest.push(...this.pieces(from, to).map((piece) => ({ ...piece, seq: Math.max(piece.seq, seq) })))
    this.#pages = rest.sort((a, b) => a.from - b.from)
  }

  /** The loaded parts of [from, to) that do not hold the entry `seq` yet. */
  before(seq: number, from: number, to: number): SeqSpan[] {
    return this.pieces(from, to).filter((piece) => piece.seq >= 0 && piece.seq < seq)
  }
}
