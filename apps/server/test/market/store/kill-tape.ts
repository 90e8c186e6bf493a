import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

/** The trade with that id of a tape known to writer and test: a hundred trades in five minutes. */
export function tradeOf(id: number): { ts: number; price: number; qty: number; buy: boolean } {
  return {
    ts: Date.UTC(2025, 5, 30, 22) + id * 3_000,
    price: 8_000 + ((id * 7919) % 400),
    qty: 1 + ((id * 104_729) % 1_000),
    buy: id % 3 === 0,
  }
}

export function killTape(count: number): Trades {
  const builder = new TradeBuilder()
  for (let id = 1; id <= count; id++) {
    const { ts, price, qty, buy } = tradeOf(id)
    builder.push(ts, price, qty, buy, 1, id)
  }
  return builder.build()
}

/** A trade every half hour or so, five thousand hours long: many steps of a conversion. */
export function quietMonths(): Trades {
  const builder = new TradeBuilder()
  for (let id = 1; id <= 10_000; id++) {
    const { price, qty, buy } = tradeOf(id)
    builder.push(Date.UTC(2024, 5, 30, 22) + id * 1_801_000, price, qty, buy, 1, id)
  }
  return builder.build()
}
