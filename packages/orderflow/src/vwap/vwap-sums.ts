import type { Bars } from '../bars/bars.ts'
import { barSquares, sumOfSquares } from '../bars/square-sums.ts'
import { barQuote, barVolume } from '../footprint/lots-of.ts'
import type { Trades } from '../trades/trades.ts'

/** Exact sums for a VWAP and its deviation: over trades, prices in ticks and quantities in lots. */
export interface VwapSums {
  readonly q: bigint
  readonly pq: bigint
  /** Price x price x lots; null when unknown (`Bars.squares`): the VWAP then has no deviation. */
  readonly ppq: bigint | null
}

/** Sums of no trades. */
export const NO_SUMS: VwapSums = { q: 0n, pq: 0n, ppq: 0n }

export function addSums(a: VwapSums, b: VwapSums): VwapSums {
  return { q: a.q + b.q, pq: a.pq + b.pq, ppq: a.ppq === null || b.ppq === null ? null : a.ppq + b.ppq }
}

/** The sums of bar i; they equal those of its trades at any row height. Cost: its cells. */
export function barSums(bars: Bars, i: number): VwapSums {
  return { q: BigInt(barVolume(bars, i)), pq: priceSum(bars, i), ppq: barSquares(bars, i) }
}

/** The sums of bars [from, to). */
export function sumsOfBars(bars: Bars, from = 0, to: number = bars.length): VwapSums {
  let sums = NO_SUMS
  for (let i = from; i < to; i++) sums = addSums(sums, barSums(bars, i))
  return sums
}

/** The sums of trades [from, to). */
export function sumsOfTrades(
  trades: Pick<Trades, 'price' | 'qty' | 'length'>,
  from = 0,
  to: number = trades.length,
): VwapSums {
  let q = 0n
  let pq = 0n
  for (let i = from; i < to; i++) {
    const lots = BigInt(trades.qty[i])
    q += lots
    pq += BigInt(trades.price[i]) * lots
  }
  return { q, pq, ppq: sumOfSquares(trades, from, to) }
}

/** Price x lots of both sides, relative to the bar's lowest row: in doubles while every partial sum is exact. */
function priceSum(bars: Bars, i: number): bigint {
  const { step, row, cellStart, cellBid, cellAsk, cellBidOffset, cellAskOffset } = bars
  const first = cellStart[i]
  const end = cellStart[i + 1]
  const bottom = row[first]
  const volume = bars.bid[i] + bars.ask[i]
  if (!((row[end - 1] - bottom + 1) * step * volume <= Number.MAX_SAFE_INTEGER)) {
    return BigInt(barQuote(bars, i, 'bid')) + BigInt(barQuote(bars, i, 'ask'))
  }
  let above = 0
  for (let k = first; k < end; k++) {
    above += (row[k] - bottom) * step * (cellBid[k] + cellAsk[k])
    if (cellBidOffset !== null && cellAskOffset !== null) above += cellBidOffset[k] + cellAskOffset[k]
  }
  return BigInt(bottom) * BigInt(step) * BigInt(volume) + BigInt(above)
}
