import {
  addLots,
  type Analysis,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  barDelta,
  barQuote,
  type Bars,
  barVolume,
  fromUnits,
  lotsAt,
  sequenceNumberAt,
  subtractLots,
} from '@flowprint/orderflow'
import { formatSigned } from '../../../../shared/format/number.ts'
import {
  type Amount,
  formatAmount,
  formatShare,
  formatPrice,
  formatSignedAmount,
  signOf,
  type TextUnits,
} from '../../model/quantity-text.ts'
import type { ViewSettings } from '../../model/view-settings.ts'

export type BarStateName = 'open' | 'complete' | 'repairing' | 'incomplete'

/** Texts of one bar: exact prices; amounts both short and exact, in the chosen unit. */
export interface BarReading {
  readonly t: number
  /** Earliest start of the next bar; Infinity while unknown. */
  readonly end: number
  /** Number within its UTC day; null for time bars. */
  readonly number: number | null
  readonly state: BarStateName
  readonly up: boolean
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: Amount
  readonly delta: Amount
  readonly deltaSign: number
  readonly deltaShare: string
  readonly minDelta: Amount
  readonly maxDelta: Amount
  readonly trades: Amount
  readonly poc: string
  readonly valueArea: string
  /** VWAP at the bar's close and its standard deviation; null when there is none. */
  readonly vwap: string | null
}

function barStateName(state: number): BarStateName {
  if (state === BAR_OPEN) return 'open'
  if (state === BAR_REPAIRING) return 'repairing'
  return state === BAR_INCOMPLETE ? 'incomplete' : 'complete'
}

const UNKNOWN: Amount = { short: '—', exact: '—' }

/** Volume, delta and the extremes of the delta in the chosen unit. */
function amounts(bars: Bars, bar: number, unit: ViewSettings['unit'], units: TextUnits) {
  if (unit === 'base') {
    return {
      volume: formatAmount(barVolume(bars, bar), units.lot),
      delta: formatSignedAmount(barDelta(bars, bar), units.lot),
      minDelta: formatSignedAmount(lotsAt(bars, 'minDelta', bar), units.lot),
      maxDelta: formatSignedAmount(lotsAt(bars, 'maxDelta', bar), units.lot),
    }
  }
  const [bid, ask] = [barQuote(bars, bar, 'bid'), barQuote(bars, bar, 'ask')]
  // NaN: the exact value exceeds the safe integers and is not shown.
  const extreme = (value: number) => (Number.isNaN(value) ? UNKNOWN : formatSignedAmount(value, units.quote))
  return {
    volume: formatAmount(addLots(bid, ask), units.quote),
    delta: formatSignedAmount(subtractLots(ask, bid), units.quote),
    minDelta: extreme(bars.minDeltaQuote[bar]),
    maxDelta: extreme(bars.maxDeltaQuote[bar]),
  }
}

const COUNT = { mantissa: 1n, exponent: 0 }

/** VWAPs have one decimal more than prices. */
function vwapText({ vwap, vwapDeviation }: Analysis, bar: number, { tick }: TextUnits): string | null {
  const finer = { mantissa: tick.mantissa, exponent: tick.exponent - 1 }
  const text = (ticks: number) => fromUnits(Math.round(10 * ticks), finer)
  if (Number.isNaN(vwap[bar])) return null
  return Number.isNaN(vwapDeviation[bar]) ? text(vwap[bar]) : `${text(vwap[bar])} σ ${text(vwapDeviation[bar])}`
}

/** Bars without a fixed length end with the millisecond in which the next one begins. */
function barEnd({ t, cycleMs, length }: Pick<Bars, 't' | 'cycleMs' | 'length'>, bar: number): number {
  if (cycleMs > 0) return t[bar] + cycleMs
  return bar + 1 < length ? Math.floor(t[bar + 1]) + 1 : Infinity
}

export function readBar(
  bars: Bars,
  analysis: Analysis,
  bar: number,
  unit: ViewSettings['unit'],
  units: TextUnits,
  firstNumber: number | null = null,
): BarReading {
  const price = (ticks: number) => formatPrice(ticks, units)
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
    ...amounts(bars, bar, unit, units),
    deltaSign: signOf(net),
    deltaShare: formatSigned(formatShare(net, barVolume(bars, bar))),
    trades: formatAmount(bars.trades[bar], COUNT),
    poc: price(analysis.pocTick[bar]),
    valueArea: `${price(analysis.valRow[bar] * bars.step)} – ${price((analysis.vahRow[bar] + 1) * bars.step)}`,
    vwap: vwapText(analysis, bar, units),
  }
}
