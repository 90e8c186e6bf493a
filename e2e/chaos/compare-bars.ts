import type { Coverage, Footprint } from '@flowprint/contract'
import { aggregateTrades, decimalUnit, fromUnits } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { plain } from './stored-tape.ts'

const MINUTE = 60_000

export interface BarsVerdict {
  readonly bars: number
  readonly incomplete: number
  readonly faults: readonly string[]
}

/** The answered 1m bars against those of the stored tape, and their states against the gaps. */
export function compareBars(answer: Footprint, trades: Trades, coverage: Coverage): BarsVerdict {
  const faults: string[] = []
  const tick = decimalUnit(answer.tick_size)
  const lot = decimalUnit(answer.lot_size)
  const step = Number(answer.precision) / Number(answer.tick_size)
  const bars = aggregateTrades(trades, { cycleMs: MINUTE, step: Math.round(step) })
  const expected = new Map<number, string>()
  for (let i = 0; i < bars.length; i++) {
    const prices = [bars.open[i], bars.high[i], bars.low[i], bars.close[i]].map((price) =>
      plain(fromUnits(price, tick)),
    )
    const lots = [bars.bid[i], bars.ask[i], bars.minDelta[i], bars.maxDelta[i]].map((lots) =>
      plain(fromUnits(lots, lot)),
    )
    const rows = []
    for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
      rows.push(
        [fromUnits(bars.row[k] * bars.step, tick), fromUnits(bars.cellBid[k], lot), fromUnits(bars.cellAsk[k], lot)]
          .map(plain)
          .join(':'),
      )
    }
    expected.set(bars.t[i], [...prices, ...lots, bars.trades[i], ...rows].join(' '))
  }
  let incomplete = 0
  for (const bar of answer.bars) {
    const rows = bar.levels.map(([price, bid, ask]) => [price, bid, ask].map(plain).join(':'))
    const numbers = [bar.open, bar.high, bar.low, bar.close, bar.bid, bar.ask, bar.min_delta, bar.max_delta].map(
      (text) => plain(text ?? 'none'),
    )
    const shown = [...numbers, bar.trades, ...rows].join(' ')
    const wanted = expected.get(bar.t)
    expected.delete(bar.t)
    if (wanted !== shown)
      faults.push(`the bar at ${bar.t} is ${shown.slice(0, 120)}, the tape gives ${wanted?.slice(0, 120)}`)
    const gap = coverage.gaps.some(({ from, to }) => from < bar.t + MINUTE && to >= bar.t)
    if (bar.state === 'incomplete') incomplete += 1
    if (gap && bar.state === 'complete') faults.push(`the bar at ${bar.t} is complete and has a gap`)
  }
  for (const t of expected.keys()) faults.push(`the bar at ${t} is missing`)
  return { bars: answer.bars.length, incomplete, faults }
}
