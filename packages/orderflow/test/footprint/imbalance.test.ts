import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { absLots, BUY_STACK, imbalancesOf, quotient, ratioText, SELL_STACK } from '../../src/index.ts'
import type { Bars } from '../../src/index.ts'
import {
  autoMinVolume,
  findRuns,
  fixedMinVolume,
  imbalanceGrade,
  imbalanceRule,
  markImbalances,
  markStack,
} from '../../src/footprint/imbalance.ts'
import { makeBars } from '../support/make-bars.ts'

describe('automatic minimum volume', () => {
  test.each([
    ['no cells in the lookback: no minimum', 0, 0, 0, 1],
    ['a quarter of the mean cell', 400, 10, 10, 10],
    ['a fraction of a lot is met by the next whole lot', 401, 10, 10.025, 11],
    ['a minimum below one lot still needs one lot', 10, 10, 0.25, 1],
  ])('%s: sum %d over %d cells', (_, sum, count, lots, cutoff) => {
    expect(autoMinVolume(sum, count)).toEqual({ lots, cutoff })
  })

  test('the cutoff is the minimum lots with lots x 4 x count >= sum', () => {
    const sum = fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 79n }))
    fc.assert(
      fc.property(sum, fc.integer({ min: 1, max: 100_000 }), (sum, count) => {
        const { lots, cutoff } = autoMinVolume(sum, count)
        const meets = (lots: bigint) => lots * 4n * BigInt(count) >= BigInt(sum)
        expect(meets(BigInt(cutoff))).toBe(true)
        expect(cutoff === 1 || !meets(BigInt(cutoff) - 1n)).toBe(true)
        // The result is within half a lot of the sum, or the double nearest to it.
        if (typeof lots === 'bigint')
          expect(absLots(8n * BigInt(count) * lots - 2n * BigInt(sum)) <= 4 * count).toBe(true)
        else expect(lots).toBe(quotient(sum, 4 * count))
      }),
    )
  })
})

describe('minimum volume of the user', () => {
  test.each([
    ['0', '0.001', 0, 1],
    ['0.5', '0.001', 500, 500],
    ['0.0005', '0.001', 0.5, 1],
    ['0.0015', '0.001', 1.5, 2],
    ['10', '5', 2, 2],
    ['12', '5', 2.4, 3],
    ['300', '1e2', 3, 3],
    ['9007199254740992.5', '1', 2n ** 53n + 1n, 2n ** 53n + 1n],
    ['1e15', '0.000000000000000001', 10n ** 33n, 10n ** 33n],
  ])('%s base units at a lot of %s are %s lots, met by %s', (text, lotSize, lots, cutoff) => {
    expect(fixedMinVolume(text, { tickSize: '1', lotSize })).toEqual({ lots, cutoff })
  })
})

const three = imbalanceRule({ ratio: '3', minVolume: '0', zeroSide: 'count' })
const ignoring = imbalanceRule({ ratio: '3', minVolume: '0', zeroSide: 'ignore' })

type Cells = [row: number, bid: number, ask: number][]

function found(cells: Cells, rule = three, cutoff = 1): string[] {
  const bars = makeBars([{ cells }])
  const flags = new Uint8Array(cells.length).fill(0xff)
  markImbalances(bars, 0, rule, cutoff, flags)
  return imbalancesOf(bars, 0, flags).map(
    (one) => `${one.side} ${one.row} ${one.dominant}:${one.opposite} grade ${one.grade}`,
  )
}

describe('grade of one pair', () => {
  test.each([
    ['no dominant volume: no imbalance', 0, 0, 0],
    ['one lot short of the ratio', 29, 10, 0],
    ['exactly the ratio holds', 30, 10, 1],
    ['one lot short of 5/3 of the ratio', 49, 10, 1],
    ['exactly 5/3 of the ratio', 50, 10, 2],
    ['one lot short of 10/3 of the ratio', 99, 10, 2],
    ['exactly 10/3 of the ratio', 100, 10, 3],
    ['no opposite volume: the top grade', 1, 0, 3],
  ])('%s: %d against %d is grade %d', (_, dominant, opposite, grade) => {
    expect(imbalanceGrade(dominant, opposite, three, 1)).toBe(grade)
  })

  test('no opposite volume: no imbalance when zeros are ignored', () => {
    expect(imbalanceGrade(1000, 0, ignoring, 1)).toBe(0)
    expect(imbalanceGrade(1000, 1, ignoring, 1)).toBe(3)
  })

  test('the minimum is inclusive and comes before the ratio', () => {
    expect(imbalanceGrade(40, 1, three, 40)).toBe(3)
    expect(imbalanceGrade(39, 1, three, 40)).toBe(0)
    expect(imbalanceGrade(39, 0, three, 40)).toBe(0)
  })

  test('a decimal ratio is exact: 2.9999 holds for 29999 against 10000 and not for one lot less', () => {
    const rule = imbalanceRule({ ratio: '2.9999', minVolume: '0', zeroSide: 'count' })
    expect(imbalanceGrade(29_999, 10_000, rule, 1)).toBe(1)
    expect(imbalanceGrade(29_998, 10_000, rule, 1)).toBe(0)
  })

  test('quantities near 2^53 are compared exactly', () => {
    const opposite = 3_002_399_751_580_330
    expect(imbalanceGrade(3 * opposite, opposite, three, 1)).toBe(1)
    expect(imbalanceGrade(3 * opposite - 1, opposite, three, 1)).toBe(0)
  })

  test('equals exact fractions for any quantities', () => {
    const lots = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.maxSafeNat())
    fc.assert(
      fc.property(lots, lots, fc.integer({ min: 10_000, max: 10_000_000 }), (dominant, opposite, tenThousandths) => {
        const rule = imbalanceRule({ ratio: String(tenThousandths / 10_000), minVolume: '0', zeroSide: 'count' })
        const holds = (num: bigint, den: bigint) =>
          dominant > 0 && BigInt(dominant) * 10_000n * den >= BigInt(tenThousandths) * num * BigInt(opposite)
        const grade = !holds(1n, 1n) ? 0 : holds(10n, 3n) ? 3 : holds(5n, 3n) ? 2 : 1
        expect(imbalanceGrade(dominant, opposite, rule, 1)).toBe(grade)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('pairs of a bar', () => {
  const cases: [string, Cells, string[]][] = [
    ['a bar of one row has no pair', [[5, 0, 90]], []],
    [
      'buy looks one row down, sell one row up',
      [
        [5, 10, 2],
        [6, 6, 30],
      ],
      ['buy 6 30:10 grade 1'],
    ],
    [
      'a sell at p faces the ask of p + 1',
      [
        [5, 30, 2],
        [6, 6, 10],
      ],
      ['sell 5 30:10 grade 1'],
    ],
    [
      'the lowest row holds no buy and the highest no sell',
      [
        [5, 0, 90],
        [6, 90, 90],
      ],
      ['buy 6 90:0 grade 3'],
    ],
    [
      'a row can hold both sides',
      [
        [5, 1, 1],
        [6, 90, 90],
        [7, 1, 1],
      ],
      ['buy 6 90:1 grade 3', 'sell 6 90:1 grade 3'],
    ],
    [
      'an untraded neighbour is a row with 0',
      [
        [5, 50, 50],
        [7, 50, 50],
      ],
      ['sell 5 50:0 grade 3', 'buy 7 50:0 grade 3'],
    ],
    [
      'equal volumes are no imbalance',
      [
        [5, 10, 10],
        [6, 10, 10],
      ],
      [],
    ],
    [
      'rows below zero are rows like others',
      [
        [-1, 10, 0],
        [0, 0, 30],
      ],
      ['buy 0 30:10 grade 1'],
    ],
  ]
  test.each(cases)('%s', (_, cells, expected) => {
    expect(found(cells)).toEqual(expected)
  })

  test('cells of other bars are not compared', () => {
    const bars: Bars = makeBars([{ cells: [[5, 1, 1]] }, { cells: [[6, 1, 90]] }, { cells: [[7, 90, 1]] }])
    const flags = new Uint8Array(3)
    for (let i = 0; i < 3; i++) markImbalances(bars, i, three, 1, flags)
    expect([...flags]).toEqual([0, 0, 0])
  })

  test('ignoring zeros keeps only pairs with two traded sides', () => {
    expect(
      found(
        [
          [5, 0, 9],
          [6, 9, 9],
          [7, 9, 27],
        ],
        ignoring,
      ),
    ).toEqual(['buy 7 27:9 grade 1'])
  })
})

describe('the worked example of the page', () => {
  const cells: Cells = [
    [0, 31, 5],
    [1, 12, 3],
    [2, 10, 40],
    [3, 9, 36],
    [4, 4, 12],
  ]

  test('three imbalances', () => {
    expect(found(cells)).toEqual(['sell 0 31:3 grade 3', 'buy 2 40:12 grade 1', 'buy 3 36:10 grade 1'])
  })

  test('12,000 lots in 400 cells require 7.5 lots: three pass; 64,000 require 40: one passes', () => {
    expect(autoMinVolume(12_000, 400)).toEqual({ lots: 7.5, cutoff: 8 })
    expect(found(cells, three, 8).length).toBe(3)
    expect(autoMinVolume(64_000, 400)).toEqual({ lots: 40, cutoff: 40 })
    expect(found(cells, three, 40)).toEqual(['buy 2 40:12 grade 1'])
  })
})

describe('ratio in JSON', () => {
  test.each([
    [42, 10, '4.20'],
    [1, 3, '0.33'],
    [2, 3, '0.66'],
    [299_999, 100_000, '2.99'],
    [7, 0, null],
    [0, 7, '0.00'],
    [9_007_199_254_740_991, 1, '9007199254740991.00'],
    [9_007_199_254_740_991, 3, '3002399751580330.33'],
  ])('%d against %d is %s', (dominant, opposite, text) => {
    expect(ratioText(dominant, opposite)).toBe(text)
  })
})

function stacks(cells: Cells, min = 3, zeroSide: 'count' | 'ignore' = 'count') {
  const bars = makeBars([{ cells }])
  const flags = new Uint8Array(cells.length)
  markImbalances(bars, 0, imbalanceRule({ ratio: '3', minVolume: '0', zeroSide }), 1, flags)
  return { list: findRuns(bars, 0, flags, min).map((run) => markStack(bars, 77, run, flags)), flags }
}

describe('stacked imbalance', () => {
  test('three adjacent buys are a stack of three', () => {
    const { list, flags } = stacks([
      [10, 10, 0],
      [11, 10, 30],
      [12, 5, 60],
      [13, 8, 20],
    ])
    expect(list).toEqual([{ t: 77, side: 'buy', lowRow: 11, highRow: 13, count: 3, volume: 110, medianRatio: 4 }])
    expect([...flags].map((flag) => (flag & BUY_STACK) !== 0)).toEqual([false, true, true, true])
  })

  test('two adjacent imbalances are no stack by default; the minimum is a setting', () => {
    const cells: Cells = [
      [10, 10, 0],
      [11, 10, 30],
      [12, 100, 60],
    ]
    expect(stacks(cells).list).toEqual([])
    expect(stacks(cells, 2).list).toMatchObject([{ lowRow: 11, highRow: 12, count: 2 }])
  })

  test('a row without the imbalance ends the run', () => {
    const cells: Cells = [
      [10, 1, 0],
      [11, 1, 9],
      [12, 50, 9],
      [13, 1, 9],
      [14, 1, 9],
    ]
    expect(stacks(cells).list).toEqual([])
  })

  test('an untraded row ends the run even between two imbalances', () => {
    const cells: Cells = [
      [10, 1, 0],
      [11, 1, 9],
      [12, 1, 9],
      [14, 1, 9],
      [15, 1, 9],
    ]
    expect(stacks(cells).list).toEqual([])
    expect(stacks(cells, 2).list.map(({ lowRow, highRow }) => [lowRow, highRow])).toEqual([
      [11, 12],
      [14, 15],
    ])
  })

  test('runs are maximal: six rows are one stack, not two of three', () => {
    const cells: Cells = [[0, 1, 0], ...[1, 2, 3, 4, 5, 6].map((row) => [row, 1, 9] as Cells[number])]
    expect(stacks(cells).list).toMatchObject([{ lowRow: 1, highRow: 6, count: 6, volume: 54 }])
  })

  test('an opposite of 0 counts as infinite in the median', () => {
    // ratios 9, infinite, infinite
    expect(
      stacks([
        [0, 1, 1],
        [1, 0, 9],
        [2, 0, 9],
        [3, 3, 9],
        [4, 9, 1],
      ]).list,
    ).toMatchObject([{ medianRatio: Infinity }])
    // ratios 3, 4, infinite
    expect(
      stacks([
        [0, 3, 1],
        [1, 2, 9],
        [2, 0, 8],
        [3, 1, 9],
      ]).list,
    ).toMatchObject([{ medianRatio: 4 }])
  })

  test('the median of an even count is the mean of the two middle ratios', () => {
    // ratios 3, 4, 6, 9
    expect(
      stacks([
        [0, 1, 0],
        [1, 1, 3],
        [2, 1, 4],
        [3, 1, 6],
        [4, 1, 9],
      ]).list,
    ).toMatchObject([{ medianRatio: 5 }])
  })

  test('the worked example of the page', () => {
    const cells: Cells = [
      [10, 8, 2],
      [11, 5, 30],
      [12, 0, 25],
      [13, 6, 18],
      [14, 9, 24],
      [15, 20, 3],
    ]
    expect(stacks(cells).list).toMatchObject([
      { side: 'buy', lowRow: 11, highRow: 14, count: 4, volume: 97, medianRatio: 4.5 },
    ])
    expect(stacks(cells, 3, 'ignore').list).toEqual([])
    expect(stacks(cells, 2, 'ignore').list).toMatchObject([{ lowRow: 11, highRow: 12 }])
  })

  test('stacks of both sides of one bar: buys ascending, then sells ascending', () => {
    const cells: Cells = [
      [0, 90, 0],
      [1, 90, 9],
      [2, 90, 9],
      [3, 1, 9],
      [4, 1, 30],
      [5, 1, 30],
      [6, 1, 30],
    ]
    const { list, flags } = stacks(cells)
    expect(list.map(({ side, lowRow, highRow }) => [side, lowRow, highRow])).toEqual([
      ['buy', 4, 6],
      ['sell', 0, 2],
    ])
    expect([...flags].map((flag) => (flag & SELL_STACK) !== 0)).toEqual([true, true, true, false, false, false, false])
  })
})
