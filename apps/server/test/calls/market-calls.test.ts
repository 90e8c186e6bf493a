import { Answer, Coverage, ErrorAnswer, Menus, TradeRows } from '@flowprint/contract'
import { CYCLES } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presentMenus } from '../../src/market/api/present/present-menus.ts'
import type { InstrumentSummary } from '../../src/market/store/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { LTC } from '../market/stream/memory-tape.ts'

const T = Date.UTC(2025, 5, 21, 12)
let server: AppUnderTest

beforeAll(async () => {
  server = await appUnderTest()
  // Three trades share a millisecond: the cursor must not lose or repeat one.
  const trades = [0, 1, 1, 1, 2].map((ms, i) => ({ ts: T + ms, price: 8330 + i, qty: 100 + i, buy: i % 2 === 0 }))
  server.tape.commit(trades, T + 5000)
  server.tape.gaps = [{ from: T, to: T + 1, missing: 3, state: 'lost' }]
  server.setNow(T + 5000)
})
afterAll(() => server.app.close())

const get = (url: string, headers: Record<string, string> = { language: 'en' }) => server.app.inject({ url, headers })

describe('/trades', () => {
  const query = `/api/trades?symbol=${LTC.symbol}&from=${T}&to=${T + 1000}`

  test('returns rows in canonical order, as in the contract', async () => {
    const body = (await get(query)).json()
    expect(Compile(Answer(TradeRows)).Errors(body)).toEqual([])
    expect(body.data[0]).toEqual({ id: '1', ts: T, price: '83.30', qty: '0.100', side: 'buy', fills: 1, seq: 1 })
    expect(body.data.map((row: { id: string }) => row.id)).toEqual(['1', '2', '3', '4', '5'])
  })

  test('pages by the cursor of the last row, also within a millisecond', async () => {
    const ids: string[] = []
    for (let after = ''; ;) {
      const answer = await get(`${query}&limit=2${after === '' ? '' : `&after=${after}`}`)
      ids.push(...answer.json().data.map((row: { id: string }) => row.id))
      const next = answer.headers['next-cursor']
      if (next === undefined) break
      after = String(next)
    }
    expect(ids).toEqual(['1', '2', '3', '4', '5'])
  })

  test('returns CSV on request', async () => {
    const answer = await get(`${query}&limit=2`, { accept: 'text/csv' })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body).toBe(
      `id,ts,price,qty,side,fills,seq\n1,${T},83.30,0.100,buy,1,1\n2,${T + 1},83.31,0.101,sell,1,2\n`,
    )
  })

  test.each([
    [`/api/trades?symbol=${LTC.symbol}&from=${T}`, 'to', 'REQUIRED'],
    [`/api/trades?symbol=${LTC.symbol}&from=${T}&to=${T}`, 'to', 'BAD_WINDOW'],
    [`${query}&limit=10001`, 'limit', 'NOT_AN_INTEGER'],
    [`${query}&after=12`, 'after', 'BAD_CURSOR'],
  ])('%s reports %s: %s', async (url, field, fault) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().data.fields[field][0].error).toBe(fault)
  })
})

describe('/coverage', () => {
  test('returns range, log, proof and gaps', async () => {
    const body = (await get(`/api/coverage?symbol=${LTC.symbol}`)).json()
    expect(Compile(Answer(Coverage)).Errors(body)).toEqual([])
    expect(body.data).toEqual({
      from: T,
      to: T + 2,
      last_seq: 5,
      tape: 'tape-1',
      proof: 'ids',
      gaps: [{ from: T, to: T + 1, missing: 3, state: 'lost' }],
    })
  })

  test('returns 404 for an unknown symbol', async () => {
    expect((await get('/api/coverage?symbol=X:Y')).statusCode).toBe(404)
  })
})

describe('/menus', () => {
  test('returns symbols, intervals and precisions as in the contract', async () => {
    const body = (await get('/api/menus')).json()
    expect(Compile(Answer(Menus)).Errors(body)).toEqual([])
    expect(body.data.symbol[0]).toMatchObject({
      value: 'BINANCE:LTCUSDT',
      label: 'LTC/USDT',
      exchange: 'BINANCE',
      kind: 'spot',
      version: 1,
      side: 'given',
      qty_unit: 'base',
      tick_size: '0.01',
      lot_size: '0.001',
      from: '2025-06-21T12:00:00.000Z',
      to: '2025-06-21T12:00:00.002Z',
      live: true,
      precision: ['0.01', '0.02', '0.05', '0.1', '0.2', '0.5', '1'],
    })
    expect(body.data.cycle.map((cycle: { value: string }) => cycle.value)).toEqual([
      '15s',
      '30s',
      '1m',
      '3m',
      '5m',
      '15m',
      '30m',
      '1h',
      '2h',
      '4h',
      '6h',
      '12h',
      '1d',
      '1w',
      '100t',
      '500t',
      '1000t',
      '5000t',
      '10v',
      '100v',
      '1000v',
    ])
    expect(body.data.recommend).toEqual({ 'BINANCE:LTCUSDT': { '1m': '0.01', '5m': '0.05' } })
    expect(body.data.initRecommand).toEqual({ symbol: 'BINANCE:LTCUSDT', cycle: '5m', precision: '0.05' })
  })

  const summary = (symbol: string, given: Partial<InstrumentSummary>): InstrumentSummary => ({
    ...LTC,
    symbol,
    from: T,
    to: T,
    lastSeq: 1,
    watermark: null,
    recommended: { '5m': 2 },
    depth: 'off',
    maxStep: 5,
    ...given,
  })

  test('lists a real symbol with data before simulated ones', () => {
    const menus = presentMenus([
      summary('DEMO:A', { simulated: true }),
      summary('REAL:EMPTY', { from: null, to: null }),
      summary('REAL:OLD', { live: false }),
      summary('REAL:NEW', { live: false, to: T + 1 }),
    ])
    expect(menus.symbol.map(({ value }) => value)).toEqual(['REAL:NEW', 'REAL:OLD', 'DEMO:A', 'REAL:EMPTY'])
    expect(menus.initRecommand?.symbol).toBe('REAL:NEW')
  })

  test('recommends a precision for every listed interval, and sizes for each symbol', () => {
    const recommended = {
      ...Object.fromEntries(CYCLES.map(({ value }) => [value, 2])),
      '5000t': 10,
      '200t': 5,
      '50v': 5,
      '2.5v': 1,
    }
    const menus = presentMenus([summary('REAL:ONE', { recommended }), summary('REAL:SECOND', { recommended: {} })])
    expect(menus.symbol.map(({ cycle }) => cycle)).toEqual([['200t', '5000t', '2.5v', '50v'], []])
    for (const { value } of menus.cycle) expect(menus.recommend['REAL:ONE'], value).toHaveProperty([value])
    // From 200t: 5 x sqrt(100 / 200) and 5 x sqrt(500 / 200), on the ladder.
    expect(menus.recommend['REAL:ONE']).toMatchObject({ '100t': '0.05', '500t': '0.1', '5000t': '0.1', '1000v': '0.2' })
    expect(menus.recommend['REAL:SECOND']).toEqual({})
  })

  test('returns no first chart while nothing is stored', () => {
    expect(presentMenus([]).initRecommand).toBe(null)
    expect(presentMenus([summary('REAL:EMPTY', { from: null })]).initRecommand).toBe(null)
  })

  test('merges the precision ladders by value, finest first', () => {
    const menus = presentMenus([
      summary('A:A', { tickSize: '0.5', maxStep: 4 }),
      summary('B:B', { tickSize: '1', maxStep: 2 }),
      summary('C:C', { tickSize: '0.01', maxStep: 2 }),
    ])
    expect(menus.precision).toEqual(['0.01', '0.02', '0.5', '1', '2'])
  })
})

describe('errors', () => {
  test('returns 503 in the envelope without internal details while the database is down', async () => {
    server.tape.failure = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    for (const url of ['/api/menus', `/api/coverage?symbol=${LTC.symbol}`, '/api/ready']) {
      const answer = await get(url)
      const reason = url === '/api/ready' ? { reason: 'unreachable' } : {}
      expect([url, answer.statusCode, answer.json().data]).toEqual([url, 503, { error: 'MAINTENANCE', ...reason }])
      expect(Compile(ErrorAnswer).Errors(answer.json())).toEqual([])
      expect(answer.body).not.toContain('5432')
    }
    expect((await get('/api/health')).statusCode).toBe(200)
    server.tape.failure = null
    expect((await get('/api/ready')).statusCode).toBe(200)
  })

  test('returns 500 without details for a program error', async () => {
    server.tape.failure = new Error('secret detail')
    const answer = await get('/api/menus')
    expect([answer.statusCode, answer.json().data]).toEqual([500, { error: 'INTERNAL' }])
    expect(answer.body).not.toContain('secret')
    server.tape.failure = null
  })
})
