import { threshold } from '../units/lots.ts'
import type { Threshold } from '../units/lots.ts'
import type { UnixMs } from '../units/units.ts'
import { meetZone } from '../zones/zone-book.ts'
import { ASK, BID, COLUMN_MISSING } from './depth.ts'
import type { BookSide, DepthColumns } from './depth.ts'
import { firstCell } from './depth-columns.ts'
import { liquidityOf } from './liquidity.ts'
import type { TradedRows } from './liquidity.ts'

/** Fewer rows with a quantity have no meaningful median. */
const MIN_WALL_ROWS = 5

export interface WallSettings {
  /** Decimal text > 0: a wall holds at least this many times the median. */
  readonly ratio: string
  /** Ticks from the best price within which walls are born and the median is taken. */
  readonly distance: number
}

/** `filled`, `pulled`: how most of it disappeared; `lost`: its row became unknown. */
export type WallState = 'fresh' | 'tested' | 'filled' | 'pulled' | 'lost'

/** A row of a side that holds far more than its neighbours: docs/formulas/walls.md. Quantities in `qtyUnit`s. */
export interface Wall {
  readonly side: BookSide
  readonly row: number
  /** Start of the interval at whose end it qualified first. */
  readonly born: UnixMs
  readonly state: WallState
  /** Times that the price reached it after having been away. */
  readonly tests: number
  /** Start of the interval in which it ended, null while it is live. */
  readonly ended: UnixMs | null
  /** Quantity at the end of its first interval, the largest at the end of one, and the last known one. */
  readonly bornLots: number
  readonly maxLots: number
  readonly lots: number
  /** Traded against it and withdrawn from it since it was born; lower bounds. */
  readonly filled: number
  readonly pulled: number
}

type OpenWall = { -readonly [Name in keyof Wall]: Wall[Name] }

/**
 * Walls and what became of them.
 *
 * Input   columns: the intervals, oldest first. traded: the volume of each interval, at the same step and unit.
 * Output  in order of birth, bids before asks and then by row. Born at the end of an interval when the row is known, within
 *         `distance` of the side's best price, holds at least `ratio` times the median of the quantities > 0 of the known
 *         rows there (of an even number: the mean of the middle two), of which there are at least 5, and has no live wall.
 *         Each later interval adds its account (`liquidityOf`). Tested: trades consumed it, or the best price is in its row
 *         or beyond at the end; counted when the interval before did not. Ended when it holds less than half of its largest
 *         quantity: `filled` when at least as much was traded as pulled, else `pulled`. An interval that is missing or does
 *         not know the row ends it as `lost`.
 * Ties    the ratio is compared exactly; exactly half of the largest quantity does not end a wall. A wall ends before
 *         others are born in the same interval.
 * Cost    one pass over the cells, per side and interval a sort of the rows within `distance`, and one search per live wall.
 * Throws  RangeError when the volumes do not fit the columns or a setting is out of range, OrderflowError BAD_DECIMAL for the
 *         ratio.
 * Source  docs/formulas/walls.md.
 */
export function findWalls(columns: DepthColumns, traded: readonly TradedRows[], settings: WallSettings): Wall[] {
  const ratio = threshold(settings.ratio)
  if (!(ratio.num > 0)) throw new RangeError(`Condition failed: the ratio is > 0, had ${settings.ratio}`)
  if (!(Number.isSafeInteger(settings.distance) && settings.distance >= 0)) {
    throw new RangeError(`Condition failed: the distance is a whole number >= 0, had ${settings.distance}`)
  }
  if (traded.length !== columns.length || traded.some(({ step }) => step !== columns.step)) {
    throw new RangeError('Condition failed: every column has the traded volume of its rows')
  }
  const walls: OpenWall[] = []
  let live: OpenWall[] = []
  /** Walls that the price reached in the interval before: another test needs an interval away from it. */
  const reached = new Set<OpenWall>()
  for (let i = 0; i < columns.length; i++) {
    const t = columns.fromMs + i * columns.intervalMs
    for (const wall of live) stepWall(wall, columns, i, traded[i].lotsAt(wall.side, wall.row), reached)
    live = live.filter(({ ended }) => ended === null)
    for (const side of [BID, ASK] as const) {
      for (const row of qualifiedRows(columns, i, side, ratio, settings.distance)) {
        if (live.some((wall) => wall.side === side && wall.row === row)) continue
        const { lots } = cellOf(columns, i, side, row)
        const wall: OpenWall = {
          side,
          row,
          born: t,
          state: 'fresh',
          tests: 0,
          ended: null,
          bornLots: lots,
          maxLots: lots,
          lots,
          filled: 0,
          pulled: 0,
        }
        walls.push(wall)
        live.push(wall)
      }
    }
  }
  return walls
}

/** Quantity and increases of a row; zeros when it has no cell. */
function cellOf(columns: DepthColumns, i: number, side: BookSide, row: number): { lots: number; up: number } {
  let low = firstCell(columns, i)
  let high = columns.cellEnd[i]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (columns.side[middle] < side || (columns.side[middle] === side && columns.row[middle] < row)) low = middle + 1
    else high = middle
  }
  const isFound = low < columns.cellEnd[i] && columns.side[low] === side && columns.row[low] === row
  return isFound ? { lots: columns.lots[low], up: columns.up[low] } : { lots: 0, up: 0 }
}

function stepWall(wall: OpenWall, columns: DepthColumns, i: number, traded: number, reached: Set<OpenWall>): void {
  const t = columns.fromMs + i * columns.intervalMs
  const isKnown = wall.row >= columns.lowRow[i] && wall.row <= columns.highRow[i]
  if (columns.state[i] === COLUMN_MISSING || !isKnown) {
    wall.state = 'lost'
    wall.ended = t
    return
  }
  const { lots, up } = cellOf(columns, i, wall.side, wall.row)
  const { pulled } = liquidityOf(wall.lots, lots, up, traded)
  wall.filled += traded
  wall.pulled += pulled
  wall.lots = lots
  wall.maxLots = Math.max(wall.maxLots, lots)
  const isReached = traded > 0 || isTouched(wall, columns, i)
  if (isReached && !reached.has(wall)) {
    wall.tests++
    wall.state = 'tested'
  }
  if (isReached) reached.add(wall)
  else reached.delete(wall)
  if (lots * 2 < wall.maxLots) {
    wall.state = wall.filled >= wall.pulled ? 'filled' : 'pulled'
    wall.ended = t
  }
}

/** Whether the side's best price at the end of the interval is in the row of the wall or beyond: the rule of zones. */
function isTouched({ side, row }: OpenWall, { bestBid, bestAsk, step }: DepthColumns, i: number): boolean {
  const touch = Math.floor((side === BID ? bestBid[i] : bestAsk[i]) / step)
  const zone = { kind: 'wall', side: side === BID ? 'support' : 'resistance', lowRow: row, highRow: row } as const
  return !Number.isNaN(touch) && meetZone(zone, { low: touch, high: touch, close: touch }, 'close') !== 'away'
}

/** Rows of a side that hold at least `ratio` times the median, ascending. */
function qualifiedRows(
  columns: DepthColumns,
  i: number,
  own: BookSide,
  { num, den }: Threshold,
  distance: number,
): number[] {
  const { step, lowRow, highRow, side, row, lots, cellEnd, bestBid, bestAsk } = columns
  const from = own === BID ? bestBid[i] - distance : bestAsk[i]
  const to = own === BID ? bestBid[i] : bestAsk[i] + distance
  const low = Math.max(Math.floor(from / step), lowRow[i])
  const high = Math.min(Math.floor(to / step), highRow[i])
  const cells: number[] = []
  for (let k = firstCell(columns, i); k < cellEnd[i]; k++) {
    if (side[k] === own && row[k] >= low && row[k] <= high && lots[k] > 0) cells.push(k)
  }
  if (cells.length < MIN_WALL_ROWS) return []
  const sorted = Float64Array.from(cells, (k) => lots[k]).toSorted()
  const middle = sorted.length >> 1
  const doubled = [sorted[middle], sorted[sorted.length % 2 === 0 ? middle - 1 : middle]]
  // lots / median >= num / den, median = (a + b) / 2.
  const wanted = BigInt(num) * (BigInt(doubled[0]) + BigInt(doubled[1]))
  return cells.filter((k) => 2n * BigInt(lots[k]) * BigInt(den) >= wanted).map((k) => row[k])
}
