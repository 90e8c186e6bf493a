import { describe, expect, test } from 'vitest'
import {
  analyzeBars,
  BAR_INCOMPLETE,
  BAR_OPEN,
  DEFAULT_SETTINGS,
  parseSettings,
  type Absorption,
  type Bars,
} from '../../src/index.ts'
import { FRIDAY, makeBars, repeatBar, type BarSketch } from '../support/make-bars.ts'

const units = { tickSize: '1', lotSize: '1' }
const found = (
  bars: Bars,
  settings = DEFAULT_SETTINGS,
  uncovered: { fromTs: number; toTs: number }[] = [],
): readonly Absorption[] => analyzeBars(bars, settings, { units, uncovered }).signals.absorptions

/** Eight rows; 10 lots of ask and 10 of bid volume in the two highest, and the same in the two lowest. */
const quiet: BarSketch = {
  cells: [
    [0, 5, 5],
    [1, 5, 5],
    [2, 5, 5],
    [3, 5, 5],
    [4, 5, 5],
    [5, 5, 5],
    [6, 5, 5],
    [7, 5, 5],
  ],
  close: 3,
}

/** `ask` and `bid` lots in the two highest of eight rows; `rest` lots of ask volume below. */
const heavy = (ask: number, bid: number, rest = 0, close = 3): BarSketch => ({
  cells: [
    [0, 3, rest],
    [1, 3, 0],
    [6, bid, ask - 1],
    [7, 0, 1],
  ],
  close,
})
const after: BarSketch = {
  cells: [
    [3, 1, 1],
    [7, 0, 1],
  ],
  close: 4,
}
const bars = (sketch: BarSketch, next: BarSketch = after, before = 10) =>
  makeBars([...repeatBar(before, quiet), sketch, next])

describe('absorption at a high', () => {
  test.each([
    ['three times the median, no more than the bounds', bars(heavy(30, 20)), true],
    ['a lot less than three times the median', bars(heavy(29, 5)), false],
    ['less than one and a half times the bid there', bars(heavy(30, 21)), false],
    ["two fifths of the bar's ask volume", bars(heavy(30, 5, 45)), true],
    ['less than two fifths', bars(heavy(30, 5, 46)), false],
    [
      'a close in the very middle: 3.5 of 7 ticks away',
      makeBars([...repeatBar(10, quiet), { ...heavy(30, 5), high: 8, close: 4 }, after]),
      true,
    ],
    [
      'a close a tick nearer',
      makeBars([...repeatBar(10, quiet), { ...heavy(30, 5), high: 8, close: 5 }, after]),
      false,
    ],
    ['the next bar trades at the high', bars(heavy(30, 5), { cells: [[7, 1, 1]] }), true],
    ['the next bar trades a tick above', bars(heavy(30, 5), { cells: [[8, 1, 1]] }), false],
    ['nine complete bars before', bars(heavy(30, 5), after, 9), false],
    [
      'five rows',
      bars({
        cells: [
          [3, 3, 0],
          [6, 5, 29],
          [7, 0, 1],
        ],
        close: 4,
      }),
      false,
    ],
    [
      'six rows',
      bars({
        cells: [
          [2, 3, 0],
          [6, 5, 29],
          [7, 0, 1],
        ],
        close: 4,
      }),
      true,
    ],
  ])('%s', (_, run, fires) => {
    expect(found(run).filter(({ side }) => side === 'high').length).toBe(fires ? 1 : 0)
  })

  test('belongs to bar t and reports the confirming close and every input', () => {
    const run = bars(heavy(30, 20))
    expect(found(run)).toEqual([
      {
        kind: 'absorption',
        t: run.t[10],
        side: 'high',
        lowRow: 6,
        highRow: 7,
        dominant: 30,
        opposite: 20,
        relVolume: 3,
        medianVolume: 10,
        share: 1,
        retreat: 4 / 7,
        known: run.t[11],
      },
    ])
  })

  test.each([
    [8, 2],
    [9, 3],
    [12, 3],
    [13, 4],
  ])('of %d rows the highest %d count', (rows, depth) => {
    const tall: BarSketch = {
      cells: [
        [8 - rows, 3, 0],
        [6, 5, 50],
        [7, 0, 1],
      ],
      close: 8 - rows,
    }
    expect(found(bars(tall))).toMatchObject([{ lowRow: 8 - depth, highRow: 7 }])
  })

  test('is not confirmed by an open or incomplete bar or across a gap, and not detected on an incomplete bar', () => {
    expect(found(bars(heavy(30, 5), { ...after, state: BAR_OPEN }))).toEqual([])
    expect(found(bars(heavy(30, 5), { ...after, state: BAR_INCOMPLETE }))).toEqual([])
    expect(found(bars({ ...heavy(30, 5), state: BAR_INCOMPLETE }))).toEqual([])
    const gap = { fromTs: FRIDAY + 11 * 60_000 - 1, toTs: FRIDAY + 11 * 60_000 }
    expect(found(bars(heavy(30, 5)), DEFAULT_SETTINGS, [gap])).toEqual([])
  })

  test('is silent when earlier bars have no ask volume there', () => {
    const none: BarSketch = {
      cells: [
        [0, 5, 5],
        [7, 5, 0],
      ],
      close: 3,
    }
    expect(found(makeBars([...repeatBar(10, none), heavy(30, 5), after]))).toEqual([])
  })

  test('follows its settings and is not detected when switched off', () => {
    expect(found(bars(heavy(20, 5)), parseSettings({ absorption: { relVolume: '2' } })).length).toBe(1)
    expect(found(bars(heavy(30, 5)), parseSettings({ absorption: { show: false } }))).toEqual([])
  })
})

test('absorption at a low mirrors the rule: bid volume in the lowest rows, and a next bar that does not trade below', () => {
  const low: BarSketch = {
    cells: [
      [0, 1, 0],
      [1, 29, 20],
      [6, 0, 3],
      [7, 0, 3],
    ],
    close: 4,
  }
  const run = (next: BarSketch) => makeBars([...repeatBar(10, quiet), low, next])
  expect(found(run({ cells: [[0, 1, 1]] }))).toMatchObject([
    { side: 'low', lowRow: 0, highRow: 1, dominant: 30, opposite: 20, retreat: 4 / 7 },
  ])
  expect(found(run({ cells: [[-1, 1, 1]] }))).toEqual([])
})
