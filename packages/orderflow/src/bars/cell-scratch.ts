/** Spans up to this many rows are always walked: clearing and reading them is cheaper than any bookkeeping. */
const ALWAYS_DENSE = 1024

/** A wider span is still walked while it has at most this many rows per entry. */
const ROWS_PER_ENTRY = 8

/**
 * Where the cells of one bar are summed before they are written down in order.
 *
 * The sums of slot s lie at 2 * s for the bid and 2 * s + 1 for the ask, so that a print finds its place without a branch.
 * Narrow bars use slot = row - base; a bar whose rows lie far apart (one wick may span 10^7) hashes its rows instead, so
 * that its cost follows its entries and not its span. Every sum is 0 before a bar begins: whoever reads the sums after
 * `collect` sets them back to 0.
 */
export class CellScratch {
  lots = new Float64Array(2 * ALWAYS_DENSE)
  fills = new Uint32Array(2 * ALWAYS_DENSE)
  offsets = new Float64Array(2 * ALWAYS_DENSE)
  /** Row of slot 0 when dense. */
  base = 0
  dense = true
  /** Used slots in ascending row order and their rows, the first `used` entries: filled by `collect`. */
  slots = new Int32Array(ALWAYS_DENSE)
  rows = new Int32Array(ALWAYS_DENSE)
  used = 0
  #span = 0
  #table = new Int32Array(0)
  #stamp = new Uint32Array(0)
  #generation = 0

  /** Prepares for entries in rows [lowRow, highRow], at most `entries` of them. */
  begin(lowRow: number, highRow: number, entries: number): void {
    const span = highRow - lowRow + 1
    this.base = lowRow
    this.used = 0
    this.dense = span <= ALWAYS_DENSE || span <= entries * ROWS_PER_ENTRY
    this.#span = span
    this.#makeRoom(this.dense ? span : entries)
    if (!this.dense) this.#beginTable(entries)
  }

  /** Slots of rows[from..to) when they are hashed. */
  slotsOf(rows: Int32Array, from: number, to: number): Int32Array {
    const out = new Int32Array(to - from)
    for (let i = from; i < to; i++) out[i - from] = this.#slotOf(rows[i])
    return out
  }

  #slotOf(row: number): number {
    const mask = this.#table.length - 1
    let at = Math.imul(row, 0x9e3779b1) & mask
    while (this.#stamp[at] === this.#generation) {
      const slot = this.#table[at]
      if (this.rows[slot] === row) return slot
      at = (at + 1) & mask
    }
    this.#stamp[at] = this.#generation
    this.#table[at] = this.used
    this.rows[this.used] = row
    return this.used++
  }

  /** Lists the used slots and their rows in ascending row order. */
  collect(): void {
    const { slots, rows } = this
    if (!this.dense) {
      // Looking a row up again leads from sorted rows back to slots, so `rows` must stay by slot until that is done.
      const sorted = rows.slice(0, this.used).sort()
      for (let i = 0; i < sorted.length; i++) slots[i] = this.#slotOf(sorted[i])
      rows.set(sorted)
      return
    }
    const { fills, base } = this
    const span = this.#span
    let used = 0
    for (let slot = 0; slot < span; slot++) {
      if ((fills[2 * slot] | fills[2 * slot + 1]) !== 0) {
        slots[used] = slot
        rows[used] = base + slot
        used += 1
      }
    }
    this.used = used
  }

  #makeRoom(slots: number): void {
    if (slots <= this.slots.length) return
    const room = Math.max(slots, this.slots.length * 2)
    this.lots = new Float64Array(2 * room)
    this.fills = new Uint32Array(2 * room)
    this.offsets = new Float64Array(2 * room)
    this.slots = new Int32Array(room)
    this.rows = new Int32Array(room)
  }

  #beginTable(entries: number): void {
    let size = 1024
    while (size < entries * 2) size *= 2
    if (size > this.#table.length) {
      this.#table = new Int32Array(size)
      this.#stamp = new Uint32Array(size)
      this.#generation = 0
    }
    this.#generation += 1
    if (this.#generation === 4294967296) {
      this.#stamp.fill(0)
      this.#generation = 1
    }
  }
}
