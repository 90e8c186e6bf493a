import { BOOK_MIME, DEPTH_PARTS_MIME } from '@flowprint/contract'
import { BookChangesBuilder, decodeDepthFrame, decodeDepthParts, MINUTE_MS, SECOND_MS } from '@flowprint/orderflow'
import type { BookSide } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDepthStore, openDerivativesStore } from '../../../src/market/store/index.ts'
import type { DepthStore, DerivativesStore, Instrument, MinuteStat } from '../../../src/market/store/index.ts'
import { Leases } from '../../../src/platform/lease/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { shares } from '../../shares.ts'
import { spec, testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'
import { appendAll, makeRun } from '../store/depth/depth-world.ts'
import type { NewFrame } from '../store/depth/depth-world.ts'

/** Recordings as of a moment are those of a market whose recording ended then: the order book and perpetuals. */

const START = Date.UTC(2025, 4, 31, 23, 50, 20)

let world: TestStore
let server: AppUnderTest
let depth: DepthStore
let derivatives: DerivativesStore
let leases: Leases
/** The server's time: it stands still between two answers that are compared. */
let now = START
let count = 0

beforeAll(async () => {
  world = await testStore()
  const { pool, url } = world.database
  leases = new Leases(url)
  const shared = { pool, url, bus: world.bus, leases, listInstruments: () => world.store.listInstruments() }
  depth = openDepthStore(shared)
  derivatives = openDerivativesStore(shared)
  const clock = { now: () => now, setOffset: () => undefined }
  server = await appUnderTest({ store: world.store, bus: world.bus, depth, derivatives, clock })
})
afterAll(async () => {
  await server.app.close()
  await leases.close()
  await world.close()
})

const newMarket = (): Promise<Instrument> =>
  world.store.ensureInstrument(spec(`TEST:R${++count}`, { live: true, kind: 'perpetual', tickSize: '0.1' }))

const get = async (url: string, { accept = 'application/json', status = 200 } = {}) => {
  const answer = await server.app.inject({ url: `/api/${url}`, headers: { language: 'en', accept } })
  expect([url, answer.statusCode, answer.statusCode === status ? '' : answer.body]).toEqual([url, status, ''])
  return answer
}

/** What an answer says about the market, without the numbers of logs and the name of the tape. */
const OF_THE_LOG = new Set(['symbol', 'tape', 'last_seq', 'seq'])
function aboutMarket(body: string): unknown {
  if (!body.startsWith('{')) return body
  const answer = JSON.parse(body, (key, value: unknown) => (OF_THE_LOG.has(key) ? undefined : value)) as {
    readonly data: { readonly coverage?: { precision?: unknown } }
  }
  // The row height is known when the first minute was folded: it describes the recording.
  if (answer.data.coverage !== undefined) delete answer.data.coverage.precision
  return answer
}

// ---- the order book ------------------------------------------------------------------------------------------------

/** The frames that a recorder had stored by the cut; the one in progress without what comes later. */
function framesUntil(frames: readonly NewFrame[], cut: number): NewFrame[] {
  const kept: NewFrame[] = []
  for (const frame of frames) {
    if (frame.until <= cut) kept.push(frame)
    else if (frame.kind === 'changes' && frame.changes !== null) {
      const { changes } = frame
      const builder = new BookChangesBuilder()
      for (let event = 0; event < changes.events && changes.t[event] < cut; event++) {
        builder.startEvent(changes.t[event])
        for (let k = event === 0 ? 0 : changes.end[event - 1]; k < changes.end[event]; k++)
          builder.push(changes.side[k] as BookSide, changes.ticks[k], changes.lots[k])
      }
      return [...kept, { ...frame, until: cut, changes: builder.build() }]
    } else break
  }
  return kept
}

async function recordBook(instrument: Instrument, frames: readonly NewFrame[], foldedUntil: number): Promise<void> {
  const lease = await depth.acquireLease(instrument, { mode: 'levels' })
  await appendAll(depth, lease, frames)
  await depth.closeMinutes(lease, foldedUntil)
  await lease.release()
}

const bookCalls = (symbol: string, from: number, cut: number): readonly string[] => [
  `depth?symbol=${symbol}&from=${from}&to=${cut}`,
  `depth?symbol=${symbol}&from=${from}&to=${cut}&interval=1s&precision=0.2`,
  `depth?symbol=${symbol}&from=${from}&to=${cut}&interval=5s&precision=0.2&low=1995&high=2005`,
  `depth?symbol=${symbol}&from=${from}&to=${cut}&interval=1m&precision=0.2`,
  `depth?symbol=${symbol}&from=${START - MINUTE_MS}&to=${cut - 7_000}&interval=15s&precision=0.2`,
  `book?symbol=${symbol}`,
  `book?symbol=${symbol}&low=1998&high=2001.5`,
  `export?symbol=${symbol}&from=${from}&to=${cut + MINUTE_MS}&what=depth&interval=5s`,
]

test('the order book, its columns and its parts as of a moment are those of a recording that ended then', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(1_000_000),
        everyMs: fc.integer({ min: 700, max: 9_000 }),
        lengthMs: fc.integer({ min: 60_000, max: 260_000 }),
        share: shares(0.15, 1),
        isFolded: fc.boolean(),
        isEndedFolded: fc.boolean(),
        hasGap: fc.boolean(),
      }),
      async ({ seed, everyMs, lengthMs, share, isFolded, isEndedFolded, hasGap }) => {
        const end = START + lengthMs
        // The second run begins after the cut or before it.
        const broken = START + Math.round(lengthMs * 0.55)
        const run = (fromMs: number, toMs: number, withEnd = false) =>
          makeRun({ fromMs, toMs, everyMs, seed: seed + fromMs, withEnd })
        const frames = hasGap ? [...run(START, broken, true), ...run(broken + 2_500, end)] : run(START, end)
        const drawn = Math.round(START + 2_000 + share * (lengthMs - 2_000))
        // Between two runs, the state is that of the recording: docs/api.md.
        const cut = hasGap && drawn >= broken && drawn <= broken + 2_500 ? broken - 300 : drawn
        const [whole, ended] = [await newMarket(), await newMarket()]
        await recordBook(whole, frames, isFolded ? end : 0)
        await recordBook(ended, framesUntil(frames, cut), isEndedFolded ? cut : 0)
        const from = Math.round(START + ((cut - START) * 2) / 5)
        const urls = bookCalls(ended.symbol, from, cut)
        for (const [i, url] of bookCalls(whole.symbol, from, cut).entries()) {
          now = end + 5_000
          const replayed = await get(`${url}&as_of=${cut}`)
          now = cut
          const wanted = await get(urls[i])
          expect({ url, answer: aboutMarket(replayed.body) }).toEqual({ url, answer: aboutMarket(wanted.body) })
          expect(replayed.headers['as-of']).toBe(String(cut))
        }
        // A moment shortly before: between two runs there is no book.
        const at = cut - 1_500
        const status = hasGap && at >= broken && at < broken + 2_500 ? 404 : 200
        now = end + 5_000
        const replayedBook = await get(`book?symbol=${whole.symbol}&at=${at}&as_of=${cut}`, { status })
        now = cut
        const wantedBook = await get(`book?symbol=${ended.symbol}&at=${at}`, { status })
        if (status === 200) expect(aboutMarket(replayedBook.body)).toEqual(aboutMarket(wantedBook.body))
        // As the page loads them: the heatmap in stored parts, and the book of the ladder.
        const packed = async ({ symbol }: Instrument, asOf = '') => {
          const columns = await get(`depth?symbol=${symbol}&from=${from}&to=${cut}&interval=1s${asOf}`, {
            accept: DEPTH_PARTS_MIME,
          })
          const book = await get(`book?symbol=${symbol}${asOf}`, { accept: BOOK_MIME })
          const { seq: _, symbol: __, ...frame } = decodeDepthFrame(book.rawPayload)
          return { columns: decodeDepthParts(columns.rawPayload), unit: columns.headers['qty-unit'], frame }
        }
        now = end + 5_000
        const replayed = await packed(whole, `&as_of=${cut}`)
        expect(replayed.columns.length).toBeGreaterThan(0)
        now = cut
        expect(replayed).toEqual(await packed(ended))
      },
    ),
    {
      numRuns: 25,
      // The moment before the cut is the first one of the second run.
      examples: [
        [
          {
            seed: 1,
            everyMs: 900,
            lengthMs: 102_000,
            share: 0.581,
            isFolded: false,
            isEndedFolded: true,
            hasGap: true,
          },
        ],
      ],
    },
  )
})

// ---- perpetuals ----------------------------------------------------------------------------------------------------

interface Perpetual {
  readonly liquidations: readonly { readonly ts: number; readonly isLong: boolean; readonly lots: number }[]
  /** Where nothing was received. */
  readonly gap: { readonly from: number; readonly to: number }
  readonly isComplete: boolean
  readonly stats: readonly MinuteStat[]
}

/** In commits of some seconds; without what is not before the cut. */
async function recordPerpetual(
  instrument: Instrument,
  { liquidations, gap, isComplete, stats }: Perpetual,
  end: number,
  cut = end,
): Promise<void> {
  const lease = await derivatives.acquireLease(instrument)
  for (const [from, to] of [
    [START, gap.from],
    [gap.to, end],
  ]) {
    for (let at = from; at < Math.min(to, cut); at += 9_000) {
      const untilMs = Math.min(at + 9_000, to, cut)
      const rows = liquidations.filter(({ ts }) => ts >= at && ts < untilMs)
      await derivatives.append(lease, {
        liquidations: rows.map(({ ts, isLong, lots }) => ({
          ts,
          position: isLong ? 'long' : 'short',
          priceTicks: 20_000 + (lots % 77),
          lots,
        })),
        coverage: { fromMs: at, untilMs, isComplete },
      })
    }
  }
  await derivatives.saveStats(
    lease,
    stats.filter(({ minute }) => minute + MINUTE_MS <= cut),
  )
  await lease.release()
}

const perpetualCalls = (symbol: string, from: number, cut: number): readonly string[] => [
  `liquidations?symbol=${symbol}&from=${from}&to=${cut}`,
  `liquidations?symbol=${symbol}&from=${from}&to=${cut}&limit=3`,
  `liquidations?symbol=${symbol}&from=${from}&to=${cut}&largest=4`,
  `liquidations?symbol=${symbol}&from=${from}&to=${cut}&interval=1m`,
  `liquidations?symbol=${symbol}&from=${START - MINUTE_MS}&to=${cut - 20_000}&interval=5m`,
  `open_interest?symbol=${symbol}&from=${from}&to=${cut}&interval=1m`,
  `open_interest?symbol=${symbol}&from=${from}&to=${cut}&interval=5m`,
  `open_interest?symbol=${symbol}&from=${from}&to=${cut}`,
  `funding?symbol=${symbol}&from=${from}&to=${cut}&interval=1m`,
  `funding?symbol=${symbol}&from=${from}&to=${cut}&interval=15m`,
  `export?symbol=${symbol}&from=${from}&to=${cut + MINUTE_MS}&what=liquidations`,
  `export?symbol=${symbol}&from=${from}&to=${cut + MINUTE_MS}&what=market_stats`,
]

const perpetual = (lengthMs: number): fc.Arbitrary<Perpetual> => {
  const value = fc.option(
    fc.integer({ min: 1, max: 999_999 }).map((units) => String(units / 1_000)),
    { freq: 6, nil: null },
  )
  const firstMinute = Math.ceil(START / MINUTE_MS) * MINUTE_MS
  return fc.record({
    liquidations: fc
      .array(
        fc.record({
          ts: fc.integer({ min: START, max: START + lengthMs - 1 }),
          isLong: fc.boolean(),
          lots: fc.integer({ min: 1, max: 50_000 }),
        }),
        { maxLength: 60 },
      )
      .map((rows) => rows.toSorted((a, b) => a.ts - b.ts)),
    gap: fc
      .tuple(fc.integer({ min: 20_000, max: lengthMs - 30_000 }), fc.integer({ min: 0, max: 25_000 }))
      .map(([at, span]) => ({ from: START + at, to: START + at + span })),
    isComplete: fc.boolean(),
    stats: fc
      .array(fc.tuple(value, value, fc.boolean(), value, value), {
        minLength: Math.floor(lengthMs / MINUTE_MS) - 1,
        maxLength: Math.floor(lengthMs / MINUTE_MS) - 1,
      })
      .map((rows) =>
        rows.map(([openInterest, fundingRate, hasNext, markPrice, indexPrice], i): MinuteStat => ({
          minute: firstMinute + i * MINUTE_MS,
          openInterest,
          fundingRate,
          nextFundingMs: hasNext ? START + 8 * 3_600_000 : null,
          markPrice,
          indexPrice,
        })),
      ),
  })
}

test('liquidations and statistics as of a moment are those of a recording that ended then', async () => {
  const lengthMs = 12 * MINUTE_MS
  const end = START + lengthMs
  await fc.assert(
    fc.asyncProperty(
      perpetual(lengthMs),
      fc.integer({ min: 1, max: lengthMs / SECOND_MS }),
      fc.option(shares(), { nil: null, freq: 2 }),
      async (recorded, second, shareOfGap) => {
        const { gap } = recorded
        const cut =
          shareOfGap === null
            ? START + second * SECOND_MS - 137
            : Math.round(gap.from + shareOfGap * (gap.to - gap.from))
        const [whole, ended] = [await newMarket(), await newMarket()]
        await recordPerpetual(whole, recorded, end)
        await recordPerpetual(ended, recorded, end, cut)
        const from = Math.round(START + (cut - START) / 4)
        const urls = perpetualCalls(ended.symbol, from, cut)
        for (const [i, url] of perpetualCalls(whole.symbol, from, cut).entries()) {
          now = end + 5_000
          const replayed = await get(`${url}&as_of=${cut}`)
          now = cut
          const wanted = await get(urls[i])
          expect({ url, answer: aboutMarket(replayed.body) }).toEqual({ url, answer: aboutMarket(wanted.body) })
          expect(replayed.headers['as-of']).toBe(String(cut))
        }
      },
    ),
    { numRuns: 40 },
  )
})
