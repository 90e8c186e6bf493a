import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

/**
 * The tape as numbered by Bybit, one fill per trade: uuids on linear and inverse, 19-digit numbers on spot, where other
 * markets use some of the numbers in between. Positions are as our readers assign them (ms x 4096 plus the count within
 * the ms).
 */
export function bybitTape(tape: Trades, section: 'spot' | 'linear' | 'inverse'): Trades {
  const builder = new TradeBuilder(tape.length)
  let within = 0
  let number = 2_290_000_000_068_683_542n
  for (let i = 0; i < tape.length; i++) {
    within = i > 0 && tape.ts[i] === tape.ts[i - 1] ? within + 1 : 0
    number += BigInt(1 + (i % 11 === 0 ? i % 23 : 0))
    const id = section === 'spot' ? String(number) : uuid(i)
    builder.push(tape.ts[i], tape.price[i], tape.qty[i], tape.buy[i] === 1, 1, tape.ts[i] * 4096 + within, id)
  }
  return builder.build()
}

/** A distinct uuid for every i below 2^32, without order. */
function uuid(i: number): string {
  const low = (Math.imul(i, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  return `${low}-8d2c-5b31-9112-${i.toString(16).padStart(12, '0')}`
}
