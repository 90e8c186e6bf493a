import { describe, expect, it } from 'vitest'
import { AlignedSeries, gapsOf, seriesRange } from '../../src/depth/series-pane.ts'

const starts = [0, 60_000, 120_000, 180_000]
const aligned = (t: readonly number[], values: readonly number[], below?: readonly number[]) =>
  new AlignedSeries(
    {
      t: Float64Array.from(t),
      values: Float64Array.from(values),
      ...(below && { below: Float64Array.from(below) }),
    },
    starts,
  )
const full = (...values: number[]) => aligned(starts.slice(0, values.length), values)
const valuesOf = (series: AlignedSeries) => [0, 1, 2, 3].map((bar) => series.valueOf(bar))

describe('values of a series', () => {
  it('belong to bars by their start, and are gaps elsewhere', () => {
    expect(valuesOf(aligned([60_000, 120_000], [5, 6]))).toEqual([Number.NaN, 5, 6, Number.NaN])
    expect(valuesOf(aligned([0, 60_000, 180_000], [1, Number.NaN, 4], [7, 8, 9]))).toEqual([
      1,
      Number.NaN,
      Number.NaN,
      4,
    ])
    expect(aligned([0, 180_000], [1, 4], [7, 9]).belowOf(3)).toBe(9)
  })

  it('are not drawn on other bars while theirs are not loaded', () => {
    expect(valuesOf(aligned([-60_000, 30_000, 240_000], [5, 6, 7]))).toEqual(Array(4).fill(Number.NaN))
    expect(valuesOf(aligned([-60_000, 0, 240_000], [5, 6, 7]))).toEqual([6, Number.NaN, Number.NaN, Number.NaN])
  })
})

describe('gaps of a series', () => {
  it('are runs of unknown values, without bars that the series does not have', () => {
    const nan = Number.NaN
    expect(gapsOf(full(nan, nan, 3, nan), 0, 3)).toEqual([
      { from: 0, to: 1 },
      { from: 3, to: 3 },
    ])
    expect(gapsOf(full(nan, nan, 3, nan), 1, 2)).toEqual([{ from: 1, to: 1 }])
    expect(gapsOf(aligned([60_000], [nan]), 0, 3)).toEqual([{ from: 1, to: 1 }])
    expect(gapsOf(full(0, 0, 0, 0), 0, 3)).toEqual([])
  })
})

describe('the axis of a series', () => {
  it('holds all visible values of a line and the one it starts from', () => {
    const range = seriesRange(full(900, 100, 110, 120), 'line', 2, 3)
    expect(range?.low).toBeCloseTo(100 - 20 * 0.08, 9)
    expect(range?.high).toBeGreaterThan(120)
    expect(range?.high).toBeLessThan(140)
  })

  it('includes 0 for bars, at the bottom if nothing is below it', () => {
    expect(seriesRange(full(5, 9), 'bars', 0, 3)).toMatchObject({ low: 0 })
    expect(seriesRange(full(-5, -9), 'bars', 0, 3)?.high).toBeGreaterThan(0)
    const both = seriesRange(aligned([0, 60_000], [5, 9], [4, 2]), 'bars', 0, 3)
    expect(both?.low).toBeLessThan(-4)
    expect(both?.high).toBeGreaterThan(9)
  })

  it('is not empty for equal values, and null without any', () => {
    const flat = seriesRange(full(7, 7, 7, 7), 'line', 0, 3)
    expect(flat?.low).toBeLessThan(7)
    expect(flat?.high).toBeGreaterThan(7)
    expect(seriesRange(full(Number.NaN), 'line', 0, 3)).toBeNull()
  })
})
