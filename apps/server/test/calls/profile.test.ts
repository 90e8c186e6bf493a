import { Answer, ErrorAnswer, Profile } from '@flowprint/contract'
import { TradeBuilder } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { spec, testStore } from '../test-database.ts'
import type { TestStore } from '../test-database.ts'

const T = Date.UTC(2025, 5, 21, 12)
const isAnswer = Compile(Answer(Profile))
const isError = Compile(ErrorAnswer)
let world: TestStore
let server: AppUnderTest

beforeAll(async () => {
  world = await testStore()
  server = await appUnderTest({ store: world.store, bus: world.bus })
  server.setNow(T + 24 * 3_600_000)
  const market = await world.store.ensureInstrument(spec('TEST:LTC', { ids: 'contiguous' }))
  const trades = new TradeBuilder()
  trades.push(T, 8329, 10_000, false, 2, 1)
  trades.push(T + 1000, 8340, 3000, true, 1, 3)
  trades.push(T + 2000, 8331, 2000, false, 1, 4)
  trades.push(T + 3_600_000, 8333, 4500, true, 1, 5)
  await world.store.importRun(market, [trades.build()], { covers: { from: T, to: T + 2 * 3_600_000 } })

  const tall = await world.store.ensureInstrument(spec('TEST:TALL', { ids: 'contiguous' }))
  const many = new TradeBuilder()
  for (let i = 0; i < 50_001; i++) many.push(T + i * 1000, 100_000 + ((i * 11) % 50_001), 1, true, 1, i + 1)
  await world.store.importRun(tall, [many.build()])
})
afterAll(async () => {
  await server.app.close()
  await world.close()
})

const get = (query: string) => server.app.inject({ url: `/api/profile?${query}`, headers: { language: 'en' } })

describe('GET /api/profile', () => {
  // The first pair above the point of control is 83.30 and the untraded 83.35.
  test('returns rows, point of control, value area and totals exactly', async () => {
    const answer = await get(`symbol=TEST:LTC&from=${T}&to=${T + 2 * 3_600_000}&precision=0.05`)
    expect(isAnswer.Errors(answer.json())).toEqual([])
    expect(answer.json().data).toMatchObject({
      symbol: 'TEST:LTC',
      precision: '0.05',
      from: T,
      to: T + 2 * 3_600_000,
      state: 'complete',
      delayed: false,
      value_area: '70',
      high: '83.40',
      low: '83.29',
      poc: '83.25',
      val: '83.25',
      vah: '83.35',
      totals: { volume: '19.500', bid: '12.000', ask: '7.500', delta: '-4.500', trades: 5 },
      rows: [
        ['83.25', '10.000', '0.000', 2, 0],
        ['83.30', '2.000', '4.500', 1, 1],
        ['83.40', '0.000', '3.000', 0, 1],
      ],
    })
  })

  test('accepts any millisecond as start and end', async () => {
    const { data } = (await get(`symbol=TEST:LTC&from=${T + 1}&to=${T + 2000}&precision=0.01`)).json()
    expect(data.rows).toEqual([['83.40', '0.000', '3.000', 0, 1]])
  })

  test('returns quote amounts on request', async () => {
    const { data } = (await get(`symbol=TEST:LTC&from=${T}&precision=0.05&unit=quote`)).json()
    expect([data.unit, data.rows[0], data.poc]).toEqual(['quote', ['83.25', '832.90000', '0.00000', 2, 0], '83.25'])
  })

  test('widens the value area by value_area', async () => {
    const { data } = (await get(`symbol=TEST:LTC&from=${T}&precision=0.05&value_area=100`)).json()
    expect([data.value_area, data.val, data.vah]).toEqual(['100', '83.25', '83.40'])
  })

  test('returns an empty profile without coverage for a range without trades', async () => {
    const { data } = (await get(`symbol=TEST:LTC&from=${T - 7_200_000}&to=${T}&precision=0.05`)).json()
    expect([data.rows, data.poc, data.vah, data.val, data.state, data.totals.volume]).toEqual([
      [],
      null,
      null,
      null,
      'incomplete',
      '0.000',
    ])
  })

  test('reports every invalid argument at once', async () => {
    const refused = await get('symbol=TEST:LTC&from=2025-06-21&to=2025-06-20&precision=x&value_area=101')
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(refused.json().data.fields)).toEqual(['precision', 'to', 'value_area'])
    expect((await get('symbol=TEST:LTC&from=0&precision=0.013')).json().data.nearest).toEqual(['0.01', '0.02'])
    expect((await get('symbol=TEST:NONE&from=0&precision=1')).statusCode).toBe(404)
  })

  test('rejects more rows than an answer can hold, and accepts the suggested step', async () => {
    const refused = await get(`symbol=TEST:TALL&from=${T}&precision=0.01`)
    expect([refused.statusCode, refused.json().data.error, isError.Check(refused.json())]).toEqual([
      400,
      'TOO_MANY_CELLS',
      true,
    ])
    const { precision, from } = refused.json().data.allowed
    expect(refused.json().message).toContain(precision)
    expect((await get(`symbol=TEST:TALL&from=${T}&precision=${precision}`)).statusCode).toBe(200)
    expect((await get(`symbol=TEST:TALL&from=${from}&precision=0.01`)).statusCode).toBe(200)
  })
})
