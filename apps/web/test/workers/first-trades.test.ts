import { MINUTE_MS } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import type { Trade } from '../order-flow/bars.ts'
import { FakeMarket } from './fake-market.ts'
import { REQUEST, sessionUnderTest } from './client-under-test.ts'

const END = 30 * MINUTE_MS
const past: Trade[] = Array.from({ length: 20 }, (_, i) => [i * MINUTE_MS, 8000 + i, 5, i % 2 === 0])

describe('a followed market without data', () => {
  it('is requested again until its past arrives', async () => {
    const market = new FakeMarket([])
    const { open, windows, settle, shown, agrees } = sessionUnderTest(market)
    await open({ ...REQUEST, live: true })
    expect(shown().length).toBe(0)
    const before = windows.length
    market.stored.push(...past)
    await settle()
    expect(windows.length).toBeGreaterThan(before)
    expect(agrees()).toBe(true)
    const found = windows.length
    await settle()
    expect(windows.length, 'asked no more once there is something').toBe(found)
  })

  it('goes live with its first frame', async () => {
    const market = new FakeMarket([])
    const { open, session, timers, subscribed, shown, agrees, windows } = sessionUnderTest(market)
    await open({ ...REQUEST, live: true })
    // The reload that the last timer began.
    await new Promise((resolve) => setImmediate(resolve))
    timers.clear()
    subscribed()
    const before = windows.length
    session.frame(market.trade([[END - 4000, 8100, 5, true]], END - 4000))
    await new Promise((resolve) => setImmediate(resolve))
    expect(windows.length).toBe(before + 1)
    expect(shown().length).toBe(1)
    subscribed()
    session.frame(market.trade([[END - 3000, 8101, 5, true]], END - 3000))
    for (const act of timers.values()) act()
    session.receive({ type: 'taken', view: 1 })
    expect(agrees()).toBe(true)
  })

  it('is not requested again when no feed follows it', async () => {
    const { open, windows, timers } = sessionUnderTest(new FakeMarket([]))
    await open()
    expect([windows.length, timers.size]).toEqual([1, 0])
  })
})

describe('watched markets', () => {
  it('are subscribed, resubscribed on reconnect, and reported', async () => {
    const { open, session, sent, posted } = sessionUnderTest(new FakeMarket(past))
    await open()
    session.receive({ type: 'watch', chart: 1, symbols: ['A:B'] })
    session.ready()
    expect(sent.filter(({ op }) => op === 'watch')).toEqual([
      { op: 'watch', symbols: ['A:B'] },
      { op: 'watch', symbols: ['A:B'] },
    ])
    const row = {
      symbol: 'A:B',
      last: '1',
      change: null,
      change_percent: null,
      volume: null,
      delta: null,
      delta_hour: null,
      state: 'live',
      open_interest: null,
      open_interest_change_percent: null,
      funding_rate: null,
      next_funding: null,
      mark_price: null,
    } as const
    session.message({ op: 'summary', list: [row] })
    expect(posted.at(-1)).toEqual({ type: 'summaries', chart: 1, list: [row] })
    session.receive({ type: 'watch', chart: 1, symbols: [] })
    sent.length = 0
    session.ready()
    expect(sent.filter(({ op }) => op === 'watch')).toEqual([])
  })
})
