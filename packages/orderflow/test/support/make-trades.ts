import { TradeBuilder, type Trades } from '@flowprint/orderflow'

/** A trade as written in tests: [ts, price, qty, side], then optional fields. */
export type TradeSketch = readonly [
  ts: number,
  price: number,
  qty: number,
  side: 'B' | 'S',
  more?: { readonly id?: number; readonly fills?: number; readonly text?: string },
]

/** Trades in the given order; ids count up from 1 by fills unless a sketch has its own. */
export function makeTrades(sketches: readonly TradeSketch[]): Trades {
  const trades = new TradeBuilder()
  let next = 1
  for (const [ts, price, qty, side, more = {}] of sketches) {
    const { id = next, fills = 1, text } = more
    trades.push(ts, price, qty, side === 'B', fills, id, text)
    next = id + fills
  }
  return trades.build()
}

/** Trades known only by their ids, one millisecond apart. */
export function tradesWithIds(ids: readonly (readonly [id: number, fills: number] | number)[]): Trades {
  return makeTrades(
    ids.map((one, i) => {
      const [id, fills] = typeof one === 'number' ? [one, 1] : one
      return [i, 100, 1, 'B', { id, fills }]
    }),
  )
}

export function tradesWithTexts(texts: readonly string[]): Trades {
  return makeTrades(texts.map((text, i) => [i, 100, 1, 'B', { id: i, text }]))
}
