import { MAX_SPLIT_DEPTH, MIN_PART_SIZE, SPLIT_SIZE } from '@flowprint/contract'
import type { SplitDirection, WorkspacePart, WorkspaceSplit } from '@flowprint/contract'

/* Pure operations on the grid of a tab. A grid stays valid: every function returns one that `checkWorkspace` accepts. */

/** Side of a cell at which another one is added. */
export type Edge = 'left' | 'right' | 'top' | 'bottom'

const directionOf = (edge: Edge): SplitDirection => (edge === 'left' || edge === 'right' ? 'row' : 'column')
const isBefore = (edge: Edge): boolean => edge === 'left' || edge === 'top'

/** Ids of the cells, from left to right and top to bottom. */
export const gridCells = ({ parts }: WorkspaceSplit): string[] =>
  parts.flatMap(({ cell, split }) => (split === undefined ? [cell!] : gridCells(split)))

/**
 * Sizes of the parts of a split, proportional to the given ones.
 *
 * Input   2 to 12 finite numbers >= 0, such as percentages
 * Output  integers of at least MIN_PART_SIZE whose sum is SPLIT_SIZE; valid sizes are returned unchanged. Rounding
 *         errors go to the largest remainders, the first of equal ones
 */
export function fitSizes(given: readonly number[]): number[] {
  const total = given.reduce((sum, size) => sum + size, 0)
  const weights = total > 0 ? given : given.map(() => 1)
  // Parts below the minimum get it, and the others share what is left, until none is below.
  const small = new Set<number>()
  let exact: number[]
  for (;;) {
    const left = SPLIT_SIZE - small.size * MIN_PART_SIZE
    const sum = weights.reduce((all, weight, i) => (small.has(i) ? all : all + weight), 0)
    exact = weights.map((weight, i) => (small.has(i) ? MIN_PART_SIZE : (weight * left) / sum))
    const below = exact.flatMap((size, i) => (size < MIN_PART_SIZE && !small.has(i) ? [i] : []))
    if (below.length === 0) break
    for (const i of below) small.add(i)
  }
  const sizes = exact.map(Math.floor)
  const missing = SPLIT_SIZE - sizes.reduce((sum, size) => sum + size, 0)
  const byRemainder = exact
    .map((size, i) => ({ i, remainder: size - sizes[i] }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i)
  for (const { i } of byRemainder.slice(0, missing)) sizes[i]++
  return sizes
}

function withSizes(parts: readonly WorkspacePart[], sizes: readonly number[]): WorkspacePart[] {
  const fitted = fitSizes(sizes)
  return parts.map((part, i) => ({ ...part, size: fitted[i] }))
}

/** Sets the sizes of the split at `path`, the indices of parts from the root: proportional to `sizes`. */
export function resizeSplit(grid: WorkspaceSplit, path: readonly number[], sizes: readonly number[]): WorkspaceSplit {
  if (path.length === 0) return { ...grid, parts: withSizes(grid.parts, sizes) }
  const [at, ...rest] = path
  return {
    ...grid,
    parts: grid.parts.map((part, i) =>
      i === at && part.split !== undefined ? { ...part, split: resizeSplit(part.split, rest, sizes) } : part,
    ),
  }
}

/** Adds `id` at an edge of `target`, with half of its size. Null if it would need too many splits inside each other. */
export function splitCell(
  grid: WorkspaceSplit,
  target: string,
  { edge, id, level = 1 }: { readonly edge: Edge; readonly id: string; readonly level?: number },
): WorkspaceSplit | null {
  const at = grid.parts.findIndex(({ cell, split }) =>
    split === undefined ? cell === target : gridCells(split).includes(target),
  )
  if (at === -1) return null
  const part = grid.parts[at]
  const replacePart = (next: WorkspacePart) => ({
    ...grid,
    parts: grid.parts.map((other, i) => (i === at ? next : other)),
  })
  if (part.split !== undefined) {
    const split = splitCell(part.split, target, { edge, id, level: level + 1 })
    return split === null ? null : replacePart({ size: part.size, split })
  }
  const direction = directionOf(edge)
  // A single part has no direction yet.
  if (direction === grid.direction || grid.parts.length === 1) {
    const halves = [{ size: part.size / 2, cell: target }]
    halves.splice(isBefore(edge) ? 0 : 1, 0, { size: part.size / 2, cell: id })
    const parts = grid.parts.toSpliced(at, 1, ...halves)
    const sizes = parts.map(({ size }) => size)
    return { direction, parts: withSizes(parts, sizes) }
  }
  if (level >= MAX_SPLIT_DEPTH) return null
  const cells = isBefore(edge) ? [id, target] : [target, id]
  return replacePart({
    size: part.size,
    split: { direction, parts: cells.map((cell) => ({ size: SPLIT_SIZE / 2, cell })) },
  })
}

/** Removes a cell; its neighbours of the same split share the space. Null if it is the last one. */
export function removeCell(grid: WorkspaceSplit, id: string): WorkspaceSplit | null {
  const parts = grid.parts.flatMap((part): WorkspacePart[] => {
    if (part.split === undefined) return part.cell === id ? [] : [part]
    const split = removeCell(part.split, id)
    return split === null ? [] : [{ size: part.size, split }]
  })
  if (parts.length === 0) return null
  const sizes = parts.map(({ size }) => size)
  return simplifySplit({ ...grid, parts: withSizes(parts, sizes) })
}

/** Removes splits of one part, and those in the direction of the split around them. */
function simplifySplit(split: WorkspaceSplit): WorkspaceSplit {
  const only = split.parts.length === 1 ? split.parts[0].split : undefined
  if (only !== undefined) return simplifySplit(only)
  const parts = split.parts.flatMap((part): WorkspacePart[] => {
    if (part.split === undefined) return [part]
    const inner = simplifySplit(part.split)
    if (inner.parts.length > 1 && inner.direction !== split.direction) return [{ size: part.size, split: inner }]
    return inner.parts.map((innerPart) => ({ ...innerPart, size: (innerPart.size * part.size) / SPLIT_SIZE }))
  })
  const sizes = parts.map(({ size }) => size)
  return { ...split, parts: withSizes(parts, sizes) }
}

export const swapCells = (grid: WorkspaceSplit, a: string, b: string): WorkspaceSplit => ({
  ...grid,
  parts: grid.parts.map(({ size, cell, split }) =>
    split === undefined
      ? { size, cell: cell === a ? b : cell === b ? a : cell }
      : { size, split: swapCells(split, a, b) },
  ),
})

/** Share of the tab that each cell has, width and height from 0 to 1. */
export function cellShares(
  grid: WorkspaceSplit,
  [width, height]: readonly [number, number] = [1, 1],
): { readonly id: string; readonly width: number; readonly height: number }[] {
  return grid.parts.flatMap(({ size, cell, split }) => {
    const share = size / SPLIT_SIZE
    const [w, h] = grid.direction === 'row' ? [width * share, height] : [width, height * share]
    return split === undefined ? [{ id: cell!, width: w, height: h }] : cellShares(split, [w, h])
  })
}

/** Equal cells (1 to 12) in the order of `ids`: up to three in one row, otherwise two rows, the first one longer. */
export function equalGrid(ids: readonly string[]): WorkspaceSplit {
  const columns = ids.length <= 3 ? ids.length : Math.ceil(ids.length / 2)
  const rowOf = (cells: readonly string[]): WorkspaceSplit => ({
    direction: 'row',
    parts: withSizes(
      cells.map((cell) => ({ size: 0, cell })),
      cells.map(() => 1),
    ),
  })
  if (ids.length <= 3) return rowOf(ids)
  const rows = [ids.slice(0, columns), ids.slice(columns)]
  return { direction: 'column', parts: rows.map((cells) => ({ size: SPLIT_SIZE / 2, split: rowOf(cells) })) }
}
