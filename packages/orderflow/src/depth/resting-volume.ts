import type { DepthColumns, KnownWindow } from './depth.ts'
import { firstCell } from './depth-columns.ts'

/** What a cell of the heatmap shows. */
export const RESTING_VALUES = ['end', 'mean', 'min', 'max'] as const
export type RestingValue = (typeof RESTING_VALUES)[number]

/** Which quantity has full intensity: a fixed one, a percentile of the visible ones, or their maximum. */
export type RestingScale =
  | { readonly by: 'fixed'; readonly lots: number }
  | { readonly by: 'percentile'; readonly percentile: number }
  | { readonly by: 'max' }

/**
 * The quantity that a cell of the heatmap shows.
 *
 * Input   k: a cell of column i.
 * Output  `end`: at the end of the interval. `mean`: of the ends of its covered seconds, not rounded. `min`, `max`: their
 *         extremes. `qtyUnit`s.
 * Source  docs/formulas/resting-volume.md.
 */
export function restingValue(columns: DepthColumns, i: number, k: number, value: RestingValue): number {
  if (value === 'mean') return columns.sum[k] / columns.seconds[i]
  if (value === 'end') return columns.lots[k]
  return value === 'min' ? columns.min[k] : columns.max[k]
}

/**
 * The quantity of full intensity.
 *
 * Input   rows: those on the screen, inclusive. A percentile is a whole number from 1 to 100, a fixed quantity > 0.
 * Output  `max`: the largest value of both sides. `percentile` p: the smallest value that at least p % of the values > 0 do
 *         not exceed (nearest rank: number ceil(p n / 100) of n in ascending order). 0 when no cell has a value > 0.
 * Cost    one pass over the cells; the percentile selects in expected linear time in a copy of the values.
 * Throws  RangeError for a percentile or quantity out of range.
 * Source  docs/formulas/resting-volume.md, section "Scale".
 */
export function restingLimit(
  columns: DepthColumns,
  value: RestingValue,
  scale: RestingScale,
  rows: KnownWindow = { low: -Infinity, high: Infinity },
): number {
  if (scale.by === 'fixed') {
    if (!(scale.lots > 0)) throw new RangeError(`Condition failed: the quantity is > 0, had ${scale.lots}`)
    return scale.lots
  }
  if (
    scale.by === 'percentile' &&
    !(Number.isInteger(scale.percentile) && scale.percentile >= 1 && scale.percentile <= 100)
  ) {
    throw new RangeError(`Condition failed: a percentile is a whole number from 1 to 100, had ${scale.percentile}`)
  }
  const values = new Float64Array(columns.row.length)
  let count = 0
  let max = 0
  for (let i = 0; i < columns.length; i++) {
    for (let k = firstCell(columns, i); k < columns.cellEnd[i]; k++) {
      if (columns.row[k] < rows.low || columns.row[k] > rows.high) continue
      const shown = restingValue(columns, i, k, value)
      if (shown > max) max = shown
      if (shown > 0) values[count++] = shown
    }
  }
  if (scale.by === 'max' || count === 0) return max
  return selectRank(values, count, Math.ceil((scale.percentile * count) / 100) - 1)
}

/** Share of the full intensity, 0 to 1; 0 when the limit is 0. */
export function restingIntensity(lots: number, limit: number): number {
  return limit > 0 ? Math.min(lots / limit, 1) : 0
}

/** The value of this rank (0 = smallest) among the first `count`; reorders them. */
function selectRank(values: Float64Array, count: number, rank: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const pivot = values[(low + high) >>> 1]
    let left = low
    let right = high
    while (left <= right) {
      while (values[left] < pivot) left++
      while (values[right] > pivot) right--
      if (left > right) break
      const swapped = values[left]
      values[left++] = values[right]
      values[right--] = swapped
    }
    if (rank <= right) high = right
    else if (rank >= left) low = left
    else return values[rank]
  }
  return values[rank]
}
