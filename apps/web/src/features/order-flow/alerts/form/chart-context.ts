import type { FootprintChart } from '@flowprint/chart'
import type { AlertSound } from '@flowprint/contract'
import { cycleMsOf, decimalUnit, fromUnits } from '@flowprint/orderflow'
import { bigTradeStore } from '../../model/big-trade-store.ts'
import { marketStore } from '../../model/market-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import type { AlertContext } from './draft.ts'
import { usualSizes } from './usual-sizes.ts'

/** Alerts require time bars; this cycle is offered for other charts. */
const USUAL_CYCLE = '5m'
const NO_UNITS = { tickSize: '1', lotSize: '1' }

/** Initial values for a new alert from the current chart. `price`: as requested; null: the last price. */
export function chartContext(chart: FootprintChart, sound: AlertSound, price: string | null): AlertContext {
  const { applied } = useOrder.getState()
  const { meta } = marketStore.getState()
  const { indicators } = useChartSettings.getState()
  const units = meta?.units ?? NO_UNITS
  const bars = chart.bars()
  const last =
    bars.length > 0 && meta !== null ? fromUnits(bars.close[bars.length - 1], decimalUnit(units.tickSize)) : ''
  const cycle = applied?.cycle ?? USUAL_CYCLE
  return {
    symbol: applied?.symbol ?? '',
    cycle: cycleMsOf(cycle) === undefined ? USUAL_CYCLE : cycle,
    precision: applied?.precision ?? '1',
    settings: indicators,
    price: price ?? last,
    sizes: usualSizes(bars, units, indicators.bigTrades, bigTradeStore.getState().list),
    sound,
  }
}
