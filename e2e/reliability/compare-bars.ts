import type { Coverage, Footprint } from '@flowprint/contract'
import { MINUTE_MS, aggregateTrades, decimalUnit, fromUnits } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { trimZeros } from './stored-tape.ts'

export interface BarsComparison {
  readonly bars: number
  readonly incomplete: number
  readonly faults: readonly string[]
}

/** Compares the 1m bars of the API with those computed from the stored tape, and their states with the gaps. */
export function compareBars(response: Footprint, trades: Trades, coverage: Coverage): BarsComparison {
  const faults: string[] = []
  const tick = decimalUnit(response.tick_size)
  const lot = decimalUnit(response.lot_size)
  const step = Number(response.precision) / Number(response.tick_size)
  const bars = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: Math.round(step) })
  const expected = new Map<number, string>()
  for (let i = 0; i < bars.length; i++) {
    const prices = [bars.open[i], bars.high[i], bars.low[i], bars.close[i]].map((price) =>
      trimZeros(fromUnits(price, tick)),
    )
    const lots = [bars.bid[i], bars.ask[i], bars.minDelta[i], bars.maxDelta[i]].map((lots) =>
      trimZeros(fromUnits(lots, lot)),
    )
    const rows = []
    for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
      rows.push(
        [fromUnits(bars.row[k] * bars.step, tick), fromUnits(bars.cellBid[k], lot), fromUnits(bars.cellAsk[k], lot)]
          .map(trimZeros)
          .join(':'),
      )
    }
    expected.set(bars.t[i], [...prices, ...lots, bars.trades[i], ...rows].join(' '))
  }
  let incomplete = 0
  for (const bar of response.bars) {
    const rows = bar.levels.map(([price, bid, ask]) => [price, bid, ask].map(trimZeros).join(':'))
    const numbers = [bar.open, bar.high, bar.low, bar.close, bar.bid, bar.ask, bar.min_delta, bar.max_delta].map(
      (text) => trimZeros(text ?? 'none'),
    )
    const actualText = [...numbers, bar.trades, ...rows].join(' ')
    const expectedText = expected.get(bar.t)
    expected.delete(bar.t)
    if (expectedText !== actualText)
      faults.push(`bar ${bar.t}: got ${actualText.slice(0, 120)}, expected ${expectedText?.slice(0, 120)}`)
    const gap = coverage.gaps.some(({ from, to }) => from < bar.t + MINUTE_MS && to >= bar.t)
    if (bar.state === 'incomplete') incomplete += 1
    if (gap && bar.state === 'complete') faults.push(`bar ${bar.t} is complete but has a gap`)
  }
  for (const t of expected.keys()) faults.push(`bar ${t} is missing`)
  return { bars: response.bars.length, incomplete, faults }
}
