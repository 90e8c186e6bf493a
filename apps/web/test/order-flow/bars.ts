import { aggregateTrades, sortTrades, TradeBuilder, type Bars } from '@flowprint/orderflow'

/** [ts, price in ticks, lots, bought] */
export type Trade = readonly [number, number, number, boolean]

/** `idOf`: ids other than 1, 2, 3... in the order given. */
export function tradesOf(trades: readonly Trade[], firstSeq?: number, idOf = (i: number) => i + 1) {
  const builder = new TradeBuilder()
  trades.forEach(([ts, price, qty, buy], i) =>
    builder.push(ts, price, qty, buy, 1, idOf(i), undefined, firstSeq === undefined ? undefined : firstSeq + i),
  )
  return sortTrades(builder.build())
}

export function barsOf(trades: readonly Trade[], cycleMs = 60_000, step = 1): Bars {
  return aggregateTrades(tradesOf(trades), { cycleMs, step })
}
