import type { BarHistory } from '../analysis/bar-history.ts'
import { BAR_COMPLETE, type Bars } from '../bars/bars.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { compareLotsProducts, compareProducts, threshold, type Threshold } from '../units/compare-products.ts'
import { lotsAt, type Lots } from '../units/lots.ts'
import { quotient } from '../units/quotient.ts'
import type { Exhaustion, SignalSide } from './signal.ts'

/** Rows that must thin out towards the extreme. */
const ROWS = 4

/** The thresholds as exact fractions. */
export interface ExhaustionRule {
  readonly minRows: number
  readonly extreme: Threshold
  readonly peak: Threshold
}

/** Input: parsed settings. */
export function exhaustionRule(settings: IndicatorSettings['exhaustion']): ExhaustionRule {
  return { minRows: settings.minRows, extreme: threshold(settings.extreme), peak: threshold(settings.peak) }
}

/**
 * Exhaustions of bar i: at the high, then at the low.
 *
 * At the high: the ask of the four rows from the high strictly increases away from it, that of the extreme row is <=
 * extreme x the largest of the four, the largest is >= peak x the bar's mean non-zero cell, and the close lies in the
 * far half of the bar. Mirrored at the low, with the bid.
 *
 * Silent  for bars that are not complete and with fewer than minRows rows.
 * Ties    the bounds are inclusive (a close exactly in the middle counts); equal neighbors do not increase. A row
 *         without trades counts as 0.
 * Cost    four cells for most bars. All comparisons are exact.
 * Source  docs/formulas/exhaustion.md.
 */
export function exhaustionsAt(bars: Bars, i: number, rule: ExhaustionRule, history: BarHistory): Exhaustion[] {
  if (bars.state[i] !== BAR_COMPLETE) return []
  const { row, cellStart } = bars
  const first = cellStart[i]
  const last = cellStart[i + 1] - 1
  if (row[last] - row[first] + 1 < rule.minRows) return []
  const found: Exhaustion[] = []
  for (const side of ['high', 'low'] as const) {
    if (!isClosedAway(bars, i, side)) continue
    const cells = endLots(bars, i, side)
    if (!(cells[0] < cells[1] && cells[1] < cells[2] && cells[2] < cells[3])) continue
    if (compareLotsProducts(cells[0], rule.extreme.den, rule.extreme.num, cells[3]) > 0) continue
    const volume = history.volume.at(i)
    const count = history.cells[i]
    if (compareLotsProducts(cells[3], rule.peak.den * count, rule.peak.num, volume) < 0) continue
    const extreme = row[side === 'high' ? last : first]
    found.push({ kind: 'exhaustion', t: bars.t[i], side, row: extreme, cells, meanCell: quotient(volume, count) })
  }
  return found
}

function isClosedAway(bars: Bars, i: number, side: SignalSide): boolean {
  const order = compareProducts(2, bars.close[i], 1, bars.high[i] + bars.low[i])
  return side === 'high' ? order <= 0 : order >= 0
}

/** Lots of the dominant side in the four rows from the extreme inwards. */
function endLots(bars: Bars, i: number, side: SignalSide): [Lots, Lots, Lots, Lots] {
  const lots: [Lots, Lots, Lots, Lots] = [0, 0, 0, 0]
  const { row, cellStart } = bars
  const high = side === 'high'
  const extreme = high ? cellStart[i + 1] - 1 : cellStart[i]
  const dominant = high ? 'cellAsk' : 'cellBid'
  const way = high ? -1 : 1
  for (let k = extreme; k >= cellStart[i] && k < cellStart[i + 1]; k += way) {
    const away = Math.abs(row[k] - row[extreme])
    if (away >= ROWS) break
    lots[away] = lotsAt(bars, dominant, k)
  }
  return lots
}
