import { TRADES_MIME } from '@flowprint/contract'
import { decodeTrades, emptyTrades, HOUR_MS, idText, MINUTE_MS, TradeBuilder } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lease } from '../../../src/market/store/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { shares } from '../../shares.ts'
import { spec, testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'

/** Before a midnight, so that bars of fills and the day's sums restart in the tape. */
const START = Date.UTC(2025, 4, 31, 23, 20)
const DELAY_MS = 15 * MINUTE_MS

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

interface Trade {
  readonly ts: number
  readonly price: number
  readonly qty: number
  readonly buy: boolean
}

/** A commit of the feed: its trades, in any order, and the watermark after it. */
interface Batch {
  readonly trades: readonly Trade[]
  readonly watermark: number
}

async function openMarket(): Promise<Lease> {
  const instrument = await world.store.ensureInstrument(spec(`TEST:A${++count}`, { live: true, ids: 'none' }))
  const lease = await world.store.acquireLease(instrument)
  await world.store.appendLive(lease, emptyTrades(), START)
  return lease
}

/** Commits the batches that begin before the cut, without what is not before it. The ids are those of the whole tape. */
async function commit(lease: Lease, batches: readonly Batch[], cut = Infinity): Promise<void> {
  let id = 0
  for (const { trades, watermark } of batches) {
    const builder = new TradeBuilder()
    for (const { ts, price, qty, buy } of trades) {
      id += 1
      if (ts < cut) builder.push(ts, price, qty, buy, 1, id)
    }
    await world.store.appendLive(lease, builder.build(), Math.min(watermark, cut), { unbroken: true })
  }
}

const batches = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 30_000, max: 240_000 })),
      trades: fc.array(
        fc.record({
          back: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 1_900 })),
          move: fc.integer({ min: -4, max: 4 }),
          qty: fc.integer({ min: 1, max: 900 }),
          buy: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
    { minLength: 10, maxLength: 50 },
  )
  .map((steps): readonly Batch[] => {
    let now = START
    let price = 8_300
    return steps.map(({ wait, trades }) => {
      const before = now
      now += wait
      const made = trades.map(({ back, move, qty, buy }): Trade => {
        price += move
        return { ts: Math.max(now - back, before - 1_900, START), price, qty, buy }
      })
      return { trades: made, watermark: now }
    })
  })

const tradeTimes = (steps: readonly Batch[]) => steps.flatMap(({ trades }) => trades.map(({ ts }) => ts))

const get = (url: string, accept = 'application/json') =>
  server.app.inject({ url: `/api/${url}`, headers: { language: 'en', accept } })

const callsAbout = (symbol: string, from: number): readonly string[] => [
  `footprint?symbol=${symbol}&cycle=1m&precision=0.01`,
  `footprint?symbol=${symbol}&cycle=5m&precision=0.05&limit=3`,
  `footprint?symbol=${symbol}&cycle=15s&precision=0.01&from=${from}`,
  `footprint?symbol=${symbol}&cycle=1h&precision=0.05&indicators=1&lead_in=1`,
  `footprint?symbol=${symbol}&cycle=7t&precision=0.01`,
  `footprint?symbol=${symbol}&cycle=1v&precision=0.01&limit=5`,
  `profile?symbol=${symbol}&from=${from}&precision=0.05`,
  `trades?symbol=${symbol}&from=${START}&to=${START + 100 * HOUR_MS}`,
  `big_trades?symbol=${symbol}&from=${START}&size=1`,
  `big_trades?symbol=${symbol}&from=${from}&resume=1`,
  `coverage?symbol=${symbol}`,
  `export?symbol=${symbol}&from=${START}&to=${START + 100 * HOUR_MS}&what=trades`,
  `export?symbol=${symbol}&from=${START}&to=${START + 100 * HOUR_MS}&what=bars&cycle=5m`,
  `export?symbol=${symbol}&from=${START}&to=${START + 100 * HOUR_MS}&what=bars&cycle=7t`,
]

/** What an answer says about the market, without the numbers of the log and the name of the tape. */
const OF_THE_LOG = new Set(['symbol', 'tape', 'last_seq', 'seq', 'revision', 'since_seq'])
function aboutMarket(body: string): unknown {
  if (!body.startsWith('{')) return body
  return JSON.parse(body, (key, value: unknown) => (OF_THE_LOG.has(key) ? undefined : value)) as unknown
}

/** Removes `to` of the coverage in an answer and returns it; undefined without one. */
function takeCoverageEnd(answer: unknown): number | undefined {
  const data = (answer as { data?: { gaps?: unknown; to?: number; coverage?: { to?: number } } }).data
  const coverage = data?.gaps === undefined ? data?.coverage : data
  const to = coverage?.to
  if (coverage !== undefined) delete coverage.to
  return to
}

describe('as_of', () => {
  test('answers what a market that ended at that moment answers', async () => {
    await fc.assert(
      fc.asyncProperty(batches, shares(), async (steps, share) => {
        const end = steps[steps.length - 1].watermark
        // Before its first trade, a market does not know yet that it is followed.
        const first = Math.min(...steps[0].trades.map(({ ts }) => ts))
        const cut = Math.round(first + 1 + share * (end - first))
        server.setNow(end + 5_000)
        const [whole, ended] = [await openMarket(), await openMarket()]
        await commit(whole, steps)
        await commit(ended, steps, cut)
        await world.store.closeUpTo(ended, cut)
        const from = Math.round(START + ((cut - START) * 2) / 3)
        const urls = callsAbout(ended.instrument.symbol, from)
        for (const [i, url] of callsAbout(whole.instrument.symbol, from).entries()) {
          const replayed = await get(`${url}&as_of=${cut}`)
          const wanted = await get(urls[i])
          expect([url, replayed.statusCode]).toEqual([url, 200])
          const [answer, expected] = [aboutMarket(replayed.body), aboutMarket(wanted.body)]
          // With a cut, `to` may be the millisecond before it instead of the last trade.
          const [to, lastTs] = [takeCoverageEnd(answer), takeCoverageEnd(expected)]
          expect({ url, answer }).toEqual({ url, answer: expected })
          expect(to).toBe(lastTs === undefined ? undefined : Math.min(cut - 1, Math.max(...tradeTimes(steps))))
          if (lastTs !== undefined) expect(lastTs).toBe(Math.max(...tradeTimes(steps).filter((ts) => ts < cut)))
          expect(replayed.headers['as-of']).toBe(String(cut))
        }
        await whole.release()
        await ended.release()
      }),
      { numRuns: 40 },
    )
  })

  test('never says how much the log holds after the moment', async () => {
    const lease = await openMarket()
    await commit(lease, [
      { trades: [{ ts: START + 1_000, price: 8_300, qty: 5, buy: true }], watermark: START + 1_000 },
      { trades: [{ ts: START + 9_000, price: 8_400, qty: 7, buy: true }], watermark: START + 9_000 },
    ])
    server.setNow(START + HOUR_MS)
    const { symbol } = lease.instrument
    const answer = await get(`footprint?symbol=${symbol}&cycle=1m&precision=0.01&as_of=${START + 5_000}`)
    expect(answer.json()).toMatchObject({
      data: { last_seq: 0, watermark: START + 5_000, delayed: false, bars: [{ trades: 1 }] },
    })
    expect(answer.headers['last-seq']).toBeUndefined()
    await lease.release()
  })

  test('never shows a delayed reader more than their delay allows', async () => {
    const lease = await openMarket()
    await commit(lease, [
      { trades: [{ ts: START + 1_000, price: 8_300, qty: 5, buy: true }], watermark: START + 1_000 },
      { trades: [{ ts: START + 9_000, price: 8_400, qty: 7, buy: true }], watermark: START + 9_000 },
    ])
    server.setNow(START + DELAY_MS + 5_000)
    delayMs = DELAY_MS
    try {
      const at = async (asOf: number) => {
        const answer = await get(`trades?symbol=${lease.instrument.symbol}&from=${START}&to=${asOf}&as_of=${asOf}`)
        return [answer.headers['as-of'], (answer.json<{ data: { ts: number }[] }>().data ?? []).map(({ ts }) => ts)]
      }
      expect(await at(START + 60_000)).toEqual([String(START + 5_000), [START + 1_000]])
      expect(await at(START + 1_000)).toEqual([String(START + 1_000), []])
    } finally {
      delayMs = 0
      await lease.release()
    }
  })

  test('of a settled past has a tag that another moment does not have', async () => {
    const lease = await openMarket()
    const minutes = Array.from({ length: 10 }, (_, i): Batch => {
      const ts = START + i * MINUTE_MS
      return { trades: [{ ts, price: 8_300 + i, qty: 5, buy: true }], watermark: ts }
    })
    await commit(lease, minutes)
    server.setNow(START + HOUR_MS)
    const url = `footprint?symbol=${lease.instrument.symbol}&cycle=1m&precision=0.01&as_of=`
    const first = await get(`${url}${START + 3 * MINUTE_MS + 500}`)
    const other = await get(`${url}${START + 3 * MINUTE_MS + 501}`)
    expect(first.headers.etag).toEqual(expect.stringMatching(/^W\//))
    expect(other.headers.etag).not.toBe(first.headers.etag)
    const again = await server.app.inject({
      url: `/api/${url}${START + 3 * MINUTE_MS + 500}`,
      headers: { language: 'en', accept: 'application/json', 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    // The last minutes are still open: a late trade may change them.
    expect((await get(`${url}${START + 9 * MINUTE_MS}`)).headers.etag).toBeUndefined()
    await lease.release()
  })
})

describe('packed trades', () => {
  test('are the rows of the JSON answer, and the cursor steps through trades of one millisecond', async () => {
    const lease = await openMarket()
    const trades = Array.from({ length: 5 }, (_, i): Trade => ({ ts: START + 10, price: 8_300 + i, qty: 1, buy: true }))
    await commit(lease, [{ trades, watermark: START + 10 }])
    server.setNow(START + HOUR_MS)
    const range = `trades?symbol=${lease.instrument.symbol}&from=${START}&to=${START + 11}`
    const ids: string[] = []
    for (let after = ''; ids.length < 5;) {
      const page = await get(`${range}&limit=2${after}`, TRADES_MIME)
      expect(page.headers['content-type']).toBe(TRADES_MIME)
      const decoded = decodeTrades(page.rawPayload)
      expect(decoded.seq).toBeNull()
      for (let i = 0; i < decoded.length; i++) ids.push(idText(decoded, i))
      after = `&after=${String(page.headers['next-cursor'])}`
    }
    const rows = (await get(range)).json<{ data: { id: string }[] }>().data
    expect(ids).toEqual(rows.map(({ id }) => id))
    await lease.release()
  })
})

describe('/replay_target', () => {
  /** Ten quiet minutes; in the eighth the ask is far larger than the bid below it at seven prices. */
  async function marketWithStack(): Promise<Lease> {
    const lease = await openMarket()
    const steps: Batch[] = []
    for (let minute = 0; minute < 10; minute++) {
      const ts = START + minute * MINUTE_MS + 1_000
      const rows = minute === 7 ? [0, 1, 2, 3, 4, 5, 6] : [0]
      const trades = rows.flatMap((row): Trade[] => [
        { ts, price: 8_300 + row, qty: minute === 7 ? 10 : 500, buy: false },
        { ts, price: 8_300 + row, qty: 500, buy: true },
      ])
      steps.push({ trades, watermark: ts })
    }
    await commit(lease, steps)
    await world.store.closeUpTo(lease, START + 20 * MINUTE_MS)
    server.setNow(START + 20 * MINUTE_MS)
    return lease
  }

  test('tells when a signal is visible, in both directions, and nothing else', async () => {
    const lease = await marketWithStack()
    const target = async (from: number, direction: string, kind = 'signal') => {
      const market = `symbol=${lease.instrument.symbol}&cycle=1m&precision=0.01`
      const answer = await get(`replay_target?${market}&kind=${kind}&from=${from}&direction=${direction}`)
      return answer.json<{ data: unknown }>().data
    }
    const t = START + 8 * MINUTE_MS
    const end = START + 20 * MINUTE_MS
    expect(await target(START, 'next')).toEqual({ t, searched: t })
    expect(await target(t - 1, 'next')).toEqual({ t, searched: t })
    expect(await target(end, 'previous')).toEqual({ t, searched: t })
    expect(await target(t, 'next')).toEqual({ t: null, searched: end })
    expect(await target(t, 'previous')).toMatchObject({ t: null })
    expect(await target(START, 'previous', 'session')).toMatchObject({ t: START - (START % (24 * HOUR_MS)) })
    expect(await target(START, 'next', 'session')).toMatchObject({ t: null })
    await lease.release()
  })
})
