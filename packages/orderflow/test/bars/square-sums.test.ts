import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import {
  aggregateTrades,
  composeBars,
  concatBars,
  decodeBars,
  encodeBars,
  regroupBars,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Bars, Trades } from '@flowprint/orderflow'
import { barSquares, sumOfSquares } from '../../src/bars/square-sums.ts'
import { makeTrades } from '../support/make-trades.ts'

/** By the definition, in bigints. */
function slowSquares(trades: Trades, from: number, to: number): bigint {
  let sum = 0n
  for (let i = from; i < to; i++) sum += BigInt(trades.price[i]) ** 2n * BigInt(trades.qty[i])
  return sum
}

function slowByBar(trades: Trades, bars: Bars): bigint[] {
  return Array.from(bars.t, (t) => {
    const from = trades.ts.findIndex((ts) => ts >= t)
    const after = trades.ts.findIndex((ts) => ts >= t + bars.cycleMs)
    return slowSquares(trades, from, after < 0 ? trades.length : after)
  })
}

const allSquares = (bars: Bars): (bigint | null)[] => Array.from({ length: bars.length }, (_, i) => barSquares(bars, i))
const scaled = (trades: Trades, prices: number, lots: number): Trades => {
  return { ...trades, price: trades.price.map((p) => p * prices), qty: trades.qty.map((q) => q * lots) }
}

describe('sums of price x price x lots', () => {
  it('equal those of the trades for any tape, cycle, step and size', () => {
    const tape = tapeArbitrary({ minLength: 1, maxLength: 120, negative: true })
    const sizes = fc.constantFrom(1, 1, 1_000, 20_000)
    const lots = fc.constantFrom(1, 1, 2 ** 20, 2 ** 30)
    fc.assert(
      fc.property(
        tape,
        sizes,
        lots,
        fc.constantFrom(1, 3, 100),
        fc.constantFrom(1000, 60_000),
        (unscaled, p, q, step, cycleMs) => {
          const trades = scaled(unscaled, p, q)
          const bars = aggregateTrades(trades, { cycleMs, step })
          expect(allSquares(bars)).toEqual(slowByBar(trades, bars))
          const hours = composeBars(bars, 3_600_000)
          expect(allSquares(hours)).toEqual(slowByBar(trades, hours))
          expect(allSquares(regroupBars(hours, step * 7))).toEqual(allSquares(hours))
          expect(allSquares(decodeBars(encodeBars(hours)))).toEqual(allSquares(hours))
          expect(sumOfSquares(trades, 0, trades.length)).toBe(slowSquares(trades, 0, trades.length))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('are exact for bars beyond 2^53 lots', () => {
    const most = Number.MAX_SAFE_INTEGER
    const trades = makeTrades([
      [0, -2147483647, most, 'B'],
      [1, 2147483647, most, 'S'],
      [2, 5, most, 'B'],
    ])
    for (const step of [1, 10]) {
      const bars = aggregateTrades(trades, { cycleMs: 60_000, step })
      expect(allSquares(bars)).toEqual([slowSquares(trades, 0, 3)])
      expect(allSquares(decodeBars(encodeBars(bars)))).toEqual([slowSquares(trades, 0, 3)])
    }
  })

  it('of any split of a bar add up to the whole', () => {
    const tape = tapeArbitrary({ minLength: 2, maxLength: 100 })
    fc.assert(
      fc.property(tape, fc.nat(), (trades, at) => {
        const cut = 1 + (at % (trades.length - 1))
        const parts = [sliceTrades(trades, 0, cut), sliceTrades(trades, cut)].map((part) =>
          aggregateTrades(part, { cycleMs: 60_000, step: 10 }),
        )
        const whole = aggregateTrades(trades, { cycleMs: 60_000, step: 10 })
        expect(allSquares(composeBars(concatBars(parts), 60_000))).toEqual(allSquares(whole))
      }),
    )
  })

  it('stay unknown through packing and composing', () => {
    const trades = makeTrades([
      [0, 10, 1, 'B'],
      [60_000, 20, 2, 'S'],
      [300_000, 20, 2, 'S'],
    ])
    const bars = aggregateTrades(trades, { cycleMs: 60_000, step: 5 })
    const gapped = { ...bars, squares: Float64Array.from(bars.squares, (value, k) => (k < 3 ? NaN : value)) }
    expect(allSquares(decodeBars(encodeBars(gapped)))).toEqual([null, 800n, 800n])
    expect(allSquares(composeBars(gapped, 300_000))).toEqual([null, 800n])
  })
})
