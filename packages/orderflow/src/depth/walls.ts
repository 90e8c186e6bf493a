import { threshold } from '../units/lots.ts'
import type { Lots, Threshold } from '../units/lots.ts'
import type { UnixMs } from '../units/units.ts'
import { meetZone } from '../zones/zone-book.ts'
import { ASK, BID, COLUMN_MISSING } from './depth.ts'
import type { BookSide, DepthColumns, KnownWindow } from './depth.ts'
import { firstCell, headOf, NO_ROWS } from './depth-columns.ts'
import { liquidityOf } from './liquidity.ts'
import type { TradedRows } from './liquidity.ts'

/** Fewer rows with a quantity have no meaningful median. */
const MIN_WALL_ROWS = 5

export interface WallSettings {
  /** Decimal text > 0: a wall holds at least this many times the median. */
  readonly ratio: string
  /** Ticks from the best price within which walls are born and the median is taken. */
  readonly distance: number
  /** `qtyUnit`s that a wall holds at least when it is born; default: the ratio alone decides. */
  readonly minLots?: Lots
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
  if (traded.length !== columns.length) {
    throw new RangeError('Condition failed: every column has the traded volume of its rows')
  }
  const tracker = new WallTracker(settings)
  const walls: Wall[] = []
  for (let i = 0; i < columns.length; i++) {
    for (const { event, wall } of tracker.update(columns, i, traded[i])) if (event === 'born') walls.push(wall)
  }
  return walls
}

/** What happened to a wall in an interval. */
export interface WallEvent {
  readonly event: 'born' | 'tested' | 'filled' | 'pulled' | 'lost'
  /** Changes with later intervals. */
  readonly wall: Wall
  /** Whether its row was known in the interval before; otherwise it may have been there unseen. */
  readonly wasKnown: boolean
}

/** What a tracker needs to continue, as plain data. */
export interface WallTrackerState {
  readonly live: readonly Wall[]
  /** For each of them, whether the price reached it in the last interval. */
  readonly reached: readonly boolean[]
  /** Rows that were known in the last interval. */
  readonly known: KnownWindow
}

/** Follows walls interval by interval, by the rules of `findWalls`. */
export class WallTracker {
  readonly #ratio: Threshold
  readonly #settings: WallSettings
  #live: OpenWall[]
  /** Walls that the price reached in the interval before: another test needs an interval away from it. */
  readonly #reached: Set<OpenWall>
  #known: KnownWindow

  /** Throws RangeError when a setting is out of range, OrderflowError BAD_DECIMAL for the ratio. */
  constructor(settings: WallSettings, state: WallTrackerState = { live: [], reached: [], known: NO_ROWS }) {
    this.#ratio = threshold(settings.ratio)
    this.#settings = settings
    if (!(this.#ratio.num > 0)) throw new RangeError(`Condition failed: the ratio is > 0, had ${settings.ratio}`)
    if (!(Number.isSafeInteger(settings.distance) && settings.distance >= 0)) {
      throw new RangeError(`Condition failed: the distance is a whole number >= 0, had ${settings.distance}`)
    }
    this.#live = state.live.map((wall) => ({ ...wall }))
    this.#reached = new Set(this.#live.filter((_, k) => state.reached[k]))
    this.#known = state.known
  }

  get state(): WallTrackerState {
    return {
      live: this.#live.map((wall) => ({ ...wall })),
      reached: this.#live.map((wall) => this.#reached.has(wall)),
      known: this.#known,
    }
  }

  /**
   * Input   the interval after the last one, at the same step and unit, and its traded volume.
   * Output  events of live walls, then of new ones, bids before asks and then by row.
   * Throws  RangeError for volumes of another step.
   */
  update(columns: DepthColumns, i: number, traded: TradedRows): WallEvent[] {
    if (traded.step !== columns.step) {
      throw new RangeError('Condition failed: every column has the traded volume of its rows')
    }
    const events: WallEvent[] = []
    for (const wall of this.#live) {
      const { tests } = wall
      stepWall(wall, columns, i, traded.lotsAt(wall.side, wall.row), this.#reached)
      if (wall.tests > tests) events.push({ event: 'tested', wall, wasKnown: true })
      if (wall.ended === null) continue
      this.#reached.delete(wall)
      events.push({ event: wall.state as 'filled' | 'pulled' | 'lost', wall, wasKnown: true })
    }
    this.#live = this.#live.filter(({ ended }) => ended === null)
    for (const side of [BID, ASK] as const) {
      for (const row of qualifiedRows(columns, i, side, this.#ratio, this.#settings)) {
        if (this.#live.some((wall) => wall.side === side && wall.row === row)) continue
        const { lots } = cellOf(columns, i, side, row)
        const wall: OpenWall = {
          side,
          row,
          born: columns.fromMs + i * columns.intervalMs,
          state: 'fresh',
          tests: 0,
          ended: null,
          bornLots: lots,
          maxLots: lots,
          lots,
          filled: 0,
          pulled: 0,
        }
        this.#live.push(wall)
        events.push({ event: 'born', wall, wasKnown: row >= this.#known.low && row <= this.#known.high })
      }
    }
    this.#known = headOf(columns, i).rows
    return events
  }
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
  { distance, minLots = 0 }: WallSettings,
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
  return cells.filter((k) => lots[k] >= minLots && 2n * BigInt(lots[k]) * BigInt(den) >= wanted).map((k) => row[k])
}
