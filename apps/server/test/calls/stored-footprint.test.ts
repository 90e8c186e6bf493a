import { MINUTE_MS, TradeBuilder, decodeAnswer } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { spec, testStore } from '../test-database.ts'
import type { TestStore } from '../test-database.ts'

const START = Date.UTC(2025, 0, 6)
const MINUTES = 4300
const ROWS = 500
let world: TestStore
let server: AppUnderTest

/** 4,300 minutes of 500 levels up to 40 ticks apart: more than two million levels. */
function wideTape(): Trades {
  const builder = new TradeBuilder(MINUTES * ROWS)
  let id = 1
  for (let minute = 0; minute < MINUTES; minute++) {
    for (let row = 0; row < ROWS; row++) {
      builder.push(
        START + minute * MINUTE_MS + row * 100,
        100_000 + row * 20 + (row % 7) * 3,
        1 + row,
        row % 2 === 0,
        1,
        id++,
      )
    }
  }
  return builder.build()
}

beforeAll(async () => {
  world = await testStore()
  server = await appUnderTest({ store: world.store, bus: world.bus })
  server.setNow(START + 10 * 24 * 60 * MINUTE_MS)
  const wide = await world.store.ensureInstrument(spec('TEST:WIDE', { ids: 'contiguous' }))
  await world.store.importRun(wide, [wideTape()])
})
afterAll(async () => {
  await server.app.close()
  await world.close()
})

const get = (query: string) =>
  server.app.inject({ url: `/api/footprint?symbol=TEST:WIDE&${query}`, headers: { language: 'en' } })

describe('/footprint over the stored tape', () => {
  test('rejects more than two million levels, and accepts the suggested step', { tags: ['long'] }, async () => {
    const refused = await get('cycle=1m&precision=0.01&limit=5000')
    expect([refused.statusCode, refused.json().code, refused.json().data.error]).toEqual([400, 400, 'TOO_MANY_CELLS'])
    const { precision, limit } = refused.json().data.allowed
    expect(refused.json().message).toContain(precision)
    expect(Object.keys(refused.json().data.fields)).toEqual(['precision', 'limit'])

    const coarser = await get(`cycle=1m&precision=${precision}&limit=5000`)
    expect(coarser.statusCode).toBe(200)
    const { bars } = decodeAnswer(coarser.rawPayload)
    expect(bars.length).toBe(MINUTES)
    expect(bars.row.length).toBeLessThanOrEqual(2_000_000)
    const fewer = decodeAnswer((await get(`cycle=1m&precision=0.01&limit=${limit}`)).rawPayload)
    expect(fewer.bars.length).toBe(limit)
    expect(limit).toBeGreaterThan(3000)
  })

  test('rejects a range of more than 5,000 bars with the earliest start', async () => {
    const refused = await get(`cycle=15s&precision=1&from=${START}&to=${START + MINUTES * MINUTE_MS}`)
    expect(refused.statusCode).toBe(400)
    const [fault] = refused.json().data.fields.from
    expect(fault.error).toBe('TOO_MANY_BARS')
    const earliest = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(fault.message)?.[0] ?? ''
    const allowed = await get(`cycle=15s&precision=1&from=${earliest}&to=${START + MINUTES * MINUTE_MS}`)
    expect(allowed.statusCode).toBe(200)
  })

  test('joins pages of history: the end of the older is the start of the newer', async () => {
    const newest = decodeAnswer((await get('cycle=1h&precision=5&limit=20')).rawPayload)
    expect(newest.meta).toMatchObject({
      from: newest.bars.t[0],
      to: null,
      lead_in: 0,
      closed_until: null,
      watermark: null,
    })
    const older = decodeAnswer((await get(`cycle=1h&precision=5&limit=1000&to=${newest.meta.from}`)).rawPayload)
    expect(older.meta).toMatchObject({ from: null, to: newest.meta.from })
    expect(older.bars.length + newest.bars.length).toBe(Math.ceil(MINUTES / 60))
    const led = decodeAnswer((await get('cycle=1h&precision=5&limit=20&lead_in')).rawPayload)
    expect(led.meta).toMatchObject({ from: null, lead_in: older.bars.length })
  })

  test('suggests the nearest multiples for an invalid precision', async () => {
    const { data } = (await get('cycle=1m&precision=0.0123')).json()
    expect(data.nearest).toEqual(['0.01', '0.02'])
  })
})
