import type { WideRests } from './bars.ts'

/** Remainder columns of a `BarArena`, which grow with it. Every entry after the arena's last bar and cell is 0. */
export class WideColumns implements WideRests {
  bid: Float64Array
  ask: Float64Array
  minDelta: Float64Array
  maxDelta: Float64Array
  cellBid: Float64Array
  cellAsk: Float64Array
  cellBidOffset: Float64Array | null = null
  cellAskOffset: Float64Array | null = null

  constructor(bars: number, cells: number, offsets: boolean) {
    this.bid = new Float64Array(bars)
    this.ask = new Float64Array(bars)
    this.minDelta = new Float64Array(bars)
    this.maxDelta = new Float64Array(bars)
    this.cellBid = new Float64Array(cells)
    this.cellAsk = new Float64Array(cells)
    this.matchOffsets(offsets)
  }

  matchOffsets(wanted: boolean): void {
    if (!wanted) {
      this.cellBidOffset = null
      this.cellAskOffset = null
    } else {
      this.cellBidOffset ??= new Float64Array(this.cellBid.length)
      this.cellAskOffset ??= new Float64Array(this.cellBid.length)
    }
  }

  growBars(size: number): void {
    this.bid = grown(this.bid, size)
    this.ask = grown(this.ask, size)
    this.minDelta = grown(this.minDelta, size)
    this.maxDelta = grown(this.maxDelta, size)
  }

  growCells(size: number): void {
    this.cellBid = grown(this.cellBid, size)
    this.cellAsk = grown(this.cellAsk, size)
    if (this.cellBidOffset !== null) this.cellBidOffset = grown(this.cellBidOffset, size)
    if (this.cellAskOffset !== null) this.cellAskOffset = grown(this.cellAskOffset, size)
  }

  /** Copies remainders, already cut to the copied range, to bar `bar` and cell `cell` on. */
  copy(rests: WideRests, bar: number, cell: number): void {
    this.bid.set(rests.bid, bar)
    this.ask.set(rests.ask, bar)
    this.minDelta.set(rests.minDelta, bar)
    this.maxDelta.set(rests.maxDelta, bar)
    this.cellBid.set(rests.cellBid, cell)
    this.cellAsk.set(rests.cellAsk, cell)
    if (rests.cellBidOffset !== null) this.cellBidOffset?.set(rests.cellBidOffset, cell)
    if (rests.cellAskOffset !== null) this.cellAskOffset?.set(rests.cellAskOffset, cell)
  }

  /** Resets the remainders of the given bars and cells to 0. */
  clear(bars: Run, cells: Run): void {
    for (const column of [this.bid, this.ask, this.minDelta, this.maxDelta]) column.fill(0, bars.from, bars.to)
    for (const column of [this.cellBid, this.cellAsk, this.cellBidOffset, this.cellAskOffset]) {
      column?.fill(0, cells.from, cells.to)
    }
  }
}

interface Run {
  readonly from: number
  readonly to: number
}

/** Views on the remainders of the given bars and cells. */
export function sliceRests(rests: WideRests, bars: Run, cells: Run): WideRests {
  return {
    bid: rests.bid.subarray(bars.from, bars.to),
    ask: rests.ask.subarray(bars.from, bars.to),
    minDelta: rests.minDelta.subarray(bars.from, bars.to),
    maxDelta: rests.maxDelta.subarray(bars.from, bars.to),
    cellBid: rests.cellBid.subarray(cells.from, cells.to),
    cellAsk: rests.cellAsk.subarray(cells.from, cells.to),
    cellBidOffset: rests.cellBidOffset === null ? null : rests.cellBidOffset.subarray(cells.from, cells.to),
    cellAskOffset: rests.cellAskOffset === null ? null : rests.cellAskOffset.subarray(cells.from, cells.to),
  }
}

function grown(from: Float64Array, size: number): Float64Array {
  const to = new Float64Array(size)
  to.set(from)
  return to
}
