import type { SeqSpan } from './ranges.ts'

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
