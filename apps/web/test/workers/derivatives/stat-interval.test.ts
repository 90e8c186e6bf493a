import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { statInterval } from '../../../src/workers/derivatives/derivatives-calls.ts'
import { multiplyDecimals } from '../../../src/workers/derivatives/largest-feed.ts'

describe('the interval of statistics', () => {
  it.each([
    ['1m', 1, '1m'],
    ['4h', 3000, '4h'],
    ['1w', 30_000, '1w'],
  ])('is that of bars of %s over %s hours', (cycle, hours, interval) => {
    expect(statInterval(cycle, 0, hours * HOUR_MS)).toBe(interval)
  })

  it('is a minute for shorter bars and for bars without a length, while a response can hold the range', () => {
    expect(statInterval('15s', 0, HOUR_MS)).toBe('1m')
    expect(statInterval('100t', 0, 9_999 * MINUTE_MS)).toBe('1m')
    expect(statInterval('100t', 0, 10_000 * MINUTE_MS)).toBe('3m')
    expect(statInterval('1000v', 0, 2000 * DAY_MS)).toBe('6h')
  })
})

describe('the value of a liquidation', () => {
  it.each([
    ['67812.30', '0.105', '7120.29150'],
    ['0.00000001', '3', '0.00000003'],
    ['9007199254740993', '1.1', '9907919180215092.3'],
    ['5', '7', '35'],
  ])('%s x %s is %s', (price, qty, value) => {
    expect(multiplyDecimals(price, qty)).toBe(value)
  })
})
