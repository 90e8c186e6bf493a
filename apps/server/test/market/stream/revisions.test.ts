import { tapeTopic } from '../../../src/platform/bus/index.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { LTC } from './memory-tape.ts'
import { StreamClient } from './stream-client.ts'

const T = Date.UTC(2025, 5, 21, 12)
const SYMBOL = LTC.symbol
let server: AppUnderTest
let url: string
let client: StreamClient
let price = 8000

beforeAll(async () => {
  server = await appUnderTest()
  url = await server.listen()
  server.setNow(T + 3_600_000)
  commit(T)
})
afterAll(() => server.app.close())
afterEach(() => {
  expect(client.faults).toEqual([])
  client.close()
})

function commit(ts: number): void {
  server.tape.commit([{ ts, price: price++, qty: 1, buy: true }], ts)
}

const old = (minute: number) => [{ ts: T - 60_000 * (minute + 1), price: 8000, qty: 1, buy: true }]

async function subscribed(fromSeq = server.tape.lastSeq): Promise<void> {
  client = await StreamClient.open(url)
  client.send({ op: 'subscribe', symbol: SYMBOL, from_seq: fromSeq, tape: server.tape.instrument.tape })
  await client.message('subscribed')
}

/** Waits until everything sent before has arrived. */
async function settled(): Promise<void> {
  const pongs = () => client.messages.filter((message) => message.op === 'pong').length
  const before = pongs()
  client.send({ op: 'ping' })
  await client.until(() => pongs() > before)
}

describe('revisions', () => {
  test('reach a connected client with the repaired range in whole minutes', async () => {
    await subscribed()
    server.tape.revise(old(3))
    const seq = server.tape.lastSeq
    expect(await client.message('revision')).toEqual({
      op: 'revision',
      symbol: SYMBOL,
      seq,
      from: T - 240_000,
      to: T - 180_000,
      revision: seq,
      reason: 'repair',
    })
  })

  test('keep their order among the frames', async () => {
    await subscribed()
    const order: string[] = []
    client.onFrame = (frame) => order.push(`frame ${frame.lastSeq}`)
    client.onMessage = (message) => {
      if (message.op === 'revision') order.push(`revision ${message.seq}`)
    }
    const first = server.tape.lastSeq + 1
    commit(T + 1)
    server.tape.revise(old(1))
    commit(T + 2)
    await client.until(() => order.length === 3)
    expect(order).toEqual([`frame ${first}`, `revision ${first + 1}`, `frame ${first + 2}`])
  })

  test('are sent to a reconnecting client that missed them', async () => {
    const before = server.tape.lastSeq
    server.tape.revise(old(1))
    server.tape.revise(old(2))
    await subscribed(before)
    await client.message('revision', ({ seq }) => seq === before + 2)
  })

  test('become one resync when more than twenty are pending', async () => {
    const before = server.tape.lastSeq
    for (let i = 0; i < 21; i++) server.tape.revise(old(i))
    await subscribed(before)
    expect(await client.message('resync')).toEqual({ op: 'resync', symbol: SYMBOL, reason: 'revisions' })
    expect(client.messages.filter(({ op }) => op === 'revision')).toEqual([])
  })

  test('end a running subscription when more than twenty are pending', async () => {
    await subscribed()
    for (let i = 0; i < 25; i++) server.tape.revise(old(i))
    await client.message('resync')
    await settled()
    expect(client.messages.filter(({ op }) => op === 'revision').length).toBe(20)
    commit(T + 3)
    await settled()
    expect(client.frames).toEqual([])
  })

  test('become a resync for one range of more than 2,000 minutes', async () => {
    await subscribed()
    server.tape.revise([...old(2001), ...old(0)])
    expect((await client.message('resync')).reason).toBe('revisions')
  })

  test('of a backfill are sent once in five seconds, with all ranges', { tags: ['long'] }, async () => {
    await subscribed()
    const first = server.tape.lastSeq + 1
    for (let i = 0; i < 5; i++) server.tape.revise(old(10 - i), 'backfill')
    const joined = await client.message('revision', ({ seq }) => seq === first + 4)
    const all = client.messages.filter((message) => message.op === 'revision')
    // The first goes out at once, the other four together.
    expect(all).toMatchObject([
      { seq: first, from: T - 660_000, to: T - 600_000 },
      { seq: first + 4, first_seq: first + 1 },
    ])
    expect(joined).toMatchObject({ from: T - 600_000, to: T - 360_000, reason: 'backfill' })
  })

  test('of a backfill never delay frames', async () => {
    await subscribed()
    server.tape.revise(old(1), 'backfill')
    server.tape.revise(old(2), 'backfill')
    commit(T + 4)
    await client.until(() => client.frames.length > 0)
    expect(client.frames[0].firstSeq).toBe(server.tape.lastSeq)
  })
})

describe('log recovery', () => {
  test('loads from the database what the bus did not deliver', async () => {
    await subscribed()
    const first = server.tape.lastSeq + 1
    server.tape.mute = true
    commit(T + 5)
    server.tape.revise(old(1))
    commit(T + 6)
    server.tape.mute = false
    commit(T + 7)
    await client.until(() => client.frames.at(-1)?.lastSeq === first + 3)
    expect(client.frames.map(({ firstSeq }) => firstSeq)).toEqual([first, first + 2])
    expect((await client.message('revision')).seq).toBe(first + 1)
  })

  test('loads from the database while no event of the market arrives', async () => {
    await subscribed()
    const first = server.tape.lastSeq + 1
    server.tape.mute = true
    commit(T + 5)
    await client.until(() => client.frames.at(-1)?.lastSeq === first)
    server.tape.mute = false
    expect(client.messages.filter(({ op }) => op === 'resync')).toEqual([])
  })

  test('catches up from the database for a client older than the ring', async () => {
    await subscribed(0)
    await client.until(
      () => client.messages.some(({ op }) => op === 'resync') || client.frames.at(-1)?.lastSeq === server.tape.lastSeq,
    )
    // More than twenty revisions have passed since then.
    expect(client.messages.at(-1)).toMatchObject({ op: 'resync', reason: 'revisions' })
  })

  test('sends resync when the log no longer reaches back', async () => {
    const other = await appUnderTest()
    const base = await other.listen()
    other.tape.commit([{ ts: T, price: 1, qty: 1, buy: true }], T)
    other.tape.commit([{ ts: T + 1, price: 1, qty: 1, buy: true }], T + 1)
    other.tape.logFrom = 2
    client = await StreamClient.open(base)
    client.send({ op: 'subscribe', symbol: SYMBOL, from_seq: 0, tape: 'tape-1' })
    expect((await client.message('resync')).reason).toBe('log')
    await other.app.close()
  })

  test('sends resync to all clients for another tape, which the next subscription uses', async () => {
    await subscribed()
    server.tape.instrument = { ...LTC, tape: 'tape-2' }
    server.bus.publish(tapeTopic(SYMBOL), { kind: 'resync', symbol: SYMBOL, reason: 'restored' })
    expect((await client.message('resync')).reason).toBe('tape')
    client.send({ op: 'subscribe', symbol: SYMBOL })
    expect((await client.message('subscribed', ({ tape }) => tape === 'tape-2')).tape).toBe('tape-2')
  })

  test('sends resync for a new version of the instrument', async () => {
    await subscribed()
    server.tape.instrument = { ...server.tape.instrument, version: 2 }
    server.bus.publish('instruments', SYMBOL)
    expect((await client.message('resync')).reason).toBe('version')
  })

  test('passes trades on while the database does not answer', async () => {
    await subscribed()
    const answer = Promise.withResolvers<void>()
    server.tape.silence = answer.promise
    server.bus.publish(tapeTopic(SYMBOL), { kind: 'resync', symbol: SYMBOL, reason: 'lost notifications' })
    commit(T + 8)
    await client.until(() => client.frames.length > 0)
    // Those of another version wait for the answer.
    server.tape.instrument = { ...server.tape.instrument, version: server.tape.instrument.version + 1 }
    commit(T + 9)
    await settled()
    expect(client.frames.length).toBe(1)
    server.tape.silence = null
    answer.resolve()
    expect((await client.message('resync')).reason).toBe('version')
    expect(client.frames.length).toBe(1)
  })

  test('sends no resync for lost notifications when nothing was lost', async () => {
    await subscribed()
    server.bus.publish(tapeTopic(SYMBOL), { kind: 'resync', symbol: SYMBOL, reason: 'lost notifications' })
    commit(T + 8)
    await client.until(() => client.frames.length > 0)
    expect(client.messages.filter(({ op }) => op === 'resync')).toEqual([])
  })
})
