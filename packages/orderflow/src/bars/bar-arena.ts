import { EdgeColumns, sliceEdges } from './bar-edges.ts'
import type { Bars } from './bars.ts'
import { SQUARE_PARTS } from './square-sums.ts'
import { firstWideBar } from './wide-bars.ts'
import { sliceRests, WideColumns } from './wide-columns.ts'

/** Minimum initial capacity: a few pages of memory, so that small responses cost little. */
const MIN_BARS = 64
const MIN_CELLS = 1024

/** Minimum progress for a projection of the capacity. */
const MIN_PROGRESS = 0.02

/**
 * Growing columns of bars and their cells; all bars are made here.
 *
 * The columns are accessed directly by the engine's loops, which write bar `length` and the cells from `cellCount` on
 * after `reserve`, and then increase the two counters; other code reads `view()`. `cellStart` has length + 1 valid
 * entries. Remainder columns (`Bars.wide`) are created on first use: ordinary markets have none.
 * `reserve`, and then raise the two counters; everybody else reads `view()`. `cellStart` has length + 1 valid entries.
 * Rests of wide quantities (`Bars.wide`) get their columns with the first that is needed: ordinary markets have none.
 */
export class BarArena {
  length = 0
  cellCount = 0
  cycleMs: number
  step: number
  t: Float64Array
  open: Int32Array
  high: Int32Array
  low: Int32Array
  close: Int32Array
  bid: Float64Array
  ask: Float64Array
  minDelta: Float64Array
  maxDelta: Float64Array
  minDeltaQuote: Float64Array
  maxDeltaQuote: Float64Array
  squares: Float64Array
  trades: Uint32Array
  rawPoc: Int32Array
  state: Uint8Array
  revision: Uint32Array
  cellStart: Uint32Array
  row: Int32Array
  cellBid: Float64Array
  cellAsk: Float64Array
  cellBidTrades: Uint32Array
  cellAskTrades: Uint32Array
  /** Null while step is 1. */
  cellBidOffset: Float64Array | null = null
  cellAskOffset: Float64Array | null = null
  /** Null until `openRests`; 0 for every quantity that is a safe integer. */
  rests: WideColumns | null = null
  /** Null until bars with edges are added; entries from `length` on are 0. */
  edges: EdgeColumns | null = null
  #firstWide = Infinity

  constructor(cycleMs: number, step: number, barCapacity = 0, cellCapacity = 0) {
    const bars = Math.max(barCapacity, MIN_BARS)
    const cells = Math.max(cellCapacity, MIN_CELLS)
    this.cycleMs = cycleMs
    this.step = step
    this.t = new Float64Array(bars)
    this.open = new Int32Array(bars)
    this.high = new Int32Array(bars)
    this.low = new Int32Array(bars)
    this.close = new Int32Array(bars)
    this.bid = new Float64Array(bars)
    this.ask = new Float64Array(bars)
    this.minDelta = new Float64Array(bars)
    this.maxDelta = new Float64Array(bars)
    this.minDeltaQuote = new Float64Array(bars)
    this.maxDeltaQuote = new Float64Array(bars)
    this.squares = new Float64Array(SQUARE_PARTS * bars)
    this.trades = new Uint32Array(bars)
    this.rawPoc = new Int32Array(bars)
    this.state = new Uint8Array(bars)
    this.revision = new Uint32Array(bars)
    this.cellStart = new Uint32Array(bars + 1)
    this.row = new Int32Array(cells)
    this.cellBid = new Float64Array(cells)
    this.cellAsk = new Float64Array(cells)
    this.cellBidTrades = new Uint32Array(cells)
    this.cellAskTrades = new Uint32Array(cells)
    this.#matchOffsets()
  }

  /**
   * Clears the arena for bars of another cycle or step and keeps the memory; views taken before must no longer be in
   * use.
   */
  reset(cycleMs: number = this.cycleMs, step: number = this.step): void {
    this.cycleMs = cycleMs
    this.step = step
    this.truncate(0)
    this.#matchOffsets()
  }

  /** Keeps the first `barCount` bars. */
  truncate(barCount: number): void {
    if (barCount >= this.length && barCount !== 0) return
    const old = { bars: this.length, cells: this.cellCount }
    this.length = barCount
    this.cellStart[0] = 0
    this.cellCount = this.cellStart[barCount]
    this.rests?.clear({ from: barCount, to: old.bars }, { from: this.cellCount, to: old.cells })
    this.edges?.clear(barCount, old.bars)
    if (this.#firstWide >= barCount) this.#firstWide = Infinity
  }

  /**
   * Reserves capacity for more bars and cells; may replace the columns. `progress` is the completed fraction of the
   * caller's work (0 when unknown): the capacity for the rest is then reserved at once.
   */
  reserve(bars: number, cells: number, progress = 0): void {
    if (this.length + bars > this.t.length) this.#growBars(grownSize(this.length + bars, this.t.length, progress))
    const cellsNeeded = this.cellCount + cells
    if (cellsNeeded > this.row.length) this.#growCells(grownSize(cellsNeeded, this.row.length, progress))
  }

  /** Appends a copy of bars [from, to). They must have the arena's step; their cycle is not checked. */
  append(bars: Bars, from = 0, to: number = bars.length): void {
    if (bars.step !== this.step) throw new RangeError(`Condition failed: bars of step ${this.step}, had ${bars.step}`)
    if (to <= from) return
    const first = bars.cellStart[from]
    const last = bars.cellStart[to]
    this.reserve(to - from, last - first)
    const at = this.length
    this.t.set(bars.t.subarray(from, to), at)
    this.open.set(bars.open.subarray(from, to), at)
    this.high.set(bars.high.subarray(from, to), at)
    this.low.set(bars.low.subarray(from, to), at)
    this.close.set(bars.close.subarray(from, to), at)
    this.bid.set(bars.bid.subarray(from, to), at)
    this.ask.set(bars.ask.subarray(from, to), at)
    this.minDelta.set(bars.minDelta.subarray(from, to), at)
    this.maxDelta.set(bars.maxDelta.subarray(from, to), at)
    this.minDeltaQuote.set(bars.minDeltaQuote.subarray(from, to), at)
    this.maxDeltaQuote.set(bars.maxDeltaQuote.subarray(from, to), at)
    this.squares.set(bars.squares.subarray(SQUARE_PARTS * from, SQUARE_PARTS * to), SQUARE_PARTS * at)
    this.trades.set(bars.trades.subarray(from, to), at)
    this.rawPoc.set(bars.rawPoc.subarray(from, to), at)
    this.state.set(bars.state.subarray(from, to), at)
    this.revision.set(bars.revision.subarray(from, to), at)
    if (bars.edges) (this.edges ??= new EdgeColumns(this.t.length)).copy(bars.edges, from, to, at)
    const shift = this.cellCount - first
    for (let i = from; i <= to; i++) this.cellStart[at + i - from] = bars.cellStart[i] + shift
    if (bars.wide !== null) {
      const wide = firstWideBar(bars, from, to)
      if (wide < to) {
        this.openRests().copy(sliceRests(bars.wide, { from, to }, { from: first, to: last }), at, this.cellCount)
        this.markWide(at + wide - from)
      }
    }
    this.#appendCells(bars, first, last)
    this.length = at + to - from
  }

  /** The remainder columns, created on the first call. Call `markWide` for every bar with remainders. */
  openRests(): WideColumns {
    this.rests ??= new WideColumns(this.t.length, this.row.length, this.step > 1)
    return this.rests
  }

  markWide(bar: number): void {
    this.#firstWide = Math.min(this.#firstWide, bar)
  }

  setState(bar: number, state: number): void {
    this.state[bar] = state
  }

  setRevision(bar: number, revision: number): void {
    this.revision[bar] = revision
  }

  /** The bars so far as views on the arena's memory: cheap, and valid until the arena changes these bars or is reset. */
  view(): Bars {
    const n = this.length
    const cells = this.cellCount
    return {
      length: n,
      cycleMs: this.cycleMs,
      step: this.step,
      t: this.t.subarray(0, n),
      open: this.open.subarray(0, n),
      high: this.high.subarray(0, n),
      low: this.low.subarray(0, n),
      close: this.close.subarray(0, n),
      bid: this.bid.subarray(0, n),
      ask: this.ask.subarray(0, n),
      minDelta: this.minDelta.subarray(0, n),
      maxDelta: this.maxDelta.subarray(0, n),
      minDeltaQuote: this.minDeltaQuote.subarray(0, n),
      maxDeltaQuote: this.maxDeltaQuote.subarray(0, n),
      squares: this.squares.subarray(0, SQUARE_PARTS * n),
      trades: this.trades.subarray(0, n),
      rawPoc: this.rawPoc.subarray(0, n),
      state: this.state.subarray(0, n),
      revision: this.revision.subarray(0, n),
      cellStart: this.cellStart.subarray(0, n + 1),
      row: this.row.subarray(0, cells),
      cellBid: this.cellBid.subarray(0, cells),
      cellAsk: this.cellAsk.subarray(0, cells),
      cellBidTrades: this.cellBidTrades.subarray(0, cells),
      cellAskTrades: this.cellAskTrades.subarray(0, cells),
      cellBidOffset: this.cellBidOffset === null ? null : this.cellBidOffset.subarray(0, cells),
      cellAskOffset: this.cellAskOffset === null ? null : this.cellAskOffset.subarray(0, cells),
      wide:
        this.rests === null || this.#firstWide === Infinity
          ? null
          : sliceRests(this.rests, { from: 0, to: n }, { from: 0, to: cells }),
      edges: this.edges && sliceEdges(this.edges, 0, n),
    }
  }

  #appendCells(bars: Bars, first: number, last: number): void {
    const at = this.cellCount
    this.row.set(bars.row.subarray(first, last), at)
    this.cellBid.set(bars.cellBid.subarray(first, last), at)
    this.cellAsk.set(bars.cellAsk.subarray(first, last), at)
    this.cellBidTrades.set(bars.cellBidTrades.subarray(first, last), at)
    this.cellAskTrades.set(bars.cellAskTrades.subarray(first, last), at)
    if (this.cellBidOffset !== null && bars.cellBidOffset !== null) {
      this.cellBidOffset.set(bars.cellBidOffset.subarray(first, last), at)
    }
    if (this.cellAskOffset !== null && bars.cellAskOffset !== null) {
      this.cellAskOffset.set(bars.cellAskOffset.subarray(first, last), at)
    }
    this.cellCount = at + last - first
  }

  #matchOffsets(): void {
    if (this.step === 1) {
      this.cellBidOffset = null
      this.cellAskOffset = null
    } else {
      this.cellBidOffset ??= new Float64Array(this.row.length)
      this.cellAskOffset ??= new Float64Array(this.row.length)
    }
    this.rests?.matchOffsets(this.step > 1)
  }

  #growBars(size: number): void {
    this.t = grown(this.t, new Float64Array(size))
    this.open = grown(this.open, new Int32Array(size))
    this.high = grown(this.high, new Int32Array(size))
    this.low = grown(this.low, new Int32Array(size))
    this.close = grown(this.close, new Int32Array(size))
    this.bid = grown(this.bid, new Float64Array(size))
    this.ask = grown(this.ask, new Float64Array(size))
    this.minDelta = grown(this.minDelta, new Float64Array(size))
    this.maxDelta = grown(this.maxDelta, new Float64Array(size))
    this.minDeltaQuote = grown(this.minDeltaQuote, new Float64Array(size))
    this.maxDeltaQuote = grown(this.maxDeltaQuote, new Float64Array(size))
    this.squares = grown(this.squares, new Float64Array(SQUARE_PARTS * size))
    this.trades = grown(this.trades, new Uint32Array(size))
    this.rawPoc = grown(this.rawPoc, new Int32Array(size))
    this.state = grown(this.state, new Uint8Array(size))
    this.revision = grown(this.revision, new Uint32Array(size))
    this.cellStart = grown(this.cellStart, new Uint32Array(size + 1))
    this.rests?.growBars(size)
    this.edges?.grow(size)
  }

  #growCells(size: number): void {
    this.row = grown(this.row, new Int32Array(size))
    this.cellBid = grown(this.cellBid, new Float64Array(size))
    this.cellAsk = grown(this.cellAsk, new Float64Array(size))
    this.cellBidTrades = grown(this.cellBidTrades, new Uint32Array(size))
    this.cellAskTrades = grown(this.cellAskTrades, new Uint32Array(size))
    if (this.cellBidOffset !== null) this.cellBidOffset = grown(this.cellBidOffset, new Float64Array(size))
    if (this.cellAskOffset !== null) this.cellAskOffset = grown(this.cellAskOffset, new Float64Array(size))
    this.rests?.growCells(size)
  }
}

/** New capacity: doubled at first; once enough of the work is done, the projected total plus a tenth. */
function grownSize(needed: number, size: number, progress: number): number {
  if (!(progress >= MIN_PROGRESS)) return Math.max(needed, size * 2)
  return Math.max(needed, Math.ceil((needed / progress) * 1.1))
}

function grown<T extends { set(from: ArrayLike<number>): void }>(from: ArrayLike<number>, to: T): T {
  to.set(from)
  return to
}
