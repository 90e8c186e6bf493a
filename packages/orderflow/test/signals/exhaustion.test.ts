import { describe, expect, test } from 'vitest'
import {
  analyzeBars,
  BAR_INCOMPLETE,
  BAR_OPEN,
  DEFAULT_SETTINGS,
  parseSettings,
  type Bars,
  type Exhaustion,
} from '../../src/index.ts'
import { makeBars, type BarSketch } from '../support/make-bars.ts'

const units = { tickSize: '1', lotSize: '1' }
const found = (bars: Bars, settings = DEFAULT_SETTINGS): readonly Exhaustion[] =>
  analyzeBars(bars, settings, { units }).signals.exhaustions

/** Six rows: ask volumes of the four highest, from the high down, and `rest` bid volume in each of the two lowest. */
const bar = (asks: readonly number[], rest: number, close = 0): BarSketch => ({
  cells: [
    [0, rest, 0],
    [1, rest, 0],
    ...[5, 4, 3, 2]
      .map((row, n) => [row, 0, asks[n]] as const)
      .filter(([, , ask]) => ask > 0)
      .toReversed(),
  ],
  high: 5,
  close,
})

describe('exhaustion at a high', () => {
  // The mean cell of 2 + 5 + 10 + 20 and 2 x rest in six cells is (37 + 2 x rest) / 6; 20 is twice that up to rest 11.5.
  test.each([
    ['four rows growing inwards', bar([2, 5, 10, 20], 11), true],
    ['the largest less than twice the mean cell', bar([2, 5, 10, 20], 12), false],
    ['the extreme row more than a tenth of the largest', bar([3, 5, 10, 20], 1), false],
    ['two equal neighbours', bar([2, 5, 5, 20], 1), false],
    ['a row that falls back', bar([2, 6, 5, 20], 1), false],
    [
      'nothing bought at the high, where something was sold',
      { ...bar([0, 5, 10, 20], 1), cells: [...bar([0, 5, 10, 20], 1).cells, [5, 1, 0] as const] },
      true,
    ],
    [
      'a close in the very middle',
      {
        ...bar([2, 5, 10, 20], 1),
        high: 6,
        close: 3,
        cells: bar([2, 5, 10, 20], 1).cells.map(
          ([row, bid, ask]) => [row === 5 ? 6 : row === 4 ? 5 : row === 3 ? 4 : row === 2 ? 3 : row, bid, ask] as const,
        ),
      },
      true,
    ],
    ['a close above the middle', bar([2, 5, 10, 20], 1, 3), false],
    [
      'five rows',
      { cells: [[1, 1, 0], ...bar([2, 5, 10, 20], 1).cells.slice(2)], high: 5, close: 1 } as BarSketch,
      false,
    ],
  ])('%s', (_, sketch, fires) => {
    expect(found(makeBars([sketch])).filter(({ side }) => side === 'high').length).toBe(fires ? 1 : 0)
  })

  test('reports the four cells from the extreme inwards and the mean cell', () => {
    const run = makeBars([bar([2, 5, 10, 20], 11)])
    expect(found(run)).toEqual([
      { kind: 'exhaustion', t: run.t[0], side: 'high', row: 5, cells: [2, 5, 10, 20], meanCell: 59 / 6 },
    ])
  })

  test('requires a closed, complete bar', () => {
    for (const state of [BAR_OPEN, BAR_INCOMPLETE])
      expect(found(makeBars([{ ...bar([2, 5, 10, 20], 1), state }]))).toEqual([])
  })

  test('follows its settings and is not detected when switched off', () => {
    expect(found(makeBars([bar([4, 5, 10, 20], 1)]), parseSettings({ exhaustion: { extreme: '0.2' } })).length).toBe(1)
    expect(found(makeBars([bar([2, 5, 10, 20], 1)]), parseSettings({ exhaustion: { show: false } }))).toEqual([])
  })
})

test('exhaustion at a low mirrors the rule: bid volume from the lowest row up', () => {
  const low: BarSketch = {
    cells: [
      [0, 2, 0],
      [1, 5, 0],
      [2, 10, 0],
      [3, 20, 0],
      [4, 0, 1],
      [5, 0, 1],
    ],
    close: 3,
  }
  expect(found(makeBars([low]))).toMatchObject([{ side: 'low', row: 0, cells: [2, 5, 10, 20] }])
})
