import { COLUMN_MISSING, type DepthColumns, type UnixMs } from '@flowprint/orderflow'
import type { HeatmapQuery } from '../protocol.ts'

/** Half of the visible cells are the faintest, so that large orders stand out; within these shares of full intensity. */
const MIN_LOW_SHARE = 1 / 50
const MAX_LOW_SHARE = 1 / 3
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
 * Output  high: screen: the largest quantity of a visible cell. percentile: at least `percent` % of the visible cells with a
 *         quantity are not above it; exact to 5 %. fixed: its size. low: the median of those cells, but from 1/50 to 1/3 of
 *         high. Without visible cells high is 1.
 * Cost    one pass over the visible columns.
 * Source  docs/formulas/resting-volume.md
 */
export function computeHeatScale(parts: readonly DepthColumns[], query: HeatmapQuery, qtyUnit: string): HeatScaleRange {
  const { scale } = query
  const counts = new Uint32Array(BINS)
  const { count, max } = countCells(parts, query, counts)
  const median = quantile(counts, count, 50)
  if (scale.mode === 'fixed') return rangeOf(Number(scale.size) / Number(qtyUnit), median)
  if (scale.mode === 'screen') return rangeOf(max, median)
  return rangeOf(Math.min(max, quantile(counts, count, scale.percent)), median)
}

/** Counts the visible cells with a quantity by its bin. */
function countCells(
  parts: readonly DepthColumns[],
  { from, to, low, high, value }: HeatmapQuery,
  counts: Uint32Array,
): { readonly count: number; readonly max: number } {
  let count = 0
  let max = 0
  for (const columns of parts) {
    const { intervalMs, fromMs, step, length, cellEnd, row, seconds } = columns
    const first = Math.max(0, Math.floor((from - fromMs) / intervalMs))
    const end = Math.min(length, Math.ceil((to - fromMs) / intervalMs))
    const lowRow = Math.floor(low / step)
    const highRow = Math.floor(high / step)
    if (first >= end) continue
    // `restingValue` without its branches.
    const quantities = { end: columns.lots, mean: columns.sum, min: columns.min, max: columns.max }[value]
    for (let i = first, k = first === 0 ? 0 : cellEnd[first - 1]; i < end; i++) {
      const divisor = value === 'mean' ? seconds[i] : 1
      for (; k < cellEnd[i]; k++) {
        const quantity = quantities[k] / divisor
        if (!(quantity > 0) || row[k] < lowRow || row[k] > highRow) continue
        if (quantity > max) max = quantity
        counts[binOf(quantity)] += 1
        count += 1
      }
    }
  }
  return { count, max }
}

/** The upper edge of the bin below which `percent` % of the cells are; 0 without cells. */
function quantile(counts: Uint32Array, count: number, percent: number): number {
  const wanted = Math.ceil((percent / 100) * count)
  if (wanted === 0) return 0
  let seen = 0
  let bin = 0
  for (; bin < BINS - 1; bin++) {
    seen += counts[bin]
    if (seen >= wanted) break
  }
  return 2 ** ((bin + 1) / BINS_PER_DOUBLING)
}

/** Bits of the mantissa that choose a bin. */
const MANTISSA_BITS = 12
/** Bin within a doubling. What shares its bits with an edge belongs to the bin above: no quantity exceeds the upper edge of its bin. */
const BIN_OF_MANTISSA = Uint8Array.from({ length: 1 << MANTISSA_BITS }, (_, bits) => {
  const above = 1 + (bits + 1) / (1 << MANTISSA_BITS)
  return Math.ceil(Math.log2(above) * BINS_PER_DOUBLING) - 1
})
const double = new Float64Array(1)
const words = new Uint32Array(double.buffer)

/** The bin of a quantity > 0, from the bits of its exponent and mantissa: no logarithm per cell. */
function binOf(quantity: number): number {
  // A mean can be less than 1.
  if (quantity < 1) return 0
  double[0] = quantity
  // Little-endian, as every browser.
  const word = words[1]
  const exponent = (word >>> 20) - 1023
  return exponent * BINS_PER_DOUBLING + BIN_OF_MANTISSA[(word >>> (20 - MANTISSA_BITS)) & ((1 << MANTISSA_BITS) - 1)]
}

function rangeOf(high: number, median: number): HeatScaleRange {
  const top = Number.isFinite(high) && high > 0 ? high : 1
  return { low: Math.min(top * MAX_LOW_SHARE, Math.max(top * MIN_LOW_SHARE, median)), high: top }
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
