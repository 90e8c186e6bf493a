import type { Analysis } from '../analysis/analysis.ts'
import { BAR_COMPLETE } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { barDelta, barQuote, barQuoteDelta, barVolume } from '../bars/bar-lots.ts'
import { addLots, quotient } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { Ticks } from '../units/units.ts'
import type { Zone } from '../zones/zone.ts'
import { zoneEvents } from '../zones/zone-events.ts'

/** Number of complete bars that a relative volume compares with. */
export const RELATIVE_VOLUME_BARS = 20

/** Maximum distance of the oldest of them, in existing bars. */
export const RELATIVE_VOLUME_REACH = 60

/** What a scan needs besides the bars and their analysis. */
export interface ScanContext {
  /** Zones at the close of the previous bar. */
  readonly zonesBefore: readonly Zone[]
  /** Big trades whose first trade is in the bar. */
  readonly bigTrades: readonly { readonly buy: boolean }[]
  /** Point of control of the UTC day up to the end of the bar; null when unknown. */
  readonly dayPoc: Ticks | null
}

/** Values of one closed, complete bar. Counts by side are of the bar itself; shares and distances are percent. */
export interface ScanValues {
  readonly close: Ticks
  readonly volume: Lots
  readonly delta: Lots
  /** Price x quantity, ticks x lots. */
  readonly quoteVolume: Lots
  readonly quoteDelta: Lots
  readonly change: number
  readonly deltaShare: number
  /** Null: fewer than 20 complete bars among the 60 before it. */
  readonly relativeVolume: number | null
  readonly stacksBuy: number
  readonly stacksSell: number
  readonly zonesSupport: number
  readonly zonesResistance: number
  readonly absorptionBullish: number
  readonly absorptionBearish: number
  /** Score of effort without reward; negative when bearish, 0: none. */
  readonly effort: number
  readonly bigBuys: number
  readonly bigSells: number
  /** Null: unknown, or no trade since 00:00 UTC. */
  readonly vwapDistance: number | null
  readonly pocDistance: number | null
}

/**
 * The values that the scanner shows of the last of these bars.
 *
 * Input   bars that end with the scanned one, which must be complete, preceded by those the indicators look back on;
 *         their analysis with `vwap.anchor: 'day'`.
 * Output  absorptions are those that this bar confirms, so they are of the bar before it; zones are those touched and held.
 * Cost    the lists of the analysis, 20 volumes.
 * Source  docs/formulas/scanner.md.
 */
export function scanValues(bars: Bars, analysis: Analysis, context: ScanContext): ScanValues {
  const i = bars.length - 1
  const t = bars.t[i]
  const close = bars.close[i]
  const volume = barVolume(bars, i)
  const delta = barDelta(bars, i)
  const stacks = analysis.stacks.filter((stack) => stack.t === t)
  const touched = zoneEvents(t, context.zonesBefore, analysis.zones).filter(({ event }) => event === 'touched')
  const absorptions = analysis.signals.absorptions.filter(({ known }) => known === t)
  const effort = analysis.efforts.find((one) => one.t === t)
  const count = (list: readonly boolean[]): number => list.filter(Boolean).length
  const buys = count(context.bigTrades.map(({ buy }) => buy))
  return {
    close,
    volume,
    delta,
    quoteVolume: addLots(barQuote(bars, i, 'bid'), barQuote(bars, i, 'ask')),
    quoteDelta: barQuoteDelta(bars, i),
    change: percentFrom(close, bars.open[i]),
    deltaShare: 100 * quotient(delta, volume),
    relativeVolume: relativeVolume(bars, i),
    stacksBuy: count(stacks.map(({ side }) => side === 'buy')),
    stacksSell: count(stacks.map(({ side }) => side === 'sell')),
    zonesSupport: count(touched.map(({ zone }) => zone.side === 'support')),
    zonesResistance: count(touched.map(({ zone }) => zone.side === 'resistance')),
    // Selling is absorbed at a low, buying at a high.
    absorptionBullish: count(absorptions.map(({ side }) => side === 'low')),
    absorptionBearish: count(absorptions.map(({ side }) => side === 'high')),
    effort: effort === undefined ? 0 : effort.side === 'bullish' ? effort.score : -effort.score,
    bigBuys: buys,
    bigSells: context.bigTrades.length - buys,
    vwapDistance: Number.isNaN(analysis.vwap[i]) ? null : percentFrom(close, analysis.vwap[i]),
    pocDistance: context.dayPoc === null ? null : percentFrom(close, context.dayPoc),
  }
}

/**
 * Volume of bar i divided by the mean volume of the 20 nearest complete bars before it.
 *
 * Output  the double nearest to the exact quotient; null with fewer than 20 complete bars before it, or when the oldest of
 *         them is more than 60 existing bars back.
 * Source  docs/formulas/scanner.md.
 */
export function relativeVolume(bars: Bars, i: number): number | null {
  let sum: Lots = 0
  let count = 0
  for (let k = i - 1; k >= Math.max(0, i - RELATIVE_VOLUME_REACH) && count < RELATIVE_VOLUME_BARS; k--) {
    if (bars.state[k] !== BAR_COMPLETE) continue
    sum = addLots(sum, barVolume(bars, k))
    count += 1
  }
  return count < RELATIVE_VOLUME_BARS ? null : RELATIVE_VOLUME_BARS * quotient(barVolume(bars, i), sum)
}

/** Distance of a price from a reference in percent of the reference: positive above it. Both in ticks, reference > 0. */
export function percentFrom(price: number, reference: number): number {
  return (100 * (price - reference)) / reference
}
