import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import {
  aggregateTrades,
  emptyBars,
  lotsAt,
  NO_ROW,
  profilePoc,
  profileValueArea,
  rangeProfile,
  sliceBars,
} from '@flowprint/orderflow'
import { makeBars } from '../support/make-bars.ts'

const sum = (values: Float64Array) => values.reduce((total, lots) => total + lots, 0)

describe('rangeProfile', () => {
  const bars = makeBars([
    {
      cells: [
        [10, 1, 2],
        [11, 3, 0],
      ],
      close: 11,
    },
    {
      cells: [
        [11, 1, 1],
        [14, 0, 5],
      ],
      close: 14,
    },
    { cells: [[9, 7, 0]] },
  ])

  test('sums the cells of the range row by row', () => {
    const { row, bid, ask, high, low, close } = rangeProfile(bars, 0, 2)
    expect([[...row], [...bid], [...ask]]).toEqual([
      [10, 11, 14],
      [1, 4, 0],
      [2, 1, 5],
    ])
    expect([high, low, close]).toEqual([14, 10, 14])
  })

  test('one bar is its own profile', () => {
    expect([...rangeProfile(bars, 2, 3).row]).toEqual([9])
  })

  test('equal rows go by the middle of the range, then by the last close', () => {
    // Rows 11 and 14 hold 5 each. Range 10 to 14: doubled middle 24; 22 is 2 away, 28 is 4 away.
    expect(profilePoc(rangeProfile(bars, 0, 2))).toBe(11)
  })

  test('an empty range has no rows, no point of control and no value area', () => {
    for (const empty of [rangeProfile(bars, 2, 2), rangeProfile(bars, 9), rangeProfile(emptyBars(60_000, 5))]) {
      expect([empty.row.length, empty.high, profilePoc(empty)]).toEqual([0, NO_ROW, NO_ROW])
      expect(profileValueArea(empty, '70')).toEqual({ valRow: NO_ROW, vahRow: NO_ROW })
    }
  })

  test('volume is conserved, at any step and over any range', () => {
    fc.assert(
      fc.property(tapeArbitrary(), fc.constantFrom(1, 5, 10), fc.nat(20), fc.nat(40), (tape, step, from, to) => {
        const all = aggregateTrades(tape, { cycleMs: 60_000, step })
        const part = sliceBars(all, from, to)
        const profile = rangeProfile(all, from, to)
        expect([sum(profile.bid), sum(profile.ask)]).toEqual([sum(part.bid), sum(part.ask)])
        expect([...profile.row]).toEqual([...profile.row].sort((a, b) => a - b))
      }),
    )
  })

  test('sums beyond 2^53 - 1 stay exact: a row greater by one lot is the point of control', () => {
    const [most, rest] = [Number.MAX_SAFE_INTEGER, 3]
    const heavy = rangeProfile(
      makeBars([
        {
          cells: [
            [1, most, 0],
            [2, 0, most],
          ],
        },
        {
          cells: [
            [1, rest, 0],
            [2, 0, rest + 1],
          ],
          close: 1,
        },
      ]),
    )
    expect([lotsAt(heavy, 'bid', 0), lotsAt(heavy, 'ask', 1)]).toEqual([2n ** 53n + 2n, 2n ** 53n + 3n])
    expect(profilePoc(heavy)).toBe(2)
    // It holds half of all and half a lot more, so it is its own value area at 50 %.
    expect(profileValueArea(heavy, '50')).toEqual({ valRow: 2, vahRow: 2 })
  })
})
