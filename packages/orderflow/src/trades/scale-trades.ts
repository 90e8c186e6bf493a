import { OrderflowError } from '../errors.ts'
import type { Trades } from './trades.ts'

/** Rows are Int32, and the minimum value means "none". */
const GREATEST_PRICE = 2_147_483_647

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
    const ticksNow = trades.price[i] * byTicks
    if (ticksNow > GREATEST_PRICE || ticksNow < -GREATEST_PRICE)
      throw new OrderflowError('PRICE_RANGE', `price of ${ticksNow} ticks`)
    const lotsNow = trades.qty[i] * byLots
    // A rounded product also exceeds the bound.
    if (lotsNow > Number.MAX_SAFE_INTEGER) throw new OrderflowError('QUANTITY_RANGE', `quantity of ${lotsNow} lots`)
    price[i] = ticksNow
    qty[i] = lotsNow
  }
  return { ...trades, price, qty }
}
