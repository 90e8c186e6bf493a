import { FOOTPRINT_MIME } from '@flowprint/contract'
import { DAY_MS, decodeAnswer, emptyTrades, encodeAnswer, HOUR_MS, MINUTE_MS, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Lease } from '../../../src/market/store/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { shares } from '../../shares.ts'
import { spec, testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'

/** Saturday before the last midnight of a month: hours, days and the month end while the tests run. */
const START = Date.UTC(2025, 4, 31, 20)
const FREE_DELAY_MS = 15 * MINUTE_MS

let world: TestStore
let server: AppUnderTest
let delayMs = 0
let count = 0

beforeAll(async () => {
  world = await testStore()
  server = await appUnderTest({ store: world.store, bus: world.bus, accessOf: () => ({ user: '1', delayMs }) })
})
afterAll(async () => {
  await server.app.close()
  await world.close()
})

/** A market with a feed, one trade each ten seconds. */
class Market {
  readonly symbol: string
  readonly lease: Lease
  #now = START
  #id = 1

  private constructor(symbol: string, lease: Lease) {
    this.symbol = symbol
    this.lease = lease
  }

  static async open(): Promise<Market> {
    const symbol = `TEST:C${++count}`
    const instrument = await world.store.ensureInstrument(spec(symbol, { live: true, ids: 'contiguous' }))
    const market = new Market(symbol, await world.store.acquireLease(instrument))
    await world.store.appendLive(market.lease, emptyTrades(), START)
    return market
  }

  get now(): number {
    return this.#now
  }

  /** Trades until `ms` later; `lost`: this many ids are skipped before them. */
  async advance(ms: number, lost = 0): Promise<void> {
    const builder = new TradeBuilder()
    this.#id += lost
    const end = this.#now + ms
    for (let ts = this.#now + 10_000; ts <= end; ts += 10_000) builder.push(ts, ...this.#trade(), this.#id++)
    this.#now = end
    await world.store.appendLive(this.lease, builder.build(), end)
    server.setNow(end + 1_000)
  }

  /** A trade of the past that no id announced, as from a second source. */
  async revise(ts: number): Promise<void> {
    const trades = this.#one(ts)
    await world.store.importRun(this.lease.instrument, [trades], { reason: 'repair', lease: this.lease })
  }

  async late(ts: number): Promise<void> {
    await world.store.appendLive(this.lease, this.#one(ts), this.#now)
  }

  async settle(state: 'lost' | 'repairing'): Promise<void> {
    for (const gap of await world.store.gaps(this.lease.instrument)) await world.store.settleGap(this.lease, gap, state)
  }

  #one(ts: number): Trades {
    const builder = new TradeBuilder()
    builder.push(ts, ...this.#trade(), this.#id++)
    return builder.build()
  }

  #trade(): [number, number, boolean, number] {
    return [8_300 + ((this.#id * 7) % 40), 1 + ((this.#id * 13) % 90), this.#id % 3 === 0, 1]
  }
}

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api/${url}`, headers: { language: 'en', accept: 'application/json', ...headers } })

const rangeOf = (symbol: string, from: number, to: number) => `symbol=${symbol}&from=${from}&to=${to}`

/** One address of every call about [from, to). */
const addresses = (symbol: string, from: number, to: number): readonly string[] => {
  const range = rangeOf(symbol, from, to)
  return [
    `footprint?${range}&cycle=1m&precision=0.05`,
    `footprint?${range}&cycle=15s&precision=0.01`,
    `footprint?${range}&cycle=1h&precision=0.05&lead_in=1`,
    `footprint?${range}&cycle=5m&precision=0.01&indicators=1`,
    `footprint?${range}&cycle=30t&precision=0.01`,
    `footprint?symbol=${symbol}&to=${to}&limit=20&cycle=5m&precision=0.05`,
    `profile?${range}&precision=0.05`,
    `trades?${range}&limit=10000`,
    `big_trades?${range}&size=1`,
    `big_trades?${range}&resume=1`,
    `export?${range}&what=trades`,
    `export?${range}&what=bars&cycle=5m`,
    `export?${range}&what=bars&cycle=30t`,
  ]
}

describe('answers about closed ranges', () => {
  test('have a tag, and a copy with that tag is confirmed without reading', async () => {
    const market = await Market.open()
    await market.advance(30 * HOUR_MS)
    const read = vi.spyOn(world.store, 'readHistory')
    for (const url of addresses(market.symbol, START + HOUR_MS, START + 2 * HOUR_MS)) {
      const first = await get(url)
      expect([url, first.statusCode, first.headers['cache-control']]).toEqual([url, 200, 'public, no-cache'])
      const { etag } = first.headers
      expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
      expect((await get(url)).headers.etag).toBe(etag)
      read.mockClear()
      // As sent by a proxy that has several copies, one of them compressed.
      const known = await get(url, { 'if-none-match': `"other", ${String(etag).slice(2)}` })
      expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag])
      expect(known.headers['last-seq']).toBe(String((await world.store.coverage(market.lease.instrument)).lastSeq))
      expect(read).not.toHaveBeenCalled()
      expect((await get(url, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
    }
    read.mockRestore()
  })

  test('have different tags for different formats, requests and tapes', async () => {
    const [market, other] = [await Market.open(), await Market.open()]
    for (const one of [market, other]) await one.advance(2 * HOUR_MS)
    const tagOf = async (symbol: string, more = '', accept = 'application/json') => {
      const range = rangeOf(symbol, START, START + HOUR_MS)
      return (await get(`footprint?${range}&cycle=1m&precision=0.05${more}`, { accept })).headers.etag
    }
    const tags = [
      await tagOf(market.symbol),
      await tagOf(market.symbol, '', FOOTPRINT_MIME),
      await tagOf(market.symbol, '&unit=quote'),
      await tagOf(other.symbol),
    ]
    expect(new Set(tags).size).toBe(tags.length)
    expect(tags).not.toContain(undefined)
  })

  test('change with revisions of the range, and not with others', async () => {
    const market = await Market.open()
    await market.advance(6 * HOUR_MS)
    const url = `trades?${rangeOf(market.symbol, START + HOUR_MS, START + 2 * HOUR_MS)}`
    const tagOf = async () => (await get(url)).headers.etag
    const first = await tagOf()
    await market.advance(5 * MINUTE_MS)
    await market.revise(START + 3 * HOUR_MS + 5)
    expect(await tagOf()).toBe(first)
    await market.revise(START + 2 * HOUR_MS - 5)
    const second = await tagOf()
    expect(second).not.toBe(first)
    await market.late(START + HOUR_MS + 5)
    expect(await tagOf()).not.toBe(second)
  })

  test('change when gaps of the range open and are settled', async () => {
    const market = await Market.open()
    await market.advance(HOUR_MS)
    await market.advance(HOUR_MS, 3)
    const url = `footprint?${rangeOf(market.symbol, START, START + 2 * HOUR_MS - MINUTE_MS)}&cycle=1m&precision=0.05`
    await market.advance(MINUTE_MS)
    const tags = [(await get(url)).headers.etag]
    for (const state of ['repairing', 'lost'] as const) {
      await market.settle(state)
      tags.push((await get(url)).headers.etag)
    }
    expect(tags).not.toContain(undefined)
    expect(new Set(tags).size).toBe(3)
  })

  test('are private where they depend on the membership', async () => {
    const market = await Market.open()
    await market.advance(2 * HOUR_MS)
    const cacheOf = async (to: number) => {
      const { headers } = await get(`trades?${rangeOf(market.symbol, START, to)}`)
      return [headers['cache-control'], headers.etag !== undefined]
    }
    const recent = market.now - 5 * MINUTE_MS
    const old = market.now - FREE_DELAY_MS - MINUTE_MS
    expect(await cacheOf(recent)).toEqual(['private, no-cache', true])
    expect(await cacheOf(old)).toEqual(['public, no-cache', true])
    delayMs = FREE_DELAY_MS
    try {
      expect(await cacheOf(old)).toEqual(['private, no-cache', true])
      // Not visible yet.
      expect(await cacheOf(recent)).toEqual(['no-store', false])
    } finally {
      delayMs = 0
    }
  })

  test.each([
    ['bars up to now', 'footprint?symbol=$&cycle=1m&precision=0.05&limit=10'],
    ['a range that ends later', `trades?symbol=$&from=${START}&to=${START + DAY_MS}`],
    ['the minute that is open', `trades?symbol=$&from=${START}&to=${START + HOUR_MS}`],
    ['coverage', 'coverage?symbol=$'],
  ])('are not cached while open: %s', async (_name, url) => {
    const market = await Market.open()
    await market.advance(HOUR_MS)
    const { statusCode, headers } = await get(url.replace('$', market.symbol))
    expect([statusCode, headers.etag, headers['last-seq'], headers['cache-control']]).toEqual([
      200,
      undefined,
      undefined,
      'no-store',
    ])
  })

  test('names every header that the answer depends on', async () => {
    const own = await appUnderTest({
      store: world.store,
      bus: world.bus,
      env: { CORS_ORIGINS: 'https://charts.example' },
      accessOf: () => ({ user: '1', delayMs: 0 }),
    })
    const market = await Market.open()
    await market.advance(2 * HOUR_MS)
    const { headers } = await own.app.inject({
      url: `/api/trades?${rangeOf(market.symbol, START, START + HOUR_MS)}`,
      headers: { origin: 'https://charts.example' },
    })
    await own.app.close()
    expect([headers.vary, headers['access-control-expose-headers']]).toEqual([
      'origin, accept',
      'next-cursor, retry-after, etag, last-seq',
    ])
  })
})

/** The answer without the fields about the whole market. */
function contentOf(response: Awaited<ReturnType<typeof get>>): string {
  const type = String(response.headers['content-type'])
  if (type.startsWith('text/csv')) return response.body
  if (type === FOOTPRINT_MIME) {
    const answer = decodeAnswer(response.rawPayload)
    const meta = { ...answer.meta, last_seq: 0, watermark: 0, closed_until: 0, tail_gaps: [], coverage: null }
    return Buffer.from(encodeAnswer({ ...answer, meta })).toString('base64')
  }
  const { data } = response.json()
  if (Array.isArray(data)) return JSON.stringify(data)
  const { last_seq: _seq, watermark: _watermark, coverage: _coverage, ...content } = data
  return JSON.stringify(content)
}

type Step = (market: Market) => Promise<void>

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom(10_000, MINUTE_MS, 20 * MINUTE_MS, 3 * HOUR_MS), fc.constantFrom(0, 0, 0, 2)).map(
    ([ms, lost]) =>
      (market: Market) =>
        market.advance(ms, lost),
  ),
  shares().map((share) => (market: Market) => market.revise(timeIn(market, share))),
  shares().map((share) => (market: Market) => market.late(timeIn(market, share))),
  fc.constantFrom('lost', 'repairing').map((state) => (market: Market) => market.settle(state as 'lost')),
  fc.integer({ min: 1, max: 40 }).map((days) => (market: Market) => market.revise(START - days * DAY_MS)),
)

const timeIn = (market: Market, share: number): number => START + 1 + Math.floor(share * (market.now - START - 2))

test('the same tag always means the same content', { tags: ['long'], timeout: 600_000 }, async () => {
  let confirmed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const market = await Market.open()
      await market.advance(5 * HOUR_MS)
      const contents = new Map<string, string>()
      const urls = [
        ...addresses(market.symbol, START + HOUR_MS, START + 2 * HOUR_MS),
        ...addresses(market.symbol, START - 50 * DAY_MS, START + 4 * HOUR_MS),
        ...addresses(market.symbol, START + 30_000, START + 3 * HOUR_MS + 70_000),
      ]
      for (const act of [async () => {}, ...steps]) {
        await act(market)
        for (const delay of [0, FREE_DELAY_MS]) {
          delayMs = delay
          for (const url of urls) {
            const accept = url.length % 2 === 0 ? 'application/json' : FOOTPRINT_MIME
            const response = await get(url, url.startsWith('footprint') ? { accept } : {})
            const { etag } = response.headers
            // 400: a range of too many bars.
            expect([200, 400]).toContain(response.statusCode)
            if (response.statusCode === 400) expect(etag).toBeUndefined()
            if (etag === undefined) continue
            const known = contents.get(String(etag))
            if (known !== undefined) confirmed += 1
            contents.set(String(etag), contentOf(response))
            expect(known ?? contentOf(response), url).toBe(contentOf(response))
          }
        }
        delayMs = 0
      }
    }),
    { numRuns: 6 },
  )
  expect(confirmed).toBeGreaterThan(100)
})
