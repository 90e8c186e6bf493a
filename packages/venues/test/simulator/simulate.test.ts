import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { HOUR_MS, compareTrades, concatTrades, findGaps, sortTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { createSimulator, DEMO_BTCUSD, DEMO_ETHUSD, DEMO_MARKETS, DEMO_SEED, simulateTrades } from '../../src/index.ts'

const WEDNESDAY = Date.UTC(2026, 4, 13, 14)
/** Boundary between two root intervals of 2^15 minutes. */
const ROOT_EDGE = 900 * 32_768 * 60_000
const WORLD_BEGINS = 803 * 32_768 * 60_000

const COLUMNS = ['ts', 'price', 'qty', 'buy', 'fills', 'id'] as const

function expectSame(actual: Trades, expected: Trades): void {
  expect(actual.length).toBe(expected.length)
  for (const column of COLUMNS) expect(actual[column]).toEqual(expected[column])
}

/** FNV-1a over all columns, as 8 hex digits. */
function fingerprint(trades: Trades): string {
  let hash = 0x811c9dc5
  for (const column of COLUMNS) {
    for (const value of trades[column]) {
      hash = Math.imul(hash ^ (value % 4294967296), 0x01000193)
      hash = Math.imul(hash ^ Math.floor(value / 4294967296), 0x01000193)
    }
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

describe.each(DEMO_MARKETS)('$symbol is a pure function of seed and time', (market) => {
  const options = { seed: 7, market }
  const whole = simulateTrades(options, WEDNESDAY - HOUR_MS, WEDNESDAY + HOUR_MS)

  test('the same seed gives the same trades, another seed different ones', () => {
    expectSame(simulateTrades(options, WEDNESDAY - HOUR_MS, WEDNESDAY + HOUR_MS), whole)
    expect(fingerprint(simulateTrades({ seed: 8, market }, WEDNESDAY - HOUR_MS, WEDNESDAY + HOUR_MS))).not.toBe(
      fingerprint(whole),
    )
  })

  test(
    'any split of a range, read in any order by one or many simulators, gives exactly the trades of the whole',
    { tags: ['long'] },
    () => {
      const cut = fc.integer({ min: WEDNESDAY - HOUR_MS, max: WEDNESDAY + HOUR_MS })
      fc.assert(
        fc.property(fc.array(cut, { maxLength: 8 }), fc.boolean(), fc.boolean(), (cuts, backwards, fresh) => {
          const edges = [WEDNESDAY - HOUR_MS, ...cuts.sort((a, b) => a - b), WEDNESDAY + HOUR_MS]
          const shared = createSimulator(options)
          const ranges = edges.slice(1).map((to, i) => [edges[i], to] as const)
          const read = (from: number, to: number) => (fresh ? createSimulator(options) : shared).trades(from, to)
          const parts = backwards
            ? ranges
                .toReversed()
                .map(([from, to]) => read(from, to))
                .toReversed()
            : ranges.map(([from, to]) => read(from, to))
          expectSame(concatTrades(parts), whole)
        }),
        { numRuns: 25 },
      )
    },
  )

  test.each([
    ['inside a root interval', WEDNESDAY],
    ['over the edge of two root intervals', ROOT_EDGE],
    ['at the beginning of the world', WORLD_BEGINS],
    ['in the year 2040', Date.UTC(2040, 0, 1)],
  ])('ids run on without a gap and trades are in canonical order %s', (_where, at) => {
    const trades = simulateTrades(options, at - HOUR_MS, at + HOUR_MS)
    expect(trades.length).toBeGreaterThan(100)
    expect(findGaps(trades, 'fills')).toEqual([])
    expect(sortTrades(trades)).toBe(trades)
    const disordered = trades.ts.findIndex((_, i) => i > 0 && compareTrades(trades, i - 1, trades, i) >= 0)
    expect(disordered).toBe(-1)
  })

  test('firstId counts every fill since the start of the simulation', () => {
    const simulator = createSimulator(options)
    expect(simulator.firstId(WORLD_BEGINS)).toBe(0)
    const day = simulator.trades(WORLD_BEGINS, WORLD_BEGINS + 24 * HOUR_MS)
    expect(simulator.firstId(WORLD_BEGINS + 24 * HOUR_MS)).toBe(day.fills.reduce((sum, fills) => sum + fills, 0))
  })

  test('prices are positive ticks within the band, quantities whole lots, at least one lot per fill', () => {
    const { centreTicks, mostLots } = market.model
    const wrong: number[] = []
    for (let i = 0; i < whole.length; i++) {
      const inBand = whole.price[i] > centreTicks * 0.55 && whole.price[i] < centreTicks * 1.45
      const sized = Number.isInteger(whole.qty[i]) && whole.qty[i] >= whole.fills[i] && whole.qty[i] <= mostLots
      if (!inBand || !sized || whole.fills[i] < 1) wrong.push(i)
    }
    expect(wrong).toEqual([])
  })
})

describe('range boundaries', () => {
  const options = { seed: 1, market: DEMO_BTCUSD }

  test('from is inclusive and to exclusive', () => {
    const { ts } = simulateTrades(options, WEDNESDAY, WEDNESDAY + 60_000)
    const at = ts[100]
    expect(simulateTrades(options, at, at + 1).length).toBe(ts.filter((t) => t === at).length)
    expect(simulateTrades(options, WEDNESDAY, at).ts.at(-1)).toBeLessThan(at)
  })

  test('an empty or reversed range and the time before the simulation are empty', () => {
    expect(simulateTrades(options, WEDNESDAY, WEDNESDAY).length).toBe(0)
    expect(simulateTrades(options, WEDNESDAY, WEDNESDAY - HOUR_MS).length).toBe(0)
    expect(simulateTrades(options, 0, WORLD_BEGINS).length).toBe(0)
    expect(simulateTrades(options, -HOUR_MS, HOUR_MS).length).toBe(0)
  })

  test('rejects a bound that is not a finite number', () => {
    expect(() => simulateTrades(options, Number.NaN, 0)).toThrow(RangeError)
    expect(() => simulateTrades(options, 0, Infinity)).toThrow('a range of finite times')
  })
})

describe("the product's simulation", () => {
  // Stored tapes continue with future simulator output: a change of output must also change DEMO_SEED and these values.
  test.each([
    { market: DEMO_BTCUSD, firstId: 2913626597, hash: '294db1b8' },
    { market: DEMO_ETHUSD, firstId: 1430357024, hash: '61440278' },
  ])('$market.symbol stays what it is', ({ market, firstId, hash }) => {
    const trades = simulateTrades({ seed: DEMO_SEED, market }, WEDNESDAY, WEDNESDAY + HOUR_MS)
    expect(trades.id[0]).toBe(firstId)
    expect(fingerprint(trades)).toBe(hash)
  })
})
