import * as fc from 'fast-check'
import { bigLotsAt, type Bars, type Trades } from '@flowprint/orderflow'
import { tapeArbitrary } from '@flowprint/testkit'
import type { TapeOptions } from '@flowprint/testkit'
import { slowBars } from './slow-bars.ts'

/** Tapes whose quantities lie near 2^53 or 2^53 / 4, small ones among them: a handful of trades leaves 2^53. */
export function overflowingTape(options: TapeOptions = {}): fc.Arbitrary<Trades> {
  const kind = fc.constantFrom('greatest', 'huge', 'mixed', 'middling')
  return fc.tuple(tapeArbitrary({ maxLength: 60, ...options }), kind).map(([trades, size]) => ({
    ...trades,
    qty: trades.qty.map((lots, i) => {
      // Middling ones leave 2^53 only as offsets and quote sums.
      if (size === 'middling') return lots * 2 ** 23 + 1
      if (size === 'greatest') return Number.MAX_SAFE_INTEGER - lots
      return size === 'huge' || (lots + i) % 3 > 0 ? 2 ** 51 - lots : lots
    }),
  }))
}

/** Bars as plain objects of bigints, read through their remainders. */
export function exactBars(bars: Bars) {
  const at = (name: 'bid' | 'ask' | 'minDelta' | 'maxDelta' | 'cellBid' | 'cellAsk', k: number) =>
    bigLotsAt(bars, name, k)
  const offset = (name: 'cellBidOffset' | 'cellAskOffset', k: number) => bigLotsAt(bars, name, k)
  return Array.from({ length: bars.length }, (_, i) => ({
    t: bars.t[i],
    open: bars.open[i],
    high: bars.high[i],
    low: bars.low[i],
    close: bars.close[i],
    bid: at('bid', i),
    ask: at('ask', i),
    minDelta: at('minDelta', i),
    maxDelta: at('maxDelta', i),
    minDeltaQuote: bars.minDeltaQuote[i] + 0,
    maxDeltaQuote: bars.maxDeltaQuote[i] + 0,
    trades: bars.trades[i],
    cells: Array.from({ length: bars.cellStart[i + 1] - bars.cellStart[i] }, (_unused, n) => {
      const k = bars.cellStart[i] + n
      return {
        row: bars.row[k],
        bid: at('cellBid', k),
        ask: at('cellAsk', k),
        bidTrades: bars.cellBidTrades[k],
        askTrades: bars.cellAskTrades[k],
        bidOffset: offset('cellBidOffset', k),
        askOffset: offset('cellAskOffset', k),
      }
    }),
  }))
}

const MAX = BigInt(Number.MAX_SAFE_INTEGER)
const size = (value: bigint): bigint => (value < 0n ? -value : value)

/** The same straight from the trades, in bigints from the first to the last sum. */
export function exactBarsOfTrades(trades: Trades, cycleMs: number, step: number): ReturnType<typeof exactBars> {
  return slowBars(trades, cycleMs, step).map((bar) => {
    let quoteVolume = 0n
    for (const cell of bar.cells.values()) quoteVolume += size(cell.bidQuote) + size(cell.askQuote)
    const quote = (value: bigint): number => (quoteVolume > MAX ? NaN : Number(value))
    const cells = [...bar.cells]
      .sort(([a], [b]) => a - b)
      .map(([row, cell]) => ({
        row,
        bid: cell.bid,
        ask: cell.ask,
        bidTrades: cell.bidTrades,
        askTrades: cell.askTrades,
        bidOffset: cell.bidQuote - BigInt(row) * BigInt(step) * cell.bid,
        askOffset: cell.askQuote - BigInt(row) * BigInt(step) * cell.ask,
      }))
    return { ...bar, minDeltaQuote: quote(bar.minDeltaQuote), maxDeltaQuote: quote(bar.maxDeltaQuote), cells }
  })
}

/** Raw points of control by the rule of INDICATORS 3, in bigints. */
export function exactRawPocs(trades: Trades, cycleMs: number): number[] {
  return slowBars(trades, cycleMs, 1).map(({ cells, high, low, close }) => {
    const ranked = [...cells].map(([tick, { bid, ask }]) => ({
      tick,
      volume: bid + ask,
      fromMiddle: Math.abs(2 * tick - high - low),
      fromClose: Math.abs(tick - close),
    }))
    ranked.sort(
      (a, b) =>
        Number(b.volume > a.volume) - Number(a.volume > b.volume) ||
        a.fromMiddle - b.fromMiddle ||
        a.fromClose - b.fromClose ||
        a.tick - b.tick,
    )
    return ranked[0].tick
  })
}
