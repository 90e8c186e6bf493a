import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutTapeArbitrary, slowBigTrades } from '@flowprint/testkit'
import { digestSweeps, emptyTrades, sliceTrades, SweepChain, type Sweep, type Trades } from '@flowprint/orderflow'
import { makeTrades, type TradeSketch } from '../support/make-trades.ts'

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

/** One side and small steps for long stretches, so that runs are joined over several cuts and sweeps become full. */
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
  test('are those of the whole, wherever it is cut', () => {
    fc.assert(
      fc.property(cutTapeArbitrary(), ({ tape, cuts }) => {
        expect(joined(tape, cuts)).toEqual(slowBigTrades(tape, 0).sweeps)
      }),
    )
  })

  test('are those of the whole where full sweeps reach over the cuts', () => {
    fc.assert(
      fc.property(cutDense, ({ tape, cuts }) => {
        expect(joined(tape, cuts)).toEqual(slowBigTrades(tape, 0).sweeps)
      }),
      { numRuns: 60 },
    )
  })

  test('begun in the middle they are those of the whole from the first sure beginning on', () => {
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
  test('keeps the greatest sweeps, every one of at least its floor, and counts all', () => {
    const trades = Array.from({ length: 2001 }, (_, i): TradeSketch => [i * 200, 10, 1 + ((i * 7919) % 1500), 'B'])
    const digest = digestSweeps(makeTrades(trades), { begins: true })
    const sizes = trades.slice(0, 2000).map(([, price, qty]) => price * qty)
    expect(digest.minutes.reduce((sum, { count }) => sum + count, 0)).toBe(2000)
    expect(digest.floor).toBeGreaterThan(0)
    expect(digest.sweeps.length).toBe(sizes.filter((size) => size >= Number(digest.floor)).length)
    expect(digest.sweeps.length).toBeGreaterThanOrEqual(400)
    expect(digest.sweeps.length).toBeLessThan(420)
  })

  test('holds no memory of the run it was made from', () => {
    const digest = digestSweeps(makeTrades(Array.from({ length: 5000 }, (_, i): TradeSketch => [i * 200, 10, 1, 'B'])))
    expect([digest.head.ts.buffer.byteLength, digest.tail.ts.buffer.byteLength]).toEqual([8, 8])
  })
})
