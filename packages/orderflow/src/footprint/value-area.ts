import { NO_ROW } from '../bars/bars.ts'
import { threshold } from '../units/compare-products.ts'
import type { Threshold } from '../units/compare-products.ts'
import { bigCellVolume, hasVolumeOverflow } from './lots-of.ts'
import { pocCell } from './poc.ts'
import type { PocColumns } from './poc.ts'

/** Rows, both inclusive: the drawn edges are valRow * step and (vahRow + 1) * step. NO_ROW when nothing traded. */
export interface ValueArea {
  readonly valRow: number
  readonly vahRow: number
}

/**
 * Value area of bar i: the rows around the point of control that hold `share` percent of its volume.
 *
 * Input   share in percent: decimal text ("70"), or its parsed `threshold` when used for many bars.
 * Output  grows from the POC row by the larger single neighboring row until 100 * sum >= share * total, exactly.
 * Ties    equal neighbors: up. A side that has reached the bar's edge counts as smaller than anything. Rows without
 *         trades count as 0 and are visited like others.
 * Cost    one pass over the cells of the bar; a run of empty rows of any length costs one step.
 * Throws  OrderflowError BAD_DECIMAL when the share is not a decimal number.
 * Source  docs/formulas/value-area.md.
 */
export function valueArea(bars: PocColumns, i: number, share: string | Threshold): ValueArea {
  return widenFromPoc(bars, i, share, 1)
}

/** Like `valueArea`, growing by blocks of `blockRows` rows: profiles use 2. A block is added whole. */
export function widenFromPoc(bars: PocColumns, i: number, share: string | Threshold, blockRows: number): ValueArea {
  const poc = pocCell(bars, i)
  if (poc < 0) return { valRow: NO_ROW, vahRow: NO_ROW }
  const exactShare = typeof share === 'string' ? threshold(share) : share
  if (hasVolumeOverflow(bars, i)) return widenExact(bars, i, poc, exactShare, blockRows)
  const { row, cellBid, cellAsk } = bars
  const first = bars.cellStart[i]
  const end = bars.cellStart[i + 1]
  let total = 0
  for (let cell = first; cell < end; cell++) total += cellBid[cell] + cellAsk[cell]
  const needed = leastLots(exactShare, total)

  let sum = cellBid[poc] + cellAsk[poc]
  let valRow = row[poc]
  let vahRow = valRow
  let below = poc - 1
  let above = poc + 1
  while (sum < needed && (below >= first || above < end)) {
    let upper = above < end ? 0 : -1
    let nextAbove = above
    while (nextAbove < end && row[nextAbove] <= vahRow + blockRows) {
      upper += cellBid[nextAbove] + cellAsk[nextAbove]
      nextAbove += 1
    }
    let lower = below >= first ? 0 : -1
    let nextBelow = below
    while (nextBelow >= first && row[nextBelow] >= valRow - blockRows) {
      lower += cellBid[nextBelow] + cellAsk[nextBelow]
      nextBelow -= 1
    }
    if (upper >= lower) {
      // Both blocks are empty, or this one is and the other side is exhausted: nothing changes before the next cell.
      const blocks = upper === 0 ? Math.floor((row[above] - vahRow - 1) / blockRows) : 1
      vahRow = Math.min(vahRow + blocks * blockRows, row[end - 1])
      above = nextAbove
      sum += upper
    } else {
      const blocks = lower === 0 ? Math.floor((valRow - row[below] - 1) / blockRows) : 1
      valRow = Math.max(valRow - blocks * blockRows, row[first])
      below = nextBelow
      sum += lower
    }
  }
  return { valRow, vahRow }
}

/** `widenFromPoc` for a bar whose volume exceeds 2^53 - 1. `poc` is the starting cell. */
function widenExact(bars: PocColumns, i: number, poc: number, share: Threshold, blockRows: number): ValueArea {
  const first = bars.cellStart[i]
  const row = bars.row.subarray(first, bars.cellStart[i + 1])
  const lots = Array.from(row, (_, k) => bigCellVolume(bars, first + k))
  const last = row.length - 1
  const total = lots.reduce((sum, one) => sum + one, 0n)
  const enough = (sum: bigint) => 100n * BigInt(share.den) * sum >= BigInt(share.num) * total

  let sum = lots[poc - first]
  let [valRow, vahRow] = [row[poc - first], row[poc - first]]
  let [below, above] = [poc - first - 1, poc - first + 1]
  while (!enough(sum) && (below >= 0 || above <= last)) {
    let upper = above <= last ? 0n : -1n
    let nextAbove = above
    while (nextAbove <= last && row[nextAbove] <= vahRow + blockRows) upper += lots[nextAbove++]
    let lower = below >= 0 ? 0n : -1n
    let nextBelow = below
    while (nextBelow >= 0 && row[nextBelow] >= valRow - blockRows) lower += lots[nextBelow--]
    // Runs of empty rows are skipped in one step, as in widenFromPoc.
    if (upper >= lower) {
      const blocks = upper === 0n ? Math.floor((row[above] - vahRow - 1) / blockRows) : 1
      vahRow = Math.min(vahRow + blocks * blockRows, row[last])
      above = nextAbove
      sum += upper
    } else {
      const blocks = lower === 0n ? Math.floor((valRow - row[below] - 1) / blockRows) : 1
      valRow = Math.max(valRow - blocks * blockRows, row[0])
      below = nextBelow
      sum += lower
    }
  }
  return { valRow, vahRow }
}

/** The smallest whole number of lots s with 100 * s >= share * total. */
function leastLots(share: Threshold, total: number): number {
  const product = share.num * total
  const divisor = 100 * share.den
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / divisor) + (product % divisor === 0 ? 0 : 1)
  const exact = BigInt(share.num) * BigInt(total)
  return Number((exact + BigInt(divisor) - 1n) / BigInt(divisor))
}
