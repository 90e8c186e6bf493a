import { barStart, type Trades } from '@flowprint/orderflow'

/** One bar as plain objects and bigints: slow, simple and independent of the engine. */
export interface SlowBar {
  t: number
  open: number
  high: number
  low: number
  close: number
  bid: bigint
  ask: bigint
  minDelta: bigint
  maxDelta: bigint
  minDeltaQuote: bigint
  maxDeltaQuote: bigint
  trades: number
  cells: Map<
    number,
    { bid: bigint; ask: bigint; bidTrades: number; askTrades: number; bidQuote: bigint; askQuote: bigint }
  >
}

/** Bars of sorted trades by the definitions (INDICATORS 1 and 2). */
export function slowBars(trades: Trades, cycleMs: number, step: number): SlowBar[] {
  const bars = new Map<number, SlowBar>()
  const running = new Map<number, { delta: bigint; quote: bigint }>()
  for (let i = 0; i < trades.length; i++) {
    const t = barStart(trades.ts[i], cycleMs)
    const price = trades.price[i]
    const lots = BigInt(trades.qty[i])
    const bought = trades.buy[i] === 1
    const bar = bars.get(t) ?? {
      t,
      open: price,
      high: price,
      low: price,
      close: price,
      bid: 0n,
      ask: 0n,
      minDelta: 0n,
      maxDelta: 0n,
      minDeltaQuote: 0n,
      maxDeltaQuote: 0n,
      trades: 0,
      cells: new Map(),
    }
    bars.set(t, bar)
    bar.high = Math.max(bar.high, price)
    bar.low = Math.min(bar.low, price)
    bar.close = price
    bar.trades += trades.fills[i]
    const row = Math.floor(price / step)
    const cell = bar.cells.get(row) ?? { bid: 0n, ask: 0n, bidTrades: 0, askTrades: 0, bidQuote: 0n, askQuote: 0n }
    bar.cells.set(row, cell)
    const quote = BigInt(price) * lots
    const sum = running.get(t) ?? { delta: 0n, quote: 0n }
    running.set(t, sum)
    if (bought) {
      bar.ask += lots
      cell.ask += lots
      cell.askTrades += trades.fills[i]
      cell.askQuote += quote
      sum.delta += lots
      sum.quote += quote
    } else {
      bar.bid += lots
      cell.bid += lots
      cell.bidTrades += trades.fills[i]
      cell.bidQuote += quote
      sum.delta -= lots
      sum.quote -= quote
    }
    if (sum.delta < bar.minDelta) bar.minDelta = sum.delta
    if (sum.delta > bar.maxDelta) bar.maxDelta = sum.delta
    if (sum.quote < bar.minDeltaQuote) bar.minDeltaQuote = sum.quote
    if (sum.quote > bar.maxDeltaQuote) bar.maxDeltaQuote = sum.quote
  }
  return [...bars.values()]
}
