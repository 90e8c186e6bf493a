import type { SeqSpan } from './ranges.ts'

const REMEMBERED = 1000

/**
 * The revisions that passed in the stream lately. A page asked for before a revision may arrive after it: it is checked
 * against this list when it comes.
 *
 * An entry spans every bar the revision may change, not only its minutes: a bar of trades or volume depends on all trades
 * before it in its day, so a page that begins after the repaired minutes can be out of date too.
 */
export class RevisionLog {
  #entries: SeqSpan[] = []
  /** Entries up to this one may have been forgotten. */
  #forgotten = -1

  add(entry: SeqSpan): void {
    this.#entries.push(entry)
    if (this.#entries.length <= REMEMBERED) return
    this.#forgotten = this.#entries[0].seq
    this.#entries.shift()
  }

  /** What a loaded stretch does not hold yet; all of it where the list is too short to tell. */
  missedBy({ from, to, seq }: SeqSpan): SeqSpan[] {
    if (seq < this.#forgotten) return [{ from, to, seq: this.#entries[this.#entries.length - 1].seq }]
    return this.#entries
      .filter((entry) => entry.seq > seq && entry.from < to && entry.to > from)
      .map((entry) => ({ from: Math.max(from, entry.from), to: Math.min(to, entry.to), seq: entry.seq }))
  }
}
