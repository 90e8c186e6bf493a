import { tapeArbitrary } from '@flowprint/testkit'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  BarArena,
  decodeBars,
  decodeMany,
  encodeBars,
  firstDifference,
  regroupBars,
  sliceBars,
} from '../../src/index.ts'
import type { Bars } from '../../src/index.ts'
import { makeBars } from '../support/make-bars.ts'
import { makeOverflowingBars } from '../support/make-overflowing-bars.ts'

/** Sketches do not count fills. */
function counted(bars: Bars): Bars {
  const fills = (i: number) => {
    let sum = 0
    for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) sum += bars.cellBidTrades[k] + bars.cellAskTrades[k]
    return sum
  }
  return { ...bars, trades: bars.trades.map((_, i) => fills(i)) }
}

const withEdges = (bars: Bars, step = 5): Bars => regroupBars(bars, step, true)
const two = counted(
  makeBars([
    {
      cells: [
        [0, 3, 0],
        [4, 1, 2],
        [11, 5, 6],
      ],
    },
    { cells: [[2, 0, 7]] },
  ]),
)

describe('edges of bars on native ticks', () => {
  test('round-trip through the packed format, in any range', () => {
    fc.assert(
      fc.property(
        tapeArbitrary({ minLength: 1, maxLength: 200, negative: true }),
        fc.constantFrom(2, 10, 1000),
        fc.nat(9),
        (tape, step, cut) => {
          const bars = withEdges(aggregateTrades(tape, { cycleMs: 60_000, step: 1 }), step)
          const at = cut % (bars.length + 1)
          const parts = [encodeBars(bars, 0, at), encodeBars(bars, at)]
          expect(firstDifference(decodeMany(parts), bars)).toBe(null)
          expect(firstDifference(decodeBars(parts[1]), sliceBars(bars, at))).toBe(null)
        },
      ),
    )
  })

  test('round-trip beyond 2^53', () => {
    const unit = 2n ** 60n + 1n
    const bars = withEdges(
      counted(
        makeOverflowingBars([
          {
            cells: [
              [0, unit, 1],
              [9, 3, unit * 2n + 1n],
            ],
          },
          { cells: [[1, 1, 1]] },
        ]),
      ),
    )
    expect(firstDifference(decodeBars(encodeBars(bars)), bars)).toBe(null)
  })

  test('decodes messages with and without edges as one run: missing edges are unknown', () => {
    const known = withEdges(two)
    const bars = decodeMany([encodeBars(sliceBars(known, 0, 1)), encodeBars(sliceBars(regroupBars(two, 5), 1))])
    expect([...bars.edges!.cells]).toEqual([5, 0])
  })

  test('add no bytes when they were not requested', () => {
    expect(encodeBars(regroupBars(two, 5)).length).toBeLessThan(encodeBars(withEdges(two)).length)
    expect(decodeBars(encodeBars(regroupBars(two, 5))).edges ?? null).toBeNull()
    expect(decodeBars(encodeBars(two)).edges ?? null).toBeNull()
  })

  test.each([
    ['more than the highest row', { highAsk: Float64Array.of(7, 7) }],
    ['more than the lowest row', { lowBid: Float64Array.of(5, 0) }],
    ['nothing at the highest tick', { highBid: Float64Array.of(0, 0), highAsk: Float64Array.of(0, 7) }],
    ['lots and no cells', { cells: Uint32Array.of(0, 1) }],
    ['fewer cells than coarser rows have', { cells: Uint32Array.of(3, 1) }],
    ['more cells than ticks hold', { cells: Uint32Array.of(25, 1) }],
    ['half a lot', { lowBid: Float64Array.of(0.5, 0) }],
  ])('that contradict their bar are not packed: %s', (_, wrong) => {
    const bars = withEdges(two)
    expect(() => encodeBars({ ...bars, edges: { ...bars.edges!, ...wrong } })).toThrow(/has ends that/)
  })

  test('are appended and truncated with their bars', () => {
    const arena = new BarArena(60_000, 5)
    const bars = withEdges(two)
    arena.append(bars)
    arena.append(bars, 1)
    expect([...arena.view().edges!.cells]).toEqual([5, 1, 1])
    arena.truncate(1)
    arena.append(regroupBars(two, 5), 1)
    const view = arena.view()
    expect([...view.edges!.cells]).toEqual([5, 0])
    expect([...view.edges!.highAsk]).toEqual([6, 0])
  })
})
