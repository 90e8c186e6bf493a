import { describe, expect, it } from 'vitest'
import { TIME_WEIGHTS, timeLevel, computeTimeWeight } from '../../src/layout/time-weights.ts'

const at = (text: string): number => Date.parse(`${text}Z`)

describe('time axis marks', () => {
  it.each([
    ['2024-12-31T23:59', '2025-01-01T00:00', 'year', 'year'],
    ['2025-05-31T23:59', '2025-06-01T00:00', 'month', 'month'],
    ['2025-06-21T23:55', '2025-06-22T00:00', 'day', 'day'],
    ['2025-06-21T23:55', '2025-06-22T07:10', 'day', 'day'],
    ['2025-06-22T11:55', '2025-06-22T12:00', 'hours12', 'minute'],
    ['2025-06-22T05:55', '2025-06-22T06:00', 'hours6', 'minute'],
    ['2025-06-22T02:55', '2025-06-22T03:00', 'hours3', 'minute'],
    ['2025-06-22T00:55', '2025-06-22T01:00', 'hour', 'minute'],
    ['2025-06-22T01:25', '2025-06-22T01:30', 'minutes30', 'minute'],
    ['2025-06-22T01:10', '2025-06-22T01:15', 'minutes15', 'minute'],
    ['2025-06-22T01:04', '2025-06-22T01:05', 'minutes5', 'minute'],
    ['2025-06-22T01:01', '2025-06-22T01:02', 'minute', 'minute'],
    ['2025-06-22T01:01:00', '2025-06-22T01:01:15', 'second', 'second'],
  ] as const)('from %s to %s a %s starts and the label shows the %s', (before, now, weight, level) => {
    expect(computeTimeWeight(at(before), at(now))).toBe(TIME_WEIGHTS[weight])
    expect(timeLevel(TIME_WEIGHTS[weight], at(now))).toBe(level)
  })

  it('gives no separate mark to a second bar within one second', () => {
    expect(computeTimeWeight(1000, 1500)).toBe(TIME_WEIGHTS.none)
  })
})
