import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeAnswer } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_INLINE_UNITS, MarketReads } from '../../../src/market/api/reads/market-reads.ts'
import type { ReadJob } from '../../../src/market/api/reads/read-job.ts'
import { ReadWorker } from '../../../src/market/api/reads/read-worker-client.ts'
import { createClock } from '../../../src/platform/clock/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { MemoryDepth } from '../stream/memory-depth.ts'
import { NO_DERIVATIVES } from '../stream/no-derivatives.ts'
import { appUnderTest } from '../../app-under-test.ts'
import { alone } from '../../alone.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'
import { storeWideTape, WIDE, WIDE_START } from './wide-tape.ts'

const MINUTES = 60
const LEVELS = 5000
const END = WIDE_START + MINUTES * 60_000

let stored: TestStore
/** Large reads in the worker, and everything in one thread. */
let threaded: AppUnderTest
let single: AppUnderTest

beforeAll(async () => {
  stored = await testStore()
  await storeWideTape(stored.store, { minutes: MINUTES, levels: LEVELS })
  const accessOf = ({ authorization }: { authorization: string }) => ({ user: authorization || '1', delayMs: 0 })
  threaded = await appUnderTest({ store: stored.store, bus: stored.bus, databaseUrl: stored.database.url, accessOf })
  single = await appUnderTest({ store: stored.store, bus: stored.bus, accessOf })
})
afterAll(async () => {
  await threaded.app.close()
  await single.app.close()
  await stored.close()
})

const footprint = (more = '') => `/api/footprint?symbol=${WIDE}&cycle=1m&precision=0.01&limit=${MINUTES}${more}`
const JSON_HEADERS = { accept: 'application/json', language: 'en' }

const readFootprint = (json: boolean): ReadJob => ({
  kind: 'footprint',
  json,
  asked: false,
  delayMs: 0,
  cut: undefined,
  nowMs: END,
  settings: {} as never,
  query: { symbol: WIDE, cycle: '1m', precision: '0.01', limit: MINUTES },
})

describe('read worker', () => {
  test.each([
    ['JSON bars', footprint()],
    ['JSON bars with indicators', footprint('&indicators=true&lead_in=true')],
    ['bars below a minute', `/api/footprint?symbol=${WIDE}&cycle=15s&precision=0.05&limit=200`],
    ['bars of fills', `/api/footprint?symbol=${WIDE}&cycle=500t&precision=0.01&limit=500`],
    ['trades', `/api/trades?symbol=${WIDE}&from=${WIDE_START}&to=${END}&limit=10000`],
    ['a profile', `/api/profile?symbol=${WIDE}&precision=0.01&from=${WIDE_START}`],
    ['big trades', `/api/big_trades?symbol=${WIDE}&from=${WIDE_START}&to=${END}`],
    ['coverage', `/api/coverage?symbol=${WIDE}`],
    ['an export of trades', `/api/export?symbol=${WIDE}&what=trades&from=${WIDE_START}&to=${END}`],
    ['an export of bars', `/api/export?symbol=${WIDE}&what=bars&cycle=1m&precision=0.01&from=${WIDE_START}&to=${END}`],
  ])('answers like a single thread: %s', async (_name, url) => {
    const [ours, plain] = await Promise.all(
      [threaded, single].map(({ app }) => app.inject({ url, headers: JSON_HEADERS })),
    )
    expect(ours.statusCode).toBe(200)
    for (const name of ['content-type', 'cache-control', 'vary', 'next-cursor', 'content-disposition'])
      expect([name, ours.headers[name]]).toEqual([name, plain.headers[name]])
    expect(ours.body === plain.body).toBe(true)
  })

  test('answers packed bars like a single thread', async () => {
    const [ours, plain] = await Promise.all([threaded, single].map(({ app }) => app.inject({ url: footprint() })))
    expect(ours.rawPayload.equals(plain.rawPayload)).toBe(true)
    expect(decodeAnswer(ours.rawPayload).bars.row.length).toBe(MINUTES * LEVELS)
  })

  test('rejects like a single thread, with every error', async () => {
    const url = `/api/footprint?symbol=${WIDE}&cycle=1m&precision=0.007&limit=${MINUTES}&language=en`
    const [ours, plain] = await Promise.all(
      [threaded, single].map(({ app }) => app.inject({ url, headers: JSON_HEADERS })),
    )
    expect([ours.statusCode, ours.json()]).toEqual([plain.statusCode, plain.json()])
    expect(ours.json().data.error).toBe('VALIDATION')
  })

  test('runs cheap reads in the server and expensive ones in the worker', async () => {
    const started: string[] = []
    const worker = {
      start: (job: ReadJob) => (started.push(job.kind), Promise.reject(new Error('in the worker'))),
    } as unknown as ReadWorker
    const reads = new MarketReads({
      store: stored.store,
      depth: new MemoryDepth(stored.bus).asStore(),
      derivatives: NO_DERIVATIVES,
      workers: { medium: worker, large: worker },
      clock: createClock(),
      rateLimitFactor: 1,
      exchange: alone(),
    })
    const { settings } = await settingsOf()
    const job = { ...readFootprint(false), settings } as ReadJob & { kind: 'footprint' }
    const small = await reads.open({ ...job, query: { ...job.query, limit: 2 } }, 'a', new AbortController().signal)
    expect([small.timeouts, started]).toEqual([null, []])
    expect(2 * MINUTES * LEVELS).toBeGreaterThan(MAX_INLINE_UNITS)
    await expect(reads.open(job, 'a', new AbortController().signal)).rejects.toThrow('in the worker')
    expect(started).toEqual(['footprint'])
  })

  test('stops a read when its caller disconnects, during computation and transfer', async () => {
    const worker = new ReadWorker({ name: 'test', url: stored.database.url, log: createLog('silent') })
    const reads = new MarketReads({
      store: stored.store,
      depth: new MemoryDepth(stored.bus).asStore(),
      derivatives: NO_DERIVATIVES,
      workers: { medium: worker, large: worker },
      clock: createClock(),
      rateLimitFactor: 1,
      exchange: alone(),
    })
    const { settings } = await settingsOf()
    const job = { ...readFootprint(true), settings } as ReadJob
    const early = new AbortController()
    const opening = reads.open(job, 'a', early.signal)
    while (worker.runningCount === 0) await sleep(1)
    early.abort(new Error('left'))
    await expect(opening).rejects.toThrow('left')
    expect(worker.runningCount).toBe(0)

    const late = new AbortController()
    const open = await reads.open(job, 'a', late.signal)
    const taken: unknown[] = []
    await expect(async () => {
      for await (const piece of open.body as AsyncIterable<unknown>) {
        taken.push(piece)
        late.abort(new Error('left'))
      }
    }).rejects.toThrow('left')
    expect([taken.length, worker.runningCount]).toEqual([1, 0])
    open.close()
    const next = await reads.open(job, 'a', new AbortController().signal)
    next.close()
    await worker.close()
  })

  test('restarts after its thread failed', async () => {
    const worker = new ReadWorker({
      name: 'test',
      url: 'postgres://unknown@127.0.0.1:1/none',
      log: createLog('silent'),
    })
    const { settings } = await settingsOf()
    const start = () =>
      worker.start({ ...readFootprint(true), settings } as ReadJob, {
        limit: Infinity,
        signal: new AbortController().signal,
        onSpent: () => {},
      })
    await expect(start()).rejects.toThrow(/ECONNREFUSED|connect/)
    await expect(start()).rejects.toThrow(/ECONNREFUSED|connect/)
    expect(worker.runningCount).toBe(0)
    await worker.close()
    await expect(start()).rejects.toThrow('MAINTENANCE')
  })

  test('disconnects a client that does not read, and answers the next one', { tags: ['long'] }, async () => {
    const url = await threaded.listen()
    const connected = once(threaded.app.server, 'connection')
    const stuck = request(`${url}${footprint()}`, { headers: { ...JSON_HEADERS, authorization: 'stuck' } }, (answer) =>
      answer.pause(),
    )
    stuck.on('error', () => {}).end()
    const [socket] = (await connected) as [Socket]
    const ended = once(socket, 'close')
    // Loopback buffers some megabytes: the rest of the ten waits.
    const answer = await fetch(`${url}${footprint()}`, { headers: { ...JSON_HEADERS, authorization: 'next' } })
    expect([answer.status, (await answer.text()).length > 5_000_000]).toEqual([200, true])
    await ended
    stuck.destroy()
  })
})

async function settingsOf() {
  const { parseSettings } = await import('@flowprint/orderflow')
  return { settings: parseSettings(undefined) }
}
