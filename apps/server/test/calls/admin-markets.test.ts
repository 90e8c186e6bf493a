import type { MarketListing } from '@flowprint/venues'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FeedRegistry } from '../../src/market/ingest/index.ts'
import type { MarketChanges } from '../../src/market/ingest/index.ts'
import type { DepthMode } from '../../src/market/store/index.ts'
import type { AccessOf } from '../../src/platform/http/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { listingOf } from '../market/ingest/feed/fake-venue.ts'

const saved = new Map<string, boolean>([['OKX:BTCUSDT', false]])
const savedDepth = new Map<string, DepthMode>()
const changes: MarketChanges = {
  load: async () =>
    [...saved].map(([symbol, enabled]) => ({ symbol, enabled, depth: savedDepth.get(symbol) ?? 'columns' })),
  save: async (symbol, enabled, _by, depth) => {
    saved.set(symbol, enabled)
    if (depth !== undefined) savedDepth.set(symbol, depth)
  },
}
const feedRegistry = new FeedRegistry()
const listed: MarketListing[] = [listingOf('BINANCE:LTCUSDT'), listingOf('BINANCE:BTCUSDT')]
let server: AppUnderTest

const ROLES: Readonly<Record<string, readonly ('admin' | 'inviter')[]>> = {
  admin: ['admin'],
  member: [],
  inviter: ['inviter'],
}
const accessOf: AccessOf = ({ authorization }) => {
  const roles = ROLES[authorization]
  if (roles === undefined) return { user: null, delayMs: 0 }
  return {
    user: '7',
    delayMs: 0,
    signedIn: { accountId: 7, sessionId: 1, roles, steppedUp: true, mustSetUpOtp: false },
  }
}

beforeAll(async () => {
  server = await appUnderTest({ accessOf, changes, feedRegistry, env: { MARKETS: 'BINANCE:BTCUSDT,OKX:BTCUSDT' } })
  feedRegistry.show({
    venues: () => [{ venue: 'BINANCE', symbols: 1, health: null, note: 'away' }],
    markets: () => [
      {
        symbol: 'BINANCE:BTCUSDT',
        venue: 'BINANCE',
        state: 'live',
        lagMs: 123.4,
        lastTradeTs: Date.UTC(2026, 4, 13),
        gaps: 1,
        trades: 7,
        duplicates: 2,
        late: 1,
        dropped: 0,
        refused: 0,
        waiting: 3,
        losses: 1,
        note: null,
      },
    ],
    queues: () => [],
    listed: (venue) => (venue === 'BINANCE' ? listed.map(({ symbol }) => symbol) : null),
  })
})
afterAll(() => server.app.close())

async function call(path: string, payload: object = {}, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { language: 'en', authorization: 'admin', ...headers },
  })
  return { status: answer.statusCode, ...answer.json() }
}

describe('market calls for administrators', () => {
  test('are available to administrators only', async () => {
    for (const path of ['/api/admin_markets', '/api/admin_feeds', '/api/admin_save_market']) {
      const ask = async (authorization: string, more: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
        const headers = { ...(authorization === '' ? {} : { authorization }), ...more }
        const payload = { symbol: 'BINANCE:BTCUSDT', enabled: true, remark: 'Listed now' }
        return (await server.app.inject({ method: 'POST', url: path, payload, headers, remoteAddress })).statusCode
      }
      expect([path, await ask('admin'), await ask('admin', {}, '203.0.113.7')]).toEqual([path, 200, 200])
      expect([path, await ask('member'), await ask('inviter')]).toEqual([path, 403, 403])
      expect([path, await ask('', {}, '203.0.113.7'), await ask('', { 'x-forwarded-for': '203.0.113.7' })]).toEqual([
        path,
        401,
        401,
      ])
      // DNS rebinding: a foreign page resolves its name to this address.
      expect([path, await ask('', { host: 'evil.example:8080' })]).toEqual([path, 401])
      // A loopback connection is no login.
      expect([path, await ask('')]).toEqual([path, 401])
    }
  })

  test('list the followed markets and their origin', async () => {
    saved.clear()
    saved.set('OKX:BTCUSDT', false)
    expect((await call('/api/admin_markets')).data).toEqual({
      list: [
        { symbol: 'BINANCE:BTCUSDT', enabled: true, depth: 'columns', by: 'env' },
        { symbol: 'OKX:BTCUSDT', enabled: false, depth: 'columns', by: 'operator' },
      ],
      total: 2,
    })
  })

  test('follow a listed symbol in any spelling', async () => {
    expect(
      (await call('/api/admin_save_market', { symbol: 'binance:ltcusdt', enabled: true, remark: 'Listed now' })).data,
    ).toEqual({ symbol: 'BINANCE:LTCUSDT', enabled: true, depth: 'columns', checked: true })
    expect(saved.get('BINANCE:LTCUSDT')).toBe(true)
  })

  test('set what is recorded of the order book, and leave it as it is without the field', async () => {
    const save = async (more: object) =>
      (await call('/api/admin_save_market', { symbol: 'BINANCE:LTCUSDT', enabled: true, remark: 'Popular', ...more }))
        .data
    expect((await save({ depth: 'levels' })).depth).toBe('levels')
    expect((await save({})).depth).toBe('levels')
    const { list } = (await call('/api/admin_markets')).data
    expect(list).toContainEqual({ symbol: 'BINANCE:LTCUSDT', enabled: true, depth: 'levels', by: 'operator' })
    expect((await save({ depth: 'all' })).fields).toHaveProperty('depth')
  })

  test('reject an unlisted symbol and suggest the nearest ones', async () => {
    const answer = await call('/api/admin_save_market', {
      symbol: 'BINANCE:LTCUSD',
      enabled: true,
      remark: 'Listed now',
    })
    expect([answer.status, answer.data.error, answer.data.nearest]).toEqual([
      404,
      'UNKNOWN_SYMBOL',
      ['BINANCE:LTCUSDT', 'BINANCE:BTCUSDT'],
    ])
    expect(answer.message).toBe('Symbol BINANCE:LTCUSD not found. Nearest: BINANCE:LTCUSDT, BINANCE:BTCUSDT')
  })

  test('stop following, and reject a market that is not followed', async () => {
    expect(
      (await call('/api/admin_save_market', { symbol: 'BINANCE:BTCUSDT', enabled: false, remark: 'Listed now' })).code,
    ).toBe(200)
    expect(saved.get('BINANCE:BTCUSDT')).toBe(false)
    expect(
      (await call('/api/admin_save_market', { symbol: 'BINANCE:XRPUSDT', enabled: false, remark: 'Listed now' })).data
        .error,
    ).toBe('UNKNOWN_SYMBOL')
  })

  test('name a missing or invalid field', async () => {
    const answer = await call('/api/admin_save_market', { symbol: 'BINANCE:LTCUSDT', enabled: 'yes', remark: ' ' })
    expect(Object.keys(answer.data.fields)).toEqual(['enabled', 'remark'])
    expect(Object.keys((await call('/api/admin_save_market', {})).data.fields).toSorted()).toEqual([
      'enabled',
      'remark',
      'symbol',
    ])
  })

  test('report the state of markets and exchanges', async () => {
    const { list, venues } = (await call('/api/admin_feeds')).data
    expect(list).toEqual([
      {
        symbol: 'BINANCE:BTCUSDT',
        venue: 'BINANCE',
        state: 'live',
        lag_ms: 123,
        last_trade_time: '2026-05-13T00:00:00.000Z',
        gaps: 1,
        trades: 7,
        duplicates: 2,
        late: 1,
        dropped: 0,
        losses: 1,
        note: null,
      },
    ])
    expect(venues).toMatchObject([
      { venue: 'BINANCE', connections: 0, clock_skew_ms: null, last_fault: null, note: 'away' },
    ])
  })

  test('metrics contain every followed market once, also on repeated reads', async () => {
    for (let i = 0; i < 2; i++) {
      const text = (await server.app.inject('/api/metrics')).body
      expect(text).toContain('feed_trades_total{symbol="BINANCE:BTCUSDT"} 7')
      expect(text).toContain('feed_lag_seconds{symbol="BINANCE:BTCUSDT"} 0.1234')
      expect(text).toContain('feed_up{symbol="BINANCE:BTCUSDT"} 1')
      expect(text).toContain('venue_connections{venue="BINANCE"} 0')
      expect(text.match(/^feed_gaps\{/gm)?.length).toBe(1)
    }
  })
})
