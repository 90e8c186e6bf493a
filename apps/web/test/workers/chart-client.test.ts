import { MINUTE_MS } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { changeSetting } from '../../src/features/order-flow/model/change-setting.ts'
import { CallFailure } from '../../src/shared/http/envelope.ts'
import type { Trade } from '../order-flow/bars.ts'
import { FakeMarket, SYMBOL } from './fake-market.ts'
import { REQUEST, sessionUnderTest } from './client-under-test.ts'

/** Deterministic trades: `perMinute` in each of `minutes` minutes. */
const tape = (minutes: number, perMinute = 4): Trade[] =>
  Array.from({ length: minutes * perMinute }, (_, i) => {
    const wave = Math.round(40 * Math.sin(i / 37)) + ((i * 7) % 11)
    return [
      Math.floor(i / perMinute) * MINUTE_MS + (i % perMinute) * 10_000,
      8000 + wave,
      1 + ((i * 29) % 97),
      (i * 13) % 5 < 3,
    ]
  })
const END = 30 * MINUTE_MS
const live = () => new FakeMarket(tape(30), MINUTE_MS, END - 5000)

describe('a session', () => {
  it('shows the history and subscribes from its last entry', async () => {
    const market = live()
    const { open, shown, sent, agrees } = sessionUnderTest(market)
    await open()
    expect(shown().length).toBe(30)
    expect(agrees()).toBe(true)
    expect(sent).toContainEqual({ op: 'subscribe', symbol: SYMBOL, from_seq: 1, tape: 'tape-1' })
  })

  it('sends live frames only from the changed bar on', async () => {
    const market = live()
    const { open, session, settle, posted, agrees } = sessionUnderTest(market)
    await open()
    session.frame(market.trade([[END - 4000, 8100, 5, true]], END - 4000))
    await settle()
    const update = posted.findLast((message) => message.type === 'update')
    expect(update).toMatchObject({ from: 29, watermark: END - 4000 })
    expect(agrees()).toBe(true)
  })

  it('sends one update for several frames while the page is busy', async () => {
    const market = live()
    const { open, session, timers, types, settle, agrees } = sessionUnderTest(market)
    await open()
    const flush = () => {
      for (const [timer, act] of [...timers]) {
        timers.delete(timer)
        act()
      }
    }
    const before = types().length
    for (let i = 0; i < 5; i++) {
      session.frame(market.trade([[END - 4000 + i, 8100 + i, 5, true]], END - 4000 + i))
      flush()
    }
    expect(types().slice(before)).toEqual(['update'])
    await settle()
    expect(types().slice(before)).toEqual(['update', 'update'])
    expect(agrees()).toBe(true)
  })

  it('closes bars by the clock and shows new ones', async () => {
    const market = live()
    const { open, session, settle, shown, agrees } = sessionUnderTest(market)
    await open()
    session.frame(market.trade([[END + 100, 8050, 3, false]], END + 100))
    session.message({ op: 'clock', symbol: SYMBOL, watermark: END + 2500 })
    await settle()
    expect(shown().length).toBe(31)
    expect([...shown().state.slice(-2)]).toEqual([1, 0])
    expect(agrees()).toBe(true)
  })

  it('resubscribes from the last applied entry after a gap and ignores frames until then', async () => {
    const market = live()
    const { open, session, settle, sent, subscribed, agrees } = sessionUnderTest(market)
    await open()
    const lost = market.trade([[END - 4500, 8100, 5, true]], END - 4500)
    const seen = market.trade([[END - 4000, 8101, 5, true]], END - 4000)
    sent.length = 0
    session.frame(seen)
    session.frame(seen)
    expect(sent).toEqual([{ op: 'subscribe', symbol: SYMBOL, from_seq: 1, tape: 'tape-1' }])
    subscribed()
    session.frame(lost)
    session.frame(seen)
    await settle()
    expect(agrees()).toBe(true)
  })

  it('deduplicates repeated frames', async () => {
    const market = live()
    const { open, session, settle, agrees } = sessionUnderTest(market)
    await open()
    const frame = market.trade([[END - 4000, 8100, 5, true]], END - 4000)
    session.frame(frame)
    session.frame(frame)
    await settle()
    expect(agrees()).toBe(true)
  })

  it('resubscribes when a frame cannot be read', async () => {
    const market = live()
    const { open, session, sent } = sessionUnderTest(market)
    await open()
    sent.length = 0
    session.frame(new Uint8Array([1, 2, 3]))
    expect(sent).toHaveLength(1)
  })

  it('reloads a revised range', async () => {
    const market = live()
    const { open, session, settle, windows, agrees } = sessionUnderTest(market)
    await open()
    session.message(market.revise([[10 * MINUTE_MS + 5, 7990, 50, false]], 10 * MINUTE_MS, 11 * MINUTE_MS))
    await settle()
    expect(windows.at(-1)).toMatchObject({ from: 10 * MINUTE_MS, to: 11 * MINUTE_MS })
    expect(agrees()).toBe(true)
  })

  it('retries a revised range until it loads', async () => {
    const market = live()
    const { open, session, settle, control, agrees } = sessionUnderTest(market)
    await open()
    control.fail = new CallFailure('connection', '', '')
    session.message(market.revise([[10 * MINUTE_MS + 5, 7990, 50, false]], 10 * MINUTE_MS, 11 * MINUTE_MS))
    await settle()
    expect(agrees()).toBe(false)
    control.fail = null
    await settle()
    expect(agrees()).toBe(true)
  })

  it('loads gaps with the history and with every revision', async () => {
    const market = live()
    const gap = { from: 5 * MINUTE_MS, to: 6 * MINUTE_MS, missing: 3, state: 'lost' as const }
    market.gaps = [gap]
    const { open, session, settle, posted } = sessionUnderTest(market)
    await open()
    expect(posted.findLast(({ type }) => type === 'reset')).toMatchObject({ meta: { gaps: [gap] } })
    market.gaps = []
    session.message(market.revise([[5 * MINUTE_MS + 5, 7990, 50, false]], 5 * MINUTE_MS, 6 * MINUTE_MS))
    await settle()
    expect(posted.findLast(({ type }) => type === 'reset')).toMatchObject({ keep: true, meta: { gaps: [] } })
  })

  it('reloads everything after a resync and keeps the viewport', async () => {
    const market = live()
    const { open, session, settle, posted, subscribed, agrees } = sessionUnderTest(market)
    await open()
    market.tape = 'tape-2'
    market.stored.push([3 * MINUTE_MS, 8200, 9, true])
    session.message({ op: 'resync', symbol: SYMBOL, reason: 'tape' })
    await settle()
    subscribed()
    expect(posted.findLast(({ type }) => type === 'reset')).toMatchObject({ keep: true })
    expect(agrees()).toBe(true)
  })

  it('ignores other symbols', async () => {
    const market = live()
    const { open, session, posted } = sessionUnderTest(market)
    await open()
    const before = posted.length
    session.message({ op: 'status', symbol: 'OTHER:B', state: 'stale', lag_ms: 1 })
    session.message({ op: 'resync', symbol: 'OTHER:B', reason: 'slow' })
    expect(posted.length).toBe(before)
  })

  it('reports a failure when there is nothing to show, and loads on request', async () => {
    const market = live()
    const { open, session, settle, control, posted, types } = sessionUnderTest(market)
    control.fail = new CallFailure('message', '404', 'no such symbol')
    await open()
    expect(posted.find(({ type }) => type === 'failed')).toMatchObject({
      failure: { code: '404', words: 'no such symbol' },
    })
    control.fail = null
    session.receive({ type: 'retry', view: 1 })
    await settle()
    expect(types()).toContain('reset')
  })

  it('shows that the server is busy, and loads by itself after the time it names', async () => {
    const market = live()
    const { open, settle, control, posted, types, delays } = sessionUnderTest(market)
    const busy = { error: 'OVERLOADED', retry_after: 4 }
    control.fail = new CallFailure('message', '503', 'The server is busy. Try again in 4 s', busy)
    await open()
    expect(posted.find(({ type }) => type === 'failed')).toMatchObject({
      failure: { code: '503', words: 'The server is busy. Try again in 4 s' },
    })
    expect(delays).toContain(4000)
    expect(types()).not.toContain('reset')
    control.fail = null
    await settle()
    expect(types()).toContain('reset')
  })

  it('waits as long as a busy server asks before it reloads a shown chart', async () => {
    const market = live()
    const { open, session, settle, control, types, delays } = sessionUnderTest(market)
    await open()
    control.fail = new CallFailure('message', '503', 'busy', { error: 'OVERLOADED', retry_after: 7 })
    session.message({ op: 'resync', symbol: SYMBOL, reason: 'slow' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(delays.at(-1)).toBe(7000)
    control.fail = null
    await settle()
    expect(types()).not.toContain('failed')
    expect(types().filter((type) => type === 'reset')).toHaveLength(2)
  })

  it('subscribes again when the stream refused a subscription for a time', async () => {
    const market = live()
    const { session, settle, sent, delays } = sessionUnderTest(market)
    session.receive({ type: 'open', view: 1, request: REQUEST, identity: { language: 'zh', token: null } })
    await new Promise((resolve) => setImmediate(resolve))
    const subscriptions = () => sent.filter(({ op }) => op === 'subscribe').length
    const before = subscriptions()
    session.message({ op: 'error', code: 429, message: 'Wait', data: { error: 'RATE_LIMITED', retry_after: 9 } })
    expect([before, delays.at(-1)]).toEqual([1, 9000])
    await settle()
    expect(subscriptions()).toBe(2)
  })

  it('keeps the chart and retries when a reload fails', async () => {
    const market = live()
    const { open, session, settle, control, types } = sessionUnderTest(market)
    await open()
    control.fail = new CallFailure('timeout', '', '')
    session.message({ op: 'resync', symbol: SYMBOL, reason: 'slow' })
    await settle()
    expect(types()).not.toContain('failed')
    control.fail = null
    await settle()
    expect(types().filter((type) => type === 'reset')).toHaveLength(2)
  })

  it('drops the answer to a chart that was closed', async () => {
    const market = live()
    const { session, settle, control, held, posted } = sessionUnderTest(market)
    control.hold = true
    session.receive({ type: 'open', view: 1, request: REQUEST, identity: { language: 'zh', token: null } })
    session.receive({
      type: 'open',
      view: 2,
      request: { ...REQUEST, cycle: '5m' },
      identity: { language: 'zh', token: null },
    })
    for (const release of held) release()
    await settle()
    expect(posted.filter(({ type }) => type === 'reset')).toMatchObject([{ view: 2 }])
  })

  it('computes changed settings from the bars it has, without asking the server', async () => {
    const market = live()
    const { open, session, settle, windows, posted } = sessionUnderTest(market)
    await open()
    const asked = windows.length
    session.receive({
      type: 'settings',
      view: 1,
      settings: changeSetting(REQUEST.settings, 'imbalance', { ratio: '2' })!,
    })
    await settle()
    expect(windows.length).toBe(asked)
    expect(posted.findLast(({ type }) => type === 'reset')).toMatchObject({ keep: true })
  })

  it.each([
    ['poc', { basis: 'raw' }],
    ['cvd', { reset: 'never' }],
  ] as const)('requests the bars again when %s changes', async (group, change) => {
    const market = live()
    const { open, session, settle, windows } = sessionUnderTest(market)
    await open()
    const asked = windows.length
    session.receive({ type: 'settings', view: 1, settings: changeSetting(REQUEST.settings, group, change)! })
    await settle()
    expect(windows.length).toBe(asked + 1)
  })
})
