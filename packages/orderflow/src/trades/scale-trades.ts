import { ticks as checkedTicks, tradeLots } from '../units/units.ts'
import type { Trades } from './trades.ts'

/**
 * Converts trades to finer units: multiplies every price by `ticks` and every quantity by `lots`.
 *
 * Input   any run; ticks and lots >= 1.
 * Output  a run that shares the other columns with the input.
 * Cost    one pass.
 * Throws  OrderflowError PRICE_RANGE when a price leaves Int32, QUANTITY_RANGE when a quantity leaves 2^53 - 1.
 */
export function scaleTrades(trades: Trades, ticks: bigint, lots: bigint): Trades {
  const { length } = trades
  const byTicks = Number(ticks)
  const byLots = Number(lots)
  const price = new Int32Array(length)
  const qty = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    price[i] = checkedTicks(trades.price[i] * byTicks)
    // A rounded product also exceeds the bound.
    qty[i] = tradeLots(trades.qty[i] * byLots)
  }
  return { ...trades, price, qty }
}
