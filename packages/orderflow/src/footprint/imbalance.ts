import { BUY_GRADE_MASK, SELL_GRADE_MASK, SELL_GRADE_SHIFT } from '../analysis/analysis.ts'
import type { Bars } from '../bars/bars.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { compareLotsProducts, compareProducts, threshold } from '../units/compare-products.ts'
import { lotsAt, type Lots } from '../units/lots.ts'
import { hasVolumeOverflow } from './lots-of.ts'

/** The parsed imbalance setting. */
export interface ImbalanceRule {
  /** ratio = num / den. */
  readonly num: number
  readonly den: number
  /** Whether a dominant cell counts when the opposite is 0. */
  readonly countZero: boolean
}

/** Input: parsed settings. */
export function imbalanceRule(settings: IndicatorSettings['imbalance']): ImbalanceRule {
  return { ...threshold(settings.ratio), countZero: settings.zeroSide === 'count' }
}

/**
 * Grade of one diagonal pair: 0 none, 1 from ratio x 1, 2 from ratio x 5/3, 3 from ratio x 10/3 or when the opposite is
 * 0.
 *
 * Input   dominant, opposite: lots, integers >= 0. cutoff: minimum dominant lots, >= 1.
 * Ties    every bound is inclusive: exactly ratio x opposite holds.
 * Cost    up to three exact comparisons, no allocation.
 */
export function imbalanceGrade(dominant: number, opposite: number, rule: ImbalanceRule, cutoff: number): 0 | 1 | 2 | 3 {
  if (dominant < cutoff) return 0
  if (opposite === 0) return rule.countZero ? 3 : 0
  const { num, den } = rule
  if (compareProducts(dominant, den, num, opposite) < 0) return 0
  if (compareProducts(dominant, 3 * den, 5 * num, opposite) < 0) return 1
  return compareProducts(dominant, 3 * den, 10 * num, opposite) < 0 ? 2 : 3
}

/** Like `imbalanceGrade`, for lots of any size. */
function exactGrade(dominant: Lots, opposite: Lots, rule: ImbalanceRule, cutoff: Lots): 0 | 1 | 2 | 3 {
  if (dominant < cutoff) return 0
  if (opposite === 0) return rule.countZero ? 3 : 0
  const { num, den } = rule
  if (compareLotsProducts(dominant, den, num, opposite) < 0) return 0
  if (compareLotsProducts(dominant, 3 * den, 5 * num, opposite) < 0) return 1
  return compareLotsProducts(dominant, 3 * den, 10 * num, opposite) < 0 ? 2 : 3
}

/**
 * Marks the diagonal imbalances of bar i in `flags`.
 *
 * Buy at row p: ask(p) against bid(p - 1). Sell at row p: bid(p) against ask(p + 1). Rows are those of the dense grid:
 * the neighbor is the adjacent row even when nothing traded there (its volume is 0); a pair that leaves [row(low),
 * row(high)] is not evaluated, so the lowest row holds no buy and the highest no sell imbalance.
 *
 * Input   cutoff: minimum lots of the dominant cell, >= 1 (min-volume.ts); a bigint only beyond 2^53 - 1.
 * Output  flags[k] for the cells of bar i is overwritten with the two grades (analysis.ts names the bits).
 * Cost    one pass over the cells of the bar; no allocation for a bar whose volume is a safe integer.
 * Source  docs/formulas/imbalance.md.
 */
export function markImbalances(bars: Bars, i: number, rule: ImbalanceRule, cutoff: Lots, flags: Uint8Array): void {
  if (hasVolumeOverflow(bars, i)) markExact(bars, i, rule, cutoff, flags)
  // No cell of an ordinary bar reaches a cutoff beyond 2^53 - 1.
  else if (typeof cutoff === 'bigint') flags.fill(0, bars.cellStart[i], bars.cellStart[i + 1])
  else markOrdinary(bars, i, rule, cutoff, flags)
}

function markOrdinary(bars: Bars, i: number, rule: ImbalanceRule, cutoff: number, flags: Uint8Array): void {
  const { row, cellBid, cellAsk } = bars
  const first = bars.cellStart[i]
  const last = bars.cellStart[i + 1] - 1
  for (let k = first; k <= last; k++) {
    let mark = 0
    if (k > first && cellAsk[k] >= cutoff) {
      const opposite = row[k - 1] === row[k] - 1 ? cellBid[k - 1] : 0
      mark = imbalanceGrade(cellAsk[k], opposite, rule, cutoff)
    }
    if (k < last && cellBid[k] >= cutoff) {
      const opposite = row[k + 1] === row[k] + 1 ? cellAsk[k + 1] : 0
      mark |= imbalanceGrade(cellBid[k], opposite, rule, cutoff) << SELL_GRADE_SHIFT
    }
    flags[k] = mark
  }
}

function markExact(bars: Bars, i: number, rule: ImbalanceRule, cutoff: Lots, flags: Uint8Array): void {
  const first = bars.cellStart[i]
  const last = bars.cellStart[i + 1] - 1
  for (let k = first; k <= last; k++) {
    const buy = k > first ? exactGrade(lotsAt(bars, 'cellAsk', k), oppositeLots(bars, k, 'buy'), rule, cutoff) : 0
    const sell = k < last ? exactGrade(lotsAt(bars, 'cellBid', k), oppositeLots(bars, k, 'sell'), rule, cutoff) : 0
    flags[k] = buy | (sell << SELL_GRADE_SHIFT)
  }
}

/** One imbalance with its inputs, for tooltips and JSON. */
export interface Imbalance {
  readonly side: 'buy' | 'sell'
  /** Row of the dominant cell. */
  readonly row: number
  /** Lots. */
  readonly dominant: Lots
  readonly opposite: Lots
  readonly grade: number
}

/**
 * The imbalances of bar i, ascending by row, buy before sell in one row.
 *
 * Input   flags: `Analysis.cellFlags` of the same bars.
 * Cost    one pass over the cells of the bar, one object per imbalance.
 */
export function imbalancesOf(bars: Bars, i: number, flags: Uint8Array): Imbalance[] {
  const found: Imbalance[] = []
  for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
    const row = bars.row[k]
    const buy = flags[k] & BUY_GRADE_MASK
    const sell = (flags[k] & SELL_GRADE_MASK) >> SELL_GRADE_SHIFT
    if (buy > 0)
      found.push({
        side: 'buy',
        row,
        dominant: lotsAt(bars, 'cellAsk', k),
        opposite: oppositeLots(bars, k, 'buy'),
        grade: buy,
      })
    if (sell > 0)
      found.push({
        side: 'sell',
        row,
        dominant: lotsAt(bars, 'cellBid', k),
        opposite: oppositeLots(bars, k, 'sell'),
        grade: sell,
      })
  }
  return found
}

/** Lots opposite cell k on that side; the opposite row must be within the bar, as for any imbalance. */
export function oppositeLots(bars: Bars, k: number, side: 'buy' | 'sell'): Lots {
  if (side === 'buy') return bars.row[k - 1] === bars.row[k] - 1 ? lotsAt(bars, 'cellBid', k - 1) : 0
  return bars.row[k + 1] === bars.row[k] + 1 ? lotsAt(bars, 'cellAsk', k + 1) : 0
}

/**
 * Formats the ratio for JSON: two decimals, truncated ("4.20"), exact; null when the opposite is 0.
 *
 * Input   lots, integers >= 0.
 */
export function ratioText(dominant: Lots, opposite: Lots): string | null {
  if (opposite === 0) return null
  const hundredths = String((BigInt(dominant) * 100n) / BigInt(opposite)).padStart(3, '0')
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`
}
