import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FOLLOWING,
  formatRowPrice,
  formatSpread,
  indexOfTick,
  lockRows,
  neighbourStep,
  rescalePosition,
  scrollRows,
  sumRows,
} from '../../../src/features/order-flow/panels/ladder/ladder-model.ts'
import { readLadderPreferences, withEntry } from '../../../src/features/order-flow/panels/ladder/ladder-store.ts'
import type { LadderRows } from '../../../src/workers/protocol.ts'

const column = (...values: number[]) => Float64Array.from(values)

const LADDER: LadderRows = {
  step: 10,
  topRow: 102,
  rows: 3,
  isFollowing: true,
  qtyUnit: '0.01',
  bid: column(0, 3, 5),
  ask: column(7, 2, 0),
  bidAdded: column(0, 4, 1),
  bidPulled: column(0, 1, 6),
  askAdded: column(2, 0, 0),
  askPulled: column(1, 1, 0),
  tradedBid: column(0, 8, 1),
  tradedAsk: column(20, 0, 0),
  traded: 'ready',
  since: 0,
  known: Uint8Array.of(1, 1, 0),
  bestBid: 1013,
  bestAsk: 1015,
}

describe('the position of the ladder', () => {
  it('leaves follow mode when scrolled, from the rows that are shown', () => {
    expect(scrollRows(FOLLOWING, 102, 3)).toEqual({ topRow: 99, isLocked: false })
    expect(scrollRows({ topRow: 50, isLocked: false }, 102, -2)).toEqual({ topRow: 52, isLocked: false })
    expect(scrollRows(FOLLOWING, 102, 0)).toBe(FOLLOWING)
  })

  it('stays where it is while locked', () => {
    const locked = lockRows(FOLLOWING, 102, true)
    expect(locked).toEqual({ topRow: 102, isLocked: true })
    expect(scrollRows(locked, 102, 5)).toBe(locked)
    expect(lockRows(locked, 102, false)).toEqual({ topRow: 102, isLocked: false })
  })

  it('keeps the price in the middle at another row height', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 100_000 }),
        fc.integer({ min: 1, max: 80 }),
        fc.constantFrom(1, 2, 5, 10, 50),
        fc.constantFrom(1, 2, 5, 10, 50),
        (topRow, rows, from, to) => {
          const half = Math.floor(rows / 2)
          const middle = (topRow - half + 0.5) * from
          const { topRow: top } = rescalePosition({ topRow, isLocked: false }, rows, from, to)
          const row = top! - half
          expect(middle).toBeGreaterThanOrEqual(row * to)
          expect(middle).toBeLessThan((row + 1) * to)
        },
      ),
    )
    expect(rescalePosition(FOLLOWING, 30, 1, 10)).toBe(FOLLOWING)
  })
})

describe('the rows of the ladder', () => {
  it('are summed, with the largest of both sides', () => {
    expect(sumRows(LADDER)).toEqual({
      bid: 8,
      ask: 9,
      tradedBid: 9,
      tradedAsk: 20,
      bidChange: -2,
      askChange: 0,
      maxResting: 7,
      maxTraded: 20,
    })
  })

  it('contain the best prices, unless these are not shown or missing', () => {
    expect(indexOfTick(LADDER, 1013)).toBe(1)
    expect(indexOfTick(LADDER, 1029)).toBe(0)
    expect([indexOfTick(LADDER, 1030), indexOfTick(LADDER, 999), indexOfTick(LADDER, Number.NaN)]).toEqual([-1, -1, -1])
  })

  it('have the price of their lower edge, and a spread while both sides exist', () => {
    expect(formatRowPrice(102, 10, '0.1')).toBe('102.0')
    expect(formatSpread(LADDER, '0.1')).toBe('0.2')
    expect(formatSpread({ ...LADDER, bestAsk: Number.NaN }, '0.1')).toBeNull()
  })

  it.each([
    [5, 1, 10],
    [5, -1, 2],
    [1, -1, 1],
    [10, 1, 10],
    [3, 1, 5],
  ] as const)('become taller or shorter: %s by %s is %s', (step, by, next) => {
    expect(neighbourStep([10, 1, 2, 5], step, by)).toBe(next)
  })
})

describe('the preferences of the ladder', () => {
  it('leave out what is invalid', () => {
    expect(readLadderPreferences({ steps: { A: '10', B: 5 }, resets: { A: 1, B: '2', C: null } })).toEqual({
      steps: { A: '10' },
      resets: { A: 1 },
    })
    expect(readLadderPreferences({ steps: null, resets: 'x' })).toEqual({ steps: {}, resets: {} })
  })

  it('keep the last hundred symbols', () => {
    let steps: Readonly<Record<string, string>> = {}
    for (let i = 0; i < 120; i++) steps = withEntry(steps, `S${i}`, '1')
    expect(Object.keys(steps).length).toBe(100)
    expect(Object.keys(steps).at(-1)).toBe('S119')
    expect(withEntry(steps, 'S119', undefined)).not.toHaveProperty('S119')
  })
})
