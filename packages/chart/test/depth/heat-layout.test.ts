import { describe, expect, it } from 'vitest'
import { ColumnRing } from '../../src/depth/column-ring.ts'
import { collectAreas, type HeatAreas } from '../../src/depth/heat-areas.ts'
import { chooseWindow, columnPxOf, groupSize, timeRuns, xOfTimeIn } from '../../src/depth/heat-layout.ts'
import { phaseOf } from '../../src/depth/depth-hatch.ts'
import { Coordinates } from '../../src/overlay/coordinates.ts'
import { barsOf } from '../fixtures/bars.ts'
import { columnsOf, type ColumnSpec } from '../fixtures/depth.ts'

/** Three bars of a minute at 0, 60,000 and 120,000, in columns of 80 CSS px from 40; rows of 10 CSS px above y 200. */
function chart(ratio: number, t = [0, 60_000, 120_000], cycleMs = 60_000) {
  const bars = { ...barsOf([{ cells: [[4, 1, 0]] }, { cells: [[5, 1, 0]] }, { cells: [[6, 1, 0]] }]), cycleMs }
  bars.t.set(t)
  const columns = { spacing: 80 * ratio, origin: 40 * ratio, anchor: 1000 }
  return { bars, coordinates: new Coordinates(bars, 1000, columns, { rowPx: 10 * ratio, origin: 200 * ratio }) }
}

const ALL = { from: 0, to: 2 }

describe.each([1, 1.5, 2])('times at %d device px per CSS px', (ratio) => {
  it('of consecutive bars are one run, which continues to both edges of the pane', () => {
    const { bars, coordinates } = chart(ratio)
    const runs = timeRuns(coordinates, bars, ALL, 400 * ratio, Infinity)
    expect(runs).toEqual([{ fromMs: -30_000, toMs: 270_000, left: 0, right: 400 * ratio }])
    // A second is 80 / 60 CSS px wide; the second bar begins at 120.
    expect(columnPxOf(runs, 1_000)).toBeCloseTo((80 / 60) * ratio, 9)
    expect(xOfTimeIn(runs[0], 60_000)).toBeCloseTo(120 * ratio, 9)
    expect(xOfTimeIn(runs[0], 75_000)).toBeCloseTo(140 * ratio, 9)
  })

  it('between bars that are not consecutive have no place', () => {
    const { bars, coordinates } = chart(ratio, [0, 60_000, 600_000])
    expect(timeRuns(coordinates, bars, ALL, 280 * ratio, Infinity)).toEqual([
      { fromMs: -30_000, toMs: 120_000, left: 0, right: 200 * ratio },
      { fromMs: 600_000, toMs: 660_000, left: 200 * ratio, right: 280 * ratio },
    ])
  })

  it('of bars without a fixed length fill each bar, the newest until the given time', () => {
    const { bars, coordinates } = chart(ratio, [0, 1_000, 9_000], 0)
    const runs = timeRuns(coordinates, bars, ALL, 400 * ratio, 13_000)
    expect(runs.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [0, 1_000],
      [1_000, 9_000],
      [9_000, 13_000],
    ])
    expect(runs.map(({ left, right }) => [left / ratio, right / ratio])).toEqual([
      [40, 120],
      [120, 200],
      [200, 280],
    ])
    expect(timeRuns(coordinates, bars, ALL, 400 * ratio, 0)[2].toMs).toBe(9_001)
    // The median bar lasts 4 s.
    expect(columnPxOf(runs, 1_000)).toBeCloseTo(20 * ratio, 9)
  })

  it('are none while no bar is visible', () => {
    const { bars, coordinates } = chart(ratio)
    expect(timeRuns(coordinates, bars, { from: 0, to: -1 }, 400, Infinity)).toEqual([])
  })
})

describe('pixels shared by columns or rows', () => {
  it.each([
    [3, 1],
    [1, 1],
    [0.99, 2],
    [0.5, 2],
    [0.3, 4],
    [0.01, 128],
  ])('with %d px each are %d', (px, size) => {
    expect(groupSize(px)).toBe(size)
    expect(groupSize(px) * px).toBeGreaterThanOrEqual(1)
  })
})

describe('the rows to prepare', () => {
  const visible = { low: 1_000, high: 1_099 }
  const wide = chooseWindow(null, visible)

  it('include a margin at both sides', () => {
    expect(wide.low).toBeLessThanOrEqual(975)
    expect(wide.high).toBeGreaterThanOrEqual(1_124)
    expect((wide.high - wide.low + 1) % 128).toBe(0)
  })

  it('stay while they hold the visible ones, and follow beyond', () => {
    expect(chooseWindow(wide, { low: wide.low, high: wide.low + 99 })).toBe(wide)
    const next = chooseWindow(wide, { low: wide.low - 1, high: wide.low + 98 })
    expect(next.low).toBeLessThan(wide.low)
  })

  it('shrink when they have become far too many', () => {
    const large = { low: 0, high: 9_999 }
    expect(chooseWindow(large, visible)).not.toBe(large)
  })
})

function areasOf(specs: readonly ColumnSpec[], ratio = 1, group = 1): HeatAreas {
  const ring = new ColumnRing(64)
  ring.set(columnsOf(specs, { intervalMs: 15_000 }))
  const { bars, coordinates } = chart(ratio)
  const areas: HeatAreas = { unknown: [], missing: [] }
  for (const run of timeRuns(coordinates, bars, ALL, 400 * ratio, Infinity)) {
    collectAreas(areas, ring, run, group, 200 * ratio, (row) => coordinates.yOfTickEdge(row))
  }
  return areas
}

// Columns of 15 s are 20 CSS px wide, from x 40; row r is between y 190 - 10 r and 200 - 10 r.
describe.each([1, 1.5, 2])('areas without quantities at %d device px per CSS px', (ratio) => {
  const scaled = (left: number, right: number, top: number, bottom: number) => ({
    left: left * ratio,
    right: right * ratio,
    top: top * ratio,
    bottom: bottom * ratio,
  })

  it('are above and below the known rows, one rectangle for equal columns', () => {
    const { unknown, missing } = areasOf(
      [{ known: [3, 12] }, { known: [3, 12] }, { known: [5, 12] }, { known: [-50, 50] }],
      ratio,
    )
    expect(missing).toEqual([])
    expect(unknown).toEqual([
      scaled(40, 80, 0, 70),
      scaled(40, 80, 170, 200),
      scaled(80, 100, 0, 70),
      scaled(80, 100, 150, 200),
    ])
  })

  it('span the pane for times without a book and for columns of which no row is known', () => {
    const { unknown, missing } = areasOf([{ known: [-9, 99] }, {}, {}, { known: [5, 4] }, { known: [-9, 99] }], ratio)
    expect(missing).toEqual([scaled(60, 100, 0, 200)])
    expect(unknown).toEqual([scaled(100, 120, 0, 200)])
  })

  it('are none before the first and after the last column', () => {
    expect(areasOf([{ known: [-9, 99] }], ratio)).toEqual({ unknown: [], missing: [] })
  })
})

it('columns that share a pixel are missing when all are, and know what all others know', () => {
  const { unknown, missing } = areasOf([{ known: [0, 19] }, {}, {}, {}, { known: [-9, 12] }, { known: [3, 99] }], 1, 2)
  expect(missing).toEqual([{ left: 80, right: 120, top: 0, bottom: 200 }])
  expect(unknown).toEqual([
    { left: 120, right: 160, top: 0, bottom: 70 },
    { left: 120, right: 160, top: 170, bottom: 200 },
  ])
})

it('a hatch repeats with the scales, however far their origin is', () => {
  expect(phaseOf({ x: 13.4, y: -3 }, 5)).toEqual({ x: 3, y: 2 })
  expect(phaseOf({ x: 5e9 + 1, y: 0 }, 5)).toEqual({ x: 1, y: 0 })
})
