import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import {
  aggregateTrades,
  pocRow,
  profilePoc,
  profileValueArea,
  rangeProfile,
  valueArea,
  type Bars,
} from '@flowprint/orderflow'
import { makeBars, type BarSketch } from '../support/make-bars.ts'

/** A bar from the volumes of adjacent rows, row 0 first; zeros are rows without trades. */
function barOf(volumes: readonly number[]): BarSketch {
  return { cells: volumes.flatMap((volume, row) => (volume === 0 ? [] : [[row, volume, 0] as const])) }
}

const profileOf = (volumes: readonly number[]) => rangeProfile(makeBars([barOf(volumes)]))

const edges = (area: { valRow: number; vahRow: number }) => [area.valRow, area.vahRow]

describe('valueArea of a bar: one row at a time', () => {
  test.each([
    { rule: 'one row is the whole area', volumes: [5], share: '70', area: [0, 0] },
    { rule: 'the POC alone can be enough', volumes: [1, 8, 1], share: '70', area: [1, 1] },
    // 50 of 100 at the POC; 30 above is larger than 20 below: 80.
    { rule: 'takes the larger neighbor', volumes: [20, 50, 30], share: '70', area: [1, 2] },
    { rule: 'equal neighbors: takes the upper', volumes: [25, 50, 25], share: '70', area: [1, 2] },
    // Needs 70 of 100 exactly: 50 + 20.
    { rule: 'reaching the share exactly is enough', volumes: [20, 50, 15, 15], share: '70', area: [0, 1] },
    { rule: 'one lot short of the share is not', volumes: [19, 50, 15, 16], share: '70', area: [0, 2] },
    {
      rule: 'an exhausted side counts as smaller than an empty row',
      volumes: [10, 0, 0, 90],
      share: '100',
      area: [0, 3],
    },
    {
      rule: 'empty rows are stepped over upwards when both sides are empty',
      volumes: [10, 0, 50, 0, 40],
      share: '80',
      area: [2, 4],
    },
    { rule: 'an empty row above loses to any trade below', volumes: [10, 50, 0, 40], share: '60', area: [0, 1] },
    {
      rule: 'after the trades below the empty rows above are crossed',
      volumes: [10, 50, 0, 0, 40],
      share: '90',
      area: [0, 4],
    },
    { rule: '100 percent is the whole range', volumes: [1, 0, 9, 0, 0, 1], share: '100', area: [0, 5] },
    { rule: 'a share above 100 ends at the edges', volumes: [1, 9, 1], share: '250', area: [0, 2] },
  ])('$rule', ({ volumes, share, area }) => {
    expect(edges(valueArea(makeBars([barOf(volumes)]), 0, share))).toEqual(area)
  })

  test('shares with decimals are exact: 66.6 of 1000 needs 666, 66.61 needs 667', () => {
    const bars = makeBars([barOf([1, 665, 1, 333])])
    expect(edges(valueArea(bars, 0, '66.6'))).toEqual([1, 2])
    expect(edges(valueArea(bars, 0, '66.61'))).toEqual([1, 3])
  })

  test('volumes near 2^53 compare exactly', () => {
    // Total 2^53 - 1; 70 percent of it is 6305039478318693.7: 6305039478318693 lots are one short.
    const total = Number.MAX_SAFE_INTEGER
    const short = makeBars([barOf([1, 6305039478318693, total - 6305039478318694])])
    expect(edges(valueArea(short, 0, '70'))).toEqual([1, 2])
    const enough = makeBars([barOf([1, 6305039478318694, total - 6305039478318695])])
    expect(edges(valueArea(enough, 0, '70'))).toEqual([1, 1])
  })

  test('a run of ten million empty rows costs one step', () => {
    const bars = makeBars([
      {
        cells: [
          [0, 10, 0],
          [10_000_000, 5, 0],
          [20_000_000, 5, 0],
        ],
        close: 0,
      },
    ])
    expect(pocRow(bars, 0)).toBe(0)
    expect(edges(valueArea(bars, 0, '75'))).toEqual([0, 10_000_000])
  })

  test('a share that is not a number throws BAD_DECIMAL', () => {
    expect(() => valueArea(makeBars([barOf([1])]), 0, 'most')).toThrow(expect.objectContaining({ code: 'BAD_DECIMAL' }))
  })

  test('equals the slow version that walks every row', () => {
    fc.assert(
      fc.property(tape(), fc.constantFrom(1, 2, 5), share(), (trades, step, percent) => {
        const bars = aggregateTrades(trades, { cycleMs: 3_600_000, step })
        for (let i = 0; i < bars.length; i++) {
          expect(edges(valueArea(bars, i, percent))).toEqual(slowArea(bars, i, pocRow(bars, i), percent, 1))
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('value area of a profile: two rows at a time', () => {
  test.each([
    // Above 10 + 25 = 35, below 30 + 4 = 34: the pair above wins although its nearest row is smaller.
    { rule: 'takes the larger pair as a whole', volumes: [4, 30, 31, 10, 25], share: '60', area: [2, 4] },
    { rule: 'equal pairs: takes the upper', volumes: [10, 15, 50, 15, 10], share: '60', area: [2, 4] },
    { rule: 'a single row at the edge counts as a pair', volumes: [50, 20, 5, 25], share: '76', area: [0, 3] },
    { rule: 'one row left above against two below', volumes: [10, 10, 50, 30], share: '70', area: [2, 3] },
    { rule: 'empty pairs are stepped over upwards', volumes: [10, 0, 0, 50, 0, 0, 0, 40], share: '70', area: [3, 7] },
    {
      rule: 'an odd run of empty rows leaves one for the pair that trades',
      volumes: [60, 0, 0, 0, 40],
      share: '70',
      area: [0, 4],
    },
  ])('$rule', ({ volumes, share: percent, area }) => {
    expect(edges(profileValueArea(profileOf(volumes), percent))).toEqual(area)
  })

  test('equals the slow version that walks every row', () => {
    fc.assert(
      fc.property(tape(), fc.constantFrom(1, 2, 5), share(), (trades, step, percent) => {
        const profile = rangeProfile(aggregateTrades(trades, { cycleMs: 60_000, step }))
        const whole = aggregateTrades({ ...trades, ts: new Float64Array(trades.length) }, { cycleMs: 60_000, step })
        expect(profilePoc(profile)).toBe(pocRow(whole, 0))
        expect(edges(profileValueArea(profile, percent))).toEqual(slowArea(whole, 0, pocRow(whole, 0), percent, 2))
      }),
      { numRuns: 300 },
    )
  })
})

/** No long wicks: the slow version walks every row. */
const tape = () => tapeArbitrary({ minLength: 1, wicks: false })
const share = () => fc.constantFrom('1', '50', '68.26', '70', '99.9', '100')

function slowArea(bars: Bars, i: number, poc: number, percent: string, block: number): [number, number] {
  const volumes = new Map<number, bigint>()
  for (let c = bars.cellStart[i]; c < bars.cellStart[i + 1]; c++)
    volumes.set(bars.row[c], BigInt(bars.cellBid[c] + bars.cellAsk[c]))
  const lowRow = Math.floor(bars.low[i] / bars.step)
  const highRow = Math.floor(bars.high[i] / bars.step)
  const total = [...volumes.values()].reduce((a, b) => a + b, 0n)
  const shareHundredths = BigInt(Math.round(Number(percent) * 100))
  const rowsFrom = (from: number, by: number) =>
    Array.from({ length: block }, (_, k) => from + by * (k + 1)).filter((row) => row >= lowRow && row <= highRow)
  const volumeOf = (rows: number[]) =>
    rows.length === 0 ? -1n : rows.reduce((sum, row) => sum + (volumes.get(row) ?? 0n), 0n)
  let [val, vah] = [poc, poc]
  let sum = volumes.get(poc) ?? 0n
  while (10_000n * sum < shareHundredths * total && (val > lowRow || vah < highRow)) {
    const above = rowsFrom(vah, 1)
    const below = rowsFrom(val, -1)
    if (volumeOf(above) >= volumeOf(below)) {
      vah = above[above.length - 1]
      sum += volumeOf(above)
    } else {
      val = below[below.length - 1]
      sum += volumeOf(below)
    }
  }
  return [val, vah]
}
