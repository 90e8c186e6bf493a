import type { Threshold } from '../units/compare-products.ts'
import { bigCellVolume } from './lots-of.ts'
import type { PocColumns } from './poc.ts'

/** `widenFromPoc` for a bar whose volume exceeds 2^53 - 1. `poc` is the starting cell. */
export function widenWide(
  bars: PocColumns,
  i: number,
  poc: number,
  share: Threshold,
  blockRows: number,
): { valRow: number; vahRow: number } {
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
