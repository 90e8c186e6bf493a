import { aggregateTrades, type Trades } from '@flowprint/orderflow'
import { tape, LTC, SPY } from './data.ts'
import { fasterRow, median, plainRow, timeInTurns, type BenchRow } from './harness.ts'

interface Cell {
  bid: number
  ask: number
  bidTrades: number
  askTrades: number
}
interface PlainBar {
  open: number
  high: number
  low: number
  close: number
  minDelta: number
  maxDelta: number
  delta: number
  cells: Map<number, Cell>
}

/** The naive implementation: a Map of rows in an object per bar. */
function plainMapPerBar(trades: Trades): Map<number, PlainBar> {
  const bars = new Map<number, PlainBar>()
  for (let i = 0; i < trades.length; i++) {
    const t = Math.floor(trades.ts[i] / 60_000) * 60_000
    const price = trades.price[i]
    const qty = trades.qty[i]
    let bar = bars.get(t)
    if (!bar) {
      bar = { open: price, high: price, low: price, close: price, minDelta: 0, maxDelta: 0, delta: 0, cells: new Map() }
      bars.set(t, bar)
    }
    if (price > bar.high) bar.high = price
    if (price < bar.low) bar.low = price
    bar.close = price
    let cell = bar.cells.get(price)
    if (!cell) {
      cell = { bid: 0, ask: 0, bidTrades: 0, askTrades: 0 }
      bar.cells.set(price, cell)
    }
    if (trades.buy[i]) {
      cell.ask += qty
      cell.askTrades += trades.fills[i]
      bar.delta += qty
    } else {
      cell.bid += qty
      cell.bidTrades += trades.fills[i]
      bar.delta -= qty
    }
    if (bar.delta < bar.minDelta) bar.minDelta = bar.delta
    if (bar.delta > bar.maxDelta) bar.maxDelta = bar.delta
  }
  for (const bar of bars.values()) bar.cells = new Map([...bar.cells].sort((a, b) => a[0] - b[0]))
  return bars
}

/** Lower bound: reads the four columns once. */
function scan(trades: Trades): number {
  const { ts, price, qty, buy } = trades
  let sum = 0
  for (let i = 0; i < trades.length; i++) sum += ts[i] + price[i] + (buy[i] ? qty[i] : -qty[i])
  return sum
}

/**
 * Aggregates trades into 1m footprint bars at tick size, compared with the naive implementation and the lower bound.
 */
export async function benchAggregate(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { name, trades } of [await tape(LTC, 36), await tape(SPY, 72)]) {
    let bars = 0
    const [ours, plain, floor] = await timeInTurns(9, [
      () => {
        bars = aggregateTrades(trades, { cycleMs: 60_000, step: 1 }).length
      },
      () => plainMapPerBar(trades),
      () => scan(trades),
    ])
    const work = `${name}: ${trades.length} trades to ${bars} 1m footprint bars`
    rows.push(fasterRow('aggregate', work, 'Map per bar', median(ours), median(plain), 2))
    rows.push(plainRow('aggregate', work, 'scan of four columns', median(ours), median(floor)))
  }
  return rows
}
