import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slowProfile, tapeArbitrary } from '@flowprint/testkit'
import type { Bars, Profile, Trades } from '@flowprint/orderflow'
import {
  aggregateTrades,
  coveredAt,
  emptyBars,
  lotsAt,
  lowerBoundT,
  profileOfBar,
  profilePoc,
  profileValueArea,
  rangeProfile,
  regroupBars,
  sliceBars,
  sumBars,
  sumRuns,
} from '@flowprint/orderflow'
import { makeBars } from '../support/make-bars.ts'
import { hasSharedFile, readCanonicalTrades } from '../support/shared-data.ts'
import { HOUR_MS } from '../../src/index.ts'

const LTC = 'data/binance/binance_spot_LTCUSDT_20250621_22.csv.gz'

function expectSlow(profile: Profile, trades: Trades, range: { from: number; to: number }, share: number): void {
  const slow = slowProfile(trades, range, profile.step, share)
  const wanted = [...slow.rows].sort(([a], [b]) => a - b)
  const lots = (side: 'bid' | 'ask', i: number) => BigInt(lotsAt(profile, side, i))
  const rows = [...profile.row].map((row, i) => [
    row,
    {
      bid: lots('bid', i),
      ask: lots('ask', i),
      bidTrades: profile.bidTrades[i],
      askTrades: profile.askTrades[i],
    },
  ])
  expect(rows).toEqual(wanted)
  if (slow.poc === null) return
  expect(profilePoc(profile)).toBe(slow.poc)
  expect(profileValueArea(profile, String(share))).toEqual({ valRow: slow.val, vahRow: slow.vah })
}

const between = (bars: Bars, from: number, to: number): Bars =>
  sliceBars(bars, lowerBoundT(bars, from), lowerBoundT(bars, to))

describe('a profile of a tape', () => {
  test('is what its trades add up to, at every row height and share', () => {
    fc.assert(
      fc.property(
        tapeArbitrary(),
        fc.constantFrom(1, 2, 5, 7, 50),
        fc.constantFrom(1, 50, 68, 70, 100),
        fc.nat(30),
        fc.nat(60),
        (tape, step, share, skip, many) => {
          const bars = regroupBars(aggregateTrades(tape, { cycleMs: 60_000, step: 1 }), step)
          const start = bars.length === 0 ? 0 : bars.t[0]
          const range = { from: start + skip * 60_000, to: start + (skip + many) * 60_000 }
          expectSlow(rangeProfile(between(bars, range.from, range.to)), tape, range, share)
        },
      ),
    )
  })

  test('put together from days, hours and minutes is the one over the minutes', () => {
    fc.assert(
      fc.property(
        tapeArbitrary(),
        fc.constantFrom(1, 5),
        fc.array(fc.nat(200), { maxLength: 4 }),
        (tape, step, cuts) => {
          const minutes = aggregateTrades(tape, { cycleMs: 60_000, step })
          const edges = [0, ...cuts.sort((a, b) => a - b), minutes.length]
          const runs = edges
            .slice(1)
            .map((to, i) => ({ ...sumBars(minutes, edges[i], to), cycleMs: (i + 1) * HOUR_MS }))
          expect(profileOfBar(sumRuns(runs, step))).toEqual(rangeProfile(minutes))
        },
      ),
    )
  })

  test('without trades has no rows', () => {
    expect([
      sumRuns([], 5).length,
      sumRuns([emptyBars(60_000, 5)], 5).length,
      sumBars(emptyBars(60_000, 5)).length,
    ]).toEqual([0, 0, 0])
  })
})

describe('a naked point of control', () => {
  const bars = makeBars(
    [
      { cells: [[4, 1, 1]] },
      {
        cells: [
          [7, 1, 0],
          [8, 1, 0],
        ],
      },
      {
        cells: [
          [2, 0, 1],
          [6, 1, 1],
        ],
      },
    ],
    { step: 5 },
  )

  test('ends with the first later bar that reaches its row, traded in it or not', () => {
    expect([
      coveredAt(bars, 4, 5, 0),
      coveredAt(bars, 4, 5, 1),
      coveredAt(bars, 8, 5, 0),
      coveredAt(bars, 8, 5, 2),
    ]).toEqual([0, 2, 1, 3])
  })

  test('is not covered by a bar whose low lies one tick above its row', () => {
    const above = makeBars([{ cells: [[5, 1, 1]], low: 25, high: 29 }], { step: 5 })
    expect([coveredAt(above, 4, 5, 0), coveredAt(above, 5, 5, 0), coveredAt(above, 12, 2, 0)]).toEqual([1, 0, 0])
  })
})

describe.skipIf(!hasSharedFile(LTC))('the real trades of LTCUSDT', () => {
  test('make the same profiles as their sums on paper', () => {
    const trades = readCanonicalTrades(LTC, '0.01', '0.001')
    const day = Math.floor(trades.ts[0] / (24 * HOUR_MS)) * 24 * HOUR_MS
    const native = aggregateTrades(trades, { cycleMs: 60_000, step: 1 })
    for (const step of [1, 5, 25]) {
      const bars = regroupBars(native, step)
      for (const [from, to] of [
        [0, 24],
        [0, 8],
        [13.5, 20],
        [24, 48],
      ]) {
        const range = { from: day + from * HOUR_MS, to: day + to * HOUR_MS }
        expectSlow(rangeProfile(between(bars, range.from, range.to)), trades, range, 70)
      }
    }
  })
})
