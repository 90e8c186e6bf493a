import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  barQuote,
  cellDelta,
  cellQuote,
  cellVolume,
  imbalanceRule,
  imbalancesOf,
  markImbalances,
  pocRow,
  ratioText,
  valueArea,
  type Bars,
  type Lots,
} from '../../src/index.ts'
import { findRuns, markStack, runVolume } from '../../src/footprint/stacks.ts'
import { makeBars } from '../support/make-bars.ts'
import { makeOverflowingBars, noisySketches, scaleBars } from '../support/make-overflowing-bars.ts'
import { randomSketches } from '../support/random-bars.ts'

const BIG = 2n ** 60n

const one = (cells: [row: number, bid: Lots, ask: Lots][], close?: number): Bars =>
  makeOverflowingBars([{ cells, ...(close === undefined ? {} : { close }) }])

describe('where doubles would decide wrongly', () => {
  test('a point of control greater by one lot', () => {
    expect(Number(BIG) === Number(BIG + 1n)).toBe(true)
    expect(
      pocRow(
        one([
          [0, BIG, 1n],
          [1, BIG, 0],
          [2, 1, 1],
        ]),
        0,
      ),
    ).toBe(0)
    expect(
      pocRow(
        one([
          [0, BIG, 0],
          [1, BIG, 0],
          [2, 1, 1],
        ]),
        0,
      ),
    ).toBe(1)
    expect(
      pocRow(
        one([
          [0, BIG, 0],
          [1, BIG, 0],
          [2, BIG, 1],
        ]),
        0,
      ),
    ).toBe(2)
  })

  test('rows whose sides split the same lots differently are equal: the tie goes by the rules', () => {
    // 2^53 + 1 is no double: added up as doubles row 0 would hold one lot more than row 1.
    const odd = 2n ** 53n + 1n
    expect(
      pocRow(
        one([
          [0, odd, odd],
          [1, odd + 1n, odd - 1n],
          [2, 1, 1],
        ]),
        0,
      ),
    ).toBe(1)
  })

  test('two sides that are safe integers, whose sum is not', () => {
    const most = Number.MAX_SAFE_INTEGER
    const bars = makeBars([
      {
        cells: [
          [0, most, 3],
          [1, most, 2],
        ],
      },
    ])
    expect([pocRow(bars, 0), cellVolume(bars, 0), cellDelta(bars, 0)]).toEqual([0, 2n ** 53n + 2n, 4 - 2 ** 53])
  })

  test('a value area that lacks one lot takes the next row', () => {
    // 70 % of 10 x 2^60 are 7 x 2^60 lots.
    const area = (extra: bigint) =>
      valueArea(
        one([
          [0, 3n * BIG - extra, 0],
          [1, 7n * BIG + extra, 0],
        ]),
        0,
        '70',
      )
    expect(area(0n)).toEqual({ valRow: 1, vahRow: 1 })
    expect(area(-1n)).toEqual({ valRow: 0, vahRow: 1 })
  })

  test('a value area grows to the neighbour that is greater by one lot', () => {
    const area = (above: bigint) =>
      valueArea(
        one([
          [0, BIG, 0],
          [1, 2n * BIG, 0],
          [2, above, 0],
        ]),
        0,
        '60',
      )
    expect(area(BIG)).toEqual({ valRow: 1, vahRow: 2 })
    expect(area(BIG - 1n)).toEqual({ valRow: 0, vahRow: 1 })
  })

  test('a run of empty rows costs one step', () => {
    expect(
      valueArea(
        one([
          [0, BIG, 0],
          [1_000_000_000, 3n * BIG, 0],
        ]),
        0,
        '100',
      ),
    ).toEqual({ valRow: 0, vahRow: 1_000_000_000 })
  })

  test.each([
    ['exactly the ratio', 3n * BIG, 1, '3.00'],
    ['one lot short of it', 3n * BIG - 1n, 0, '2.99'],
    ['5/3 of it', 5n * BIG, 2, '5.00'],
    ['one lot short of 10/3', 10n * BIG - 1n, 2, '9.99'],
    ['10/3 of it', 10n * BIG, 3, '10.00'],
  ])('an imbalance of %s', (_, dominant, grade, ratio) => {
    const bars = one([
      [5, BIG, 0],
      [6, 0, dominant],
    ])
    const flags = new Uint8Array(2)
    markImbalances(bars, 0, imbalanceRule({ ratio: '3', minVolume: '0', zeroSide: 'count' }), 1, flags)
    expect(flags[1]).toBe(grade)
    expect(ratioText(dominant, BIG)).toBe(ratio)
    if (grade > 0)
      expect(imbalancesOf(bars, 0, flags)).toEqual([{ side: 'buy', row: 6, dominant, opposite: BIG, grade }])
  })

  test('a minimum volume missed by one lot', () => {
    const bars = one([
      [5, 1, 0],
      [6, 0, BIG],
      [7, 0, BIG - 1n],
    ])
    const flags = new Uint8Array(3).fill(0xff)
    const rule = imbalanceRule({ ratio: '3', minVolume: '0', zeroSide: 'count' })
    markImbalances(bars, 0, rule, BIG, flags)
    expect([...flags]).toEqual([0, 3, 0])
    const small = makeBars([
      {
        cells: [
          [5, 1, 0],
          [6, 0, 9_000_000_000_000_000],
        ],
      },
    ])
    markImbalances(small, 0, rule, BIG, flags)
    expect([...flags.subarray(0, 2)]).toEqual([0, 0])
  })

  test('the volume of a stack, and its median ratio', () => {
    const bars = one([
      [0, BIG, 1],
      [1, BIG, 3n * BIG],
      [2, BIG, 3n * BIG + 1n],
      [3, 0, 3n * BIG + 3n],
    ])
    const flags = new Uint8Array(4)
    markImbalances(bars, 0, imbalanceRule({ ratio: '3', minVolume: '0', zeroSide: 'count' }), 1, flags)
    const [run] = findRuns(bars, 0, flags, 3)
    expect(runVolume(bars, run)).toBe(9n * BIG + 4n)
    expect(markStack(bars, 0, run, flags)).toMatchObject({ count: 3, volume: 9n * BIG + 4n, medianRatio: 3 })
  })
})

test('ratios of any lots are cut to two decimals, not rounded', () => {
  const lots = fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 79n }))
  fc.assert(
    fc.property(
      lots,
      lots.filter((b) => b > 0),
      (a, b) => {
        const hundredths = BigInt(ratioText(a, b)!.replace('.', ''))
        expect(hundredths * BigInt(b) <= 100n * BigInt(a) && (hundredths + 1n) * BigInt(b) > 100n * BigInt(a)).toBe(
          true,
        )
      },
    ),
  )
})

describe('price x quantity', () => {
  const bars: Bars = {
    ...makeBars(
      [
        {
          cells: [
            [8_000_000, 3, 1_000_000],
            [8_000_001, 0, 7],
          ],
        },
      ],
      { step: 5 },
    ),
    cellBidOffset: Float64Array.of(6, 0),
    cellAskOffset: Float64Array.of(4_000_000, 21),
  }

  test('is a number while it can be', () => {
    expect([cellQuote(bars, 0, 'bid'), barQuote(bars, 0, 'bid')]).toEqual([120_000_006, 120_000_006])
  })

  test('is exact beyond 2^53, offsets included', () => {
    const factor = 10n ** 12n + 39n
    const large = scaleBars(bars, factor)
    expect(cellQuote(large, 0, 'bid')).toBe(120_000_006n * factor)
    const ask = 40_000_000n * 1_000_000n + 4_000_000n + 40_000_005n * 7n + 21n
    expect(barQuote(bars, 0, 'ask')).toBe(Number(ask))
    expect(barQuote(large, 0, 'ask')).toBe(ask * factor)
  })

  test('below price 0 the edge lies far below what the offset brings back', () => {
    const negative: Bars = {
      ...makeBars([{ cells: [[-1, 2 ** 52, 0]], low: -1, high: -1 }], { step: 5 }),
      cellBidOffset: Float64Array.of(2 ** 54),
      cellAskOffset: Float64Array.of(0),
    }
    expect(cellQuote({ ...negative, overflow: scaleBars(negative, 1n).overflow }, 0, 'bid')).toBe(-(2 ** 52))
  })
})

describe('on bars whose rows differ by single lots', () => {
  const bars = fc
    .tuple(fc.integer(), fc.constantFrom(2n ** 46n + 1n, 2n ** 60n))
    .map(([seed, factor]) =>
      makeOverflowingBars(noisySketches(randomSketches(seed, 30, { rows: [1, 14] }), factor, seed)),
    )

  test('points of control and value areas are those of a slow walk over every row', () => {
    fc.assert(
      fc.property(bars, fc.constantFrom(50n, 70n, 100n), (set, share) => {
        for (let i = 0; i < set.length; i++) {
          const rows = denseRows(set, i)
          const poc = pocRow(set, i)
          const most = rows.reduce((a, b) => (b > a ? b : a))
          expect(rows[poc - set.low[i]]).toBe(most)
          const { valRow, vahRow } = valueArea(set, i, String(share))
          expect([valRow - set.low[i], vahRow - set.low[i]]).toEqual(slowArea(rows, poc - set.low[i], share))
        }
      }),
    )
  })
})

/** Volumes of the rows from low to high at step 1. */
function denseRows(bars: Bars, i: number): bigint[] {
  const rows = Array.from({ length: bars.high[i] - bars.low[i] + 1 }, () => 0n)
  for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++)
    rows[bars.row[k] - bars.low[i]] = BigInt(cellVolume(bars, k))
  return rows
}

function slowArea(rows: readonly bigint[], poc: number, share: bigint): [number, number] {
  const sum = (from: number, to: number) => rows.slice(from, to + 1).reduce((total, lots) => total + lots, 0n)
  let [low, high] = [poc, poc]
  while (100n * sum(low, high) < share * sum(0, rows.length)) {
    const [above, below] = [rows[high + 1] ?? -1n, rows[low - 1] ?? -1n]
    if (above >= below) high += 1
    else low -= 1
  }
  return [low, high]
}
