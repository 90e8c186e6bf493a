import { LOOKBACK, MIN_LOOK_BACK } from '../analysis/bar-history.ts'
import type { BarHistory } from '../analysis/bar-history.ts'
import { BAR_COMPLETE } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { sumCells } from '../bars/bar-lots.ts'
import { GrowingColumns } from '../columns/column-table.ts'
import type { ColumnSpec } from '../columns/column-table.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { compareLotsProducts, compareProducts, halfLots, lotsAt, quotient, threshold } from '../units/lots.ts'
import type { Lots, Threshold } from '../units/lots.ts'
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

/** Ask volume in the highest quarter of each bar's rows and bid volume in the lowest: what bars are compared by. */
const END_COLUMNS = {
  high: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  low: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
} as const satisfies Record<string, ColumnSpec>

export class EndVolumes extends GrowingColumns<typeof END_COLUMNS> {
  constructor() {
    super(END_COLUMNS)
  }

  /** Adds bar i. */
  take(bars: Bars, i: number): void {
    for (const side of ['high', 'low'] as const) {
      const { first, last } = endCells(bars, i, side)
      this.setLots(side, i, sumCells(bars, side === 'high' ? 'ask' : 'bid', first, last))
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
  if (
    i < 0 ||
    bars.state[i] !== BAR_COMPLETE ||
    bars.state[i + 1] !== BAR_COMPLETE ||
    history.columns.follows[i + 1] === 0
  )
    return []
  const rows = bars.row[bars.cellStart[i + 1] - 1] - bars.row[bars.cellStart[i]] + 1
  if (rows < rule.minRows || history.count(i, LOOKBACK) < MIN_LOOK_BACK) return []
  const found: Absorption[] = []
  if (bars.high[i + 1] <= bars.high[i]) look('high', lotsAt(bars, 'ask', i))
  if (bars.low[i + 1] >= bars.low[i]) look('low', lotsAt(bars, 'bid', i))
  return found

  function look(side: SignalSide, whole: Lots): void {
    const range = bars.high[i] - bars.low[i]
    const away = side === 'high' ? bars.high[i] - bars.close[i] : bars.close[i] - bars.low[i]
    if (compareProducts(away, rule.retreat.den, rule.retreat.num, range) < 0) return
    const dominant = lotsAt(ends.columns, side, i)
    if (compareLotsProducts(dominant, rule.share.den, rule.share.num, whole) < 0) return
    const { first, last, rows: depth } = endCells(bars, i, side)
    const opposite = sumCells(bars, side === 'high' ? 'bid' : 'ask', first, last)
    if (compareLotsProducts(dominant, rule.opposite.den, rule.opposite.num, opposite) < 0) return
    const doubledMedian = history.doubledMedian(ends.columns, side, i, LOOKBACK)
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
