import type { BarArena } from './bar-arena.ts'
import { NO_ROW } from './bars.ts'
import { storeFromLow } from './square-sums.ts'

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

/**
 * Finishes the bar under construction (`arena.length`): appends the summed cells to the arena, ascending by row, resets
 * the scratch, and derives the remaining columns of the bar from the cells: bid, ask, trades, NaN for inexact quote
 * extremes, and rawPoc when the step is 1. The rows of the scratch are rows of the arena; `progress` as in
 * `BarArena.reserve`.
 */
export function emitCells(arena: BarArena, scratch: CellScratch, progress: number): void {
  const { lots, fills, offsets, mask, lowRow, hashed, rows, slots } = scratch
  const count = listRows(scratch)
  arena.reserve(0, count, progress)
  const { columns } = arena
  const { step, row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = columns
  const bar = columns.length
  const middle = columns.high[bar] + columns.low[bar]
  const twiceClose = 2 * columns.close[bar]
  let bid = 0
  let ask = 0
  let trades = 0
  let quoteVolume = 0
  let greatest = -1
  let poc = NO_ROW
  let cell = arena.cellCount
  for (let i = 0; i < count; i++) {
    if (!hashed) i = nextFilled(fills, lowRow, mask, i, count)
    if (i === count) break
    const r = hashed ? rows[i] : lowRow + i
    const at = 2 * (hashed ? slots[i] : r & mask)
    const fillsSold = fills[at]
    const fillsBought = fills[at + 1]
    if ((fillsSold | fillsBought) === 0) continue
    const sold = lots[at]
    const bought = lots[at + 1]
    const volume = sold + bought
    let quote = r * step * volume
    row[cell] = r
    cellBid[cell] = sold
    cellAsk[cell] = bought
    cellBidTrades[cell] = fillsSold
    cellAskTrades[cell] = fillsBought
    trades += fillsSold + fillsBought
    bid += sold
    ask += bought
    if (cellBidOffset !== null && cellAskOffset !== null) {
      quote += offsets[at] + offsets[at + 1]
      cellBidOffset[cell] = offsets[at]
      cellAskOffset[cell] = offsets[at + 1]
    }
    cell += 1
    quoteVolume += quote < 0 ? -quote : quote
    if (volume > greatest || (volume === greatest && wins(r, poc, middle, twiceClose))) {
      greatest = volume
      poc = r
    }
  }
  columns.rawPoc[bar] = step === 1 ? poc : NO_ROW
  scratch.wipe(cellBidOffset !== null)
  finishBar(arena, cell, bid, ask, trades, quoteVolume)
}

/**
 * Like `emitCells` for a scratch with native ticks and an arena of a greater step: ticks are grouped by floor, and the
 * distance of a tick from its row's lower edge goes into the cell's offset, so that quote sums stay exact.
 */
export function emitGrouped(arena: BarArena, scratch: CellScratch, progress: number): void {
  const { lots, fills, mask, lowRow, hashed, rows, slots } = scratch
  const count = listRows(scratch)
  const { columns } = arena
  const groups = Math.floor(scratch.highRow / columns.step) - Math.floor(lowRow / columns.step) + 1
  arena.reserve(0, Math.min(count, groups), progress)
  const { step, row, cellBid, cellAsk, cellBidTrades, cellAskTrades } = columns
  const cellBidOffset = columns.cellBidOffset as Float64Array
  const cellAskOffset = columns.cellAskOffset as Float64Array
  const bar = columns.length
  const middle = columns.high[bar] + columns.low[bar]
  const twiceClose = 2 * columns.close[bar]
  let cell = arena.cellCount - 1
  let edge = 0
  let nextEdge = -Infinity
  let bid = 0
  let ask = 0
  let trades = 0
  let quoteVolume = 0
  const bottom = columns.low[bar]
  let first = 0
  let second = 0
  let greatest = -1
  let poc = NO_ROW
  for (let i = 0; i < count; i++) {
    if (!hashed) i = nextFilled(fills, lowRow, mask, i, count)
    if (i === count) break
    const tick = hashed ? rows[i] : lowRow + i
    const at = 2 * (hashed ? slots[i] : tick & mask)
    const fillsSold = fills[at]
    const fillsBought = fills[at + 1]
    if ((fillsSold | fillsBought) === 0) continue
    const sold = lots[at]
    const bought = lots[at + 1]
    const volume = sold + bought
    if (tick >= nextEdge) {
      const r = Math.floor(tick / step)
      edge = r * step
      nextEdge = edge + step
      cell += 1
      row[cell] = r
      cellBid[cell] = 0
      cellAsk[cell] = 0
      cellBidTrades[cell] = 0
      cellAskTrades[cell] = 0
      cellBidOffset[cell] = 0
      cellAskOffset[cell] = 0
    }
    cellBid[cell] += sold
    cellAsk[cell] += bought
    cellBidTrades[cell] += fillsSold
    cellAskTrades[cell] += fillsBought
    cellBidOffset[cell] += (tick - edge) * sold
    cellAskOffset[cell] += (tick - edge) * bought
    trades += fillsSold + fillsBought
    bid += sold
    ask += bought
    quoteVolume += Math.abs(tick) * volume
    const moment = (tick - bottom) * volume
    first += moment
    second += (tick - bottom) * moment
    if (volume > greatest || (volume === greatest && wins(tick, poc, middle, twiceClose))) {
      greatest = volume
      poc = tick
    }
  }
  columns.rawPoc[bar] = poc
  scratch.wipe(false)
  finishBar(arena, cell + 1, bid, ask, trades, quoteVolume)
  storeFromLow(columns, bar, first, second)
}

/** The first row from `i` on that has fills, or `count`. Most rows of a bar with a distant wick have none. */
function nextFilled(fills: Uint32Array, lowRow: number, mask: number, i: number, count: number): number {
  let at = 2 * ((lowRow + i) & mask)
  const past = 2 * mask + 2
  while (i < count && (fills[at] | fills[at + 1]) === 0) {
    i += 1
    at += 2
    if (at === past) at = 0
  }
  return i
}

/** Number of rows to visit: every row of the span, or the hashed ones, which are sorted here. */
function listRows(scratch: CellScratch): number {
  if (!scratch.hashed) return scratch.highRow - scratch.lowRow + 1
  scratch.sortRows()
  return scratch.used
}

function finishBar(
  arena: BarArena,
  cellEnd: number,
  bid: number,
  ask: number,
  trades: number,
  quoteVolume: number,
): void {
  const { columns } = arena
  const bar = columns.length
  columns.bid[bar] = bid
  columns.ask[bar] = ask
  columns.trades[bar] = trades
  // No running sum of signed parts exceeds the sum of their magnitudes: up to 2^53 - 1 all of them were exact.
  if (!(quoteVolume <= Number.MAX_SAFE_INTEGER)) {
    columns.minDeltaQuote[bar] = NaN
    columns.maxDeltaQuote[bar] = NaN
  }
  columns.cellStart[bar] = arena.cellCount
  columns.cellStart[bar + 1] = cellEnd
  arena.cellCount = cellEnd
  columns.length = bar + 1
}

/** Tie rule between equal ticks, `held` being the lower one: nearer to the middle, then to the close, then the lower. */
export function wins(tick: number, held: number, middle: number, twiceClose: number): boolean {
  const byMiddle = Math.abs(2 * tick - middle) - Math.abs(2 * held - middle)
  if (byMiddle !== 0) return byMiddle < 0
  return Math.abs(2 * tick - twiceClose) < Math.abs(2 * held - twiceClose)
}
