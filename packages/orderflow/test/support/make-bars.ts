import { storeNativeSquares } from '../../src/bars/square-sums.ts'
import { BAR_COMPLETE, NO_ROW, type Bars } from '../../src/index.ts'

/** A bar as a test writes it: cells [row, bid, ask] ascending; prices in ticks, by default open = low and close = high. */
export interface BarSketch {
  readonly cells: readonly (readonly [row: number, bid: number, ask: number])[]
  readonly open?: number
  readonly high?: number
  readonly low?: number
  readonly close?: number
  readonly state?: number
  readonly t?: number
  readonly minDelta?: number
  readonly maxDelta?: number
}

export interface Grid {
  readonly step?: number
  readonly cycleMs?: number
  /** Start of the first bar; the others follow cycle by cycle unless they say their own t. */
  readonly start?: number
}

/** 2025-06-20T00:00:00Z, a Friday. */
export const FRIDAY = 1_750_377_600_000

/** Bars from sketches: what aggregation would have made, without trades. */
export function makeBars(sketches: readonly BarSketch[], grid: Grid = {}): Bars {
  const { step = 1, cycleMs = 60_000, start = FRIDAY } = grid
  const cells = sketches.flatMap((sketch) => sketch.cells)
  const starts = [0]
  for (const sketch of sketches) starts.push(starts[starts.length - 1] + sketch.cells.length)
  const sum = (sketch: BarSketch, side: 1 | 2) => sketch.cells.reduce((total, cell) => total + cell[side], 0)
  const deltaOf = (sketch: BarSketch) => sum(sketch, 2) - sum(sketch, 1)
  const low = sketches.map((sketch) => sketch.low ?? sketch.cells[0][0] * step)
  const high = sketches.map((sketch) => sketch.high ?? sketch.cells[sketch.cells.length - 1][0] * step + step - 1)
  const bars: Bars = {
    length: sketches.length,
    cycleMs,
    step,
    t: Float64Array.from(sketches, (sketch, i) => sketch.t ?? start + i * cycleMs),
    open: Int32Array.from(sketches, (sketch, i) => sketch.open ?? low[i]),
    high: Int32Array.from(high),
    low: Int32Array.from(low),
    close: Int32Array.from(sketches, (sketch, i) => sketch.close ?? high[i]),
    bid: Float64Array.from(sketches, (sketch) => sum(sketch, 1)),
    ask: Float64Array.from(sketches, (sketch) => sum(sketch, 2)),
    minDelta: Float64Array.from(sketches, (sketch) => sketch.minDelta ?? Math.min(0, deltaOf(sketch))),
    maxDelta: Float64Array.from(sketches, (sketch) => sketch.maxDelta ?? Math.max(0, deltaOf(sketch))),
    minDeltaQuote: new Float64Array(sketches.length).fill(NaN),
    maxDeltaQuote: new Float64Array(sketches.length).fill(NaN),
    squares: new Float64Array(3 * sketches.length).fill(NaN),
    trades: Uint32Array.from(sketches, (sketch) => sketch.cells.length),
    rawPoc: new Int32Array(sketches.length).fill(NO_ROW),
    state: Uint8Array.from(sketches, (sketch) => sketch.state ?? BAR_COMPLETE),
    revision: new Uint32Array(sketches.length),
    cellStart: Uint32Array.from(starts),
    row: Int32Array.from(cells, (cell) => cell[0]),
    cellBid: Float64Array.from(cells, (cell) => cell[1]),
    cellAsk: Float64Array.from(cells, (cell) => cell[2]),
    cellBidTrades: Uint32Array.from(cells, (cell) => (cell[1] > 0 ? 1 : 0)),
    cellAskTrades: Uint32Array.from(cells, (cell) => (cell[2] > 0 ? 1 : 0)),
    cellBidOffset: null,
    cellAskOffset: null,
    overflow: null,
    edges: null,
  }
  if (step === 1) for (let i = 0; i < bars.length; i++) storeNativeSquares(bars, i)
  return bars
}

/** The same bar n times, one cycle apart. */
export function repeatBar(n: number, sketch: BarSketch): BarSketch[] {
  return Array.from({ length: n }, () => sketch)
}
