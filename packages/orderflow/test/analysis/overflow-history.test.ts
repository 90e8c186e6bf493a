import { describe, expect, test } from 'vitest'
import { analyzeBars, parseSettings, type Effort, type Lots, type Zone } from '../../src/index.ts'
import { BarHistory } from '../../src/analysis/bar-history.ts'
import { makeOverflowingBars, type LotsSketch } from '../support/make-overflowing-bars.ts'

/** Lots of the tests are a few times this: a double nearest to such a quantity may miss it by hundreds. */
const BIG = 2n ** 60n

const context = { units: { tickSize: '1', lotSize: '1' } }

const volumes = (list: readonly Lots[]): LotsSketch[] => list.map((lots) => ({ cells: [[0, lots, 0]] }))

function historyOf(sketches: readonly LotsSketch[]): BarHistory {
  const bars = makeOverflowingBars(sketches)
  const history = new BarHistory([])
  history.reserve(bars.length)
  for (let i = 0; i < bars.length; i++) history.take(bars, i, bars.row[bars.cellStart[i]])
  return history
}

describe('looking back on lots beyond 2^53', () => {
  test('the median of two volumes is taken before they are rounded', () => {
    const history = historyOf(volumes([BIG + 3n, 5, BIG + 1n, 2n * BIG, 1]))
    expect(history.doubledMedian(history.volume, 4, 50)).toBe(2n * BIG + 4n)
    expect(history.doubledMedian(history.pocVolume, 3, 50)).toBe(2n * BIG + 2n)
    expect(history.sumLots(history.volume, 4, 50)).toBe(4n * BIG + 9n)
    expect(history.sumLots(history.volume, 4, 1)).toBe(2n * BIG)
  })

  test('two safe integers whose sum is none', () => {
    const most = Number.MAX_SAFE_INTEGER
    const history = historyOf(volumes([most, most - 1, 1]))
    expect(history.doubledMedian(history.volume, 2, 50)).toBe(2n ** 54n - 3n)
  })

  test('small bars among overflowing ones are numbers', () => {
    const history = historyOf(volumes([BIG, 7, 9, 11, 1]))
    expect(history.doubledMedian(history.volume, 4, 3)).toBe(18)
    expect(history.sumLots(history.volume, 4, 2)).toBe(20)
  })

  test('the automatic minimum follows the exact sum', () => {
    // 10 bars of 2^60 + 4 lots in one cell each: a quarter of the mean is 2^58 + 1.
    const look = (dominant: bigint) => {
      const last: LotsSketch = {
        cells: [
          [0, 1, 0],
          [1, 0, dominant],
        ],
      }
      const analysis = analyzeBars(
        makeOverflowingBars([...volumes(Array(10).fill(BIG + 4n)), last]),
        parseSettings({}),
        context,
      )
      return [analysis.cellFlags.at(-1), BigInt(analysis.minVolume[10]) + BigInt(analysis.overflow!.minVolume[10])]
    }
    expect(look(2n ** 58n + 1n)).toEqual([3, 2n ** 58n + 1n])
    expect(look(2n ** 58n)).toEqual([0, 2n ** 58n + 1n])
  })
})

describe('effort without reward on lots beyond 2^53', () => {
  /** Median volume 100 x 2^60, true range 20 ticks. */
  const usual: LotsSketch[] = Array.from({ length: 20 }, () => ({
    cells: [
      [990, 25n * BIG, 25n * BIG],
      [1010, 25n * BIG, 25n * BIG],
    ],
    close: 1000,
  }))
  const efforts = (cells: LotsSketch['cells'], before = usual): readonly Effort[] =>
    analyzeBars(makeOverflowingBars([...before, { cells, close: 1000, open: 1000 }]), parseSettings({}), context)
      .efforts

  test('a share of exactly 12 % fires, one lot less does not', () => {
    // Volume 200, delta 24 of 2^60 lots.
    const cells = (moved: bigint): LotsSketch['cells'] => [
      [996, 88n * BIG + moved, 50n * BIG],
      [1004, 0, 62n * BIG - moved],
    ]
    expect(efforts(cells(0n))).toMatchObject([
      { side: 'bearish', deltaShare: 0.12, relVolume: 2, medianVolume: 100n * BIG, levelRow: 1004 },
    ])
    expect(efforts(cells(1n))).toEqual([])
  })

  test('half as much again as the median fires, two lots less do not', () => {
    const cells = (less: bigint): LotsSketch['cells'] => [
      [996, 50n * BIG - less, 50n * BIG],
      [1004, 0, 50n * BIG],
    ]
    expect(efforts(cells(0n))).toMatchObject([{ relVolume: 1.5 }])
    expect(efforts(cells(1n))).toEqual([])
    // Ten bars of a lot more and ten of a lot less: the median stays, as one of 20 rounded doubles would not tell.
    const uneven = usual.map((bar, n): LotsSketch => ({
      ...bar,
      cells: [
        [990, 25n * BIG, 25n * BIG],
        [1010, 25n * BIG, 25n * BIG + (n < 10 ? 1n : -1n)],
      ],
    }))
    expect(efforts(cells(0n), uneven).length).toBe(1)
    expect(efforts(cells(1n), uneven)).toEqual([])
  })

  test('its level is the cell greater by one lot', () => {
    const level = (more: bigint) =>
      efforts([
        [996, 50n * BIG, 60n * BIG + more],
        [1004, 0, 60n * BIG],
      ])[0].levelRow
    expect([level(0n), level(1n)]).toEqual([1004, 996])
  })
})

describe('zones on lots beyond 2^53', () => {
  const settings = (kind: Zone['kind']) => {
    const kinds = { stack: false, effort: false, cluster: false, nakedPoc: false, [kind]: true }
    return parseSettings({ imbalance: { minVolume: '0' }, zones: { kinds } })
  }
  const zones = (kind: Zone['kind'], cells: LotsSketch['cells'], close: number, before: readonly Lots[]) =>
    analyzeBars(makeOverflowingBars([...volumes(before), { cells, close }]), settings(kind), context).zones

  test('a stack of exactly half the median volume becomes one, one lot less does not', () => {
    const stack = (lots: bigint): LotsSketch['cells'] => [
      [0, 1, 0],
      [1, 1, BIG],
      [2, 1, BIG],
      [3, 1, BIG],
      [4, 1, lots],
      [5, 1, 1],
    ]
    const before = Array<Lots>(10).fill(8n * BIG)
    expect(zones('stack', stack(BIG), 5, before)).toMatchObject([{ lowRow: 1, highRow: 4, strength: 2 }])
    expect(zones('stack', stack(BIG - 1n), 5, before)).toEqual([])
  })

  test('a cluster of exactly 20 % of the bar and five mean rows is one, one lot less is not', () => {
    // 25 rows, 5 BIG in all: a mean row is BIG / 5, five of them are BIG, and so are 20 %.
    const heavy = (lots: bigint): LotsSketch['cells'] => [
      [0, lots, 0],
      ...Array.from(
        { length: 24 },
        (_, n) => [n + 1, n < 23 ? BIG / 6n : 4n * BIG - 23n * (BIG / 6n) + (BIG - lots), 0] as const,
      ),
    ]
    const lowest = (lots: bigint) =>
      zones('cluster', heavy(lots), 24, Array<Lots>(10).fill(4)).filter((zone) => zone.lowRow === 0)
    expect(lowest(BIG)).toMatchObject([{ side: 'support', lowRow: 0, highRow: 0, strength: 2 ** 58 }])
    expect(lowest(BIG - 1n)).toEqual([])
  })
})
