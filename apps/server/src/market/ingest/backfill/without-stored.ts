import { filterTrades, type Trades } from '@flowprint/orderflow'

const keyOf = (trades: Trades, i: number): string =>
  `${trades.ts[i]} ${trades.price[i]} ${trades.qty[i]} ${trades.buy[i]}`

/**
 * The trades that do not match a stored one by time, price, quantity and side; each stored trade matches once. For
 * files whose ids differ from the live stream's, at the millisecond where the two meet.
 */
export function withoutStored(trades: Trades, stored: Trades): Trades {
  if (stored.length === 0) return trades
  const known = new Map<string, number>()
  for (let i = 0; i < stored.length; i++) known.set(keyOf(stored, i), (known.get(keyOf(stored, i)) ?? 0) + 1)
  const keep = new Uint8Array(trades.length)
  for (let i = 0; i < trades.length; i++) {
    const left = known.get(keyOf(trades, i)) ?? 0
    if (left > 0) known.set(keyOf(trades, i), left - 1)
    else keep[i] = 1
  }
  return filterTrades(trades, keep)
}
