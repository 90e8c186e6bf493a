import { Answer, ErrorAnswer, Footprint } from '@flowprint/contract'
import { LiveBars, decodeAnswer } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'

const T = Date.UTC(2025, 5, 21, 12)
const isAnswer = Compile(Answer(Footprint))
const isError = Compile(ErrorAnswer)
let server: AppUnderTest

/** Bar 1 by hand: 83.29 83.40 83.21 83.33; bid volume 10 + 2, ask volume 3 + 4. Bar 2 is open: one trade in its closed minute, one in its tail. */
beforeAll(async () => {
  server = await appUnderTest()
  server.tape.commit(
    [
      { ts: T, price: 8329, qty: 10_000, buy: false },
      { ts: T + 1000, price: 8340, qty: 3000, buy: true },
      { ts: T + 2000, price: 8321, qty: 2000, buy: false },
      { ts: T + 3000, price: 8333, qty: 4500, buy: true },
      { ts: T + 300_000, price: 8334, qty: 1000, buy: true },
      { ts: T + 365_000, price: 8335, qty: 700, buy: false },
    ],
    T + 370_000,
  )
  server.setNow(T + 370_000)
})
afterAll(() => server.app.close())

const get = (query: string, headers: Record<string, string> = { accept: 'application/json', language: 'en' }) =>
  server.app.inject({ url: `/api/footprint?${query}`, headers })
const json = async (query: string) => {
  const answer = await get(query)
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.any(String)])
  const body = answer.json()
  expect(isAnswer.Errors(body)).toEqual([])
  return body.data
}

describe('JSON of /footprint', () => {
  test('matches CONTRACT section 1 exactly', async () => {
    expect(await json('symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05')).toEqual({
      symbol: 'BINANCE:LTCUSDT',
      cycle: '5m',
      precision: '0.05',
      tick_size: '0.01',
      lot_size: '0.001',
      instrument_version: 1,
      tape: 'tape-1',
      last_seq: 6,
      watermark: T + 370_000,
      delayed: false,
      simulated: false,
      cvd_open: '0.000',
      vwap_open: { sum_q: '0.000', sum_pq: '0.00000', sum_ppq: '0.0000000' },
      bars: [
        {
          t: T,
          state: 'complete',
          revision: 0,
          lead_in: false,
          open: '83.29',
          high: '83.40',
          low: '83.21',
          close: '83.33',
          volume: '19.500',
          bid: '12.000',
          ask: '7.500',
          trades: 4,
          delta: '-4.500',
          min_delta: '-10.000',
          max_delta: '0.000',
          poc: '83.25',
          vah: '83.30',
          val: '83.25',
          levels: [
            ['83.20', '2.000', '0.000', 1, 0],
            ['83.25', '10.000', '0.000', 1, 0],
            ['83.30', '0.000', '4.500', 0, 1],
            ['83.40', '0.000', '3.000', 0, 1],
          ],
        },
        {
          t: T + 300_000,
          state: 'open',
          revision: 0,
          lead_in: false,
          open: '83.34',
          high: '83.35',
          low: '83.34',
          close: '83.35',
          volume: '1.700',
          bid: '0.700',
          ask: '1.000',
          trades: 2,
          delta: '0.300',
          min_delta: '0.000',
          max_delta: '1.000',
          poc: '83.30',
          vah: '83.35',
          val: '83.30',
          levels: [
            ['83.30', '0.000', '1.000', 0, 1],
            ['83.35', '0.700', '0.000', 1, 0],
          ],
        },
      ],
    })
  })

  test('returns only existing indicators, and only on request', async () => {
    const data = await json('symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05&indicators=1&imbalance_min_volume=0')
    expect(Object.keys(data.indicators)).toEqual([
      'imbalances',
      'stacks',
      'effort',
      'unfinished',
      'absorption',
      'exhaustion',
      'zones',
      'big_trades',
    ])
    expect(await json('symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05')).not.toHaveProperty('indicators')
  })

  test('returns the ratio of an imbalance truncated to two decimals, and null over zero', async () => {
    const data = await json(
      'symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05&indicators=1&imbalance_min_volume=0&imbalance_ratio=2',
    )
    // 83.25: 10.000 sold against 4.500 bought one row above is 2.22; 83.30: 4.500 bought against 10.000 sold is none;
    // 83.20: 2.000 sold against nothing bought above; 83.40: 3.000 bought against nothing sold below.
    expect(data.indicators.imbalances.filter((one: { t: number }) => one.t === T)).toEqual([
      { t: T, side: 'sell', price: '83.20', ratio: null },
      { t: T, side: 'sell', price: '83.25', ratio: '2.22' },
      { t: T, side: 'buy', price: '83.40', ratio: null },
    ])
  })

  test('returns exact quote amounts', async () => {
    const data = await json('symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05&unit=quote')
    expect(data.unit).toBe('quote')
    // 83.29 x 10 + 83.21 x 2 = 999.32 sold; 83.40 x 3 + 83.33 x 4.5 = 625.185 bought.
    expect(data.bars[0]).toMatchObject({
      bid: '999.32000',
      ask: '625.18500',
      volume: '1624.50500',
      delta: '-374.13500',
    })
    expect(data.bars[0].min_delta).toBe('-832.90000')
    expect(data.bars[0].levels[1]).toEqual(['83.25', '832.90000', '0.00000', 1, 0])
  })

  test('returns the effective settings in the format of the link', async () => {
    const asked = Buffer.from(JSON.stringify({ stack: { min: 5 }, imbalance: { ratio: '4' } })).toString('base64url')
    const data = await json(`symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05&settings=${asked}&imbalance_ratio=2.50`)
    expect(JSON.parse(Buffer.from(data.settings, 'base64url').toString())).toEqual({
      stack: { min: 5 },
      imbalance: { ratio: '2.5' },
    })
  })

  test('returns no bars and the coverage for an unreachable range', async () => {
    const data = await json('symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05&from=2020-01-01&to=2020-01-02')
    expect(data.bars).toEqual([])
    expect(data.coverage).toEqual({ from: T, to: T + 365_000, last_seq: 6, tape: 'tape-1', proof: 'ids', gaps: [] })
  })

  test('marks the lead-in before the window', async () => {
    const data = await json(
      `symbol=BINANCE:LTCUSDT&cycle=1m&precision=0.01&from=${T + 300_000}&to=${T + 360_000}&lead_in`,
    )
    expect(data.bars.map((bar: { t: number; lead_in: boolean }) => [bar.t, bar.lead_in])).toEqual([
      [T, true],
      [T + 300_000, false],
    ])
  })

  test('returns the newest of bars shorter than the minutes of the tail, up to the limit', async () => {
    const short = await appUnderTest()
    short.tape.commit(
      [0, 16_000, 31_000].map((after) => ({ ts: T + after, price: 8329, qty: 1000, buy: true })),
      T + 40_000,
    )
    short.setNow(T + 40_000)
    const url = '/api/footprint?symbol=BINANCE:LTCUSDT&cycle=15s&precision=0.01'
    const starts = async (limit: number) =>
      (await short.app.inject({ url: `${url}&limit=${limit}`, headers: { accept: 'application/json' } }))
        .json()
        .data.bars.map(({ t }: { t: number }) => t - T)
    expect(await starts(1)).toEqual([30_000])
    expect(await starts(2)).toEqual([15_000, 30_000])
    expect(await starts(9)).toEqual([0, 15_000, 30_000])
    await short.app.close()
  })

  test('computes indicators with the lead-in and omits it from the answer', async () => {
    const data = await json(
      `symbol=BINANCE:LTCUSDT&cycle=1m&precision=0.01&from=${T + 300_000}&to=${T + 360_000}&indicators=1`,
    )
    expect(data.bars.map((bar: { t: number }) => bar.t)).toEqual([T + 300_000])
    expect(data.cvd_open).toBe('-4.500')
    expect(data.vwap_open).toEqual({ sum_q: '19.500', sum_pq: '1624.50500', sum_ppq: '135334.2292500' })
  })

  test('returns the VWAP of each bar from the bar of its anchor on when the settings show one', async () => {
    const list = async (vwap: object) => {
      const asked = Buffer.from(JSON.stringify({ vwap })).toString('base64url')
      return (await json(`symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05&indicators=1&settings=${asked}`)).indicators
        .vwap
    }
    expect(await list({ anchor: 'day' })).toEqual([
      { t: T, vwap: '83.307949', deviation: '0.050646' },
      { t: T + 300_000, vwap: '83.310849', deviation: '0.049576' },
    ])
    expect((await list({ anchor: 'bar', at: T + 310_000 })).map(({ t }: { t: number }) => t)).toEqual([T + 300_000])
    expect(await list({ anchor: 'off' })).toBe(undefined)
  })
})

describe('packed /footprint', () => {
  test('is the default, with the bars of the JSON', async () => {
    const answer = await get('symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05', {})
    expect(answer.headers['content-type']).toBe('application/vnd.flowprint.footprint')
    const packed = decodeAnswer(answer.rawPayload)
    expect(packed.meta).toMatchObject({
      symbol: 'BINANCE:LTCUSDT',
      cycle: '5m',
      cycle_ms: 300_000,
      precision: '0.05',
      step: 5,
      last_seq: 6,
      lead_in: 0,
      from: null,
      to: null,
      watermark: T + 370_000,
      closed_until: T + 360_000,
      coverage: { proof: 'ids', gaps: 0 },
    })
    expect(packed.bars.length).toBe(1)
    expect(packed.tail?.length).toBe(1)
    expect([...new LiveBars(packed).bars().close]).toEqual([8333, 8335])
  })

  test.each([
    ['*/*', 'application/vnd.flowprint.footprint'],
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
    ['application/vnd.flowprint.footprint, application/json;q=0.5', 'application/vnd.flowprint.footprint'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/vnd.flowprint.footprint'],
  ])('returns for Accept: %s %s', async (accept, type) => {
    expect((await get('symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05', { accept })).headers['content-type']).toBe(type)
  })
})

describe('arguments of /footprint', () => {
  const good = 'symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05'
  const cases: [string, string, string, RegExp][] = [
    ['symbol=BINANCE:LTCUSDT&precision=0.05', 'cycle', 'REQUIRED', /required/],
    ['cycle=5m&precision=0.05', 'symbol', 'REQUIRED', /required/],
    ['symbol=BINANCE:LTCUSDT&cycle=5m', 'precision', 'REQUIRED', /required/],
    ['symbol=BINANCE:LTCUSDT&cycle=7m&precision=0.05', 'cycle', 'NOT_A_CHOICE', /15s, 30s, 1m.*1w/],
    ['symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.005', 'precision', 'BAD_PRECISION', /0\.01/],
    ['symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.057', 'precision', 'BAD_PRECISION', /0\.05, 0\.06/],
    ['symbol=BINANCE:LTCUSDT&cycle=5m&precision=0', 'precision', 'BAD_PRECISION', /0\.01/],
    ['symbol=BINANCE:LTCUSDT&cycle=5m&precision=99999999999', 'precision', 'BAD_PRECISION', /10000000$/],
    ['symbol=BINANCE:LTCUSDT&cycle=5m&precision=-0.05', 'precision', 'NOT_A_DECIMAL', /decimal/],
    [`${good}&limit=0`, 'limit', 'NOT_AN_INTEGER', /1 to 5000/],
    [`${good}&limit=5001`, 'limit', 'NOT_AN_INTEGER', /1 to 5000/],
    [`${good}&limit=1e3`, 'limit', 'NOT_AN_INTEGER', /1 to 5000/],
    [`${good}&to=yesterday`, 'to', 'NOT_A_TIME', /ISO-8601/],
    [`${good}&to=2025-02-30`, 'to', 'NOT_A_TIME', /ISO-8601/],
    [`${good}&from=2025-06-21T12:00:00Z&to=2025-06-21T11:00:00Z`, 'to', 'BAD_WINDOW', /later/],
    [`${good}&indicators=maybe`, 'indicators', 'NOT_A_FLAG', /1 or 0/],
    [`${good}&unit=lots`, 'unit', 'NOT_A_CHOICE', /base, quote/],
    [`${good}&zero_side=drop`, 'zero_side', 'NOT_A_CHOICE', /count, ignore/],
    [`${good}&imbalance_ratio=abc`, 'imbalance_ratio', 'NOT_A_DECIMAL', /decimal/],
    [`${good}&imbalance_ratio=0.5`, 'imbalance_ratio', 'BAD_SETTING', /from "1" to "1000"/],
    [`${good}&imbalance_min_volume=some`, 'imbalance_min_volume', 'NOT_A_DECIMAL', /auto/],
    [`${good}&stack_min=1`, 'stack_min', 'NOT_AN_INTEGER', /2 to 100/],
    [`${good}&zone_min=1.5`, 'zone_min', 'NOT_AN_INTEGER', /2 to 100/],
    [`${good}&value_area=101`, 'value_area', 'BAD_SETTING', /"100"/],
    [`${good}&settings=!!`, 'settings', 'BAD_SETTING', /base64url/],
    [
      `${good}&settings=${Buffer.from('{"stack":{"mni":3}}').toString('base64url')}`,
      'settings',
      'BAD_SETTING',
      /stack\.mni/,
    ],
    [`${good}&limits=5`, 'limits', 'UNKNOWN_ARGUMENT', /limit/],
    [`${good}&cycle=1m`, 'cycle', 'GIVEN_TWICE', /more than once/],
  ]
  test.each(cases)('%s reports %s: %s', async (query, field, fault, allowed) => {
    const answer = await get(query)
    const body = answer.json()
    expect(isError.Errors(body)).toEqual([])
    expect([answer.statusCode, body.code, body.data.error]).toEqual([400, 400, 'VALIDATION'])
    expect(body.data.fields[field][0].error).toBe(fault)
    expect(body.data.fields[field][0].message).toMatch(allowed)
    expect(body.message).toContain(field)
    expect(body.detail).toBe(body.message)
  })

  test('reports every invalid argument at once', async () => {
    const { data } = (await get('cycle=7m&precision=x&limit=0&settings=!')).json()
    expect(Object.keys(data.fields)).toEqual(['symbol', 'cycle', 'precision', 'limit', 'settings'])
  })

  test('returns 404 and the nearest symbols for an unknown symbol', async () => {
    const answer = await get('symbol=BINANCE:LTCUSD&cycle=5m&precision=0.05')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 404])
    expect(answer.json().data).toMatchObject({ error: 'UNKNOWN_SYMBOL', nearest: ['BINANCE:LTCUSDT'] })
  })

  test('returns Chinese messages unless English is requested', async () => {
    expect((await get('x=1', { accept: 'application/json' })).json().message).toMatch(/[\u4e00-\u9fff]/)
    expect((await get('x=1')).json().message).not.toMatch(/[\u4e00-\u9fff]/)
  })

  test('accepts times in ms and ISO format', async () => {
    const ms = await json(`symbol=BINANCE:LTCUSDT&cycle=1m&precision=0.01&from=${T}&to=${T + 60_000}`)
    const iso = await json(
      'symbol=BINANCE:LTCUSDT&cycle=1m&precision=0.01&from=2025-06-21T12:00:00Z&to=2025-06-21T20:01:00%2B08:00',
    )
    expect(iso).toEqual(ms)
    expect(ms.bars.length).toBe(1)
  })

  test('accepts any multiple of the tick as precision, in any notation', async () => {
    const data = await json('symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.0700')
    expect(data.precision).toBe('0.07')
  })
})
