import { describe, expect, test } from 'vitest'
import {
  analyzeBars,
  BAR_INCOMPLETE,
  BAR_REPAIRING,
  EFFORT_PRESETS,
  parseSettings,
  type AnalysisContext,
  type Effort,
} from '../../src/index.ts'
import { FRIDAY, makeBars, repeatBar, type BarSketch } from '../support/make-bars.ts'

const units = { tickSize: '0.1', lotSize: '1' }

/** Volume 100, true range 20 ticks (2.0 at a tick of 0.1) whatever the close before: high 1010, low 990, close 1000. */
const usual: BarSketch = {
  cells: [
    [990, 25, 25],
    [1010, 25, 25],
  ],
  close: 1000,
  open: 1000,
}

/** The worked example of the page: V 220, delta +66, high 101.2, low 99.6, close 100.1 after 100.0. */
const worked: BarSketch = {
  cells: [
    [996, 77, 43],
    [1004, 0, 70],
    [1012, 0, 30],
  ],
  close: 1001,
  open: 1000,
}

function efforts(
  bars: readonly BarSketch[],
  settings: object = {},
  context: Partial<AnalysisContext> = {},
): readonly Effort[] {
  return analyzeBars(makeBars(bars), parseSettings(settings), { units, ...context }).efforts
}

const after = (bar: BarSketch, before: readonly BarSketch[] = repeatBar(20, usual)) => [...before, bar]

describe('the worked example', () => {
  test('fires bearish with all its inputs', () => {
    const [effort, ...others] = efforts(after(worked))
    expect(others).toEqual([])
    expect(effort).toMatchObject({
      t: FRIDAY + 20 * 60_000,
      side: 'bearish',
      relVolume: 2.2,
      deltaShare: 0.3,
      closeLocation: 0.3125,
      levelRow: 1004,
      medianVolume: 100,
      atrTicks: 2 / 0.1,
      progress: 0.05,
    })
    expect(effort.score).toBeCloseTo(2.2 * 2.5 * 0.95, 12)
  })

  test('its mirror image fires bullish', () => {
    const mirrored: BarSketch = {
      cells: [
        [988, 30, 0],
        [996, 70, 0],
        [1004, 43, 77],
      ],
      close: 999,
      open: 1000,
    }
    expect(efforts(after(mirrored))).toMatchObject([
      { side: 'bullish', relVolume: 2.2, deltaShare: 0.3, progress: 0.05, closeLocation: 0.3125, levelRow: 996 },
    ])
  })
})

describe('every bound is inclusive and exact', () => {
  const none = { relVolume: '0', share: '0', progress: '100', closeLocation: '1' }
  test.each<[string, object, boolean]>([
    ['relative volume 2.2 at 2.2', { relVolume: '2.2' }, true],
    ['relative volume 2.2 at 2.2001', { relVolume: '2.2001' }, false],
    ['share 0.3 at 0.3', { share: '0.3' }, true],
    ['share 0.3 at 0.3001', { share: '0.3001' }, false],
    ['progress 0.05 at 0.05', { progress: '0.05' }, true],
    ['progress 0.05 at 0.0499', { progress: '0.0499' }, false],
    ['close location 0.3125 at 0.3125', { closeLocation: '0.3125' }, true],
    ['close location 0.3125 at 0.3124', { closeLocation: '0.3124' }, false],
  ])('%s', (_, bound, fires) => {
    expect(efforts(after(worked), { effort: { ...none, ...bound } }).length).toBe(fires ? 1 : 0)
  })

  test.each([
    ['loose', 1],
    ['default', 1],
    ['strict', 0],
  ] as const)('the worked bar under preset %s: %d', (name, count) => {
    expect(efforts(after(worked), { effort: EFFORT_PRESETS[name] }).length).toBe(count)
  })

  test('progress may be negative: price went against the effort', () => {
    const against: BarSketch = { ...worked, close: 997 }
    expect(efforts(after(against), { effort: EFFORT_PRESETS.strict })).toMatchObject([{ progress: -0.15 }])
    expect(efforts(after(against), { effort: { progress: '-0.15' } }).length).toBe(1)
    expect(efforts(after(against), { effort: { progress: '-0.1501' } }).length).toBe(0)
  })
})

describe('score', () => {
  test.each<[string, number, number]>([
    ['progress above 0.1 counts as 0.1', 1004, 2.2 * 2.5 * 0.9],
    ['progress below -1 counts as -1', 960, 2.2 * 2.5 * 2],
  ])('%s', (_, close, score) => {
    const bar: BarSketch = {
      ...worked,
      cells: [
        [960, 77, 43],
        [1004, 0, 70],
        [1012, 0, 30],
      ],
      close,
    }
    const loose = { relVolume: '1', share: '0', progress: '1', closeLocation: '1' }
    expect(efforts(after(bar), { effort: loose })[0].score).toBeCloseTo(score, 12)
  })

  test('it does not depend on the preset', () => {
    const scores = ['loose', 'default'].map(
      (name) => efforts(after(worked), { effort: EFFORT_PRESETS[name as 'loose'] })[0].score,
    )
    expect(scores[0]).toBe(scores[1])
  })
})

describe('close location and level', () => {
  const any = { relVolume: '1', share: '0', progress: '1', closeLocation: '0.5' }

  test('a bar without range counts as a close in the middle', () => {
    const flat: BarSketch = { cells: [[1000, 50, 150]] }
    expect(efforts(after(flat), { effort: any })).toMatchObject([{ closeLocation: 0.5, progress: 0 }])
    expect(efforts(after(flat), { effort: { ...any, closeLocation: '0.4999' } })).toEqual([])
  })

  test.each<[string, BarSketch['cells'], number]>([
    [
      'up: the greatest ask',
      [
        [999, 20, 40],
        [1000, 5, 70],
        [1001, 10, 60],
      ],
      1000,
    ],
    [
      'up: a tie goes to the row nearest the high',
      [
        [999, 20, 70],
        [1000, 5, 70],
        [1001, 10, 60],
      ],
      1000,
    ],
    [
      'down: the greatest bid',
      [
        [999, 20, 40],
        [1000, 170, 7],
        [1001, 10, 60],
      ],
      1000,
    ],
    [
      'down: a tie goes to the row nearest the low',
      [
        [999, 170, 40],
        [1000, 170, 7],
        [1001, 10, 60],
      ],
      999,
    ],
  ])('%s', (_, cells, row) => {
    const loose = { ...any, progress: '100', closeLocation: '1' }
    expect(efforts(after({ cells, close: 1000 }), { effort: loose })).toMatchObject([{ levelRow: row }])
  })

  test('it fires alike at every precision, only the level is a row of that precision', () => {
    const bars = makeBars(after(worked))
    const coarse = makeBars(
      after(
        {
          ...worked,
          cells: [
            [199, 77, 43],
            [200, 0, 70],
            [202, 0, 30],
          ],
          low: 996,
          high: 1012,
        },
        repeatBar(20, {
          cells: [
            [198, 25, 25],
            [202, 25, 25],
          ],
          low: 990,
          high: 1010,
          close: 1000,
          open: 1000,
        }),
      ),
      { step: 5 },
    )
    const [fine] = analyzeBars(bars, parseSettings({}), { units }).efforts
    const [same] = analyzeBars(coarse, parseSettings({}), { units }).efforts
    expect(same).toEqual({ ...fine, levelRow: 200 })
  })
})

describe('silence', () => {
  const broken: BarSketch = { ...usual, state: BAR_INCOMPLETE }
  const quiet = (count: number) => repeatBar(count, broken)

  test.each<[string, BarSketch[]]>([
    ['only 19 complete bars before', after(worked, repeatBar(19, usual))],
    ['the bar before is incomplete', after(worked, [...repeatBar(25, usual), broken])],
    ['the bar before is under repair', after(worked, [...repeatBar(25, usual), { ...usual, state: BAR_REPAIRING }])],
    ['the bar itself is incomplete', after({ ...worked, state: BAR_INCOMPLETE })],
    [
      'delta is 0',
      after({
        ...worked,
        cells: [
          [996, 110, 110],
          [1012, 0, 0],
        ],
      }),
    ],
    ['the ATR is 0', after({ cells: [[1000, 50, 150]] }, repeatBar(20, { cells: [[1000, 50, 50]] }))],
    ['the oldest of the 20 is 61 bars back', after(worked, [usual, ...quiet(41), ...repeatBar(19, usual)])],
  ])('%s', (_, bars) => {
    expect(efforts(bars)).toEqual([])
  })

  test('the oldest of the 20 may be exactly 60 bars back', () => {
    expect(efforts(after(worked, [usual, ...quiet(40), ...repeatBar(19, usual)])).length).toBe(1)
  })

  test('incomplete bars among them are left out of the median and the ATR', () => {
    const wild: BarSketch = {
      cells: [
        [900, 5000, 0],
        [1100, 0, 5000],
      ],
      close: 1000,
      state: BAR_INCOMPLETE,
    }
    const bars = after(worked, [usual, wild, ...repeatBar(19, usual)])
    expect(efforts(bars)).toMatchObject([{ relVolume: 2.2, atrTicks: 20 }])
  })

  test('bars without trades do not exist: hours of silence before the bar are no gap', () => {
    const late = { ...worked, t: FRIDAY + 86_400_000 }
    expect(efforts(after(late)).length).toBe(1)
  })

  test('time without a record between the bar and the one before leaves no previous close', () => {
    const late = { ...worked, t: FRIDAY + 86_400_000 }
    const edge = FRIDAY + 20 * 60_000
    const uncovered = (fromTs: number, toTs: number) =>
      efforts(after(late), {}, { uncovered: [{ fromTs, toTs }] }).length
    expect(uncovered(edge, FRIDAY + 86_400_000)).toBe(0)
    expect(uncovered(edge + 5, edge + 6)).toBe(0)
    // lost until the bar before ended: its close is not known
    expect(uncovered(edge - 30_000, edge)).toBe(0)
    // inside the bar before, or behind the bar
    expect(uncovered(edge - 30_000, edge - 1)).toBe(1)
    expect(uncovered(FRIDAY + 86_400_000, FRIDAY + 90_000_000)).toBe(1)
  })

  test('across such time the true range is high - low', () => {
    const leap: BarSketch = {
      cells: [
        [1990, 25, 25],
        [2010, 25, 25],
      ],
      close: 2000,
      open: 2000,
    }
    const far = Array.from({ length: 10 }, (_, n) => ({ ...leap, t: FRIDAY + 3_600_000 + n * 60_000 }))
    const bar: BarSketch = {
      cells: [
        [1996, 77, 43],
        [2004, 0, 70],
        [2012, 0, 30],
      ],
      close: 2001,
      t: FRIDAY + 7_200_000,
    }
    const bars = after(bar, [...repeatBar(10, usual), ...far])
    // with the leap one true range is 1030 - 20 wider: ATR (19 x 20 + 1010) / 20
    expect(efforts(bars)).toMatchObject([{ atrTicks: 69.5 }])
    const uncovered = [{ fromTs: FRIDAY + 600_000, toTs: FRIDAY + 3_600_000 }]
    expect(efforts(bars, {}, { uncovered })).toMatchObject([{ atrTicks: 20, progress: 0.05 }])
  })
})
