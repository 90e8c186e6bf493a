import type { Effort } from '../analysis/analysis.ts'
import type { BarHistory } from '../analysis/bar-history.ts'
import { BAR_COMPLETE, type Bars } from '../bars/bars.ts'
import { barDelta, hasVolumeOverflow } from '../footprint/lots-of.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { compareLotsProducts, compareProducts, threshold, type Threshold } from '../units/compare-products.ts'
import { absLots, halfLots, lotsAt, type Lots } from '../units/lots.ts'
import { quotient } from '../units/quotient.ts'

/** Number of complete bars in the lookback. */
const BARS = 20

/** Maximum distance of the oldest of them, in existing bars. */
const REACH = 60

/** Reference values of the score, independent of the thresholds, so that it means the same under every preset. */
const SCORE_SHARE = 0.12
const SCORE_PROGRESS = 0.1

/** The thresholds as exact fractions. */
export type EffortRule = Readonly<Record<keyof IndicatorSettings['effort'], Threshold>>

/** Input: parsed settings. */
export function effortRule(settings: IndicatorSettings['effort']): EffortRule {
  return {
    relVolume: threshold(settings.relVolume),
    share: threshold(settings.share),
    progress: threshold(settings.progress),
    closeLocation: threshold(settings.closeLocation),
  }
}

/**
 * Effort without reward: heavy one-sided volume that did not move the price. Evaluates bar i; null when the rule does
 * not fire.
 *
 * With D = sign(delta) over the 20 nearest complete bars before i it fires when volume >= relVolume x median volume,
 * |delta| >= share x volume, D x (close - previous close) <= progress x ATR, and the close is at most closeLocation of
 * the range away from the end the effort came from (0.5 for a bar without range). D > 0 is bearish, D < 0 bullish.
 *
 * Silent  when bar i or the previous bar is not complete, when a gap is between them, with fewer than 20 complete bars
 *         before it, when the oldest of the 20 is more than 60 existing bars back, when the median volume or the ATR is
 *         0, or when delta is 0.
 * Ties    every bound is inclusive; the level is the row with the greatest dominant cell, ties go to the row nearest
 *         the high (D > 0) or the low (D < 0).
 * Cost    a few comparisons for most bars; a median of 20 and one pass over the cells for near candidates. All
 *         comparisons are exact; only the numbers reported are doubles.
 * Source  docs/formulas/effort-without-reward.md.
 */
export function effortAt(bars: Bars, i: number, rule: EffortRule, history: BarHistory): Effort | null {
  if (bars.state[i] !== BAR_COMPLETE || i === 0 || bars.state[i - 1] !== BAR_COMPLETE) return null
  if (history.follows[i] === 0) return null
  const volume = history.volume.at(i)
  const delta = barDelta(bars, i)
  if (delta === 0) return null
  if (compareLotsProducts(absLots(delta), rule.share.den, rule.share.num, volume) < 0) return null

  const up = delta > 0
  const range = bars.high[i] - bars.low[i]
  const fromBase = up ? bars.close[i] - bars.low[i] : bars.high[i] - bars.close[i]
  const located =
    range === 0
      ? compareProducts(1, rule.closeLocation.den, 2, rule.closeLocation.num)
      : compareProducts(fromBase, rule.closeLocation.den, rule.closeLocation.num, range)
  if (located > 0) return null

  if (history.count(i, BARS) < BARS || i - history.nearest(i, BARS) > REACH) return null
  const doubledMedian = history.doubledMedian(history.volume, i, BARS)
  if (doubledMedian === 0) return null
  if (compareLotsProducts(volume, 2 * rule.relVolume.den, rule.relVolume.num, doubledMedian) < 0) return null
  const ranges = history.sum(history.trueRange, i, BARS)
  if (ranges === 0) return null
  const move = up ? bars.close[i] - bars.close[i - 1] : bars.close[i - 1] - bars.close[i]
  if (compareProducts(move * BARS, rule.progress.den, rule.progress.num, ranges) > 0) return null

  const relVolume = 2 * quotient(volume, doubledMedian)
  const deltaShare = quotient(absLots(delta), volume)
  const progress = (move * BARS) / ranges
  const reward = Math.min(Math.max(progress, -1), SCORE_PROGRESS)
  return {
    t: bars.t[i],
    side: up ? 'bearish' : 'bullish',
    score: relVolume * (deltaShare / SCORE_SHARE) * (1 - reward),
    relVolume,
    deltaShare,
    progress,
    closeLocation: range === 0 ? 0.5 : fromBase / range,
    levelRow: bars.row[effortCell(bars, i, up)],
    medianVolume: halfLots(doubledMedian),
    atrTicks: ranges / BARS,
  }
}

/** The cell with the greatest ask (effort up) or bid (effort down); ties go to the end of the bar the effort went to. */
export function effortCell(bars: Bars, i: number, up: boolean): number {
  if (hasVolumeOverflow(bars, i)) return exactEffortCell(bars, i, up)
  const lots = up ? bars.cellAsk : bars.cellBid
  let best = bars.cellStart[i]
  for (let k = best + 1; k < bars.cellStart[i + 1]; k++) {
    if (up ? lots[k] >= lots[best] : lots[k] > lots[best]) best = k
  }
  return best
}

function exactEffortCell(bars: Bars, i: number, up: boolean): number {
  const side = up ? 'cellAsk' : 'cellBid'
  let best = bars.cellStart[i]
  let most: Lots = lotsAt(bars, side, best)
  for (let k = best + 1; k < bars.cellStart[i + 1]; k++) {
    const lots = lotsAt(bars, side, k)
    if (!(up ? lots >= most : lots > most)) continue
    best = k
    most = lots
  }
  return best
}
