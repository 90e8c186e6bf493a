import { describe, expect, test } from 'vitest'
import { analyzeBars, BAR_INCOMPLETE, parseSettings, type Zone } from '../../src/index.ts'
import { makeBars, repeatBar, type BarSketch } from '../support/make-bars.ts'

const context = { units: { tickSize: '1', lotSize: '1' } }

function zones(
  bars: readonly BarSketch[],
  kind: Zone['kind'],
  settings: { zones?: object; stack?: object } = {},
): readonly Zone[] {
  const kinds = { stack: false, effort: false, cluster: false, nakedPoc: false, [kind]: true }
  const parsed = parseSettings({ imbalance: { minVolume: '0' }, ...settings, zones: { ...settings.zones, kinds } })
  return analyzeBars(makeBars(bars), parsed, context).zones
}

/** Volume 100 in one row, no imbalance. */
const plain: BarSketch = { cells: [[0, 50, 50]] }
const ten = repeatBar(10, plain)
const short = (list: readonly Zone[]) =>
  list.map(({ side, lowRow, highRow, strength }) => [side, lowRow, highRow, strength])

/** Four buy imbalances of these lots in rows 1-4. */
function buys(lots: number, close = 5): BarSketch {
  return { cells: [[0, 1, 0], ...[1, 2, 3, 4].map((row) => [row, 1, lots] as const), [5, 90, 1]], close }
}

/** Four buy imbalances of 37 + last lots. */
function buysUpTo(last: number): BarSketch {
  return {
    cells: [
      [0, 1, 0],
      [1, 1, 12],
      [2, 1, 13],
      [3, 1, 12],
      [4, 1, last],
      [5, 90, 1],
    ],
    close: 5,
  }
}

describe('stack zones', () => {
  test('four rows with half the median volume are a support of strength volume / median x rows', () => {
    // 52 lots / 100 x 4 rows
    expect(short(zones([...ten, buys(13)], 'stack'))).toEqual([['support', 1, 4, (52 / 100) * 4]])
  })

  test('half the median is inclusive: 12.5 lots a row, hence 12 + 13 + 12 + 13', () => {
    expect(zones([...ten, buysUpTo(13)], 'stack').length).toBe(1)
    expect(zones([...ten, buysUpTo(12)], 'stack').length).toBe(0)
  })

  test('the median of an even count is the mean of the middle two', () => {
    // volumes 100 x 5 and 102 x 5: median 101, half of it 50.5
    const history = [...repeatBar(5, plain), ...repeatBar(5, { cells: [[0, 51, 51]] })]
    expect(zones([...history, buysUpTo(13)], 'stack').length).toBe(0)
    expect(zones([...history, buysUpTo(14)], 'stack').length).toBe(1)
  })

  test('three rows are a stack but no zone: zones have a separate minimum', () => {
    const three: BarSketch = {
      cells: [
        [0, 1, 0],
        [1, 1, 40],
        [2, 1, 40],
        [3, 1, 40],
        [4, 90, 1],
      ],
      close: 4,
    }
    expect(zones([...ten, three], 'stack')).toEqual([])
    expect(zones([...ten, three], 'stack', { zones: { stackMin: 3 } }).length).toBe(1)
    expect(zones([...ten, three], 'stack', { stack: { min: 9 }, zones: { stackMin: 3 } }).length).toBe(1)
  })

  test('sell stacks are resistance', () => {
    const sells: BarSketch = {
      cells: [
        [0, 20, 1],
        [1, 20, 1],
        [2, 20, 1],
        [3, 20, 1],
        [4, 1, 1],
      ],
      close: 0,
    }
    expect(short(zones([...ten, sells], 'stack'))).toEqual([['resistance', 0, 3, (80 / 100) * 4]])
  })

  test('price already beyond: a buy stack that the bar closed below is not born', () => {
    expect(zones([...ten, buys(20, 0)], 'stack')).toEqual([])
    expect(zones([...ten, buys(20, 1)], 'stack').length).toBe(1)
  })

  test('only closed complete bars give birth, with ten complete bars before them', () => {
    expect(zones([...ten, { ...buys(20), state: BAR_INCOMPLETE }], 'stack')).toEqual([])
    expect(zones([...ten.slice(1), buys(20)], 'stack')).toEqual([])
    expect(zones([...ten.slice(1), { ...plain, state: BAR_INCOMPLETE }, buys(20)], 'stack')).toEqual([])
  })
})

describe('effort zones', () => {
  test('the level is the zone, its dominant cell the strength', () => {
    const history = repeatBar(20, {
      cells: [
        [0, 25, 25],
        [20, 25, 25],
      ],
      close: 10,
    })
    const effort: BarSketch = {
      cells: [
        [2, 70, 50],
        [10, 0, 70],
        [18, 0, 30],
      ],
      close: 10,
    }
    expect(short(zones([...history, effort], 'effort'))).toEqual([['resistance', 10, 10, 70 / 100]])
    const below: BarSketch = { ...effort, close: 4 }
    expect(short(zones([...history, below], 'effort'))).toEqual([['resistance', 10, 10, 70 / 100]])
    // a level that price has left behind is no resistance
    const through: BarSketch = {
      cells: [
        [2, 30, 150],
        [10, 0, 20],
        [18, 0, 20],
      ],
      close: 9,
    }
    expect(analyzeBars(makeBars([...history, through]), parseSettings({}), context).efforts.length).toBe(1)
    expect(zones([...history, through], 'effort')).toEqual([])
  })
})

/** Nine rows of 20 lots and a heavy one: with 180 lots it is exactly five times the mean of 360 / 10. */
function heavyBar(heavy: number, close: number, delta = 0): BarSketch {
  const cells = Array.from({ length: 10 }, (_, row): BarSketch['cells'][number] =>
    row === 4 ? [row, (heavy - delta) / 2, (heavy + delta) / 2] : [row, 10, 10],
  )
  return { cells, close }
}

/** Rows 0 to last, quiet ones of one kind and heavy ones of another; the close is on the last. */
function rowsBar(
  last: number,
  heavyRows: readonly number[],
  quiet: readonly [number, number],
  heavy: readonly [number, number],
): BarSketch {
  const cells = Array.from(
    { length: last + 1 },
    (_, row) => [row, ...(heavyRows.includes(row) ? heavy : quiet)] as const,
  )
  return { cells, close: last }
}

describe('cluster zones', () => {
  const history = repeatBar(10, { cells: [[0, 13, 12]] })

  test.each<[string, BarSketch, unknown[]]>([
    ['a row of five times the mean, below the close, supports', heavyBar(190, 9), [['support', 4, 4, 190 / 25]]],
    ['above the close it resists', heavyBar(190, 1), [['resistance', 4, 4, 190 / 25]]],
    ['around the close its delta decides', heavyBar(190, 4, 2), [['support', 4, 4, 190 / 25]]],
    ['around the close with a negative delta it resists', heavyBar(190, 4, -2), [['resistance', 4, 4, 190 / 25]]],
    ['around the close with delta 0 it says nothing', heavyBar(190, 4), []],
    ['exactly five times the mean is enough', heavyBar(180, 9), [['support', 4, 4, 180 / 25]]],
    ['less than five times the mean is not', heavyBar(178, 9), []],
  ])('%s', (_, sketch, expected) => {
    expect(short(zones([...history, sketch], 'cluster'))).toEqual(expected)
  })

  test('twice the median volume of the points of control is needed, and exactly that is enough', () => {
    // 180 lots in the heavy row against medians of 90 and 90.5
    expect(zones([...repeatBar(10, { cells: [[0, 45, 45]] }), heavyBar(180, 9)], 'cluster').length).toBe(1)
    const more = [...repeatBar(5, { cells: [[0, 45, 45]] }), ...repeatBar(5, { cells: [[0, 46, 45]] })]
    expect(zones([...more, heavyBar(180, 9)], 'cluster').length).toBe(0)
  })

  test('a fifth of the bar is needed: in a long bar five times the mean is not enough', () => {
    // 60 rows of 10 lots and one heavy row; mean about 12
    expect(zones([...history, rowsBar(60, [30], [5, 5], [0, 150])], 'cluster').length).toBe(1)
    expect(zones([...history, rowsBar(60, [30], [5, 5], [0, 149])], 'cluster').length).toBe(0)
  })

  test('untraded rows count in the mean', () => {
    // 100 lots in 3 traded rows of 10: mean 10, heavy from 50
    const sparse: BarSketch = {
      cells: [
        [0, 20, 5],
        [4, 25, 25],
        [9, 20, 5],
      ],
      close: 9,
    }
    expect(short(zones([...history, sparse], 'cluster'))).toEqual([['support', 4, 4, 2]])
  })

  test('adjacent heavy rows are one cluster, others stand apart', () => {
    const together = [...history, rowsBar(39, [10, 11], [0, 1], [50, 50])]
    const apart = [...history, rowsBar(39, [10, 12], [0, 1], [50, 50])]
    expect(short(zones(together, 'cluster'))).toEqual([['support', 10, 11, (200 / 25) * 2]])
    expect(short(zones(apart, 'cluster'))).toEqual([
      ['support', 10, 10, 4],
      ['support', 12, 12, 4],
    ])
  })
})

describe('naked points of control', () => {
  /** Point of control at row 5 with 80 of 100 lots. */
  const source: BarSketch = {
    cells: [
      [4, 5, 5],
      [5, 40, 40],
      [6, 5, 5],
    ],
  }
  const above: BarSketch = {
    cells: [
      [6, 50, 50],
      [7, 10, 10],
    ],
    close: 7,
  }
  const under: BarSketch = {
    cells: [
      [1, 50, 50],
      [4, 10, 10],
    ],
    close: 1,
  }

  test('born at the close of the 20th later bar, on the side price is on', () => {
    expect(zones([source, ...repeatBar(19, above)], 'nakedPoc')).toEqual([])
    const [zone] = zones([source, ...repeatBar(20, above)], 'nakedPoc')
    expect(zone).toMatchObject({ side: 'support', lowRow: 5, highRow: 5, state: 'fresh', strength: 80 / 120 })
    expect(zone.born).toBe(makeBars(repeatBar(21, above)).t[20])
    expect(zones([source, ...repeatBar(20, under)], 'nakedPoc')).toMatchObject([{ side: 'resistance', lowRow: 5 }])
  })

  test('a bar that covers its row among the 20 prevents it, a leap over it does not', () => {
    const cover: BarSketch = {
      cells: [
        [5, 50, 50],
        [7, 10, 10],
      ],
      close: 7,
    }
    expect(zones([source, ...repeatBar(19, above), cover], 'nakedPoc')).toEqual([])
    expect(zones([source, cover, ...repeatBar(19, above)], 'nakedPoc')).toEqual([])
    expect(zones([source, ...repeatBar(10, under), ...repeatBar(10, above)], 'nakedPoc').length).toBe(1)
  })

  test('the bar it comes from and the 20th must be complete, those between need not', () => {
    const broken = { ...above, state: BAR_INCOMPLETE }
    expect(zones([{ ...source, state: BAR_INCOMPLETE }, ...repeatBar(20, above)], 'nakedPoc')).toEqual([])
    expect(zones([source, ...repeatBar(19, above), broken, above], 'nakedPoc')).toEqual([])
    expect(zones([source, ...repeatBar(5, broken), ...repeatBar(15, above)], 'nakedPoc').length).toBe(1)
  })

  test('it ends filled, by any closed bar that covers it', () => {
    const cover: BarSketch = {
      cells: [
        [5, 50, 50],
        [7, 10, 10],
      ],
      close: 7,
      state: BAR_INCOMPLETE,
    }
    expect(zones([source, ...repeatBar(22, above), cover], 'nakedPoc')).toMatchObject([{ state: 'filled', tests: 0 }])
  })
})
