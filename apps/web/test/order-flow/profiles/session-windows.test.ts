import { HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionRule, sessionWindows } from '../../../src/features/order-flow/panels/profiles/model/session-windows.ts'
import type { SessionHours } from '../../../src/features/order-flow/panels/profiles/model/profile-preferences.ts'

const rule = (hours: SessionHours, ownFrom = '09:00', ownTo = '17:00') => sessionRule({ hours, ownFrom, ownTo }, 'utc')
const iso = (t: number) => new Date(t).toISOString().slice(0, 16)
const first = (hours: SessionHours, day: string, ...own: string[]) => {
  const from = Date.parse(`${day}T00:00Z`)
  const window = sessionWindows(rule(hours, ...own), { from, to: from + DAY_MS }).find((one) => one.from >= from)!
  return `${iso(window.from)} ${iso(window.to)}`
}

describe('the sessions of a chart', () => {
  it('are UTC days by default', () => {
    const from = Date.UTC(2025, 5, 21, 12)
    expect(sessionWindows(rule('day'), { from, to: from + DAY_MS }).map((one) => iso(one.from))).toEqual([
      '2025-06-21T00:00',
      '2025-06-22T00:00',
    ])
  })

  it('follow local daylight saving time', () => {
    expect([first('us', '2025-01-15'), first('us', '2025-07-15')]).toEqual([
      '2025-01-15T14:30 2025-01-15T21:00',
      '2025-07-15T13:30 2025-07-15T20:00',
    ])
    expect([first('europe', '2025-01-15'), first('europe', '2025-07-15')]).toEqual([
      '2025-01-15T08:00 2025-01-15T16:30',
      '2025-07-15T07:00 2025-07-15T15:30',
    ])
    expect(first('asia', '2025-07-15')).toBe('2025-07-15T00:00 2025-07-15T08:00')
    // New York switched to daylight saving time on 9 March 2025 at 07:00 UTC.
    expect([first('us', '2025-03-08'), first('us', '2025-03-09')]).toEqual([
      '2025-03-08T14:30 2025-03-08T21:00',
      '2025-03-09T13:30 2025-03-09T20:00',
    ])
  })

  it('extend into the next day when the end is not later than the start', () => {
    expect(first('own', '2025-07-15', '22:00', '06:00')).toBe('2025-07-15T22:00 2025-07-16T06:00')
    expect(first('own', '2025-07-15', '09:30', '09:30')).toBe('2025-07-15T09:30 2025-07-16T09:30')
  })

  it('are those that overlap the range, in order and unique', () => {
    const hours = fc.constantFrom<SessionHours>('day', 'asia', 'europe', 'us', 'own')
    fc.assert(
      fc.property(
        hours,
        fc.integer({ min: 0, max: 700 * 24 }),
        fc.integer({ min: 1, max: 20 * 24 }),
        (kind, startHour, span) => {
          const from = Date.UTC(2024, 0, 1) + startHour * HOUR_MS
          const to = from + span * HOUR_MS
          const windows = sessionWindows(rule(kind), { from, to })
          expect(windows.every((one) => one.to > from && one.from < to && one.to > one.from)).toBe(true)
          for (let i = 1; i < windows.length; i++) {
            expect(windows[i].from).toBeGreaterThanOrEqual(windows[i - 1].to)
            expect(windows[i].from - windows[i - 1].from).toBeLessThanOrEqual(25 * HOUR_MS)
          }
          expect(windows.length).toBeGreaterThanOrEqual(Math.floor(span / 24) - 1)
        },
      ),
    )
  })
})
