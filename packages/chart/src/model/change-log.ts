/** Maximum number of changes kept; a layer that missed more repaints everything. */
const MAX_ENTRIES = 64

/** Tracks which closed bars changed since a layer last checked. Several layers read it independently. */
export class ChangeLog {
  #epoch = 0
  #entries: { readonly epoch: number; readonly from: number }[] = []

  /** Number of the newest change. */
  get epoch(): number {
    return this.#epoch
  }

  /** Records that bars from that sequence number on changed; -Infinity for all. */
  add(from: number): void {
    this.#epoch += 1
    this.#entries.push({ epoch: this.#epoch, from })
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift()
  }

  /**
   * Lowest sequence number changed after `epoch`; Infinity for none, -Infinity if the log does not reach back that far.
   */
  since(epoch: number): number {
    if (epoch === this.#epoch) return Infinity
    if (this.#entries.length === 0 || this.#entries[0].epoch > epoch + 1) return -Infinity
    let least = Infinity
    for (const entry of this.#entries) if (entry.epoch > epoch && entry.from < least) least = entry.from
    return least
  }
}
