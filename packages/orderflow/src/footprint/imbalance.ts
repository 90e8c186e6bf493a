import type { InstrumentUnits } from '../trades/trades.ts'
import { decimalUnit, parseFraction } from '../units/decimals.ts'
import { compareLotsProducts, compareProducts, lotsAt, quotient, threshold, toLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import { BUY_GRADE_MASK, BUY_STACK, SELL_GRADE_MASK, SELL_GRADE_SHIFT, SELL_STACK } from '../analysis/analysis.ts'
import type { Stack } from '../analysis/analysis.ts'
import type { Bars } from '../bars/bars.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { hasVolumeOverflow, sumCells } from '../bars/bar-lots.ts'

/** The minimum quantity of an imbalance, in two forms. */
export interface MinVolume {
  /** For the tooltip, lots; may be fractional. Beyond 2^53 - 1 rounded to a whole number, halves up. */
  readonly lots: Lots
  /** The smallest whole number of lots that satisfies it, >= 1: an imbalance always has volume. */
  readonly cutoff: Lots
}

/**
 * The automatic minimum volume: a quarter of the mean non-zero cell, `sum / count / 4`.
 *
 * Input   sum: lots of all cells of the lookback bars; integer >= 0, a bigint beyond 2^53. count: cells > 0 among them,
 *         bid and ask cells counted separately; 0 means "no minimum".
 * Output  `cutoff` decides exactly as dominant x 4 x count >= sum does.
 * Source  docs/formulas/imbalance.md, section "Minimum volume".
 */
export function autoMinVolume(sum: Lots, count: number): MinVolume {
  if (count === 0) return { lots: 0, cutoff: 1 }
  const parts = 4 * count
  if (typeof sum === 'number') {
    const rest = sum % parts
    return { lots: sum / parts, cutoff: Math.max(1, (sum - rest) / parts + (rest > 0 ? 1 : 0)) }
  }
  return minVolumeOf(sum, BigInt(parts))
}

/**
 * Converts a user's minimum volume from base units to lots: "0.5" at lot size 0.001 is 500 lots.
 *
 * Input   decimal text >= 0; it need not be a multiple of the lot.
 * Throws  OrderflowError BAD_DECIMAL when either text is not a decimal number.
 */
export function fixedMinVolume(text: string, units: InstrumentUnits): MinVolume {
  const wanted = parseFraction(text)
  const lot = decimalUnit(units.lotSize)
  const lotNum = lot.exponent >= 0 ? lot.mantissa * 10n ** BigInt(lot.exponent) : lot.mantissa
  const lotDen = lot.exponent >= 0 ? 1n : 10n ** BigInt(-lot.exponent)
  return minVolumeOf(wanted.num * lotDen, wanted.den * lotNum)
}

function minVolumeOf(num: bigint, den: bigint): MinVolume {
  const least = toLots((num + den - 1n) / den)
  const lots = quotient(num, den)
  return {
    lots: lots <= Number.MAX_SAFE_INTEGER ? lots : toLots((2n * num + den) / (2n * den)),
    cutoff: least < 1 ? 1 : least,
  }
}

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
 * Input   cutoff: minimum lots of the dominant cell, >= 1 (`MinVolume.cutoff`); a bigint only beyond 2^53 - 1.
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

/** A maximal run of strictly adjacent rows with an imbalance of one side: the cells [first, last]. */
export interface Run {
  readonly side: 'buy' | 'sell'
  readonly first: number
  readonly last: number
}

/**
 * Runs of imbalances of bar i with at least `min` rows: buy runs ascending, then sell runs ascending.
 *
 * Strictly adjacent: a row without the imbalance, traded or not, ends the run.
 * Input   flags as `markImbalances` left them; min >= 1.
 * Cost    two passes over the cells, one object per run.
 */
export function findRuns(bars: Bars, i: number, flags: Uint8Array, min: number): Run[] {
  const runs: Run[] = []
  collectRuns(bars, i, flags, 'buy', min, runs)
  collectRuns(bars, i, flags, 'sell', min, runs)
  return runs
}

function collectRuns(bars: Bars, i: number, flags: Uint8Array, side: 'buy' | 'sell', min: number, runs: Run[]): void {
  const mask = side === 'buy' ? BUY_GRADE_MASK : SELL_GRADE_MASK
  const { row } = bars
  const end = bars.cellStart[i + 1]
  let first = -1
  for (let k = bars.cellStart[i]; k < end; k++) {
    if ((flags[k] & mask) === 0) continue
    if (first < 0) first = k
    const goesOn = k + 1 < end && (flags[k + 1] & mask) !== 0 && row[k + 1] === row[k] + 1
    if (goesOn) continue
    if (k - first + 1 >= min) runs.push({ side, first, last: k })
    first = -1
  }
}

/** Lots of the dominant cells of a run. */
export function runVolume(bars: Bars, run: Run): Lots {
  return sumCells(bars, run.side === 'buy' ? 'ask' : 'bid', run.first, run.last)
}

/**
 * A run as a stacked imbalance, its cells marked in `flags`.
 *
 * Output  medianRatio: median of dominant / opposite over the rows, an opposite of 0 counting as infinite; the mean of
 *         the two middle ones for an even count (infinite when either is).
 * Source  docs/formulas/stacked-imbalance.md.
 */
export function markStack(bars: Bars, t: number, run: Run, flags: Uint8Array): Stack {
  const buy = run.side === 'buy'
  const bit = buy ? BUY_STACK : SELL_STACK
  const ratios: number[] = []
  for (let k = run.first; k <= run.last; k++) {
    flags[k] |= bit
    ratios.push(
      quotient(buy ? lotsAt(bars, 'cellAsk', k) : lotsAt(bars, 'cellBid', k), oppositeLots(bars, k, run.side)),
    )
  }
  ratios.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = ratios.length >> 1
  const medianRatio = ratios.length % 2 === 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2
  return {
    t,
    side: run.side,
    lowRow: bars.row[run.first],
    highRow: bars.row[run.last],
    count: ratios.length,
    volume: runVolume(bars, run),
    medianRatio,
  }
}
