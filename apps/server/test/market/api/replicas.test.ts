// @module-tag long
// History from streaming replicas of a PostgreSQL of Debian: paused, killed, frozen, promoted.
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../src/market/store/index.ts'
import type { Lease, TapeStore } from '../../../src/market/store/index.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import type { Bus } from '../../../src/platform/bus/index.ts'
import { handlePoolErrors, migrateDatabase, numberTypes } from '../../../src/platform/database/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { hasPostgres, PostgresServer } from '../../platform/postgres-server.ts'
import { spec } from '../../test-database.ts'

const T = Date.UTC(2025, 5, 21, 12)
const SYMBOL = 'TEST:REPLICA'
const LARGE = 'TEST:LARGE'
const LARGE_TRADES = 500_000

/** Trades each millisecond. */
function manyTrades(): Trades {
  const builder = new TradeBuilder(LARGE_TRADES)
  for (let i = 0; i < LARGE_TRADES; i++) builder.push(T + i, 8_300 + (i % 50), 1 + (i % 7), i % 2 === 0, 1, i + 1)
  return builder.build()
}

describe.skipIf(!hasPostgres)('history from replicas', () => {
  let primary: PostgresServer
  let replicas: PostgresServer[]
  let pool: pg.Pool
  let bus: Bus
  let store: TapeStore
  let lease: Lease
  let server: AppUnderTest
  let url: string
  let seconds = 0
  let id = 0

  beforeAll(async () => {
    primary = await PostgresServer.create()
    await primary.query('create database flowprint', 'postgres')
    pool = new pg.Pool({ connectionString: primary.url(), types: numberTypes, max: 10 })
    handlePoolErrors(pool, () => {})
    await migrateDatabase(pool)
    replicas = [await primary.createReplica(), await primary.createReplica()]
    bus = createBus((error) => {
      throw error
    })
    store = openStore({ pool, url: primary.url(), bus })
    await store.importRun(await store.ensureInstrument(spec(LARGE, { ids: 'contiguous' })), [manyTrades()])
    lease = await store.acquireLease(await store.ensureInstrument(spec(SYMBOL, { live: true, ids: 'contiguous' })))
  }, 120_000)
  afterAll(async () => {
    await lease?.release()
    await store?.close()
    await pool?.end()
    for (const replica of replicas ?? []) await replica.stop()
    await primary?.stop()
  })

  beforeEach(async () => {
    server = await appUnderTest({
      store,
      bus,
      pool,
      databaseUrl: primary.url(),
      accessOf: ({ authorization }) => ({ user: authorization || '1', delayMs: 0 }),
      env: {
        DATABASE_URL: primary.url(),
        DATABASE_REPLICA_URL: replicas.map((replica) => replica.url()).join(),
      },
    })
    url = await server.listen()
    await untilStates(['ready', 'ready'])
  })
  afterEach(async () => {
    await server.app.close()
    await resume()
  })

  const pause = () => Promise.all(replicas.map((replica) => replica.query('select pg_wal_replay_pause()')))
  /** Fails on one that was promoted. */
  const resume = () => Promise.allSettled(replicas.map((replica) => replica.query('select pg_wal_replay_resume()')))

  async function states(): Promise<string[]> {
    const { data } = (await (await fetch(`${url}/api/ready`)).json()) as { data: { replicas: { state: string }[] } }
    return data.replicas.map(({ state }) => state)
  }

  const untilStates = (wanted: readonly string[]) =>
    expect.poll(states, { timeout: 60_000, interval: 100 }).toEqual(wanted)

  /** Reads by server since the server started: primary, then each replica. */
  async function readCounts(): Promise<number[]> {
    const text = await (await fetch(`${url}/api/metrics`)).text()
    return ['primary', ...replicas.map(({ port }) => `127.0.0.1:${port}`)].map((name) =>
      Number(new RegExp(`market_reads_total\\{server="${name}"\\} (\\d+)`).exec(text)?.[1]),
    )
  }

  /** One live trade, a second after the last one. */
  async function commit(writer = store): Promise<number> {
    const builder = new TradeBuilder()
    const ts = T + (seconds += 1) * 1_000
    builder.push(ts, 8_300 + (seconds % 30), 1, true, 1, (id += 1))
    return (await writer.appendLive(lease, builder.build(), ts)).lastSeq as number
  }

  async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${url}/api/${path}`, { headers: { accept: 'application/json', ...headers } })
    expect([path, response.status]).toEqual([path, 200])
    return response
  }

  const newest = (cycle = '1m') => `footprint?symbol=${SYMBOL}&cycle=${cycle}&precision=0.01&limit=50`

  async function readSeq(path: string, headers: Record<string, string> = {}): Promise<number> {
    const { data } = (await (await get(path, headers)).json()) as { data: { last_seq: number } }
    return data.last_seq
  }

  /** Every kind of read, large ones in the worker. */
  const everyRead = (): readonly string[] => {
    const range = `symbol=${LARGE}&from=${T}&to=${T + LARGE_TRADES}`
    return [
      newest(),
      newest('15s'),
      newest('20t'),
      `profile?symbol=${SYMBOL}&from=${T}&precision=0.01`,
      `coverage?symbol=${SYMBOL}`,
      `trades?${range}&limit=5000`,
      `big_trades?${range}`,
      `footprint?${range}&cycle=15s&precision=0.01&indicators=1`,
      `export?${range}&what=bars&cycle=1m`,
    ]
  }

  test('is read from both replicas in turn, and is never behind the last commit', async () => {
    for (let i = 0; i < 200; i++) {
      const committed = await commit()
      expect(await readSeq(i % 2 === 0 ? newest() : `coverage?symbol=${SYMBOL}`)).toBeGreaterThanOrEqual(committed)
    }
    const [fromPrimary, ...fromReplicas] = await readCounts()
    expect(fromPrimary + fromReplicas[0] + fromReplicas[1]).toBe(200)
    for (const count of fromReplicas) expect(count).toBeGreaterThan(50)
    // Connections of this process whose last statement ended a snapshot; checks have none.
    for (const replica of replicas) {
      const snapshots = await replica.query(
        `select from pg_stat_activity where application_name = 'flowprint/${process.pid}' and query = 'commit'`,
      )
      expect(snapshots.length).toBeGreaterThan(0)
    }
  })

  test('equals that of the primary, for every call', async () => {
    for (let i = 0; i < 5; i++) await commit()
    const single = await appUnderTest({ store, bus, pool, accessOf: () => ({ user: '1', delayMs: 0 }) })
    for (const path of everyRead()) {
      const [ours, plain] = [
        await get(path),
        await single.app.inject({ url: `/api/${path}`, headers: { accept: 'application/json' } }),
      ]
      expect([path, (await ours.text()) === plain.body]).toEqual([path, true])
      expect(ours.headers.get('etag') ?? undefined).toBe(plain.headers.etag)
    }
    expect((await readCounts())[0]).toBe(0)
    await single.app.close()
  })

  test('of a paused replica is never served, and the replica is used again after it resumed', async () => {
    await pause()
    // The first reads come before the next check of the replicas.
    for (let i = 0; i < 20; i++) {
      const committed = await commit()
      expect(await readSeq(newest())).toBeGreaterThanOrEqual(committed)
    }
    await untilStates(['paused', 'paused'])
    const [fromPrimary] = await readCounts()
    expect(fromPrimary).toBeGreaterThanOrEqual(20)
    await resume()
    await untilStates(['ready', 'ready'])
    const before = await readCounts()
    for (let i = 0; i < 20; i++) await readSeq(newest())
    const after = await readCounts()
    expect(after[1] + after[2]).toBeGreaterThan(before[1] + before[2])
  })

  test('contains what the caller has seen on another node, of which this one has not heard', async () => {
    // Another node whose messages are lost.
    const other = openStore({ pool, url: primary.url(), bus: createBus(() => {}) })
    await readSeq(newest())
    await pause()
    const committed = await commit(other)
    expect(await readSeq(newest(), { 'seen-seq': String(committed) })).toBe(committed)
    await other.close()
  })

  test('closes the minutes that the clock of the caller has passed', async () => {
    await commit()
    await pause()
    const watermark = T + (seconds += 600) * 1_000
    await store.closeUpTo(lease, watermark)
    const { data } = (await (await get(newest())).json()) as { data: { watermark: number } }
    expect(data.watermark).toBe(watermark)
  })

  test('does not fail when a replica is killed, during reads and exports', async () => {
    const path = `export?symbol=${LARGE}&from=${T}&to=${T + LARGE_TRADES}&what=trades`
    const whole = await (await get(path)).text()
    const started = await Promise.all(['2', '3'].map((user) => openDownload(`${url}/api/${path}`, user)))
    let isOver = false
    const reading = Array.from({ length: 4 }, async () => {
      let count = 0
      for (let i = 0; !isOver; i++, count++) await (await get(everyRead()[i % everyRead().length])).arrayBuffer()
      return count
    })
    await sleep(300)
    replicas[0].signal('SIGKILL')
    for (const download of started) expect((await download.rest()) === whole).toBe(true)
    await untilStates(['unreachable', 'ready'])
    isOver = true
    for (const count of await Promise.all(reading)) expect(count).toBeGreaterThan(3)
    await replicas[0].start()
    await untilStates(['ready', 'ready'])
  })

  test('does not fail while a replica is frozen', async () => {
    replicas[1].signal('SIGSTOP')
    try {
      const reads = Array.from({ length: 12 }, (_, i) => get(everyRead()[i % 6]).then((response) => response.text()))
      await Promise.all(reads)
      await untilStates(['ready', 'unreachable'])
    } finally {
      replicas[1].signal('SIGCONT')
    }
    await untilStates(['ready', 'ready'])
  })

  test('is not read from servers that are no replicas of this database', async () => {
    const foreign = await PostgresServer.create()
    const replica = await foreign.createReplica()
    const other = await appUnderTest({
      store,
      bus,
      pool,
      databaseUrl: primary.url(),
      accessOf: () => ({ user: '1', delayMs: 0 }),
      env: {
        DATABASE_URL: primary.url(),
        DATABASE_REPLICA_URL: [replica.url('postgres'), foreign.url('postgres'), replicas[0].url()].join(),
      },
    })
    const address = await other.listen()
    const statesOf = async () => {
      const { data } = (await (await fetch(`${address}/api/ready`)).json()) as {
        data: { replicas: { state: string }[] }
      }
      return data.replicas.map(({ state }) => state)
    }
    await expect.poll(statesOf, { timeout: 30_000 }).toEqual(['foreign', 'foreign', 'ready'])
    await other.app.close()
    await replica.stop()
    await foreign.stop()
  })

  test('is not read from a replica that was promoted', async () => {
    await replicas[1].query('select pg_promote()')
    await untilStates(['ready', 'primary'])
    const committed = await commit()
    for (let i = 0; i < 10; i++) expect(await readSeq(newest())).toBeGreaterThanOrEqual(committed)
  })
})

/** A download of which only the first bytes have been read. */
async function openDownload(address: string, user: string): Promise<{ rest(): Promise<string> }> {
  const asked = request(address, { headers: { authorization: user } })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  await once(response, 'readable')
  const parts: Buffer[] = [response.read() as Buffer]
  return {
    async rest() {
      for await (const part of response) parts.push(part as Buffer)
      return Buffer.concat(parts).toString()
    },
  }
}
