import { describe, expect, test } from 'vitest'
import { Coordinates } from '../../src/overlay/coordinates.ts'
import { barsOf } from '../fixtures/bars.ts'

// Three bars of a minute at 0, 60,000 and 120,000; columns of 80 px, the first one's left edge at 40; rows of 10 px.
const bars = barsOf([{ cells: [[4, 1, 0]] }, { cells: [[5, 1, 0]] }, { cells: [[6, 1, 0]] }], 2)
const coordinates = new Coordinates(bars, 1000, { spacing: 80, origin: 40, anchor: 1000 }, { rowPx: 10, origin: 200 })

test('marks have a lane in each column, and none where no numbers are drawn', () => {
  expect(coordinates.laneOf(1)).toBe(null)
  const laned = new Coordinates(
    bars,
    1000,
    { spacing: 80, origin: 40, anchor: 1000 },
    { rowPx: 10, origin: 200 },
    { left: 66, width: 10 },
  )
  expect([0, 2].map((index) => laned.laneOf(index))).toEqual([
    { x: 111, width: 10 },
    { x: 271, width: 10 },
  ])
})

describe('times', () => {
  test('a bar is at the middle of its column, and every x in the column maps to it', () => {
    expect([0, 1, 2].map((index) => coordinates.xOfBar(index))).toEqual([80, 160, 240])
    expect([40, 119, 120, 279].map((x) => coordinates.barAt(x))).toEqual([0, 0, 1, 2])
  })

  test('a time inside a bar maps to the bar plus the elapsed fraction', () => {
    expect(coordinates.indexOfTime(60_000)).toBe(1)
    expect(coordinates.indexOfTime(90_000)).toBe(1.5)
  })

  test('times before the first and after the last bar are extrapolated in both directions', () => {
    for (const index of [-5, -1, 3, 12]) {
      expect(coordinates.indexOfTime(coordinates.timeOfIndex(index))).toBe(index)
      expect(coordinates.timeAt(coordinates.xOfBar(index))).toBe(coordinates.timeOfIndex(index))
    }
    expect(coordinates.timeOfIndex(3)).toBe(180_000)
  })

  test('a time in a gap maps to the bar before it', () => {
    const gap = barsOf([{ cells: [[1, 1, 0]] }, { cells: [[1, 1, 0]] }])
    gap.t[1] = 600_000
    const gapped = new Coordinates(gap, 0, { spacing: 80, origin: 0, anchor: 0 }, { rowPx: 10, origin: 0 })
    expect(Math.floor(gapped.indexOfTime(300_000))).toBe(0)
    expect(gapped.indexOfTime(600_000)).toBe(1)
  })
})

describe('prices', () => {
  test('a tick is between its edges, for any step', () => {
    expect(coordinates.yOfTickEdge(8)).toBe(160)
    expect(coordinates.yOfTickEdge(9)).toBe(155)
    expect(coordinates.yOfTick(8)).toBe(157.5)
    expect(coordinates.tickPx).toBe(5)
  })

  test('positions and prices are inverse', () => {
    for (const tick of [-3, 0, 8, 1_000_003]) expect(coordinates.tickAt(coordinates.yOfTick(tick))).toBeCloseTo(tick, 9)
  })
})
