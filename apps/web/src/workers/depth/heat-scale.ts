import { COLUMN_MISSING, type DepthColumns, type UnixMs } from '@flowprint/orderflow'
import type { HeatmapQuery } from '../protocol.ts'

/** Quantities below this share of the one with full intensity are the faintest. */
const LOW_SHARE = 1 / 400
/** Bins per doubling of the quantity: a step of 4.4 %. */
const BINS_PER_DOUBLING = 16
const BINS = 54 * BINS_PER_DOUBLING

/** Quantities of the least and of full intensity, in `qtyUnit`s; 0 < low < high. */
export interface HeatScaleRange {
  readonly low: number
  readonly high: number
}

/**
 * The scale of the cells on the screen.
 *
 * Input   parts of one step and unit; `query` the visible times and prices and the mode.
 * Output  screen: `high` is the largest quantity of a visible cell. percentile: at least `percent` % of the visible cells
 *         with a quantity are not above `high`, which is exact to 5 %. fixed: its size. Without visible cells 1.
 * Cost    one pass over the visible columns.
 * Source  docs/formulas/resting-volume.md
 */
export function computeHeatScale(
  parts: readonly DepthColumns[],
  { from, to, low, high, scale }: HeatmapQuery,
  qtyUnit: string,
): HeatScaleRange {
  if (scale.mode === 'fixed') return rangeOf(Number(scale.size) / Number(qtyUnit))
  const counts = new Uint32Array(BINS)
  let count = 0
  let max = 0
  for (const columns of parts) {
    const { intervalMs, fromMs, step, length, cellEnd, row, lots } = columns
    const first = Math.max(0, Math.floor((from - fromMs) / intervalMs))
    const end = Math.min(length, Math.ceil((to - fromMs) / intervalMs))
    const lowRow = Math.floor(low / step)
    const highRow = Math.floor(high / step)
    if (first >= end) continue
    for (let k = first === 0 ? 0 : cellEnd[first - 1]; k < cellEnd[end - 1]; k++) {
      const quantity = lots[k]
      if (quantity === 0 || row[k] < lowRow || row[k] > highRow) continue
      max = Math.max(max, quantity)
      counts[binOf(quantity)] += 1
      count += 1
    }
  }
  if (scale.mode === 'screen' || count === 0) return rangeOf(max)
  const wanted = Math.ceil((scale.percent / 100) * count)
  let seen = 0
  for (let bin = 0; bin < BINS; bin++) {
    seen += counts[bin]
    if (seen >= wanted) return rangeOf(Math.min(max, 2 ** ((bin + 1) / BINS_PER_DOUBLING)))
  }
  return rangeOf(max)
}

const binOf = (quantity: number) => Math.min(BINS - 1, Math.floor(Math.log2(quantity) * BINS_PER_DOUBLING))

function rangeOf(high: number): HeatScaleRange {
  const top = Number.isFinite(high) && high > 0 ? high : 1
  return { low: top * LOW_SHARE, high: top }
}

/** Whether a book is known in a column of [from, to). */
export function isAnyColumnKnown(parts: readonly DepthColumns[], from: UnixMs, to: UnixMs): boolean {
  return parts.some(({ fromMs, intervalMs, state }) =>
    state.some((one, i) => {
      const t = fromMs + i * intervalMs
      return one !== COLUMN_MISSING && t + intervalMs > from && t < to
    }),
  )
}
