import { describe, expect, test } from 'vitest'
import { BUY_STACK, SELL_STACK } from '../../src/index.ts'
import { findRuns, imbalanceRule, markImbalances, markStack } from '../../src/footprint/imbalance.ts'
import { makeBars } from '../support/make-bars.ts'

type Cells = [row: number, bid: number, ask: number][]

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

  test('two adjacent are none, and the least is a setting', () => {
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

  test('an untraded row ends the run even though both neighbours hold', () => {
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
