const MIN_SLOTS = 1024

/** Up to this length a loop of stores is faster than a call to `fill`. */
const FEW_SLOTS = 64

/** Maximum span in rows per entry for which the ring grows: walking it is then cheaper than hashing and sorting. */
const ROWS_PER_ENTRY = 8

/**
 * Sums the cells of one bar before they are written in order.
 *
 * The sums of slot s are at 2 * s for the bid and 2 * s + 1 for the ask, so that a trade is added without a branch.
 * Slots are a ring: slot = row & mask; no two rows of a bar share a slot while its span is at most mask + 1. A bar with
 * widely separated rows (one wick may span 10^7) hashes its rows instead, so that its cost depends on its entries and
 * not on its span. All sums are 0 before a bar: call `wipe` after reading them.
 * 1. A bar whose rows lie far apart (one wick may span 10^7) hashes its rows instead, so that its cost follows its
 * entries and not its span. Every sum is 0 before a bar begins: `wipe` after the sums were read.
 */
export class CellScratch {
  mask = MIN_SLOTS - 1
  lots = new Float64Array(2 * MIN_SLOTS)
  fills = new Uint32Array(2 * MIN_SLOTS)
  offsets = new Float64Array(2 * MIN_SLOTS)
  lowRow = 0
  highRow = 0
  /** True when rows are hashed and slots come from `slotsOf`. */
  hashed = false
  /** When hashed: the rows ascending and their slots, the first `used` entries, filled by `sortRows`. */
  rows = new Int32Array(MIN_SLOTS)
  slots = new Int32Array(MIN_SLOTS)
  used = 0
  #table = new Int32Array(0)
  #stamp = new Uint32Array(0)
  #generation = 0

  /** Prepares for at most `entries` entries in rows [lowRow, highRow]: grows the ring, or switches to hashing. */
  begin(lowRow: number, highRow: number, entries: number): void {
    const span = highRow - lowRow + 1
    this.lowRow = lowRow
    this.highRow = highRow
    this.hashed = span > this.mask + 1 && span > entries * ROWS_PER_ENTRY
    this.#makeRoom(this.hashed ? entries : span)
    if (this.hashed) this.#beginTable(entries)
  }

  /** Resets every sum of the bar to 0; offsets only when they were used. */
  wipe(withOffsets: boolean): void {
    if (this.hashed) {
      this.#zero(0, this.used, withOffsets)
      return
    }
    const from = this.lowRow & this.mask
    const past = from + this.highRow - this.lowRow + 1
    this.#zero(from, Math.min(past, this.mask + 1), withOffsets)
    if (past > this.mask + 1) this.#zero(0, past - this.mask - 1, withOffsets)
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

  /**
   * Sorts hashed rows in ascending order. The table maps a row to its slot, so `rows` is indexed by slot until then.
   */
  sortRows(): void {
    const sorted = this.rows.slice(0, this.used).sort()
    for (let i = 0; i < sorted.length; i++) this.slots[i] = this.#slotOf(sorted[i])
    this.rows.set(sorted)
  }

  #zero(from: number, to: number, withOffsets: boolean): void {
    if (to - from > FEW_SLOTS) {
      this.lots.fill(0, 2 * from, 2 * to)
      this.fills.fill(0, 2 * from, 2 * to)
    } else {
      const { lots, fills } = this
      for (let i = 2 * from; i < 2 * to; i++) {
        lots[i] = 0
        fills[i] = 0
      }
    }
    if (withOffsets) this.offsets.fill(0, 2 * from, 2 * to)
  }

  #makeRoom(slots: number): void {
    if (slots <= this.mask + 1) return
    const room = powerOfTwo(slots)
    this.mask = room - 1
    this.lots = new Float64Array(2 * room)
    this.fills = new Uint32Array(2 * room)
    this.offsets = new Float64Array(2 * room)
    this.slots = new Int32Array(room)
    this.rows = new Int32Array(room)
  }

  #beginTable(entries: number): void {
    const size = powerOfTwo(entries * 2)
    if (size > this.#table.length) {
      this.#table = new Int32Array(size)
      this.#stamp = new Uint32Array(size)
      this.#generation = 0
    }
    this.used = 0
    this.#generation += 1
    if (this.#generation === 4294967296) {
      this.#stamp.fill(0)
      this.#generation = 1
    }
  }
}

function powerOfTwo(least: number): number {
  let size = 1
  while (size < least) size *= 2
  return size
}
