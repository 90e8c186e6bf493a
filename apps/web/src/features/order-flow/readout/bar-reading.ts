import {
  addLots, BAR_INCOMPLETE, BAR_OPEN, BAR_REPAIRING, barDelta, barMaxDelta, barMinDelta, barQuote, barVolume, fromUnits, sequenceNumberAt, subtractLots,
  type Analysis, type Bars, type Lots,
} from '@flowprint/orderflow'
import type { ViewSettings } from '../model/view-settings.ts'
import { lotsText, percentText, priceText, quoteText, signed, signOf, type TextUnits } from './quantity-text.ts'

export type BarStateName = 'open' | 'complete' | 'repairing' | 'incomplete'

/** One bar in exact words. */
export interface BarReading {
  readonly t: number
  /** Where the next bar begins at the earliest; Infinity where that is not known yet. */
  readonly end: number
  /** Number within its UTC day; null for time bars. */
  readonly number: number | null
  readonly state: BarStateName
  readonly up: boolean
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly delta: string
  readonly deltaSign: number
  readonly deltaShare: string
  readonly minDelta: string
  readonly maxDelta: string
  readonly trades: string
  readonly poc: string
  readonly valueArea: string
  /** VWAP at the bar's close and its standard deviation; null where there is none. */
  readonly vwap: string | null
}

export function barStateName(state: number): BarStateName {
  if (state === BAR_OPEN) return 'open'
  if (state === BAR_REPAIRING) return 'repairing'
  return state === BAR_INCOMPLETE ? 'incomplete' : 'complete'
}

/** Volume, delta and the extremes of the delta as exact texts in the chosen unit. */
function amounts(bars: Bars, bar: number, unit: ViewSettings['unit'], units: TextUnits) {
  if (unit === 'base') {
    const text = (lots: Lots) => lotsText(lots, units)
    return {
      volume: text(barVolume(bars, bar)),
      delta: text(barDelta(bars, bar)),
      min: text(barMinDelta(bars, bar)),
      max: text(barMaxDelta(bars, bar)),
    }
  }
  const [bid, ask] = [barQuote(bars, bar, 'bid'), barQuote(bars, bar, 'ask')]
  // NaN: the exact extreme left the range of safe integers, so none is shown.
  const text = (value: number) => (Number.isNaN(value) ? '—' : quoteText(value, units))
  return {
    volume: quoteText(addLots(bid, ask), units),
    delta: quoteText(subtractLots(ask, bid), units),
    min: text(bars.minDeltaQuote[bar]),
    max: text(bars.maxDeltaQuote[bar]),
  }
}

/** A VWAP lies between ticks: one decimal more than prices have. */
function vwapText({ vwap, vwapDeviation }: Analysis, bar: number, { tick }: TextUnits): string | null {
  const finer = { mantissa: tick.mantissa, exponent: tick.exponent - 1 }
  const text = (ticks: number) => fromUnits(Math.round(10 * ticks), finer)
  if (Number.isNaN(vwap[bar])) return null
  return Number.isNaN(vwapDeviation[bar]) ? text(vwap[bar]) : `${text(vwap[bar])} σ ${text(vwapDeviation[bar])}`
}

/** Bars without a length in time end with the millisecond in which the next one begins. */
function barEnd({ t, cycleMs, length }: Pick<Bars, 't' | 'cycleMs' | 'length'>, bar: number): number {
  if (cycleMs > 0) return t[bar] + cycleMs
  return bar + 1 < length ? Math.floor(t[bar + 1]) + 1 : Infinity
}

export function readBar(
  bars: Bars, analysis: Analysis, bar: number, unit: ViewSettings['unit'], units: TextUnits, firstNumber: number | null = null,
): BarReading {
  const price = (ticks: number) => priceText(ticks, units)
  const { volume, delta, min, max } = amounts(bars, bar, unit, units)
  const net = barDelta(bars, bar)
  return {
    t: bars.t[bar],
    end: barEnd(bars, bar),
    number: firstNumber === null ? null : sequenceNumberAt(bars, bar, firstNumber),
    state: barStateName(bars.state[bar]),
    up: bars.close[bar] >= bars.open[bar],
    open: price(bars.open[bar]),
    high: price(bars.high[bar]),
    low: price(bars.low[bar]),
    close: price(bars.close[bar]),
    volume,
    delta: signed(delta),
    deltaSign: signOf(net),
    deltaShare: signed(percentText(net, barVolume(bars, bar))),
    minDelta: signed(min),
    maxDelta: signed(max),
    trades: bars.trades[bar].toLocaleString('en'),
    poc: price(analysis.pocTick[bar]),
    valueArea: `${price(analysis.valRow[bar] * bars.step)} – ${price((analysis.vahRow[bar] + 1) * bars.step)}`,
    vwap: vwapText(analysis, bar, units),
  }
}
