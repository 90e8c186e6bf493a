import { NO_ROW } from '../bars/bars.ts'
import { threshold } from '../units/compare-products.ts'
import type { Threshold } from '../units/compare-products.ts'
import { isWideBar } from './lots-of.ts'
import { pocCell } from './poc.ts'
import type { PocColumns } from './poc.ts'
import { widenWide } from './wide-value-area.ts'

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
  if (isWideBar(bars, i)) return widenWide(bars, i, poc, exactShare, blockRows)
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

/** The smallest whole number of lots s with 100 * s >= share * total. */
function leastLots(share: Threshold, total: number): number {
  const product = share.num * total
  const divisor = 100 * share.den
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / divisor) + (product % divisor === 0 ? 0 : 1)
  const exact = BigInt(share.num) * BigInt(total)
  return Number((exact + BigInt(divisor) - 1n) / BigInt(divisor))
}
