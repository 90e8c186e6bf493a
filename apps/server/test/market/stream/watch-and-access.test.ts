import { HOUR_MS } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import type { Access } from '../../../src/platform/http/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import { LTC } from './memory-tape.ts'
import { StreamClient } from './stream-client.ts'

const T = Date.UTC(2025, 5, 21, 12)

describe('watch', () => {
  test('sends summaries with their numbers at once and every second, updated from the stream', async () => {
    const server = await appUnderTest()
    const { tape } = server
    server.setNow(T)
    tape.commit(
      [
        // More than a day ago: does not count.
        { ts: T - 25 * HOUR_MS, price: 5000, qty: 1, buy: true },
        { ts: T - 23 * HOUR_MS, price: 8000, qty: 1000, buy: true },
        { ts: T - HOUR_MS, price: 8500, qty: 3000, buy: false },
        { ts: T - 1000, price: 8200, qty: 500, buy: true },
      ],
      T,
    )
    const client = await StreamClient.open(await server.listen())
    client.send({ op: 'watch', symbols: [LTC.symbol, LTC.symbol] })
    const first = await client.message('summary')
    expect(first.list).toEqual([
      {
        symbol: LTC.symbol,
        last: '82.00',
        change: '2.00',
        change_percent: '2.50',
        volume: '4.500',
        delta: '-1.500',
        delta_hour: '0.500',
        state: 'live',
        open_interest: null,
        open_interest_change_percent: null,
        funding_rate: null,
        next_funding: null,
        mark_price: null,
      },
    ])
    tape.commit([{ ts: T + 10, price: 7900, qty: 2000, buy: true }], T + 10)
    const next = await client.message('summary', ({ list }) => list[0]?.last === '79.00')
    expect(next.list[0]).toMatchObject({
      change: '-1.00',
      change_percent: '-1.25',
      volume: '6.500',
      delta: '0.500',
      delta_hour: '2.500',
    })
    client.send({ op: 'watch', symbols: [] })
    client.send({ op: 'ping' })
    await client.message('pong')
    expect(client.faults).toEqual([])
    client.close()
    await server.app.close()
  })

  test('names an unknown symbol and watches the others', async () => {
    const server = await appUnderTest()
    server.tape.commit([{ ts: T, price: 8000, qty: 1, buy: true }], T)
    const client = await StreamClient.open(await server.listen())
    client.send({ op: 'watch', symbols: ['NO:SUCH', LTC.symbol] })
    expect((await client.message('error')).data).toMatchObject({ error: 'UNKNOWN_SYMBOL', nearest: [LTC.symbol] })
    expect((await client.message('summary')).list.map(({ symbol }) => symbol)).toEqual([LTC.symbol])
    client.close()
    await server.app.close()
  })
})

describe('permissions', () => {
  test('tell a delayed reader the delay, and send frames only after it', async () => {
    const server = await appUnderTest({ accessOf: () => ({ user: '7', delayMs: 60_000 }) })
    const { tape } = server
    server.setNow(T)
    tape.commit([{ ts: T - 120_000, price: 8000, qty: 1, buy: true }], T - 120_000)
    tape.commit([{ ts: T - 30_000, price: 8001, qty: 1, buy: true }], T)
    const client = await StreamClient.open(await server.listen())
    client.send({ op: 'subscribe', symbol: LTC.symbol, from_seq: 1, tape: 'tape-1' })
    expect(await client.message('subscribed')).toMatchObject({ last_seq: 1 })
    expect(await client.message('status')).toMatchObject({ state: 'delayed' })
    const clock = await client.message('clock')
    expect(clock.watermark).toBeLessThanOrEqual(T - 58_000)
    expect(client.frames).toEqual([])
    server.setNow(T + 31_000)
    await client.until(() => client.frames.length > 0)
    expect(client.frames[0]).toMatchObject({ firstSeq: 2, lastSeq: 2 })
    client.close()
    await server.app.close()
  })

  test('apply the same cut to menus, coverage and trades', async () => {
    const server = await appUnderTest({ accessOf: () => ({ user: '7', delayMs: 60_000 }) })
    server.setNow(T)
    server.tape.commit(
      [
        { ts: T - 120_000, price: 8000, qty: 1, buy: true },
        { ts: T - 30_000, price: 8001, qty: 1, buy: true },
      ],
      T,
    )
    const get = async (path: string) =>
      (await server.app.inject({ url: path, headers: { accept: 'application/json' } })).json().data
    expect((await get(`/api/coverage?symbol=${LTC.symbol}`)).to).toBe(T - 120_000)
    expect(await get(`/api/trades?symbol=${LTC.symbol}&from=${T - HOUR_MS}&to=${T + HOUR_MS}`)).toHaveLength(1)
    expect((await get(`/api/footprint?symbol=${LTC.symbol}&cycle=1m&precision=0.01`)).delayed).toBe(true)
    await server.app.close()
  })

  test('send resync when they change, and close the connection of an ended session', async () => {
    let access: Access | null = { user: '7', delayMs: 0 }
    const server = await appUnderTest({ accessOf: () => access })
    server.setNow(T)
    server.tape.commit([{ ts: T, price: 8000, qty: 1, buy: true }], T)
    const client = await StreamClient.open(await server.listen())
    client.send({ op: 'subscribe', symbol: LTC.symbol })
    await client.message('subscribed')
    access = { user: '7', delayMs: 900_000 }
    server.setNow(T + 16_000)
    expect((await client.message('resync')).reason).toBe('access')
    access = null
    server.setNow(T + 33_000)
    expect(await client.closed()).toBe(4401)
    expect(client.messages.at(-1)).toMatchObject({ op: 'error', code: 401, data: { error: 'SESSION_EXPIRED' } })
    await server.app.close()
  })

  test('limit a connection to eight symbols, counting a repeated one once', async () => {
    const server = await appUnderTest()
    const store = server.tape.asStore()
    const app = await appUnderTest({
      store: { ...store, findInstrument: async (symbol) => ({ ...LTC, symbol }) },
      bus: server.bus,
    })
    const client = await StreamClient.open(await app.listen())
    for (let i = 0; i < 8; i++) client.send({ op: 'subscribe', symbol: `A:S${i}` })
    client.send({ op: 'subscribe', symbol: 'A:S0' })
    client.send({ op: 'subscribe', symbol: 'A:S8' })
    expect((await client.message('error')).data.fields?.['symbol'][0].error).toBe('TOO_MANY_SYMBOLS')
    expect(client.messages.filter(({ op }) => op === 'subscribed').length).toBe(9)
    client.send({ op: 'unsubscribe', symbol: 'A:S0' })
    client.send({ op: 'subscribe', symbol: 'A:S8' })
    await client.message('subscribed', ({ symbol }) => symbol === 'A:S8')
    client.close()
    await app.app.close()
    await server.app.close()
  })

  test('return an error while the database is down, and keep the connection', async () => {
    const server = await appUnderTest()
    server.tape.commit([{ ts: T, price: 8000, qty: 1, buy: true }], T)
    const client = await StreamClient.open(await server.listen())
    server.tape.failure = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    client.send({ op: 'subscribe', symbol: LTC.symbol })
    expect(await client.message('error')).toMatchObject({ code: 503, data: { error: 'MAINTENANCE' } })
    server.tape.failure = null
    client.send({ op: 'subscribe', symbol: LTC.symbol })
    await client.message('subscribed')
    client.close()
    await server.app.close()
  })
})
