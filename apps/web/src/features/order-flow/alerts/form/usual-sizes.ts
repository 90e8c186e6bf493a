import type { AlertSound } from '@flowprint/contract'
import {
  type Bars,
  type BigTrade,
  cycleMsOf,
  decimalUnit,
  fromUnits,
  type IndicatorSettings,
  type InstrumentUnits,
} from '@flowprint/orderflow'
import type { ChartController } from '../../chart/chart-controller.ts'
import { useBigTrades, useMarket } from '../../model/market-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import type { AlertContext, SizedKind } from './draft.ts'

/** Number of bars averaged. */
const AVERAGED_BARS = 50
/** Multiple of the mean that is suggested as a threshold. */
const MEAN_FACTOR = 2
const DEFAULT_BIG_TRADE = '100000'

/**
 * Default sizes of a new alert: twice the mean volume and twice the mean absolute delta of the last closed bars; for
 * big trades the chart's setting, otherwise the median of the shown ones. Rounded to two digits.
 */
export function usualSizes(
  bars: Pick<Bars, 'length' | 'bid' | 'ask'>,
  { lotSize, tickSize }: InstrumentUnits,
  { size }: IndicatorSettings['bigTrades'],
  shown: readonly BigTrade[],
): Record<SizedKind, string> {
  const lot = Number(lotSize)
  const [from, to] = [Math.max(0, bars.length - 1 - AVERAGED_BARS), Math.max(0, bars.length - 1)]
  let [volume, delta] = [0, 0]
  for (let i = from; i < to; i++) {
    volume += bars.bid[i] + bars.ask[i]
    delta += Math.abs(bars.ask[i] - bars.bid[i])
  }
  const mean = (sum: number) => twoDigits((MEAN_FACTOR * lot * sum) / Math.max(1, to - from))
  const notionals = shown.map(({ notional }) => Number(notional)).sort((a, b) => a - b)
  const middle = notionals.length === 0 ? 0 : notionals[notionals.length >> 1] * lot * Number(tickSize)
  return {
    volume: mean(volume),
    delta: mean(delta),
    big_trade: Number(size) > 0 ? size : middle > 0 ? twoDigits(middle) : DEFAULT_BIG_TRADE,
  }
}

/** 12345 as "12000", 0.01234 as "0.012", zero as "1": plain decimals, as the fields accept them. */
export function twoDigits(value: number): string {
  if (!(value > 0) || !Number.isFinite(value)) return '1'
  const rounded = Number(value.toPrecision(2))
  // From here on a double is formatted with an exponent.
  if (rounded >= 1e21) return String(BigInt(rounded))
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(value)))
  const text = rounded.toFixed(Math.min(20, decimals))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Alerts require time bars; this cycle is offered for other charts. */
const DEFAULT_CYCLE = '5m'
const NO_UNITS = { tickSize: '1', lotSize: '1' }

/** Initial values for a new alert from the current chart. `price`: as requested; null: the last price. */
export function chartContext(
  { chart, scope }: Pick<ChartController, 'chart' | 'scope'>,
  sound: AlertSound,
  price: string | null,
): AlertContext {
  const { applied } = useOrder.of(scope).getState()
  const { meta } = useMarket.of(scope).getState()
  const { indicators } = useChartSettings.of(scope).getState()
  const units = meta?.units ?? NO_UNITS
  const bars = chart.bars()
  const last =
    bars.length > 0 && meta !== null ? fromUnits(bars.close[bars.length - 1], decimalUnit(units.tickSize)) : ''
  const cycle = applied?.cycle ?? DEFAULT_CYCLE
  return {
    symbol: applied?.symbol ?? '',
    cycle: cycleMsOf(cycle) === undefined ? DEFAULT_CYCLE : cycle,
    precision: applied?.precision ?? '1',
    settings: indicators,
    price: price ?? last,
    sizes: usualSizes(bars, units, indicators.bigTrades, useBigTrades.of(scope).getState().list),
    sound,
  }
}
