import { describe, expect, test } from 'vitest'
import { activityOf, sequenceMs, sequenceSizes, sequenceStep } from '@flowprint/orderflow'
import { makeBars } from '../support/make-bars.ts'
import { MINUTE_MS } from '../../src/index.ts'

/** Trades and lots a minute. */
const active = (fills: number, lots: number) => ({ fillsPerMs: fills / MINUTE_MS, lotsPerMs: lots / MINUTE_MS })

describe('activityOf', () => {
  test('counts fills and lots over all the time between, with trades or without', () => {
    const bars = makeBars(
      [
        { t: 0, cells: [[1, 30, 10]] },
        { t: 9 * MINUTE_MS, cells: [[1, 50, 10]] },
      ],
      { cycleMs: MINUTE_MS },
    )
    const activity = activityOf(bars)
    expect(activity?.lotsPerMs).toBeCloseTo(100 / (10 * MINUTE_MS), 12)
    expect(activity?.fillsPerMs).toBeCloseTo((bars.trades[0] + bars.trades[1]) / (10 * MINUTE_MS), 12)
  })

  test('is null without bars', () => {
    expect(activityOf(makeBars([]))).toBeNull()
  })
})

describe('sequenceSizes', () => {
  test('bars of about 1, 5, 15 and 60 minutes, as round numbers', () => {
    expect(sequenceSizes(active(200, 1_300), '0.001')).toEqual([
      '200t',
      '1000t',
      '2000t',
      '10000t',
      '1v',
      '5v',
      '20v',
      '100v',
    ])
  })

  test('a busier market has larger ones', () => {
    expect(sequenceSizes(active(9_000, 2_000_000), '0.001')[0]).toBe('10000t')
    expect(sequenceSizes(active(9_000, 2_000_000), '0.001').at(-1)).toBe('100000v')
  })

  test('a market of few trades has no bars of less than 10 trades or a lot, and no size twice', () => {
    expect(sequenceSizes(active(0.1, 0.05), '0.01')).toEqual(['10t', '0.01v', '0.02v'])
  })

  test('last as long as they say', () => {
    const activity = active(200, 1_300)
    expect(sequenceMs('200t', '0.001', activity)).toBeCloseTo(MINUTE_MS, 6)
    expect(sequenceMs('1.3v', '0.001', activity)).toBeCloseTo(MINUTE_MS, 6)
    expect(sequenceMs('5m', '0.001', activity)).toBeNull()
    expect(sequenceMs('5v', '0.001', active(5, 0))).toBeNull()
  })
})

describe('sequenceStep', () => {
  const steps = { '5m': 100, '100t': 2, '1000t': 10, '50v': 5 }

  test('a known size has its own', () => expect(sequenceStep(steps, '1000t', '0.01')).toBe(10))

  test('another is scaled from the nearest of its kind by the root of the ratio', () => {
    // 10 x sqrt(4) and 2 x sqrt(2)
    expect(sequenceStep(steps, '4000t', '0.01')).toBe(20)
    expect(sequenceStep(steps, '200t', '0.01')).toBe(2)
    expect(sequenceStep(steps, '5000v', '0.01')).toBe(50)
  })

  test('without any of its kind there is none', () =>
    expect(sequenceStep({ '5m': 5, '10t': 1 }, '5v', '0.01')).toBeNull())
})
