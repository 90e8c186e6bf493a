import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

/** The tape as numbered by a venue with one id per trade (Coinbase, Kraken): one fill per trade. */
export function contiguousTape(tape: Trades, firstId = 1_000_001): Trades {
  return renumber(tape, (i) => firstId + i)
}

/**
 * The tape as numbered by Hyperliquid: text ids that are hashes, one fill per trade, positions as our readers assign
 * them (ms x 4096 plus the count within the ms).
 */
export function hashedTape(tape: Trades): Trades {
  let within = 0
  const position = (i: number) => {
    within = i > 0 && tape.ts[i] === tape.ts[i - 1] ? within + 1 : 0
    return tape.ts[i] * 4096 + within
  }
  return renumber(tape, position, (i) => `t${hash50(i)}`)
}

function renumber(tape: Trades, id: (i: number) => number, textId?: (i: number) => string): Trades {
  const builder = new TradeBuilder(tape.length)
  for (let i = 0; i < tape.length; i++) {
    builder.push(tape.ts[i], tape.price[i], tape.qty[i], tape.buy[i] === 1, 1, id(i), textId?.(i))
  }
  return builder.build()
}

/** A distinct number below 2^50 for every i below 2^25, without order. */
function hash50(i: number): number {
  return ((i * 20_250_713 + 7_919) % 33_554_432) * 33_554_432 + i
}
