import {
  MINUTE_MS,
  aggregateTrades,
  profilePoc,
  profileValueArea,
  rangeProfile,
  sliceTrades,
  type Bars,
} from '@flowprint/orderflow'
import { simulatedTape, tapeArbitrary } from '@flowprint/testkit'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BarSums } from '../../../src/features/order-flow/panels/profiles/model/bar-sums.ts'
import { loadedRange, wholeBars } from '../../../src/features/order-flow/panels/profiles/model/loaded-range.ts'
import type { ShownProfile } from '../../../src/features/order-flow/panels/profiles/model/shown-profile.ts'
import { barsOf } from '../bars.ts'

const T = Date.UTC(2025, 5, 21)

function expectSame(shown: ShownProfile, bars: Bars, first: number, end: number): void {
  const whole = rangeProfile(bars, first, end)
  expect([shown.row, shown.bid, shown.ask, shown.poc]).toEqual([whole.row, whole.bid, whole.ask, profilePoc(whole)])
  expect({ valRow: shown.valRow, vahRow: shown.vahRow }).toEqual(profileValueArea(whole, '70'))
}

describe('a profile of loaded bars', () => {
  it('equals the engine, regardless of how the tape grew', () => {
    fc.assert(
      fc.property(
        tapeArbitrary(),
        fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 }),
        (tape, shares) => {
          const sums = new BarSums()
          for (const share of shares.toSorted((a, b) => a - b)) {
            const bars = aggregateTrades(sliceTrades(tape, 0, Math.ceil(share * tape.length)), {
              cycleMs: MINUTE_MS,
              step: 5,
            })
            if (bars.length > 0)
              expectSame(sums.profile('visible', bars, { first: 0, end: bars.length }, '70'), bars, 0, bars.length)
          }
        },
      ),
    )
  })

  it('is cached until the last bar changes', () => {
    const tape = simulatedTape()
    const bars = aggregateTrades(tape, { cycleMs: MINUTE_MS, step: 1 })
    const sums = new BarSums()
    const range = { first: 0, end: bars.length }
    const shown = sums.profile('day', bars, range, '70')
    expect(sums.profile('day', bars, range, '70')).toBe(shown)
    const fewer = aggregateTrades(sliceTrades(tape, 0, tape.length - 1), { cycleMs: MINUTE_MS, step: 1 })
    expect(sums.profile('day', fewer, range, '70')).not.toBe(shown)
    sums.keepOnly(new Set())
    expect(sums.profile('day', bars, range, '70')).not.toBe(shown)
  })

  it('does not read memory that the chart reuses', () => {
    const sums = new BarSums()
    const bars = barsOf([
      [T, 10, 5, true],
      [T + MINUTE_MS, 11, 7, false],
    ])
    sums.profile('day', bars, { first: 0, end: 2 }, '70')
    const row = Int32Array.from(bars.row)
    bars.cellAsk[0] = 999
    const later = barsOf([
      [T, 10, 5, true],
      [T + MINUTE_MS, 11, 8, false],
    ])
    expect(sums.profile('day', later, { first: 0, end: 2 }, '70').ask[0]).toBe(5)
    expect([...row]).toEqual([10, 11])
  })
})

describe('the bars of a range', () => {
  const bars = barsOf([0, 1, 2, 5, 6].map((minute) => [T + minute * MINUTE_MS, 10, 1, true]))

  it('are those that start in it when no bar is cut', () => {
    expect(loadedRange(bars, { from: T + MINUTE_MS, to: T + 6 * MINUTE_MS }, false)).toEqual({ first: 1, end: 4 })
    expect(loadedRange(bars, { from: T, to: T + 60 * MINUTE_MS }, false)).toEqual({ first: 0, end: 5 })
  })

  it('are none when it begins before the oldest loaded bar, unless nothing is older', () => {
    expect(loadedRange(bars, { from: T - MINUTE_MS, to: T + MINUTE_MS }, false)).toBeNull()
    expect(loadedRange(bars, { from: T - MINUTE_MS, to: T + MINUTE_MS }, true)).toEqual({ first: 0, end: 1 })
  })

  it('are none when its edge is inside a bar', () => {
    expect(loadedRange(bars, { from: T + 1, to: T + 6 * MINUTE_MS }, false)).toBeNull()
    expect(loadedRange(bars, { from: T, to: T + MINUTE_MS + 1 }, false)).toBeNull()
  })

  it('of a drawing include the bars of both points in either order', () => {
    const range = { from: T + MINUTE_MS, to: T + 6 * MINUTE_MS }
    expect(wholeBars(bars, T + MINUTE_MS + 30_000, T + 5 * MINUTE_MS)).toEqual(range)
    expect(wholeBars(bars, T + 5 * MINUTE_MS, T + MINUTE_MS + 30_000)).toEqual(range)
  })

  it('without a fixed length are whole', () => {
    const fills = { ...bars, cycleMs: 0 }
    expect(wholeBars(fills, T + MINUTE_MS + 1, T + 5 * MINUTE_MS)).toEqual({
      from: T + MINUTE_MS,
      to: T + 6 * MINUTE_MS,
      whole: { first: 1, end: 4 },
    })
    expect(loadedRange(fills, { from: T, to: T + 24 * 60 * MINUTE_MS }, false)).toEqual({ first: 0, end: 5 })
    expect(loadedRange(fills, { from: T + MINUTE_MS, to: T + 24 * 60 * MINUTE_MS }, false)).toBeNull()
  })
})
