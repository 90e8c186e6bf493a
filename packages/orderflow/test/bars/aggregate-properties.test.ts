import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutTapeArbitrary, shuffledTapeArbitrary, tapeArbitrary } from '@flowprint/testkit'
import {
  aggregateTrades,
  composeBars,
  concatBars,
  CYCLES,
  emptyBars,
  firstDifference,
  regroupBars,
  sliceTrades,
  sortTrades,
  type Bars,
} from '@flowprint/orderflow'
import { gatherTrades } from '../../src/trades/trade-columns.ts'
import { slowBars } from '../support/slow-bars.ts'
import { MINUTE_MS, HOUR_MS } from '../../src/index.ts'

const cycle = fc.constantFrom(...CYCLES.map(({ ms }) => ms))
const step = fc.constantFrom(1, 2, 3, 7, 10, 50, 1000)
/** Both kinds of market: far wicks above zero, and prices that cross zero. */
const tape = fc.boolean().chain((negative) => tapeArbitrary({ negative }))
const cutTape = fc.boolean().chain((negative) => cutTapeArbitrary({ negative }))

describe('aggregateTrades', () => {
  test('agrees with the slow version on every column', () => {
    fc.assert(
      fc.property(tape, cycle, step, (trades, cycleMs, rowTicks) => {
        expect(plain(aggregateTrades(trades, { cycleMs, step: rowTicks }))).toEqual(
          slowPlain(trades, cycleMs, rowTicks),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('loses no lot and no fill, and cells add up to their bar', () => {
    fc.assert(
      fc.property(tape, cycle, step, (trades, cycleMs, rowTicks) => {
        const bars = aggregateTrades(trades, { cycleMs, step: rowTicks })
        expect(sum(bars.bid) + sum(bars.ask)).toBe(sum(trades.qty))
        expect(sum(bars.trades)).toBe(sum(trades.fills))
        expect(sum(bars.cellBid)).toBe(sum(bars.bid))
        expect(sum(bars.cellAsk)).toBe(sum(bars.ask))
        expect(sum(bars.cellBidTrades) + sum(bars.cellAskTrades)).toBe(sum(bars.trades))
        for (let i = 0; i < bars.length; i++) {
          const delta = bars.ask[i] - bars.bid[i]
          expect(bars.minDelta[i]).toBeLessThanOrEqual(Math.min(0, delta))
          expect(bars.maxDelta[i]).toBeGreaterThanOrEqual(Math.max(0, delta))
        }
      }),
    )
  })

  test('shuffled trades, sorted, give the same bars', () => {
    fc.assert(
      fc.property(shuffledTapeArbitrary(), cycle, step, ({ tape: trades, order }, cycleMs, rowTicks) => {
        const sorted = sortTrades(gatherTrades(trades, order))
        same(aggregateTrades(sorted, { cycleMs, step: rowTicks }), aggregateTrades(trades, { cycleMs, step: rowTicks }))
      }),
    )
  })

  test('a part of the run named by indexes equals the cut part', () => {
    fc.assert(
      fc.property(cutTape, ({ tape: trades, cuts }) => {
        const from = cuts[0] ?? 0
        const to = cuts[cuts.length - 1] ?? trades.length
        const part = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 1, from, to })
        same(part, aggregateTrades(sliceTrades(trades, from, to), { cycleMs: MINUTE_MS, step: 1 }))
      }),
    )
  })
})

describe('composeBars', () => {
  test('any split into batches, put together, equals the whole', () => {
    fc.assert(
      fc.property(cutTape, cycle, step, ({ tape: trades, cuts }, cycleMs, rowTicks) => {
        const edges = [0, ...cuts, trades.length]
        const batches = edges
          .slice(1)
          .map((to, i) => aggregateTrades(trades, { cycleMs, step: rowTicks, from: edges[i], to }))
        const whole = aggregateTrades(trades, { cycleMs, step: rowTicks })
        same(composeBars(concatBars([emptyBars(cycleMs, rowTicks), ...batches]), cycleMs), whole, rowTicks > 1)
      }),
      { numRuns: 300 },
    )
  })

  test('any way through the tiers gives the same bars', () => {
    fc.assert(
      fc.property(tape, step, (trades, rowTicks) => {
        const minutes = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: rowTicks })
        const viaFive = composeBars(composeBars(minutes, 5 * MINUTE_MS), HOUR_MS)
        same(viaFive, composeBars(minutes, HOUR_MS), rowTicks > 1)
        for (const { ms } of CYCLES.filter((one) => one.ms >= HOUR_MS)) {
          const direct = aggregateTrades(trades, { cycleMs: ms, step: rowTicks })
          same(composeBars(viaFive, ms), direct, rowTicks > 1)
          same(composeBars(minutes, ms), direct, rowTicks > 1)
        }
      }),
    )
  })
})

describe('regroupBars', () => {
  test('aggregating at a step equals regrouping native rows to it, raw point of control included', () => {
    fc.assert(
      fc.property(tape, cycle, step, (trades, cycleMs, rowTicks) => {
        const native = aggregateTrades(trades, { cycleMs, step: 1 })
        same(regroupBars(native, rowTicks), aggregateTrades(trades, { cycleMs, step: rowTicks }))
      }),
    )
  })

  test('1 -> 10 -> 50 equals 1 -> 50', () => {
    fc.assert(
      fc.property(tape, cycle, (trades, cycleMs) => {
        const native = aggregateTrades(trades, { cycleMs, step: 1 })
        same(regroupBars(regroupBars(native, 10), 50), regroupBars(native, 50))
      }),
    )
  })

  test('commutes with composition', () => {
    fc.assert(
      fc.property(tape, (trades) => {
        const minutes = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 1 })
        same(regroupBars(composeBars(minutes, HOUR_MS), 10), composeBars(regroupBars(minutes, 10), HOUR_MS), true)
      }),
    )
  })
})

/** Composition at a step above 1 cannot know the raw point of control: `butRawPoc` leaves that column out. */
function same(actual: Bars, expected: Bars, butRawPoc = false): void {
  const blank = (bars: Bars): Bars => (butRawPoc ? { ...bars, rawPoc: new Int32Array(bars.length) } : bars)
  expect(firstDifference(blank(actual), blank(expected))).toBeNull()
}

function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]
  return total
}

function plain(bars: Bars) {
  return Array.from({ length: bars.length }, (_, i) => ({
    t: bars.t[i],
    open: bars.open[i],
    high: bars.high[i],
    low: bars.low[i],
    close: bars.close[i],
    bid: bars.bid[i],
    ask: bars.ask[i],
    minDelta: bars.minDelta[i],
    maxDelta: bars.maxDelta[i],
    trades: bars.trades[i],
    minDeltaQuote: bars.minDeltaQuote[i] + 0,
    maxDeltaQuote: bars.maxDeltaQuote[i] + 0,
    cells: cellIndexes(bars, i).map((c) => [
      bars.row[c],
      bars.cellBid[c],
      bars.cellAsk[c],
      bars.cellBidTrades[c],
      bars.cellAskTrades[c],
      bars.row[c] * bars.step * bars.cellBid[c] + (bars.cellBidOffset?.[c] ?? 0) + 0,
      bars.row[c] * bars.step * bars.cellAsk[c] + (bars.cellAskOffset?.[c] ?? 0) + 0,
    ]),
  }))
}

function cellIndexes(bars: Bars, i: number): number[] {
  return Array.from({ length: bars.cellStart[i + 1] - bars.cellStart[i] }, (_, k) => bars.cellStart[i] + k)
}

function slowPlain(trades: Parameters<typeof slowBars>[0], cycleMs: number, rowTicks: number) {
  return slowBars(trades, cycleMs, rowTicks).map(({ cells, ...bar }) => ({
    ...bar,
    bid: Number(bar.bid),
    ask: Number(bar.ask),
    minDelta: Number(bar.minDelta),
    maxDelta: Number(bar.maxDelta),
    minDeltaQuote: Number(bar.minDeltaQuote),
    maxDeltaQuote: Number(bar.maxDeltaQuote),
    cells: [...cells.entries()]
      .sort(([a], [b]) => a - b)
      .map(([row, c]) => [
        row,
        Number(c.bid),
        Number(c.ask),
        c.bidTrades,
        c.askTrades,
        Number(c.bidQuote),
        Number(c.askQuote),
      ]),
  }))
}
