/** Changes remembered; a layer that missed more paints everything. */
const MAX_ENTRIES = 64

/** Which closed bars changed since a layer last looked: several layers read it, each at its own pace. */
export class ChangeLog {
  #epoch = 0
  #entries: { readonly epoch: number; readonly from: number }[] = []

  /** Number of the newest change. */
  get epoch(): number {
    return this.#epoch
  }

  /** Bars from that sequence number on changed; -Infinity for all. */
  add(from: number): void {
    this.#epoch += 1
    this.#entries.push({ epoch: this.#epoch, from })
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift()
  }

  /** Least sequence number changed after `epoch`; Infinity for none, -Infinity where the log does not reach back. */
  since(epoch: number): number {
    if (epoch === this.#epoch) return Infinity
    if (this.#entries.length === 0 || this.#entries[0].epoch > epoch + 1) return -Infinity
    let least = Infinity
    for (const entry of this.#entries) if (entry.epoch > epoch && entry.from < least) least = entry.from
    return least
  }
}
