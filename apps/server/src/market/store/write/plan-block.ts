import { lowerBoundT, sliceBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { BlockRow } from '../rows/block-rows.ts'

/** Max cells per row (about 1 MB); a month of native 1d bars of a liquid market has millions of cells. */
const MAX_CELLS = 131_072
/** Rows with fewer cells are packed together when their block closes. */
const FEW_CELLS = MAX_CELLS / 4

/** A block about to be written to, at one step. */
export interface TouchedBlock {
  readonly added: Bars | null
  /** Its existing rows, ascending. */
  readonly rows: readonly BlockRow[]
  readonly closed: boolean
}

export interface BlockRun {
  /** Existing rows and added bars that share a time range, in order of time. */
  readonly rows: readonly BlockRow[]
  readonly added: Bars | null
  /** Whether every bar becomes a separate row. */
  readonly loose: boolean
}

export interface BlockPlan {
  /** Rows to load and delete: those in all runs. */
  readonly replaced: readonly BlockRow[]
  /** Rows left unchanged. */
  readonly kept: readonly BlockRow[]
  /** Runs to write. */
  readonly runs: readonly BlockRun[]
}

/**
 * Plans how bars are added to one block at one step, given its existing rows.
 * Open block    each bar is a separate row, so that closing a minute never rewrites existing rows; a bar inside an
 * older row is merged into that row.
 * Closed block  bars and all small rows are packed into as few rows as possible; large rows without added bars are
 * kept.
 */
export function planBlock({ added, rows, closed }: TouchedBlock): BlockPlan {
  const isHit = (row: BlockRow): boolean => slice(added, row.fromTs, row.toTs + 1) !== null
  const replaced = rows.filter((row) => isHit(row) || (closed && row.cells < FEW_CELLS))
  // A single small row and nothing to add: already packed.
  if (added === null && replaced.length <= 1) return { replaced: [], kept: rows, runs: [] }
  const kept = rows.filter((row) => !replaced.includes(row))
  const walls = closed ? kept : replaced
  const runs: BlockRun[] = closed
    ? []
    : replaced.map((row) => ({ rows: [row], added: slice(added, row.fromTs, row.toTs + 1), loose: false }))
  // The ranges between kept rows: packed together in a closed block; in an open one, bars that no row holds yet.
  const edges = [-Infinity, ...walls.flatMap((row) => [row.fromTs, row.toTs + 1]), Infinity]
  for (let i = 0; i < edges.length; i += 2) {
    const between = closed ? replaced.filter((row) => row.fromTs >= edges[i] && row.fromTs < edges[i + 1]) : []
    const bars = slice(added, edges[i], edges[i + 1])
    if (between.length > 0 || bars !== null) runs.push({ rows: between, added: bars, loose: !closed })
  }
  return { replaced, kept, runs }
}

/** Splits a run into rows. */
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
