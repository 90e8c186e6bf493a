import { describe, expect, test } from 'vitest'
import { computeTrend, findGrowth, skipWarmUp } from '../cluster/resource-trend.ts'
import type { ResourceSample } from '../cluster/resource-trend.ts'

const HOUR_MS = 3_600_000

/** Samples every minute. */
function sample(residentMb: readonly number[], descriptors: readonly number[] = []): ResourceSample[] {
  return residentMb.map((mb, i) => ({
    atMs: i * 60_000,
    residentMb: mb,
    heapMb: 0,
    externalMb: 0,
    descriptors: descriptors[i] ?? 40,
    connections: 0,
  }))
}

describe('the trend of a resource', () => {
  test('compares the medians of the first and the last quarter', () => {
    const samples = sample([5, 1, 9, 7, 50, 60, 70, 80, 20, 24, 22, 100])
    expect(computeTrend(samples, 'residentMb')).toMatchObject({ first: 5, last: 24 })
    expect(computeTrend(sample([1, 3, 0, 0, 0, 0, 10, 20]), 'residentMb')).toMatchObject({ first: 2, last: 15 })
  })

  test('has the slope of the least-squares line per hour', () => {
    // Means 1.5 min and 4; sum of products 10, of squares 5: 2 a minute.
    expect(computeTrend(sample([1, 3, 5, 7]), 'residentMb').perHour).toBeCloseTo(120)
    expect(computeTrend(sample([4]), 'residentMb')).toEqual({ first: 4, last: 4, perHour: 0 })
    expect(() => computeTrend([], 'residentMb')).toThrow(RangeError)
  })

  test('begins after a third of the run', () => {
    const samples = sample(Array.from({ length: 61 }, () => 1))
    expect(skipWarmUp(samples, HOUR_MS)[0].atMs).toBe(20 * 60_000)
  })
})

describe('growth', () => {
  const flat = (mb: number, last: number): number[] => [mb, mb, mb, mb, last, last]

  test.each([
    ['15 % of a large process', flat(400, 460), []],
    ['more than that', flat(400, 461), ['web-1: residentMb grew from 400 to 461, at most 460']],
    ['48 MB of a small process', flat(100, 148), []],
    ['more than 48 MB', flat(100, 149), ['web-1: residentMb grew from 100 to 149, at most 148']],
    ['shrinking', flat(400, 100), []],
  ])('of memory by %s', (_, residentMb, faults) => {
    expect(findGrowth('web-1', sample(residentMb))).toEqual(faults)
  })

  test('of descriptors by more than eight', () => {
    const memory = flat(100, 100)
    expect(findGrowth('web-1', sample(memory, flat(40, 48)))).toEqual([])
    expect(findGrowth('web-1', sample(memory, flat(40, 49)))).toEqual([
      'web-1: descriptors grew from 40 to 49, at most 48',
    ])
  })
})
