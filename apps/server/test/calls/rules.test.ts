import { MINUTE_MS, aggregateTrades, decimalUnit, fromUnits, multiplyUnits } from '@flowprint/orderflow'
import { tapeArbitrary } from '@flowprint/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutOf } from '../../src/market/load-instrument.ts'
import { decimalWriter, editDistance, nearestTo } from '../../src/market/text.ts'
import { compareDecimals } from '../../src/market/api/present/present-menus.ts'
import { quoteUnit } from '../../src/market/api/present/present-trades.ts'
import { accepts, barWindow, barsPossible, firstStartAt, readPrecision } from '../../src/market/api/rules/query.ts'

describe('decimal texts', () => {
  test('match the engine for every unit and size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('0.01', '1', '0.5', '0.00000001', '100', '0.03125'),
        fc.maxSafeInteger(),
        (unit, units) => {
          expect(decimalWriter(unit)(units)).toBe(fromUnits(units, decimalUnit(unit)))
          expect(decimalWriter(unit)(BigInt(units) * 1000n)).toBe(fromUnits(BigInt(units) * 1000n, decimalUnit(unit)))
        },
      ),
    )
  })

  test('compare by value', () => {
    expect(['10', '0.5', '0.05', '1.0', '9.99'].sort(compareDecimals)).toEqual(['0.05', '0.5', '1.0', '9.99', '10'])
    expect(compareDecimals('1', '1.00')).toBe(0)
  })
})

describe('quote units', () => {
  test('of a bar are the sum of price x quantity of its trades, at every precision', () => {
    const units = { tickSize: '0.01', lotSize: '0.001' }
    const quote = multiplyUnits(decimalUnit('0.01'), decimalUnit('0.001'))
    fc.assert(
      fc.property(tapeArbitrary({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 60 }), (tape, step) => {
        const bars = aggregateTrades(tape, { cycleMs: 7 * 24 * 60 * MINUTE_MS, step })
        const volumes = quoteUnit(bars, units)
        for (let i = 0; i < bars.length; i++) {
          const end = bars.t[i] + bars.cycleMs
          let [bid, ask] = [0n, 0n]
          for (let k = 0; k < tape.length; k++) {
            if (tape.ts[k] < bars.t[i] || tape.ts[k] >= end) continue
            const value = BigInt(tape.price[k]) * BigInt(tape.qty[k])
            if (tape.buy[k] === 1) ask += value
            else bid += value
          }
          const sums = volumes.sums(i)
          expect([volumes.text(sums.bid), volumes.text(sums.ask)]).toEqual([
            fromUnits(bid, quote),
            fromUnits(ask, quote),
          ])
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('bar window', () => {
  test('contains the bars that start in it', () => {
    expect(firstStartAt(60_001, MINUTE_MS)).toBe(120_000)
    expect(firstStartAt(60_000, MINUTE_MS)).toBe(60_000)
    expect(barWindow({ from: 60_001, to: 240_001 }, MINUTE_MS, 1e12)).toEqual({
      from: 120_000,
      to: 300_000,
      limit: 5000,
    })
  })

  test('defaults to the newest 500, ending now when the end is in the future', () => {
    expect(barWindow({}, MINUTE_MS, 1e12)).toEqual({ limit: 500 })
    expect(barWindow({ to: 2e12, limit: 7 }, MINUTE_MS, 1e12)).toEqual({ limit: 7 })
  })

  test('counts only times that can be stored', () => {
    const stored = { from: 10 * MINUTE_MS + 5, to: 19 * MINUTE_MS + 5 }
    expect(barsPossible({ limit: 5000 }, MINUTE_MS, stored)).toBe(10)
    expect(barsPossible({ from: 0, to: 1e15, limit: 5000 }, MINUTE_MS, stored)).toBe(10)
    expect(barsPossible({ from: 12 * MINUTE_MS, to: 15 * MINUTE_MS, limit: 5000 }, MINUTE_MS, stored)).toBe(3)
    expect(barsPossible({ from: 50 * MINUTE_MS, limit: 5000 }, MINUTE_MS, stored)).toBe(0)
    expect(barsPossible({ limit: 5000 }, MINUTE_MS, { from: null, to: null })).toBe(0)
  })
})

test('a delayed market ends at a whole second', () => {
  expect(cutOf(900_000, 1_750_507_200_999)).toBe(1_750_506_300_000)
  expect(cutOf(0, 1_750_507_200_999)).toBeUndefined()
})

test('accepts exactly the positive multiples of the tick as precision', () => {
  expect(readPrecision('0.05', '0.01')).toBe(5)
  expect(readPrecision('1', '0.01')).toBe(100)
  expect(readPrecision('1.5', '0.25')).toBe(6)
  expect(readPrecision('0.30', '0.1')).toBe(3)
  expect(() => readPrecision('0.1', '0.25')).toThrow('VALIDATION')
})

test('the nearest names come first', () => {
  expect(editDistance('LTCUSDT', 'LTCUSD')).toBe(1)
  expect(editDistance('', 'abc')).toBe(3)
  const symbols = ['BINANCE:LTCUSDT', 'BINANCE:BTCUSDT', 'DEMO:BTCUSD', 'BYBIT:LTCUSDT.P']
  expect(nearestTo('binance:ltcusd', symbols, 2)).toEqual(['BINANCE:LTCUSDT', 'BINANCE:BTCUSDT'])
})

test.each([
  [undefined, 'a/a'],
  ['', 'a/a'],
  ['b/b', 'b/b'],
  ['b/*', 'b/b'],
  ['a/a, b/b', 'a/a'],
  ['a/a;q=0.1, b/b;q=0.2', 'b/b'],
  ['b/b, */*', 'b/b'],
  ['b/b;q=0, */*', 'a/a'],
  ['c/c', 'a/a'],
  ['B/B', 'b/b'],
  ['b/b;q=x', 'a/a'],
])('selects for Accept: %s %s', (header, chosen) => {
  expect(accepts(header, 'a/a', 'b/b')).toBe(chosen)
})

test.each([
  [undefined, 'a/a'],
  ['d/d', 'd/d'],
  ['b/b;q=0.5, d/d;q=0.6', 'd/d'],
  ['d/d, b/b', 'b/b'],
  ['d/d;q=0', 'a/a'],
])('selects one of three for Accept: %s %s', (header, chosen) => {
  expect(accepts(header, 'a/a', 'b/b', 'd/d')).toBe(chosen)
})
