import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutTapeArbitrary, shuffledTapeArbitrary, simulatedTape } from '@flowprint/testkit'
import { RecentTape, sliceTrades, type TapeQuery, type Trades } from '@flowprint/orderflow'
import { gatherTrades } from '../../src/trades/trades.ts'
import { readSweep, sweepStarts } from '../../src/tape/sweeps.ts'
import { makeTrades } from '../support/make-trades.ts'

const ALL: TapeQuery = { merge: true, unit: 'base', atLeast: 0 }

/** Slow version: all sweeps of the tape, then the filter. */
function slowRows(tape: Trades, { merge, unit, atLeast }: TapeQuery, most: number) {
  const starts = merge ? [...sweepStarts(tape)] : Array.from(tape.ts, (_, i) => i)
  return starts
    .map((from, k) => readSweep(tape, from, starts[k + 1] ?? tape.length))
    .filter((row) => (unit === 'base' ? row.lots : row.notional) >= atLeast)
    .reverse()
    .slice(0, most)
}

const query = fc.record({
  merge: fc.boolean(),
  unit: fc.constantFrom('base' as const, 'quote' as const),
  atLeast: fc.integer({ min: 0, max: 2_000_000 }),
})

describe('RecentTape', () => {
  test('returns the same rows for any split into batches', () => {
    fc.assert(
      fc.property(cutTapeArbitrary(), query, ({ tape, cuts }, asked) => {
        const recent = new RecentTape(1000)
        const edges = [0, ...cuts, tape.length]
        for (let k = 1; k < edges.length; k++) recent.add(sliceTrades(tape, edges[k - 1], edges[k]))
        expect(recent.rows(asked, 200)).toEqual(slowRows(tape, asked, 200))
      }),
    )
  })

  test('returns the same rows for any order and repetition of trades', () => {
    const dealt = shuffledTapeArbitrary().chain(({ tape, order }) =>
      fc.tuple(
        fc.constant(tape),
        fc.constant(order),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.nat(Math.max(0, tape.length - 1))),
      ),
    )
    fc.assert(
      fc.property(dealt, ([tape, order, size, again]) => {
        const recent = new RecentTape(1000)
        const indexes = [...order, ...again.filter((i) => i < tape.length)]
        for (let at = 0; at < indexes.length; at += size) recent.add(gatherTrades(tape, indexes.slice(at, at + size)))
        expect(recent.rows(ALL, 200)).toEqual(slowRows(tape, ALL, 200))
      }),
    )
  })

  test('a late trade between two others splits their sweep', () => {
    const recent = new RecentTape(1000)
    recent.add(
      makeTrades([
        [0, 10, 1, 'B', { id: 1 }],
        [50, 10, 1, 'B', { id: 3 }],
      ]),
    )
    expect(recent.rows(ALL, 9).length).toBe(1)
    recent.add(makeTrades([[20, 10, 1, 'S', { id: 2 }]]))
    expect(recent.rows(ALL, 9).map(({ id }) => id)).toEqual(['3', '2', '1'])
  })

  test('reports whether something was new', () => {
    const recent = new RecentTape(1000)
    const trades = makeTrades([[0, 10, 1, 'B']])
    expect([recent.add(trades), recent.add(trades), recent.add(makeTrades([]))]).toEqual([true, false, false])
  })

  test('evicts old rows: the newest stay unchanged and evicted ones do not return', () => {
    const tape = simulatedTape({ minutes: 20 })
    const recent = new RecentTape(1000)
    for (let at = 0; at < tape.length; at += 137) {
      recent.add(sliceTrades(tape, at, Math.min(at + 137, tape.length)))
      expect(recent.length).toBeLessThanOrEqual(2000)
    }
    expect(recent.length).toBeGreaterThanOrEqual(1000)
    expect(recent.rows(ALL, 200)).toEqual(slowRows(tape, ALL, 200))
    const kept = recent.length
    expect(recent.add(sliceTrades(tape, 0, 500))).toBe(false)
    expect(recent.length).toBe(kept)
  })

  test('a filter returns every row of at least its size, exactly', () => {
    const recent = new RecentTape(1000)
    recent.add(
      makeTrades([
        [0, 10, 5, 'B'],
        [1000, 10, 6, 'S'],
        [2000, 20, 3, 'B'],
      ]),
    )
    const sizes = (unit: 'base' | 'quote', atLeast: number) =>
      recent.rows({ merge: true, unit, atLeast }, 9).map(({ lots }) => lots)
    expect([sizes('base', 5), sizes('base', 6), sizes('quote', 60), sizes('quote', 61)]).toEqual([
      [6, 5],
      [6],
      [3, 6],
      [],
    ])
  })

  test('a filter beyond 2^53 is exact', () => {
    const recent = new RecentTape(1000)
    const most = Number.MAX_SAFE_INTEGER
    recent.add(
      makeTrades([
        [0, 1, most, 'B'],
        [1, 1, 1, 'B'],
        [2, 1, 1, 'B'],
      ]),
    )
    const atLeast = (lots: bigint) => recent.rows({ merge: true, unit: 'base', atLeast: lots }, 9).length
    expect([atLeast(BigInt(most) + 2n), atLeast(BigInt(most) + 3n)]).toEqual([1, 0])
  })

  test('marks the 95th and 99.5th percentile by nearest rank, and nothing below 200 rows', () => {
    const recent = new RecentTape(10_000)
    const trades = (count: number) =>
      makeTrades(Array.from({ length: count }, (_, i) => [i * 1000, 2, i + 1, 'B'] as const))
    recent.add(trades(199))
    expect(recent.marks(ALL)).toEqual({ large: Infinity, big: Infinity })
    recent.add(trades(1000))
    expect(recent.marks(ALL)).toEqual({ large: 950, big: 995 })
    expect(recent.marks({ ...ALL, unit: 'quote', atLeast: 400 })).toEqual({ large: 1900, big: 1990 })
  })
})
