import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import { aggregateTrades, BarArena, NO_ROW, pocRow, type Bars } from '@flowprint/orderflow'
import { rawPocTick } from '../../src/footprint/poc.ts'
import { makeBars, type BarSketch } from '../support/make-bars.ts'

describe('pocRow', () => {
  test.each([
    { rule: 'one row', bar: { cells: [[7, 1, 0]] }, poc: 7 },
    {
      rule: 'the greatest total, not the greatest side',
      bar: {
        cells: [
          [1, 9, 0],
          [2, 5, 5],
          [3, 0, 9],
        ],
      },
      poc: 2,
    },
    {
      rule: 'equal rows: nearest to the middle of high and low (0 + 10), rows without trades count for the middle',
      bar: {
        cells: [
          [0, 5, 0],
          [4, 5, 0],
          [10, 1, 0],
        ],
      },
      poc: 4,
    },
    {
      rule: 'equally near to the middle: nearest to the close',
      bar: {
        cells: [
          [0, 5, 0],
          [2, 5, 0],
        ],
        close: 2,
      },
      poc: 2,
    },
    {
      rule: 'equally near to middle and close: the lower',
      bar: {
        cells: [
          [0, 5, 0],
          [1, 1, 0],
          [2, 5, 0],
        ],
        close: 1,
      },
      poc: 0,
    },
    {
      rule: 'three equal rows: the middle one',
      bar: {
        cells: [
          [0, 5, 0],
          [1, 5, 0],
          [2, 5, 0],
        ],
        close: 2,
      },
      poc: 1,
    },
    {
      rule: 'below zero',
      bar: {
        cells: [
          [-3, 5, 0],
          [-2, 5, 0],
          [-1, 1, 0],
        ],
        close: -3,
      },
      poc: -2,
    },
  ] as { rule: string; bar: BarSketch; poc: number }[])('$rule', ({ bar, poc }) => {
    expect(pocRow(makeBars([bar]), 0)).toBe(poc)
  })

  test.each([
    // Rows of 5 ticks: centres (doubled) 2 * 5 * r + 4 = 4, 14. The bar trades from tick 2 to tick 6: doubled middle 8.
    {
      rule: 'centres count, not lower edges: 4 lies nearer to 8 than 14',
      bar: {
        cells: [
          [0, 5, 0],
          [1, 5, 0],
        ],
        low: 2,
        high: 6,
      },
      poc: 0,
    },
    // From tick 4 to tick 5: doubled middle 9, both 5 away. Doubled close 10: row 1 is 4 away, row 0 is 6 away.
    {
      rule: 'equally near: the row whose centre is nearer to the close',
      bar: {
        cells: [
          [0, 5, 0],
          [1, 5, 0],
        ],
        low: 4,
        high: 5,
        close: 5,
      },
      poc: 1,
    },
    {
      rule: 'the same with the close below',
      bar: {
        cells: [
          [0, 5, 0],
          [1, 5, 0],
        ],
        low: 4,
        high: 5,
        close: 4,
      },
      poc: 0,
    },
  ] as { rule: string; bar: BarSketch; poc: number }[])('step 5: $rule', ({ bar, poc }) => {
    expect(pocRow(makeBars([bar], { step: 5 }), 0)).toBe(poc)
  })

  test('each bar has its own point of control', () => {
    const bars = makeBars([
      { cells: [[1, 1, 0]] },
      {
        cells: [
          [1, 1, 0],
          [2, 3, 0],
        ],
      },
      { cells: [[9, 1, 1]] },
    ])
    expect([0, 1, 2].map((i) => pocRow(bars, i))).toEqual([1, 2, 9])
  })

  test('a bar without cells returns NO_ROW', () => {
    const hollow = {
      ...new BarArena(60_000, 1).view(),
      length: 1,
      cellStart: Uint32Array.of(0, 0),
      high: Int32Array.of(5),
      low: Int32Array.of(5),
      close: Int32Array.of(5),
    }
    expect(pocRow(hollow, 0)).toBe(NO_ROW)
  })

  test('equals a full sort of all rows by the rules', () => {
    fc.assert(
      fc.property(
        tapeArbitrary({ minLength: 1 }),
        fc.constantFrom(1, 2, 5, 10),
        fc.constantFrom(60_000, 3_600_000),
        (tape, step, cycleMs) => {
          const bars = aggregateTrades(tape, { cycleMs, step })
          for (let i = 0; i < bars.length; i++) expect(pocRow(bars, i)).toBe(slowPoc(bars, i))
        },
      ),
    )
  })
})

describe('rawPocTick', () => {
  test('is the row at step 1 and the stored tick at greater steps', () => {
    expect(
      rawPocTick(
        makeBars([
          {
            cells: [
              [3, 1, 0],
              [4, 2, 0],
            ],
          },
        ]),
        0,
      ),
    ).toBe(4)
    const grouped = makeBars([{ cells: [[0, 5, 0]] }], { step: 5 })
    expect(rawPocTick({ ...grouped, rawPoc: Int32Array.of(3) }, 0)).toBe(3)
    expect(rawPocTick({ ...grouped, rawPoc: Int32Array.of(NO_ROW) }, 0)).toBe(NO_ROW)
  })

  test('does not depend on the precision', () => {
    fc.assert(
      fc.property(tapeArbitrary({ minLength: 1 }), fc.constantFrom(2, 5, 10, 100), (tape, step) => {
        const native = aggregateTrades(tape, { cycleMs: 60_000, step: 1 })
        const grouped = aggregateTrades(tape, { cycleMs: 60_000, step })
        for (let i = 0; i < native.length; i++) expect(rawPocTick(grouped, i)).toBe(pocRow(native, i))
      }),
    )
  })
})

function slowPoc(bars: Bars, i: number): number {
  const rows = Array.from({ length: bars.cellStart[i + 1] - bars.cellStart[i] }, (_, k) => bars.cellStart[i] + k).map(
    (c) => {
      const centre = 2 * bars.row[c] * bars.step + bars.step - 1
      return {
        row: bars.row[c],
        keys: [
          -(bars.cellBid[c] + bars.cellAsk[c]),
          Math.abs(centre - bars.high[i] - bars.low[i]),
          Math.abs(centre - 2 * bars.close[i]),
          bars.row[c],
        ],
      }
    },
  )
  rows.sort((a, b) => {
    const at = a.keys.findIndex((key, k) => key !== b.keys[k])
    return at < 0 ? 0 : a.keys[at] - b.keys[at]
  })
  return rows[0].row
}
