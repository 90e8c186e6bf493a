import { MIN_LOOK_BACK, LOOK_BACK, type BarHistory } from '../analysis/bar-history.ts'
import { LotsColumn } from '../analysis/lots-column.ts'
import { BAR_COMPLETE, type Bars } from '../bars/bars.ts'
import { sumCells } from '../footprint/lots-of.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { compareLotsProducts, compareProducts, threshold, type Threshold } from '../units/compare-products.ts'
import { halfLots, lotsAt, type Lots } from '../units/lots.ts'
import { quotient } from '../units/quotient.ts'
import type { Absorption, SignalSide } from './signal.ts'

/** The thresholds as exact fractions. */
export interface AbsorptionRule {
  readonly minRows: number
  readonly relVolume: Threshold
  readonly opposite: Threshold
  readonly share: Threshold
  readonly retreat: Threshold
}

/** Input: parsed settings. */
export function absorptionRule(settings: IndicatorSettings['absorption']): AbsorptionRule {
  return {
    minRows: settings.minRows,
    relVolume: threshold(settings.relVolume),
    opposite: threshold(settings.opposite),
    share: threshold(settings.share),
    retreat: threshold(settings.retreat),
  }
}

/**
 * Ask volume in the highest quarter of each bar's rows and bid volume in the lowest: the quantities that bars are
 * compared by.
 */
export class EndVolumes {
  readonly high = new LotsColumn()
  readonly low = new LotsColumn()

  /** Reserves capacity for this many bars; existing entries are kept. */
  reserve(length: number): void {
    this.high.reserve(length)
    this.low.reserve(length)
  }

  take(bars: Bars, i: number): void {
    for (const side of ['high', 'low'] as const) {
      const { first, last } = endCells(bars, i, side)
      this[side].set(i, sumCells(bars, side === 'high' ? 'ask' : 'bid', first, last))
    }
  }
}

/**
 * Absorptions of bar i, confirmed by the close of the next bar: at the high, then at the low.
 *
 * At the high: in the top k = max(2, ceil(rows / 4)) rows the sum of the ask is >= relVolume x the median of the same
 * sum over the 50 complete bars before i, >= opposite x the bid there and >= share x the bar's ask; the close lies at
 * least retreat x range below the high; and bar i + 1 does not trade above the high. Mirrored at the low.
 *
 * Silent  with fewer than minRows rows, with fewer than 10 complete bars before i, where the median is 0, when one of
 *         the two bars is not complete, or a gap is between them.
 * Ties    every bound is inclusive; all comparisons are exact.
 * Cost    a few comparisons for most bars, a median of 50 for near candidates.
 * Source  docs/formulas/absorption.md.
 */
export function absorptionsAt(
  bars: Bars,
  i: number,
  rule: AbsorptionRule,
  history: BarHistory,
  ends: EndVolumes,
): Absorption[] {
  if (i < 0 || bars.state[i] !== BAR_COMPLETE || bars.state[i + 1] !== BAR_COMPLETE || history.follows[i + 1] === 0)
    return []
  const rows = bars.row[bars.cellStart[i + 1] - 1] - bars.row[bars.cellStart[i]] + 1
  if (rows < rule.minRows || history.count(i, LOOK_BACK) < MIN_LOOK_BACK) return []
  const found: Absorption[] = []
  if (bars.high[i + 1] <= bars.high[i]) look('high', lotsAt(bars, 'ask', i))
  if (bars.low[i + 1] >= bars.low[i]) look('low', lotsAt(bars, 'bid', i))
  return found

  function look(side: SignalSide, whole: Lots): void {
    const range = bars.high[i] - bars.low[i]
    const away = side === 'high' ? bars.high[i] - bars.close[i] : bars.close[i] - bars.low[i]
    if (compareProducts(away, rule.retreat.den, rule.retreat.num, range) < 0) return
    const dominant = ends[side].at(i)
    if (compareLotsProducts(dominant, rule.share.den, rule.share.num, whole) < 0) return
    const { first, last, rows: depth } = endCells(bars, i, side)
    const opposite = sumCells(bars, side === 'high' ? 'bid' : 'ask', first, last)
    if (compareLotsProducts(dominant, rule.opposite.den, rule.opposite.num, opposite) < 0) return
    const doubledMedian = history.doubledMedian(ends[side], i, LOOK_BACK)
    if (doubledMedian === 0) return
    if (compareLotsProducts(dominant, 2 * rule.relVolume.den, rule.relVolume.num, doubledMedian) < 0) return
    const edge = side === 'high' ? bars.row[last] : bars.row[first]
    found.push({
      kind: 'absorption',
      t: bars.t[i],
      side,
      lowRow: side === 'high' ? edge - depth + 1 : edge,
      highRow: side === 'high' ? edge : edge + depth - 1,
      dominant,
      opposite,
      relVolume: 2 * quotient(dominant, doubledMedian),
      medianVolume: halfLots(doubledMedian),
      share: quotient(dominant, whole),
      retreat: range === 0 ? 0 : away / range,
      known: bars.t[i + 1],
    })
  }
}

/** The cells of the extreme k = max(2, ceil(rows / 4)) rows of bar i; at least the one of the extreme row traded. */
function endCells(bars: Bars, i: number, side: SignalSide): { first: number; last: number; rows: number } {
  const { row, cellStart } = bars
  let first = cellStart[i]
  let last = cellStart[i + 1] - 1
  const rows = Math.max(2, Math.ceil((row[last] - row[first] + 1) / 4))
  const least = row[last] - rows + 1
  const most = row[first] + rows - 1
  if (side === 'high') {
    const from = first
    for (first = last; first > from && row[first - 1] >= least;) first -= 1
  } else {
    const to = last
    for (last = first; last < to && row[last + 1] <= most;) last += 1
  }
  return { first, last, rows }
}
