import { ASK, BID, COLUMN_MISSING } from '@flowprint/orderflow'
import { type ColumnRing, findCell } from './column-ring.ts'

/** One side of a row in an interval; quantities in `qtyUnit`s. */
export interface HeatCell {
  /** At the end of the interval, and of the one before (NaN: not known). */
  readonly lots: number
  readonly start: number
  /** Sum of the increases seen: with `start`, `lots` and what traded, the account of docs/formulas/resting-volume.md. */
  readonly up: number
  /** Of the ends of the interval's covered seconds. */
  readonly min: number
  readonly max: number
  readonly mean: number
  /** For how long the row has held a quantity, from the end of the interval backwards; in whole intervals. 0: none. */
  readonly ageMs: number
  /** The row held a quantity already in the first interval of which anything is known: it is at least that old. */
  readonly isAgeOpen: boolean
}

/** What the heatmap shows at a time and price. */
export interface HeatReadout {
  /** Start of the interval, ms, and its length. */
  readonly t: number
  readonly intervalMs: number
  /** Ticks of the row, both inclusive. */
  readonly lowTick: number
  readonly highTick: number
  /** unknown: outside of what the book is known to hold (a side is given where it was seen); missing: no book then. */
  readonly knowledge: 'known' | 'unknown' | 'missing'
  /** COLUMN_… state of the interval, and how many of its seconds are covered. */
  readonly state: number
  readonly seconds: number
  /** Null: nothing rests there, or it is not known. */
  readonly bid: HeatCell | null
  readonly ask: HeatCell | null
  /** Best prices at the end of the interval, ticks; NaN: none. */
  readonly bestBid: number
  readonly bestAsk: number
}

/** Null outside the loaded columns. Cost: one search per interval of the row's age. */
export function readLevel(ring: ColumnRing, t: number, tick: number): HeatReadout | null {
  const column = Math.floor(ring.columnAt(t))
  if (column < ring.first || column >= ring.end) return null
  const row = Math.floor(tick / ring.step)
  const place = {
    t: ring.startOf(column),
    intervalMs: ring.intervalMs,
    lowTick: row * ring.step,
    highTick: (row + 1) * ring.step - 1,
  }
  const part = ring.partOf(column)
  if (part === null) {
    const none = { bid: null, ask: null, bestBid: Number.NaN, bestAsk: Number.NaN }
    return { ...place, ...none, knowledge: 'missing', state: COLUMN_MISSING, seconds: 0 }
  }
  const i = ring.indexOf(column)
  return {
    ...place,
    knowledge: row >= part.lowRow[i] && row <= part.highRow[i] ? 'known' : 'unknown',
    state: part.state[i],
    seconds: part.seconds[i],
    bid: readCell(ring, column, BID, row),
    ask: readCell(ring, column, ASK, row),
    bestBid: part.bestBid[i],
    bestAsk: part.bestAsk[i],
  }
}

function readCell(ring: ColumnRing, column: number, side: number, row: number): HeatCell | null {
  const part = ring.partOf(column)
  const cell = part === null ? -1 : findCell(part, ring.indexOf(column), side, row)
  if (part === null || cell < 0) return null
  const { age, isOpen } = measureAge(ring, column, side, row)
  return {
    lots: part.lots[cell],
    start: lotsIn(ring, column - 1, side, row),
    up: part.up[cell],
    min: part.min[cell],
    max: part.max[cell],
    mean: part.sum[cell] / part.seconds[ring.indexOf(column)],
    ageMs: age * ring.intervalMs,
    isAgeOpen: isOpen,
  }
}

/** Quantity at the end of a column; NaN where it is not known. */
function lotsIn(ring: ColumnRing, column: number, side: number, row: number): number {
  const part = ring.partOf(column)
  if (part === null) return Number.NaN
  const i = ring.indexOf(column)
  const cell = findCell(part, i, side, row)
  if (cell >= 0) return part.lots[cell]
  return row >= part.lowRow[i] && row <= part.highRow[i] ? 0 : Number.NaN
}

/** Intervals in a row, backwards, at whose end the row held a quantity; one in which it was empty at a second is the last. */
function measureAge(ring: ColumnRing, column: number, side: number, row: number): { age: number; isOpen: boolean } {
  for (let n = column; ; n--) {
    const lots = lotsIn(ring, n, side, row)
    if (Number.isNaN(lots)) return { age: column - n, isOpen: n < column }
    if (lots === 0) return { age: column - n, isOpen: false }
    const part = ring.partOf(n)
    const cell = part === null ? -1 : findCell(part, ring.indexOf(n), side, row)
    if (part !== null && part.min[cell] === 0) return { age: column - n + 1, isOpen: false }
  }
}
