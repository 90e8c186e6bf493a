import { Answer, BigTrades, ErrorAnswer, Footprint } from '@flowprint/contract'
import { TradeBuilder } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { spec, testStore } from '../test-database.ts'
import type { TestStore } from '../test-database.ts'

const T = Date.UTC(2025, 5, 21, 12)
const isAnswer = Compile(Answer(BigTrades))
const isFootprint = Compile(Answer(Footprint))
const isError = Compile(ErrorAnswer)
let world: TestStore
let server: AppUnderTest

/** The example of docs/formulas/big-trades.md: 200 sweeps of 1 to 200 USDT, then some to classify. */
beforeAll(async () => {
  world = await testStore()
  server = await appUnderTest({ store: world.store, bus: world.bus })
  server.setNow(T + 24 * 3_600_000)
  const market = await world.store.ensureInstrument(spec('TEST:BIG', { ids: 'contiguous' }))
  const trades = new TradeBuilder()
  let id = 1
  const add = (ts: number, price: number, qty: number, buy: boolean) => trades.push(ts, price, qty, buy, 1, id++)
  for (let i = 0; i < 200; i++) add(T + i * 1000, 10_000, 10 * (((i * 77) % 200) + 1), true)
  add(T + 250_000, 10_000, 1000, true)
  add(T + 250_050, 10_002, 990, true)
  add(T + 260_000, 10_000, 1980, false)
  add(T + 300_000, 10_000, 9000, false)
  await world.store.importRun(market, [trades.build()], { covers: { from: T, to: T + 3_600_000 } })
})
afterAll(async () => {
  await server.app.close()
  await world.close()
})

const get = (path: string, accept = 'application/json') =>
  server.app.inject({ url: path, headers: { language: 'en', accept } })

describe('GET /api/big_trades', () => {
  test('returns every number of a sweep and why it is big', async () => {
    const answer = await get(`/api/big_trades?symbol=TEST:BIG&from=${T}&to=${T + 3_600_000}`)
    expect(isAnswer.Errors(answer.json())).toEqual([])
    const { data } = answer.json()
    expect([data.from, data.to, data.open]).toEqual([T, T + 3_600_000, undefined])
    expect(data.list).toEqual([
      {
        id: '201',
        ts: T + 250_000,
        end: T + 250_050,
        side: 'buy',
        first: '100.00',
        last: '100.02',
        low: '100.00',
        high: '100.02',
        average: '100.0099',
        volume: '1.990',
        notional: '199.01980',
        trades: 2,
        fills: 2,
        usual: '199.00000',
      },
      expect.objectContaining({ id: '204', side: 'sell', notional: '900.00000', usual: '199.01980' }),
    ])
  })

  test('uses a minimum size from the request, which alone decides before 200 sweeps', async () => {
    const { data } = (await get(`/api/big_trades?symbol=TEST:BIG&from=${T}&size=200`)).json()
    expect(data.list.map((row: { notional: string; usual: string | null }) => [row.notional, row.usual])).toEqual([
      ['200.00000', null],
      ['900.00000', '199.01980'],
    ])
  })

  test('returns the state to continue from: the open sweep, counts per minute and the largest sizes', async () => {
    const { data } = (await get(`/api/big_trades?symbol=TEST:BIG&from=${T}&to=${T + 250_010}&resume`)).json()
    expect(data.list).toEqual([])
    expect(data.open.map(({ id }: { id: string }) => id)).toEqual(['201'])
    expect(data.sizes.minutes).toEqual([
      [T, 60],
      [T + 60_000, 60],
      [T + 120_000, 60],
      [T + 180_000, 20],
    ])
    expect([data.sizes.floor, data.sizes.sizes.length]).toEqual(['0.00000', 200])
  })

  test.each([
    [`from=${T}&to=${T}`, 'to'],
    [`from=${T}&size=-1`, 'size'],
    [`from=${T}&size=many`, 'size'],
    ['to=1', 'from'],
    [`from=${T}&limit=3`, 'limit'],
  ])('rejects %s and names %s', async (query, field) => {
    const answer = await get(`/api/big_trades?symbol=TEST:BIG&${query}`)
    expect(isError.Errors(answer.json())).toEqual([])
    expect([answer.statusCode, Object.keys(answer.json().data.fields)]).toEqual([400, [field]])
  })
})

describe('GET /api/footprint with indicators', () => {
  const footprint = (settings: object) =>
    get(
      `/api/footprint?symbol=TEST:BIG&cycle=1m&precision=0.01&indicators=1&settings=${Buffer.from(JSON.stringify(settings)).toString('base64url')}`,
    )

  test('returns big trades with their bar and the levels they swept', async () => {
    const answer = await footprint({})
    expect(isFootprint.Errors(answer.json())).toEqual([])
    const marks = answer.json().data.indicators.big_trades
    expect(marks.map(({ t, id, rows }: { t: number; id: string; rows: number }) => [t, id, rows])).toEqual([
      [T + 240_000, '201', 3],
      [T + 300_000, '204', 1],
    ])
  })

  test('omits big trades when the settings hide them', async () => {
    expect((await footprint({ bigTrades: { show: false } })).json().data.indicators.big_trades).toBeUndefined()
  })
})
