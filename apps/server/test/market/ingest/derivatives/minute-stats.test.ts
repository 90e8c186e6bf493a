import { MINUTE_MS } from '@flowprint/orderflow'
import type { MarketStat } from '@flowprint/venues'
import { expect, test } from 'vitest'
import { MinuteStats } from '../../../../src/market/ingest/derivatives/rules/minute-stats.ts'

const T = Date.UTC(2026, 10, 20, 10)
const UNKNOWN = { openInterest: null, fundingRate: null, nextFundingMs: null, markPrice: null, indexPrice: null }

function statsOf() {
  const stats = new MinuteStats()
  return {
    stats,
    send: (after: number, values: Partial<MarketStat>, receivedAfter = after + 20) =>
      stats.apply({ symbol: 'A:B', ts: T + after, ...values }, T + receivedAfter),
  }
}

test('a minute has the last value of each field; unchanged ones count in the next minute', () => {
  const { stats, send } = statsOf()
  send(0, { markPrice: '10.0', fundingRate: '0.0001', nextFundingMs: T + 5 })
  send(30_000, { markPrice: '10.1' })
  send(61_000, { markPrice: '10.20' })
  expect(stats.hasPassed).toBe(true)
  const known = { ...UNKNOWN, fundingRate: '0.0001', nextFundingMs: T + 5 }
  expect(stats.changed()).toEqual([
    { ...known, minute: T, markPrice: '10.1' },
    { ...known, minute: T + MINUTE_MS, markPrice: '10.20' },
  ])
})

test('no value is carried over a lost connection, and a minute without a message has none', () => {
  const { stats, send } = statsOf()
  send(0, { markPrice: '10', openInterest: '7' })
  stats.interrupted()
  send(3 * MINUTE_MS, { markPrice: '11' })
  expect(stats.changed()).toEqual([
    { ...UNKNOWN, minute: T, markPrice: '10', openInterest: '7' },
    { ...UNKNOWN, minute: T + 3 * MINUTE_MS, markPrice: '11' },
  ])
})

test('what arrives during a commit is saved with the next one', () => {
  const { stats, send } = statsOf()
  send(0, { markPrice: '10' })
  const first = stats.changed()
  send(10, { markPrice: '11' })
  stats.saved(first)
  expect(stats.changed()).toEqual([{ ...UNKNOWN, minute: T, markPrice: '11' }])
  stats.saved(stats.changed())
  expect(stats.changed()).toEqual([])
})

test('times of a clock that is ahead do not begin a minute, and older ones do not change a past one', () => {
  const { stats, send } = statsOf()
  send(90_000, { markPrice: '10' }, 59_000)
  send(61_000, { markPrice: '11' })
  send(59_500, { openInterest: '5' }, 62_000)
  expect(stats.changed()).toEqual([
    { ...UNKNOWN, minute: T, markPrice: '10' },
    { ...UNKNOWN, minute: T + MINUTE_MS, markPrice: '11', openInterest: '5' },
  ])
})

test('the newest values are given out once', () => {
  const { stats, send } = statsOf()
  expect(stats.takeNewest()).toBeNull()
  send(0, { markPrice: '10' })
  send(5, { indexPrice: '9' })
  expect(stats.takeNewest()).toEqual({ ...UNKNOWN, ts: T + 5, markPrice: '10', indexPrice: '9' })
  expect(stats.takeNewest()).toBeNull()
})

test('minutes that cannot be saved are bounded, the oldest are given up', () => {
  const { stats, send } = statsOf()
  for (let minute = 0; minute < 200; minute++) send(minute * MINUTE_MS, { markPrice: String(minute) })
  const minutes = stats.changed()
  expect([minutes.length, minutes[0].minute]).toEqual([120, T + 80 * MINUTE_MS])
})
