import { BarArena } from '../bars/bar-arena.ts'
import { lowerBoundT } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'

/** [from, to) in ms; -Infinity and Infinity for "from the beginning" and "until now". */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A span and the log entry it is loaded, or requested, up to. */
export interface SeqSpan extends Span {
  readonly seq: number
}

/** The parts of `spans` outside [from, to), in order. */
export function cutSpans<S extends Span>(spans: readonly S[], from: number, to: number): S[] {
  const out: S[] = []
  for (const span of spans) {
    if (span.to <= from || span.from >= to) {
      out.push(span)
      continue
    }
    if (span.from < from) out.push({ ...span, to: from })
    if (span.to > to) out.push({ ...span, from: to })
  }
  return out
}

/** Joins overlapping and touching spans, ascending. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const sorted = spans.filter((span) => span.from < span.to).sort((a, b) => a.from - b.from)
  const out: Span[] = []
  for (const { from, to } of sorted) {
    const last = out.at(-1)
    if (last !== undefined && from <= last.to) out[out.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else out.push({ from, to })
  }
  return out
}

/** What remains requested after [from, to) was loaded up to `seq`. */
export function cutKnown(stale: readonly SeqSpan[], from: number, to: number, seq: number): SeqSpan[] {
  return stale.flatMap((span) => (span.seq <= seq ? cutSpans([span], from, to) : [span]))
}

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

/**
 * Merges a page into the closed bars of a loaded range.
 *
 * Input   `pieces`: the range, split by the log entry each part is loaded up to (-1 = not loaded); `seq`: the entry the
 *         page goes up to.
 * Rules   a part loaded further than the page is kept; otherwise the page's bars replace it, also where the page has
 *         none; of two bars from the same entry the one with the higher revision is kept.
 */
export function mergePage(loaded: Bars, page: Bars, pieces: readonly SeqSpan[], seq: number): Bars {
  const out = new BarArena(page.cycleMs, page.step, page.length, page.row.length)
  for (const piece of pieces) {
    const own = { from: lowerBoundT(loaded, piece.from), to: lowerBoundT(loaded, piece.to) }
    const fetched = { from: lowerBoundT(page, piece.from), to: lowerBoundT(page, piece.to) }
    if (piece.seq > seq) out.append(loaded, own.from, own.to)
    else if (piece.seq < seq) out.append(page, fetched.from, fetched.to)
    else appendHigher(out, loaded, own, page, fetched)
  }
  return out.view()
}

interface Run {
  readonly from: number
  readonly to: number
}

function appendHigher(out: BarArena, loaded: Bars, own: Run, page: Bars, fetched: Run): void {
  let mine = own.from
  for (let i = fetched.from; i < fetched.to; i++) {
    while (mine < own.to && loaded.t[mine] < page.t[i]) mine++
    const keep = mine < own.to && loaded.t[mine] === page.t[i] && loaded.revision[mine] > page.revision[i]
    if (keep) out.append(loaded, mine, mine + 1)
    else out.append(page, i, i + 1)
  }
}

const REMEMBERED = 1000

/**
 * Recent revisions of the stream. A page requested before a revision may arrive after it, so pages are checked against
 * this list on arrival.
 *
 * An entry covers every bar the revision may change, not only its minutes: a tick or volume bar depends on all earlier
 * trades of its day, so a page that begins after the repaired minutes can also be out of date.
 */
export class RevisionLog {
  #entries: SeqSpan[] = []
  /** Entries up to this one may have been evicted. */
  #forgotten = -1

  add(entry: SeqSpan): void {
    this.#entries.push(entry)
    if (this.#entries.length <= REMEMBERED) return
    this.#forgotten = this.#entries[0].seq
    this.#entries.shift()
  }

  /** The parts of a loaded range that are out of date; the whole range when the list does not reach back far enough. */
  missedBy({ from, to, seq }: SeqSpan): SeqSpan[] {
    if (seq < this.#forgotten) return [{ from, to, seq: this.#entries[this.#entries.length - 1].seq }]
    return this.#entries
      .filter((entry) => entry.seq > seq && entry.from < to && entry.to > from)
      .map((entry) => ({ from: Math.max(from, entry.from), to: Math.min(to, entry.to), seq: entry.seq }))
  }
}
