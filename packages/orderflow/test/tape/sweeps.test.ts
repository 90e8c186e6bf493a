import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutTapeArbitrary, slowBigTrades, tapeArbitrary } from '@flowprint/testkit'
import { digestSweeps, emptyTrades, rowsSwept, sliceTrades, SweepChain } from '@flowprint/orderflow'
import type { Sweep, Trades } from '@flowprint/orderflow'
import { readSweep, SWEEP_MAX_TRADES, sweepStarts } from '../../src/tape/sweeps.ts'
import { makeTrades } from '../support/make-trades.ts'
import type { TradeSketch } from '../support/make-trades.ts'

const sweepsOf = (sketches: readonly TradeSketch[]) => {
  const trades = makeTrades(sketches)
  const starts = [...sweepStarts(trades)]
  return starts.map((from, k) => readSweep(trades, from, starts[k + 1] ?? trades.length))
}

describe('sweepStarts', () => {
  test.each<{ rule: string; trades: readonly TradeSketch[]; starts: number[] }>([
    { rule: 'no trades', trades: [], starts: [] },
    { rule: 'a single trade is a sweep', trades: [[0, 10, 1, 'B']], starts: [0] },
    {
      rule: 'trades of one side within 100 ms continue, exactly 100 ms included',
      trades: [
        [0, 10, 1, 'B'],
        [100, 11, 1, 'B'],
        [200, 12, 1, 'B'],
      ],
      starts: [0],
    },
    {
      rule: 'a trade 101 ms later begins another',
      trades: [
        [0, 10, 1, 'B'],
        [101, 11, 1, 'B'],
      ],
      starts: [0, 1],
    },
    {
      rule: 'the gap is measured between consecutive trades',
      trades: [
        [0, 10, 1, 'S'],
        [90, 9, 1, 'S'],
        [180, 8, 1, 'S'],
      ],
      starts: [0],
    },
    {
      rule: 'a trade of the opposite side ends it',
      trades: [
        [0, 10, 1, 'B'],
        [1, 10, 1, 'S'],
        [2, 10, 1, 'B'],
      ],
      starts: [0, 1, 2],
    },
    {
      rule: 'the price does not matter',
      trades: [
        [0, 10, 1, 'B'],
        [1, 900, 1, 'B'],
        [2, -5, 1, 'B'],
      ],
      starts: [0],
    },
  ])('$rule', ({ trades, starts }) => {
    expect([...sweepStarts(makeTrades(trades))]).toEqual(starts)
  })

  test('the 1,001st trade begins the next sweep', () => {
    const trades = Array.from({ length: 2 * SWEEP_MAX_TRADES + 1 }, (_, i): TradeSketch => [i, 10, 1, 'B'])
    expect([...sweepStarts(makeTrades(trades))]).toEqual([0, 1000, 2000])
  })

  test('every trade belongs to exactly one sweep of its side, without an inner gap and with a reason to end', () => {
    fc.assert(
      fc.property(tapeArbitrary(), (tape) => {
        const starts = sweepStarts(tape)
        const begins = new Set(starts)
        expect(begins.has(0)).toBe(tape.length > 0)
        for (let i = 1; i < tape.length; i++) {
          const joined = tape.buy[i] === tape.buy[i - 1] && tape.ts[i] - tape.ts[i - 1] <= 100
          expect(begins.has(i)).toBe(!joined)
        }
      }),
    )
  })
})

describe('a sweep', () => {
  test('reports first, last, extremes, exact sums, trades and fills', () => {
    const [sweep] = sweepsOf([
      [5, 100, 3, 'B', { id: 7, fills: 2 }],
      [6, 98, 1, 'B', { id: 9 }],
      [50, 103, 2, 'B', { id: 10, fills: 4 }],
    ])
    expect(sweep).toEqual({
      id: '7',
      buy: true,
      firstTs: 5,
      lastTs: 50,
      first: 100,
      last: 103,
      low: 98,
      high: 103,
      lots: 6,
      notional: 604,
      trades: 3,
      fills: 7,
    })
  })

  test('sums beyond 2^53 stay exact', () => {
    const huge = Number.MAX_SAFE_INTEGER
    const [sweep] = sweepsOf([
      [0, 2_000_000_011, huge, 'S'],
      [1, 3, huge, 'S'],
    ])
    expect(sweep.lots).toBe(2n * BigInt(huge))
    expect(sweep.notional).toBe(2_000_000_014n * BigInt(huge))
  })

  test("its id is the venue's text", () => {
    expect(sweepsOf([[0, 1, 1, 'B', { id: 4, text: 'a-1' }]])[0].id).toBe('a-1')
  })

  test.each([
    [100, 100, 1, 1],
    [100, 104, 1, 5],
    [99, 100, 5, 2],
    [95, 99, 5, 1],
    [-1, 0, 5, 2],
  ])('from %i to %i at rows of %s sweeps %i rows', (low, high, step, rows) => {
    expect(rowsSwept({ low, high }, step)).toBe(rows)
  })
})

/** The sweeps of a tape cut into runs. */
function joined(tape: Trades, cuts: readonly number[], chain = new SweepChain(emptyTrades())): Sweep[] {
  const edges = [0, ...cuts, tape.length]
  const sweeps: Sweep[] = []
  for (let k = 1; k < edges.length; k++) {
    const ended = chain.add(digestSweeps(sliceTrades(tape, edges[k - 1], edges[k]), { keepAll: true }))
    sweeps.push(...ended.flatMap((part) => part.sweeps))
  }
  return [...sweeps, ...chain.end().flatMap((part) => part.sweeps)]
}

/** One side and small steps over long ranges, so that runs are joined across several cuts and sweeps become full. */
const denseTape = fc
  .array(
    fc.record({
      wait: fc.constantFrom(0, 1, 100, 101),
      turn: fc.integer({ min: 0, max: 9 }),
      times: fc.integer({ min: 1, max: 900 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((runs) => {
    let ts = 0
    let buy = true
    const trades: TradeSketch[] = []
    for (const { wait, turn, times } of runs) {
      if (turn === 0) buy = !buy
      for (let i = 0; i < times; i++)
        trades.push([(ts += i === 0 ? wait : 1), 100 + (i % 3), 1 + (i % 5), buy ? 'B' : 'S'])
    }
    return makeTrades(trades)
  })
const cutDense = denseTape.chain((tape) =>
  fc
    .array(fc.integer({ min: 0, max: tape.length }), { maxLength: 6 })
    .map((cuts) => ({ tape, cuts: cuts.sort((a, b) => a - b) })),
)

describe('sweeps of a tape cut into runs', () => {
  test('equal those of the whole for any cuts', () => {
    fc.assert(
      fc.property(cutTapeArbitrary(), ({ tape, cuts }) => {
        expect(joined(tape, cuts)).toEqual(slowBigTrades(tape, 0).sweeps)
      }),
    )
  })

  test('equal those of the whole when full sweeps cross the cuts', () => {
    fc.assert(
      fc.property(cutDense, ({ tape, cuts }) => {
        expect(joined(tape, cuts)).toEqual(slowBigTrades(tape, 0).sweeps)
      }),
      { numRuns: 60 },
    )
  })

  test('started in the middle equal those of the whole from the first certain start on', () => {
    fc.assert(
      fc.property(cutTapeArbitrary({ minLength: 2 }), fc.nat(), ({ tape, cuts }, seed) => {
        const from = seed % tape.length
        const rest = sliceTrades(tape, from)
        const chain = new SweepChain(null)
        const sweeps = joined(
          rest,
          cuts.map((cut) => Math.max(0, cut - from)),
          chain,
        )
        const whole = slowBigTrades(tape, 0).sweeps
        expect(sweeps).toEqual(whole.slice(whole.length - sweeps.length))
        const inside = whole.filter(({ id }) => rest.id.indexOf(Number(id)) > 0)
        const cutInside = cuts.some((cut) => cut > from)
        expect(sweeps.length).toBeLessThanOrEqual(inside.length)
        if (!cutInside) expect(sweeps.length).toBe(inside.length)
      }),
    )
  })
})

describe('a digest', () => {
  test('keeps all sweeps of at least its floor and counts every sweep', () => {
    const trades = Array.from({ length: 2001 }, (_, i): TradeSketch => [i * 200, 10, 1 + ((i * 7919) % 1500), 'B'])
    const digest = digestSweeps(makeTrades(trades), { begins: true })
    const sizes = trades.slice(0, 2000).map(([, price, qty]) => price * qty)
    expect(digest.minutes.reduce((sum, { count }) => sum + count, 0)).toBe(2000)
    expect(digest.floor).toBeGreaterThan(0)
    expect(digest.sweeps.length).toBe(sizes.filter((size) => size >= Number(digest.floor)).length)
    expect(digest.sweeps.length).toBeGreaterThanOrEqual(400)
    expect(digest.sweeps.length).toBeLessThan(420)
  })

  test('does not share memory with its run', () => {
    const digest = digestSweeps(makeTrades(Array.from({ length: 5000 }, (_, i): TradeSketch => [i * 200, 10, 1, 'B'])))
    expect([digest.head.ts.buffer.byteLength, digest.tail.ts.buffer.byteLength]).toEqual([8, 8])
  })
})
