import { promotion } from '@flowprint/i18n/en/promotion'
import { describe, expect, it } from 'vitest'
import { dayBefore, heightOf, indexAt, niceMax } from '../../src/features/promotion/chart/scale.ts'
import { wayToNext } from '../../src/features/promotion/level/way-to-next.ts'
import { qrSvg } from '../../src/features/promotion/link/qr-svg.ts'
import { readListFilters, writeListFilters } from '../../src/features/promotion/list/list-filters.ts'
import { formatRatio } from '../../src/shared/format/number.ts'

const LEVELS = [
  { level: 1, min_paying: 0, ratio: '0.1000' },
  { level: 2, min_paying: 10, ratio: '0.1500' },
  { level: 3, min_paying: 30, ratio: '0.2000' },
]
const at = (level: number, paying: number) => {
  const next = LEVELS.find((one) => one.level === level + 1)
  return {
    level,
    paying_total: paying,
    share_levels: LEVELS,
    next_level: next?.level ?? null,
    next_min_paying: next?.min_paying ?? null,
  }
}

describe('the progress to the next level', () => {
  it.each([
    [1, 0, { level: 2, missing: 10, done: 0 }],
    [1, 4, { level: 2, missing: 6, done: 0.4 }],
    [2, 20, { level: 3, missing: 10, done: 0.5 }],
    [3, 99, null],
  ])('of level %d with %d paying', (level, paying, way) => expect(wayToNext(at(level, paying))).toEqual(way))

  it('is never negative when levels changed', () => {
    expect(wayToNext({ ...at(2, 4) })).toEqual({ level: 3, missing: 26, done: 0 })
    expect(wayToNext({ ...at(1, 12) })).toEqual({ level: 2, missing: 0, done: 1 })
  })
})

describe('a ratio', () => {
  it.each([
    ['0.1000', '10%'],
    ['0.1250', '12.5%'],
    ['0.0075', '0.75%'],
    ['0.0005', '0.05%'],
    ['1.0000', '100%'],
    ['0.0000', '0%'],
  ])('%s reads %s', (ratio, text) => {
    expect(formatRatio(ratio)).toBe(text)
  })
})

describe('the scale of the trend', () => {
  it.each([
    [0, 1],
    [1, 1],
    [1.1, 2],
    [2, 2],
    [3, 5],
    [9, 10],
    [10, 10],
    [11, 20],
    [39.8, 50],
    [501, 1000],
  ])('up to %d ends at %d', (value, end) => {
    expect(niceMax(value)).toBe(end)
  })

  it('covers every amount; reversed ones count as zero', () => {
    expect([heightOf('5.000000', 10), heightOf('-5.000000', 10), heightOf('99.000000', 10)]).toEqual([0.5, 0, 1])
  })

  it('finds the day under the pointer, also at the edges', () => {
    expect([indexAt(-0.1, 30), indexAt(0, 30), indexAt(0.5, 30), indexAt(1, 30)]).toEqual([0, 0, 15, 29])
  })

  it('starts the given number of days before today', () => {
    expect(dayBefore(Date.parse('2026-03-01T00:00:00Z'), 29)).toBe('2026-01-31')
  })
})

describe('the list of invitees', () => {
  it('stores status and page in the URL', () => {
    expect(writeListFilters({ status: 'settled', page: 2 }).toString()).toBe('status=settled&page=2')
    expect(readListFilters(new URLSearchParams('status=settled&page=2'))).toEqual({ status: 'settled', page: 2 })
    expect(readListFilters(new URLSearchParams('status=void&page=0'))).toEqual({ status: null, page: 1 })
  })
})

describe('the QR code file', () => {
  it('contains no script, style or URL except its namespace', () => {
    const svg = qrSvg('https://flowprint.example/create/2PSH4TR2')
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1" shape-rendering="crispEdges"><path fill="#fff" [^>]*\/><path fill="#000" [^>]*\/><\/svg>\n$/,
    )
  })
})

it('an empty payout address is requested as specified', () => {
  expect(promotion.address.missing).toBe('Please enter the payout address')
})
