import { edgeOf } from '../bars/bar-edges.ts'
import { BAR_COMPLETE, type Bars } from '../bars/bars.ts'
import { barVolume } from '../footprint/lots-of.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { compareLotsProducts, threshold, type Threshold } from '../units/compare-products.ts'
import type { Lots } from '../units/lots.ts'
import { quotient } from '../units/quotient.ts'
import type { UnfinishedAuction } from './signal.ts'

/** The thresholds as exact parts of the mean cell. */
export interface UnfinishedRule {
  readonly dominant: Threshold
  readonly opposite: Threshold
}

/** Input: parsed settings. */
export function unfinishedRule(settings: IndicatorSettings['unfinished']): UnfinishedRule {
  const dominant = threshold(settings.dominant)
  const part = threshold(settings.opposite)
  return { dominant, opposite: { num: dominant.num * part.num, den: dominant.den * part.den } }
}

/**
 * Unfinished auctions of bar i: at the highest tick, then at the lowest.
 *
 * With V the bar's volume, n its non-zero native cells (bid and ask counted separately) and T = dominant x V / n:
 * unfinished at the high when ask > T and bid >= opposite x T at the highest tick; mirrored at the low.
 *
 * Silent  for bars that are not complete, and when native ticks are unknown.
 * Ties    an ask of exactly T is not enough, a bid of exactly opposite x T is.
 * Cost    a few products; at step 1 one pass over the cells. All comparisons are exact.
 * Source  docs/formulas/unfinished-auction.md.
 */
export function unfinishedAt(bars: Bars, i: number, rule: UnfinishedRule): UnfinishedAuction[] {
  if (bars.state[i] !== BAR_COMPLETE) return []
  const edge = edgeOf(bars, i)
  if (edge === null) return []
  const volume = barVolume(bars, i)
  const found: UnfinishedAuction[] = []
  const look = (side: UnfinishedAuction['side'], tick: number, dominant: Lots, opposite: Lots): void => {
    if (compareLotsProducts(dominant, rule.dominant.den * edge.cells, rule.dominant.num, volume) <= 0) return
    if (compareLotsProducts(opposite, rule.opposite.den * edge.cells, rule.opposite.num, volume) < 0) return
    const meanCell = quotient(volume, edge.cells)
    found.push({ kind: 'unfinished', t: bars.t[i], side, tick, dominant, opposite, meanCell, ended: null })
  }
  look('high', bars.high[i], edge.highAsk, edge.highBid)
  look('low', bars.low[i], edge.lowBid, edge.lowAsk)
  return found
}
