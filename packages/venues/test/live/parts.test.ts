import { describe, expect, it } from 'vitest'
import { AttemptWindow } from '../../src/live/attempt-window.ts'
import { ClockSkew } from '../../src/live/clock-skew.ts'
import { TradeRun } from '../../src/live/trade-run.ts'
import { VENUE_TRAITS } from '../../src/live/traits.ts'
import { SPOT } from './binance-markets.ts'

describe('attempt window', () => {
  it('delays attempts beyond the limit until the oldest leaves the window', () => {
    const window = new AttemptWindow(2, 1000)
    expect([window.take(0), window.take(100), window.take(300), window.take(1050), window.take(1060)]).toEqual([
      0, 0, 700, 0, 40,
    ])
  })
})

describe('clock skew', () => {
  it('uses the fastest message and drops it after a minute', () => {
    const skew = new ClockSkew()
    expect(skew.value(0)).toBeNull()
    skew.add(1000, 1200, 0)
    skew.add(2000, 2050, 10)
    skew.add(3000, 3300, 20)
    expect(skew.value(30)).toBe(-50)
    skew.add(50_000, 50_300, 50_000)
    expect(skew.value(50_000)).toBe(-50)
    expect(skew.value(61_000)).toBe(-300)
    expect(skew.value(200_000)).toBeNull()
  })
})

describe('trade run', () => {
  it('numbers text ids by the earlier trades of their millisecond', () => {
    const run = new TradeRun(SPOT, false)
    for (const [ts, id] of [
      [5, 'a'],
      [5, 'b'],
      [6, 'c'],
    ] as const)
      run.add(ts, '1.00', '1.00000', true, 1, id)
    const trades = run.take()
    expect([...trades.id]).toEqual([5 * 4096, 5 * 4096 + 1, 6 * 4096])
    expect(trades.textId).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['0.001', '1', 1, '1', /multiple/],
    ['1', '0.000001', 1, '1', /multiple/],
    ['x', '1', 1, '1', /decimal/],
    ['1', '1', 0, '1', /fills/],
    ['1', '1', 1, '', /id/],
    ['1', '1', 1, '9007199254740993', /id/],
  ] as const)('price %s, quantity %s, %d fills, id "%s" is refused', (price, qty, fills, id, reason) => {
    expect(() => new TradeRun(SPOT, true).add(1, price, qty, true, fills, id)).toThrow(reason)
  })
})

describe('venue traits', () => {
  it.each(VENUE_TRAITS.map((row) => [`${row.venue} ${row.section}`, row] as const))(
    '%s proves aliveness within 5 s and outlives its own heartbeats',
    (_, { live, rest }) => {
      expect(live.heartbeatMs).toBeLessThanOrEqual(4000)
      expect(live.silentAfterMs).toBeGreaterThan(2 * live.heartbeatMs)
      expect(live.marketsPerRequest).toBeLessThanOrEqual(live.marketsPerConnection)
      expect(rest.weight).toBeGreaterThan(0)
    },
  )

  it('contains no section twice', () => {
    const names = VENUE_TRAITS.map((row) => `${row.venue} ${row.section}`)
    expect(new Set(names).size).toBe(names.length)
  })
})
