import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

/**
 * The tape as numbered by OKX: trades of one to four merged fills, at least a lot each, with ids that increase by one.
 */
export function okxTape(tape: Trades, firstId = 130_000_001): Trades {
  const builder = new TradeBuilder(tape.length)
  let id = firstId
  for (let i = 0; i < tape.length; i++) {
    const fills = Math.min(1 + ((i * 7) % 10 < 6 ? 0 : i % 4), tape.qty[i])
    builder.push(tape.ts[i], tape.price[i], tape.qty[i], tape.buy[i] === 1, fills, id)
    id += fills
  }
  return builder.build()
}
