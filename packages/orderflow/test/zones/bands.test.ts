import { describe, expect, test } from 'vitest'
import { mergeBands, nearestZones, type Zone } from '../../src/index.ts'

function zone(lowRow: number, highRow: number, more: Partial<Zone> = {}): Zone {
  return {
    kind: 'stack',
    side: 'support',
    lowRow,
    highRow,
    born: 100,
    state: 'fresh',
    tests: 0,
    ended: null,
    strength: 1,
    ...more,
  }
}

describe('mergeBands', () => {
  test.each<[string, Zone[], [number, number][]]>([
    ['no zones give no bands', [], []],
    ['one zone is one band', [zone(5, 7)], [[5, 7]]],
    ['overlapping zones are one band', [zone(5, 7), zone(6, 9)], [[5, 9]]],
    ['touching zones are one band', [zone(8, 9), zone(5, 7)], [[5, 9]]],
    [
      'a row between keeps them apart',
      [zone(5, 7), zone(9, 9)],
      [
        [5, 7],
        [9, 9],
      ],
    ],
    ['a zone inside another does not shorten it', [zone(5, 12), zone(6, 7), zone(13, 14)], [[5, 14]]],
    ['a chain joins zones that do not overlap directly', [zone(1, 3), zone(7, 9), zone(4, 6)], [[1, 9]]],
    ['ended zones are left out', [zone(5, 7), zone(7, 9, { ended: 500, state: 'broken' })], [[5, 7]]],
    [
      'sides are never joined',
      [zone(5, 7, { side: 'resistance' }), zone(6, 9)],
      [
        [6, 9],
        [5, 7],
      ],
    ],
  ])('%s', (_, zones, edges) => {
    expect(mergeBands(zones).map(({ lowRow, highRow }) => [lowRow, highRow])).toEqual(edges)
  })

  test('strengths are added; earliest birth, most tests, every kind once', () => {
    const bands = mergeBands([
      zone(5, 7, { strength: 1.5, born: 300, tests: 2 }),
      zone(7, 8, { strength: 2, born: 100, tests: 1, kind: 'effort' }),
      zone(8, 8, { strength: 0.25, born: 200 }),
    ])
    expect(bands).toEqual([
      {
        side: 'support',
        lowRow: 5,
        highRow: 8,
        born: 100,
        tests: 2,
        strength: 3.75,
        kinds: ['stack', 'effort'],
        count: 3,
      },
    ])
  })
})

describe('nearestZones', () => {
  const list = [zone(0, 2), zone(9, 10), zone(14, 20, { strength: 5 }), zone(12, 12), zone(6, 8)]
  const edges = (close: number, max: number) => nearestZones(list, close, max).map(({ lowRow }) => lowRow)

  test('distance counts rows to the nearer edge; inside is 0', () => {
    expect(edges(9, 5)).toEqual([9, 6, 12, 14, 0])
  })

  test('at most max, nearest first; ties go to the stronger, then to the lower', () => {
    // close 11: [9, 10] and [12, 12] are one row away, [6, 8] and the stronger [14, 20] three
    expect(edges(11, 4)).toEqual([9, 12, 14, 6])
    expect(edges(11, 1)).toEqual([9])
    expect(edges(11, 0)).toEqual([])
  })
})
