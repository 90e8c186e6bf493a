import { lowerBoundT, sliceBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { BlockRow } from './block-rows.ts'

/** A row is not made larger than this (about 1 MB); a month of native 1d bars of a liquid market has millions of cells. */
const MAX_CELLS = 131_072
/** Rows below this are packed together when their block is closed. */
const FEW_CELLS = MAX_CELLS / 4

/** A block that something is written into, at one step. */
export interface TouchedBlock {
  readonly added: Bars | null
  /** What lies in it, ascending. */
  readonly rows: readonly BlockRow[]
  readonly closed: boolean
}

export interface BlockRun {
  /** Old rows and added bars that come to lie together, in order of time. */
  readonly rows: readonly BlockRow[]
  readonly added: Bars | null
  /** Whether every bar becomes a row of its own. */
  readonly loose: boolean
}

export interface BlockPlan {
  /** Rows to load and delete: those of all runs. */
  readonly replaced: readonly BlockRow[]
  /** Rows that stay as they are. */
  readonly kept: readonly BlockRow[]
  /** What to write. */
  readonly runs: readonly BlockRun[]
}

/**
 * How bars go into one block at one step, given the rows it has.
 *
 * Open block    each bar is a row of its own, so that closing a minute never rewrites what is there; a bar that lies
 *               inside an older row goes into that.
 * Closed block  bars and all small rows are packed into as few rows as may be; large rows that nothing is added to stay.
 */
export function planBlock({ added, rows, closed }: TouchedBlock): BlockPlan {
  const isHit = (row: BlockRow): boolean => slice(added, row.fromTs, row.toTs + 1) !== null
  const replaced = rows.filter((row) => isHit(row) || (closed && row.cells < FEW_CELLS))
  // One small row and nothing to add: it is packed as well as can be.
  if (added === null && replaced.length <= 1) return { replaced: [], kept: rows, runs: [] }
  const kept = rows.filter((row) => !replaced.includes(row))
  const walls = closed ? kept : replaced
  const runs: BlockRun[] = closed
    ? []
    : replaced.map((row) => ({ rows: [row], added: slice(added, row.fromTs, row.toTs + 1), loose: false }))
  // What lies between two walls: in a closed block packed together, in an open one bars that no row holds yet.
  const edges = [-Infinity, ...walls.flatMap((row) => [row.fromTs, row.toTs + 1]), Infinity]
  for (let i = 0; i < edges.length; i += 2) {
    const between = closed ? replaced.filter((row) => row.fromTs >= edges[i] && row.fromTs < edges[i + 1]) : []
    const bars = slice(added, edges[i], edges[i + 1])
    if (between.length > 0 || bars !== null) runs.push({ rows: between, added: bars, loose: !closed })
  }
  return { replaced, kept, runs }
}

/** How a run is cut into rows. */
export function cutIntoRows(bars: Bars, loose: boolean): { from: number; to: number }[] {
  const cuts: { from: number; to: number }[] = []
  let from = 0
  for (let i = 1; i <= bars.length; i++) {
    const full = i < bars.length && (loose || bars.cellStart[i + 1] - bars.cellStart[from] > MAX_CELLS)
    if (i < bars.length && !full) continue
    cuts.push({ from, to: i })
    from = i
  }
  return cuts
}

/** Bars with from <= t < to, or null when there are none. */
function slice(bars: Bars | null, from: number, to: number): Bars | null {
  if (bars === null) return null
  const first = lowerBoundT(bars, from)
  const end = lowerBoundT(bars, to)
  return end > first ? sliceBars(bars, first, end) : null
}
