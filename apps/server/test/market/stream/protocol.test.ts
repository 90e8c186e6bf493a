import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { LTC } from './memory-tape.ts'
import { StreamClient } from './stream-client.ts'

const T = Date.UTC(2025, 5, 21, 12)
const SYMBOL = LTC.symbol
let server: AppUnderTest
let url: string
let clients: StreamClient[] = []

beforeAll(async () => {
  server = await appUnderTest()
  url = await server.listen()
  server.setNow(T + 10_000)
  server.tape.commit([{ ts: T, price: 8330, qty: 5, buy: true }], T + 8000)
})
afterAll(() => server.app.close())
afterEach(() => {
  for (const client of clients) {
    expect(client.faults).toEqual([])
    client.close()
  }
  clients = []
})

async function open(hello: object = {}): Promise<StreamClient> {
  const client = await StreamClient.open(url, hello)
  clients.push(client)
  return client
}

describe('handshake', () => {
  test('answers hello with welcome, version and time', async () => {
    const client = await open()
    expect(client.messages).toEqual([{ op: 'welcome', version: 1, server_time: expect.any(Number) }])
  })

  test('sends an error to a silent client and closes', async () => {
    const client = new StreamClient(url)
    expect(await client.closed()).toBe(1008)
    expect(client.messages).toMatchObject([
      { op: 'error', code: 400, data: { fields: { op: [{ error: 'HELLO_FIRST' }] } } },
    ])
  })

  test('rejects a first message other than hello and closes', async () => {
    const client = new StreamClient(url)
    client.socket.once('open', () => client.send({ op: 'subscribe', symbol: SYMBOL }))
    expect(await client.closed()).toBe(1008)
    expect(client.messages).toMatchObject([{ op: 'error', data: { fields: { op: [{ error: 'HELLO_FIRST' }] } } }])
  })

  test('rejects another version and names the supported ones', async () => {
    const client = new StreamClient(url)
    client.socket.once('open', () => client.send({ op: 'hello', version: 2, language: 'en' }))
    expect(await client.closed()).toBe(1008)
    expect(client.messages).toMatchObject([{ op: 'error', data: { fields: { version: [{ error: 'NOT_A_CHOICE' }] } } }])
  })

  test('rejects a second hello and keeps the connection', async () => {
    const client = await open()
    client.send({ op: 'hello', version: 1 })
    await client.message('error')
    client.send({ op: 'ping' })
    await client.message('pong')
  })
})

describe('invalid messages', () => {
  const cases: [string, string, string, string][] = [
    ['no JSON', '{"op":', 'message', 'BAD_JSON'],
    ['an unknown op', '{"op":"order"}', 'op', 'UNKNOWN_OP'],
    ['no op', '[]', 'op', 'UNKNOWN_OP'],
    ['null', 'null', 'op', 'UNKNOWN_OP'],
    ['a number', '7', 'op', 'UNKNOWN_OP'],
    ['an op of the prototype', '{"op":"constructor"}', 'op', 'UNKNOWN_OP'],
    ['no symbol', '{"op":"subscribe"}', 'symbol', 'REQUIRED'],
    ['a negative from_seq', `{"op":"subscribe","symbol":"${SYMBOL}","from_seq":-1}`, 'from_seq', 'BAD_BODY'],
    ['a from_seq in words', `{"op":"subscribe","symbol":"${SYMBOL}","from_seq":"1"}`, 'from_seq', 'BAD_BODY'],
    [
      'too many watched symbols',
      JSON.stringify({ op: 'watch', symbols: Array(201).fill('A:B') }),
      'symbols',
      'BAD_BODY',
    ],
  ]
  test.each(cases)('%s returns an error that names the field', async (_name, text, field, fault) => {
    const client = await open()
    client.send(text)
    const error = await client.message('error')
    expect(error.code).toBe(400)
    expect(error.data.fields?.[field]?.[0].error).toBe(fault)
    client.send({ op: 'ping' })
    await client.message('pong')
  })

  test('an unknown symbol returns the nearest ones', async () => {
    const client = await open()
    client.send({ op: 'subscribe', symbol: 'BINANCE:LTCUSD' })
    const error = await client.message('error')
    expect(error).toMatchObject({ code: 404, data: { error: 'UNKNOWN_SYMBOL', nearest: [SYMBOL] } })
    expect(error.message).toContain(SYMBOL)
  })

  test('errors follow the language of hello', async () => {
    const client = await open({ language: 'zh' })
    client.send('nonsense')
    expect((await client.message('error')).message).toContain('JSON')
    expect((await client.message('error')).message).toMatch(/[\u4e00-\u9fff]/)
  })

  test('binary messages are rejected', async () => {
    const client = await open()
    client.socket.send(new Uint8Array([1, 2, 3]))
    expect((await client.message('error')).data.fields?.['message'][0].error).toBe('BINARY_MESSAGE')
  })

  test('an oversized message closes the connection', async () => {
    const client = await open()
    client.send(JSON.stringify({ op: 'ping', filler: 'x'.repeat(40_000) }))
    expect(await client.closed()).toBe(1009)
  })
})

describe('subscriptions', () => {
  test('return the position of the log, then the state', async () => {
    const client = await open()
    client.send({ op: 'subscribe', symbol: SYMBOL, from_seq: 1, tape: 'tape-1' })
    expect(await client.message('subscribed')).toEqual({
      op: 'subscribed',
      symbol: SYMBOL,
      last_seq: server.tape.lastSeq,
      tape: 'tape-1',
      instrument_version: 1,
    })
    expect((await client.message('status')).symbol).toBe(SYMBOL)
  })

  test('resync for an unknown tape', async () => {
    const client = await open()
    client.send({ op: 'subscribe', symbol: SYMBOL, from_seq: 1, tape: 'another' })
    expect(await client.message('resync')).toEqual({ op: 'resync', symbol: SYMBOL, reason: 'tape' })
  })

  test('resync for a future seq', async () => {
    const client = await open()
    client.send({ op: 'subscribe', symbol: SYMBOL, from_seq: 10_000_000, tape: 'tape-1' })
    expect((await client.message('resync')).reason).toBe('ahead')
  })

  test('start with the first trade after from_seq, also in the middle of a commit', async () => {
    const first = server.tape.lastSeq + 1
    server.tape.commit(
      [0, 1, 2, 3].map((i) => ({ ts: T + 8000 + i, price: 8330 + i, qty: 1, buy: i % 2 === 0 })),
      T + 9000,
    )
    const client = await open()
    client.send({ op: 'subscribe', symbol: SYMBOL, from_seq: first + 1, tape: 'tape-1' })
    await client.until(() => client.frames.length > 0)
    expect(client.frames[0]).toMatchObject({ firstSeq: first + 2, lastSeq: first + 3, symbol: SYMBOL, tape: 'tape-1' })
    expect([...client.frames[0].trades.price]).toEqual([8332, 8333])
  })

  test('are replaced by another one of the symbol: everything after its position, then each entry once', async () => {
    const first = server.tape.lastSeq + 1
    const commit = (ms: number) => server.tape.commit([{ ts: T + ms, price: 8330, qty: 1, buy: true }], T + ms + 10)
    const client = await open()
    client.send({ op: 'subscribe', symbol: SYMBOL, from_seq: first - 1, tape: 'tape-1' })
    await client.message('subscribed')
    commit(9100)
    commit(9200)
    // Commits may come in one frame.
    const seqs = (from = 0) => client.frames.slice(from).flatMap(({ trades }) => [...(trades.seq ?? [])])
    await client.until(() => seqs().length === 2)
    const before = { frames: client.frames.length, messages: client.messages.length }
    client.send({ op: 'subscribe', symbol: SYMBOL, from_seq: first - 1, tape: 'tape-1' })
    await client.until(() => client.messages.slice(before.messages).some(({ op }) => op === 'subscribed'))
    await client.until(() => seqs(before.frames).length === 2)
    commit(9300)
    await client.until(() => seqs(before.frames).length === 3)
    client.send({ op: 'ping' })
    await client.message('pong')
    expect(seqs()).toEqual([first, first + 1, first, first + 1, first + 2])
    // Its state is sent again, though it has not changed.
    expect(client.messages.slice(before.messages).map(({ op }) => op)).toEqual(
      expect.arrayContaining(['subscribed', 'status']),
    )
  })

  test('send nothing after unsubscribe', async () => {
    const client = await open()
    client.send({ op: 'subscribe', symbol: SYMBOL })
    await client.message('subscribed')
    client.send({ op: 'unsubscribe', symbol: SYMBOL })
    await client.message('unsubscribed')
    server.tape.commit([{ ts: T + 9000, price: 8331, qty: 1, buy: true }], T + 9500)
    client.send({ op: 'ping' })
    await client.message('pong')
    expect(client.frames).toEqual([])
  })

  test('send the same bytes to every subscriber', async () => {
    const [a, b] = [await open(), await open()]
    for (const client of [a, b]) {
      client.send({ op: 'subscribe', symbol: SYMBOL })
      await client.message('subscribed')
    }
    server.tape.commit([{ ts: T + 9600, price: 8332, qty: 3, buy: false }], T + 9700)
    // The first subscriber may receive an earlier commit before.
    const frameOf = async (client: typeof a) => {
      const find = () => client.frames.findIndex(({ trades }) => trades.ts.includes(T + 9600))
      await client.until(() => find() >= 0)
      return client.packed[find()]
    }
    expect((await frameOf(a)).equals(await frameOf(b))).toBe(true)
  })

  test('send the watermark after a second without a frame', async () => {
    const client = await open()
    client.send({ op: 'subscribe', symbol: SYMBOL })
    server.tape.tick(T + 9900)
    const clock = await client.message('clock', ({ watermark }) => watermark === T + 9900)
    expect(clock.symbol).toBe(SYMBOL)
  })

  test('report a silent feed as stale with its lag, and live again when it resumes', async () => {
    server.setNow(T + 60_000)
    const client = await open()
    client.send({ op: 'subscribe', symbol: SYMBOL })
    const stale = await client.message('status')
    expect(stale.state).toBe('stale')
    expect(stale.lag_ms).toBeGreaterThan(49_000)
    server.tape.tick(T + 60_000)
    await client.message('status', ({ state }) => state === 'live')
  })
})

describe('connection limits', () => {
  test('close a connection that sends too many messages, with an error', async () => {
    const other = await appUnderTest({ env: { RATE_LIMIT_FACTOR: '1' } })
    const client = await StreamClient.open(await other.listen())
    for (let i = 0; i < 101; i++) client.send({ op: 'ping' })
    expect(await client.closed()).toBe(1008)
    expect(client.messages.at(-1)).toMatchObject({ op: 'error', code: 429, data: { error: 'RATE_LIMITED' } })
    await other.app.close()
  })

  test('allow a signed-in user five connections', async () => {
    const other = await appUnderTest({ env: { RATE_LIMIT_FACTOR: '1' }, accessOf: () => ({ user: '7', delayMs: 0 }) })
    const base = await other.listen()
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => StreamClient.open(base)))
    const sixth = new StreamClient(base)
    sixth.socket.once('open', () => sixth.send({ op: 'hello', version: 1 }))
    expect(await sixth.closed()).toBe(1008)
    expect(sixth.messages).toMatchObject([
      { op: 'error', data: { fields: { op: [{ error: 'TOO_MANY_CONNECTIONS' }] } } },
    ])
    five[0].socket.close()
    await five[0].closed()
    const again = await StreamClient.open(base)
    for (const client of [...five, again]) client.close()
    await other.app.close()
  })

  test('close a connection with a revoked session, with an error', async () => {
    const other = await appUnderTest({
      accessOf: ({ authorization }) => (authorization === 'good' ? { user: '7', delayMs: 0 } : null),
    })
    const base = await other.listen()
    const good = await StreamClient.open(base, { authorization: 'good' })
    const bad = new StreamClient(base)
    bad.socket.once('open', () => bad.send({ op: 'hello', version: 1, authorization: 'revoked' }))
    expect(await bad.closed()).toBe(4401)
    expect(bad.messages).toMatchObject([{ op: 'error', code: 401, data: { error: 'SESSION_EXPIRED' } }])
    good.close()
    await other.app.close()
  })

  test('reject plain HTTP', async () => {
    const answer = await fetch(`${url}/api/stream`)
    expect(answer.status).toBe(400)
    expect((await answer.json()).data.error).toBe('VALIDATION')
  })

  test('close all connections when the server stops', async () => {
    const other = await appUnderTest()
    const client = await StreamClient.open(await other.listen())
    await other.app.close()
    expect(await client.closed()).toBe(1001)
    expect(client.socket.readyState).toBe(WebSocket.CLOSED)
  })
})
