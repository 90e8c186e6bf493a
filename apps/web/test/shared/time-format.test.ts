import { continueSequence } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { missingText } from '../../src/features/order-flow/chart/chart-format.ts'
import { createTimeFormat, formatCountdown, zoneName } from '../../src/shared/format/chart-time.ts'
import { tradesOf } from '../order-flow/bars.ts'

const T = Date.UTC(2025, 5, 21, 4, 5, 6)

describe('times', () => {
  it('in UTC are the same on every machine', () => {
    const en = createTimeFormat('en', 'utc')
    expect(en.clock(T)).toBe('04:05:06')
    expect(en.zoneOffsetMs(T)).toBe(0)
    expect(en.zoneName).toBe('UTC')
    expect(en.day(T)).toBe('21 Jun 2025')
    expect(createTimeFormat('zh', 'utc').day(T)).toBe('2025.06.21')
  })

  it('of midnight are 00, never 24', () => {
    expect(createTimeFormat('en', 'utc').clock(Date.UTC(2025, 5, 21))).toBe('00:00:00')
  })

  it('of a range show the day once when both ends are on it', () => {
    const { span } = createTimeFormat('zh', 'utc')
    expect(span(T, T + 1000)).toBe('2025.06.21 04:05:06 – 04:05:07')
    expect(span(T, T + 86_400_000)).toBe('2025.06.21 04:05:06 – 2025.06.22 04:05:06')
  })

  it('of bars are precise to the minute, for shorter bars to the second', () => {
    expect(createTimeFormat('zh', 'utc').bar(T)).toBe('2025.06.21 04:05')
    expect(createTimeFormat('zh', 'utc', true).bar(T)).toBe('2025.06.21 04:05:06')
  })

  it('in local time match their offset', () => {
    const local = createTimeFormat('en', 'local')
    const utc = createTimeFormat('en', 'utc')
    expect(local.moment(T)).toBe(utc.moment(T + local.zoneOffsetMs(T)))
  })
})

describe('the name of a zone', () => {
  it.each([
    [0, 'UTC'],
    [8, 'UTC+8'],
    [-3.5, 'UTC-3:30'],
    [5.75, 'UTC+5:45'],
  ])('%d hours from UTC is %s', (hours, name) => {
    expect(zoneName(hours * 3_600_000)).toBe(name)
  })
})

describe('the countdown', () => {
  it.each([
    [0, '0:00'],
    [-5, '0:00'],
    [1, '0:01'],
    [59_000, '0:59'],
    [60_000, '1:00'],
    [3_661_000, '1:01:01'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(formatCountdown(ms)).toBe(text)
  })
})

describe('what an open bar lacks', () => {
  const units = { tickSize: '0.01', lotSize: '0.001' }
  const bars = continueSequence(
    null,
    tradesOf([
      [1000, 8000, 700, true],
      [1001, 8001, 1800, false],
    ]),
    { kind: 'ticks', size: 5 },
    1,
  ).bars

  it('is in trades or in volume, depending on the cycle', () => {
    expect(missingText(bars, 0, { kind: 'ticks', size: 5 }, units)).toBe('3t')
    expect(missingText(bars, 0, { kind: 'volume', size: 4000 }, units)).toBe('1.500v')
  })

  it('is null for a full bar', () => expect(missingText(bars, 0, { kind: 'ticks', size: 2 }, units)).toBe(null))
})
