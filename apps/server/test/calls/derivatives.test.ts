import {
  Funding as FundingSchema,
  Liquidations as LiquidationsSchema,
  OpenInterest as OpenInterestSchema,
} from '@flowprint/contract'
import type { Funding, Liquidations, OpenInterest } from '@flowprint/contract'
import {
  barStart,
  DAY_MS,
  decodeLiquidations,
  decodeMarketStats,
  HOUR_MS,
  MINUTE_MS,
  WEEK_MS,
} from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { intervalRange, startsOf } from '../../src/market/api/rules/derivatives-query.ts'
import { openDerivativesStore } from '../../src/market/store/index.ts'
import type { DerivativesStore, Instrument, MinuteStat, NewLiquidation } from '../../src/market/store/index.ts'
import { Leases } from '../../src/platform/lease/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { spec, testStore } from '../test-database.ts'
import type { TestStore } from '../test-database.ts'

/** A Saturday noon. */
const T = Date.UTC(2025, 5, 21, 12)
const SYMBOL = 'TEST:PERP.P'
const DELAY = 600_000
const END = T + 4 * MINUTE_MS

let world: TestStore
let server: AppUnderTest
let derivatives: DerivativesStore
let instrument: Instrument
let leases: Leases
let delayMs = 0
let now = END

/** One every 7 s, ticks of 0.1 and lots of 0.001; the gap of the coverage is in the third minute. */
const ROWS = Array.from({ length: 30 }, (_, i): NewLiquidation => ({
  ts: T + i * 7_000,
  position: i % 3 === 0 ? 'short' : 'long',
  priceTicks: 20_000 + i,
  lots: 1_500 + ((i * 7) % 11) * 100,
}))
const GAP = { from: T + 130_000, to: T + 150_000 }
const isStored = ({ ts }: NewLiquidation): boolean => ts < GAP.from || ts >= GAP.to
/** Stored rows with their seq, as the wire has them. */
const STORED = ROWS.filter(isStored).map((row, i) => ({ ...row, seq: i + 1 }))
const decimal = (units: bigint | number, decimals: number): string => {
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
const wire = ({ seq, ts, position, priceTicks, lots }: (typeof STORED)[number]) => [
  seq,
  ts,
  position,
  decimal(priceTicks, 1),
  decimal(lots, 3),
]
const valueOf = ({ priceTicks, lots }: NewLiquidation): bigint => BigInt(priceTicks) * BigInt(lots)

const MINUTES: readonly MinuteStat[] = [
  ['1000.5', '0.0001', T + HOUR_MS, '2000.1', '2000.2'],
  ['1000.50000000000000001', null, null, '2001', null],
  [null, '0.00012', T + HOUR_MS, null, null],
  ['999', null, null, '1999.9', '1999.8'],
].map(([openInterest, fundingRate, nextFundingMs, markPrice, indexPrice], i) => ({
  minute: T + i * MINUTE_MS,
  openInterest,
  fundingRate,
  nextFundingMs,
  markPrice,
  indexPrice,
})) as MinuteStat[]

beforeAll(async () => {
  world = await testStore()
  leases = new Leases(world.database.url)
  derivatives = openDerivativesStore({
    pool: world.database.pool,
    url: world.database.url,
    leases,
    bus: world.bus,
    listInstruments: () => world.store.listInstruments(),
  })
  server = await appUnderTest({
    store: world.store,
    derivatives,
    bus: world.bus,
    clock: { now: () => now, setOffset: () => {} },
    accessOf: () => ({ user: '7', delayMs }),
  })
  instrument = await world.store.ensureInstrument(
    spec(SYMBOL, { kind: 'perpetual', tickSize: '0.1', lotSize: '0.001' }),
  )
  const lease = await derivatives.acquireLease(instrument)
  const before = ROWS.filter(({ ts }) => ts < GAP.from)
  const after = ROWS.filter(({ ts }) => ts >= GAP.to)
  const { append } = derivatives
  await append(lease, {
    liquidations: before.slice(0, 5),
    coverage: { fromMs: T, untilMs: T + 30_000, isComplete: true },
  })
  await append(lease, { liquidations: before.slice(5), coverage: { fromMs: T, untilMs: GAP.from, isComplete: true } })
  await append(lease, { liquidations: after, coverage: { fromMs: GAP.to, untilMs: T + 210_000, isComplete: false } })
  await derivatives.saveStats(lease, MINUTES)
  await lease.release()
  await world.store.ensureInstrument(spec('TEST:SPOT'))
})
afterAll(async () => {
  await server.app.close()
  await leases.close()
  await world.close()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api/${path}`, headers: { language: 'en', ...headers } })

async function load<Data>(schema: TSchema, path: string): Promise<Data> {
  const answer = await get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = answer.json<{ data: Data }>()
  expect([...Compile(schema).Errors(data)]).toEqual([])
  return data
}
const liquidations = (query: string): Promise<Liquidations> =>
  load(LiquidationsSchema, `liquidations?symbol=${SYMBOL}&${query}`)
const openInterest = (query: string): Promise<OpenInterest> =>
  load(OpenInterestSchema, `open_interest?symbol=${SYMBOL}&${query}`)
const funding = (query: string): Promise<Funding> => load(FundingSchema, `funding?symbol=${SYMBOL}&${query}`)

/** The sums that the rows have in whole intervals, computed one by one. */
function sumsOf(rows: readonly NewLiquidation[], intervalMs: number): unknown[] {
  const starts = [...new Set(rows.map(({ ts }) => barStart(ts, intervalMs)))]
  return starts.map((t) => {
    const within = rows.filter(({ ts }) => barStart(ts, intervalMs) === t)
    const of = (position: string) => within.filter((row) => row.position === position)
    const lots = (position: string) => of(position).reduce((sum, row) => sum + row.lots, 0)
    const value = (position: string) => of(position).reduce((sum, row) => sum + valueOf(row), 0n)
    const [longs, shorts] = [decimal(lots('long'), 3), decimal(lots('short'), 3)]
    return [t, longs, shorts, decimal(value('long'), 4), decimal(value('short'), 4), within.length]
  })
}

describe('/liquidations', () => {
  test('returns every row exactly, with coverage and completeness', async () => {
    expect(await liquidations(`from=${T}&to=${END}`)).toEqual({
      symbol: SYMBOL,
      tick_size: '0.1',
      lot_size: '0.001',
      instrument_version: 1,
      tape: instrument.tape,
      from: T,
      to: END,
      delayed: false,
      simulated: false,
      completeness: 'lower bound',
      last_seq: STORED.length,
      coverage: [
        [T, GAP.from, 'all'],
        [GAP.to, T + 210_000, 'lower bound'],
      ],
      list: STORED.map(wire),
      sums: [],
      next: null,
    })
  })

  test('clips coverage and rows to the range', async () => {
    const { list, coverage } = await liquidations(`from=${T + 7_000}&to=${T + 21_000}`)
    expect(list).toEqual(STORED.slice(1, 3).map(wire))
    expect(coverage).toEqual([[T + 7_000, T + 21_000, 'all']])
    const none = await liquidations(`from=${GAP.from}&to=${GAP.to}`)
    expect([none.list, none.coverage]).toEqual([[], []])
  })

  test('pages contain every row once', async () => {
    const rows: unknown[] = []
    let after = ''
    for (let pages = 1; ; pages++) {
      const { list, next } = await liquidations(`from=${T}&to=${END}&limit=9${after}`)
      rows.push(...list)
      if (next === null) {
        expect(pages).toBe(Math.ceil(STORED.length / 9))
        break
      }
      after = `&after=${next}`
    }
    expect(rows).toEqual(STORED.map(wire))
    // A last page that is full is known to be the last.
    expect((await liquidations(`from=${T}&to=${END}&limit=${STORED.length}`)).next).toBe(null)
  })

  test('returns the largest by value, by time', async () => {
    const { list, next } = await liquidations(`from=${T}&to=${END}&largest=4`)
    const largest = STORED.toSorted((a, b) => Number(valueOf(b) - valueOf(a)) || a.ts - b.ts).slice(0, 4)
    expect(list).toEqual(largest.toSorted((a, b) => a.ts - b.ts).map(wire))
    expect(next).toBe(null)
  })

  test.each([
    ['15s', 15_000],
    ['1m', MINUTE_MS],
    ['1h', HOUR_MS],
    ['1d', DAY_MS],
    ['1w', WEEK_MS],
  ])('adds up intervals of %s exactly', async (interval, ms) => {
    const { sums, list, from } = await liquidations(`from=${T + 1}&to=${END}&interval=${interval}`)
    expect(sums).toEqual(sumsOf(STORED, ms))
    expect(list).toEqual([])
    expect(from).toBe(barStart(T, ms))
    if (ms === WEEK_MS) expect(new Date(from).getUTCDay()).toBe(1)
  })

  test('begins intervals with what is recorded', async () => {
    const { from, sums } = await liquidations(`from=0&interval=1m`)
    expect([from, sums]).toEqual([T, sumsOf(STORED, MINUTE_MS)])
  })

  test('a market without any has no coverage', async () => {
    const answer = await get(`liquidations?symbol=TEST:SPOT&from=${T}`)
    expect(answer.json().data).toMatchObject({ completeness: null, last_seq: 0, coverage: [], list: [], next: null })
    const sums = await get(`liquidations?symbol=TEST:SPOT&from=0&interval=15s`)
    expect(sums.json().data).toMatchObject({ sums: [], coverage: [] })
  })

  test('confirms a stored copy of a settled range, and only that', async () => {
    const path = `liquidations?symbol=${SYMBOL}&from=${T}&to=${T + 60_000}`
    const { etag } = (await get(path)).headers
    expect(etag).toMatch(/^W\//)
    expect((await get(path, { 'if-none-match': etag as string })).statusCode).toBe(304)
    // Liquidations of the last minutes may still be on their way.
    expect((await get(`liquidations?symbol=${SYMBOL}&from=${T}&to=${T + 120_000}`)).headers.etag).toBeUndefined()
    expect((await get(`liquidations?symbol=${SYMBOL}&from=${T}`)).headers.etag).toBeUndefined()
  })
})

describe('/open_interest and /funding', () => {
  test('returns first, highest, lowest and last of each interval, compared exactly', async () => {
    const { list, ...rest } = await openInterest(`from=${T}&to=${END}&interval=5m`)
    expect(list).toEqual([[T, '1000.5', '1000.50000000000000001', '999', '999']])
    expect(rest).toMatchObject({ interval_ms: 5 * MINUTE_MS, from: T, to: END })
    const minutes = await openInterest(`from=${T}&to=${END}`)
    expect(minutes.interval_ms).toBe(MINUTE_MS)
    expect(minutes.list.map(([t, , , , last]) => [t, last])).toEqual([
      [T, '1000.5'],
      [T + MINUTE_MS, '1000.50000000000000001'],
      [T + 3 * MINUTE_MS, '999'],
    ])
  })

  test('returns the last funding rate, mark and index price; nothing is carried over a gap', async () => {
    const next = T + HOUR_MS
    expect((await funding(`from=${T}&to=${END}&interval=1m`)).list).toEqual([
      [T, '0.0001', next, '2000.1', '2000.2'],
      [T + MINUTE_MS, null, null, '2001', null],
      [T + 2 * MINUTE_MS, '0.00012', next, null, null],
      [T + 3 * MINUTE_MS, null, null, '1999.9', '1999.8'],
    ])
    expect((await funding(`from=${T}&interval=1w`)).list).toEqual([
      [barStart(T, WEEK_MS), '0.00012', next, '1999.9', '1999.8'],
    ])
  })

  test('without an interval uses the finest that fits', () => {
    const intervalOf = (span: number) =>
      intervalRange({ from: T - span, to: T }, { end: T, recordedFrom: 0, minMs: MINUTE_MS }).intervalMs
    expect([2_000, 2_001, 30_000].map((minutes) => intervalOf(minutes * MINUTE_MS))).toEqual([
      MINUTE_MS,
      3 * MINUTE_MS,
      15 * MINUTE_MS,
    ])
  })

  test('intervals of a week begin on Monday and cover the range', () => {
    const range = intervalRange({ from: T - 20 * DAY_MS, to: T, interval: '1w' }, { end: T, recordedFrom: 0, minMs: 0 })
    expect(startsOf(range).map((t) => new Date(t).toISOString().slice(0, 10))).toEqual([
      '2025-05-26',
      '2025-06-02',
      '2025-06-09',
      '2025-06-16',
    ])
  })
})

describe('the packed form', () => {
  const pack = (path: string, kind: string) => get(path, { accept: `application/vnd.flowprint.${kind}` })

  test('of liquidations holds the same as JSON', async () => {
    for (const query of ['', '&limit=4', '&largest=3', `&limit=5&after=${STORED[3].ts}_${STORED[3].seq}`]) {
      const { list, sums: _sums, coverage, ...meta } = await liquidations(`from=${T}&to=${END}${query}`)
      const answer = await pack(`liquidations?symbol=${SYMBOL}&from=${T}&to=${END}${query}`, 'liquidations')
      expect(answer.headers['content-type']).toBe('application/vnd.flowprint.liquidations')
      expect(answer.headers.vary).toContain('accept')
      const packed = decodeLiquidations(answer.rawPayload)
      expect(packed.meta).toEqual(meta)
      expect(packed.coverage.map(({ from, to, isComplete }) => [from, to, isComplete ? 'all' : 'lower bound'])).toEqual(
        coverage,
      )
      const { seq, ts, isLong, price, lots } = packed.list
      expect(
        Array.from(seq, (one, i) => [
          one,
          ts[i],
          isLong[i] === 1 ? 'long' : 'short',
          decimal(price[i], 1),
          decimal(lots[i], 3),
        ]),
      ).toEqual(list)
    }
    const sums = await pack(`liquidations?symbol=${SYMBOL}&from=${T}&interval=1m`, 'liquidations')
    expect(sums.headers['content-type']).toContain('application/json')
  })

  test('of statistics has the last values of each interval', async () => {
    for (const call of ['open_interest', 'funding']) {
      const range = `symbol=${SYMBOL}&from=${T}&to=${END}&interval=3m`
      const answer = await pack(`${call}?${range}`, 'market-stats')
      const { list: _list, ...meta } = (await get(`${call}?${range}`)).json().data
      expect(decodeMarketStats(answer.rawPayload)).toEqual({
        meta,
        stats: {
          length: 2,
          t: Float64Array.of(T, T + 3 * MINUTE_MS),
          openInterest: Float64Array.of(1000.5, 999),
          fundingRate: Float64Array.of(0.00012, Number.NaN),
          nextFundingMs: Float64Array.of(T + HOUR_MS, Number.NaN),
          markPrice: Float64Array.of(2001, 1999.9),
          indexPrice: Float64Array.of(2000.2, 1999.8),
        },
      })
    }
  })
})

describe('bad arguments', () => {
  test.each([
    ['liquidations', '', 'symbol', 'REQUIRED'],
    ['liquidations', `symbol=${SYMBOL}`, 'from', 'REQUIRED'],
    ['liquidations', `symbol=${SYMBOL}&from=${T}&to=${T}`, 'to', 'BAD_WINDOW'],
    ['liquidations', `symbol=${SYMBOL}&from=${T}&limit=10001`, 'limit', 'NOT_AN_INTEGER'],
    ['liquidations', `symbol=${SYMBOL}&from=${T}&largest=0`, 'largest', 'NOT_AN_INTEGER'],
    ['liquidations', `symbol=${SYMBOL}&from=${T}&interval=2m`, 'interval', 'NOT_A_CHOICE'],
    ['liquidations', `symbol=${SYMBOL}&from=${T}&after=x`, 'after', 'BAD_CURSOR'],
    ['liquidations', `symbol=${SYMBOL}&from=${T}&after=1_2&interval=1m`, 'after', 'NOT_TOGETHER'],
    ['liquidations', `symbol=${SYMBOL}&from=${T}&largest=2&interval=1m`, 'largest', 'NOT_TOGETHER'],
    ['open_interest', `symbol=${SYMBOL}&from=${T}&interval=15s`, 'interval', 'NOT_A_CHOICE'],
    ['funding', `symbol=${SYMBOL}&from=${T}&side=long`, 'side', 'UNKNOWN_ARGUMENT'],
    ['export', `symbol=${SYMBOL}&from=${T}&to=${T + 1}&what=funding`, 'what', 'NOT_A_CHOICE'],
  ])('/%s?%s names %s', async (call, query, field, error) => {
    const answer = await get(`${call}?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().data.fields).toMatchObject({ [field]: [{ error }] })
  })

  test('names the shortest interval of a range with too many', async () => {
    now = T + 400 * HOUR_MS
    const answer = await get(`open_interest?symbol=${SYMBOL}&from=0&interval=1m`)
    now = END
    expect(answer.json().data.fields.interval[0].message).toBe(
      'allows more than 10000 intervals in this range; use 3m or longer',
    )
  })

  test('an unknown symbol is answered with the nearest ones', async () => {
    const answer = await get(`funding?symbol=TEST:PERP&from=${T}`)
    expect([answer.statusCode, answer.json().data.nearest[0]]).toEqual([404, SYMBOL])
  })
})

describe('a reader with a delay', () => {
  const cut = T + 100_000
  const asDelayed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    delayMs = DELAY
    now = cut + DELAY + 300
    try {
      return await work()
    } finally {
      delayMs = 0
      now = END
    }
  }

  test('gets nothing at or after the cut, in any form', async () => {
    const seen = STORED.filter(({ ts }) => ts < cut)
    for (const query of ['', '&largest=100', '&limit=3']) {
      const answer = await asDelayed(() => liquidations(`from=${T}&to=${END}${query}`))
      expect(answer.list).toEqual(seen.slice(0, query === '&limit=3' ? 3 : Infinity).map(wire))
      expect(answer).toMatchObject({
        delayed: true,
        to: cut,
        last_seq: seen.length,
        completeness: 'all',
        coverage: [[T, cut, 'all']],
      })
    }
    const { sums } = await asDelayed(() => liquidations(`from=${T}&interval=1m`))
    expect(sums).toEqual(sumsOf(seen, MINUTE_MS))
  })

  test('gets only minutes that ended by the cut', async () => {
    expect((await asDelayed(() => openInterest(`from=${T}&interval=5m`))).list).toEqual([
      [T, '1000.5', '1000.5', '1000.5', '1000.5'],
    ])
    expect((await asDelayed(() => funding(`from=${T}`))).list.map(([t]) => t)).toEqual([T])
  })

  test('gets no newer line in a file', async () => {
    const range = `symbol=${SYMBOL}&from=${T}&to=${END}`
    const rows = await asDelayed(() => get(`export?${range}&what=liquidations`))
    const times = rows.body.trimEnd().split('\n').slice(1)
    expect(times.map((line) => Number(line.split(',')[1]))).toEqual(
      STORED.filter(({ ts }) => ts < cut).map(({ ts }) => ts),
    )
    const stats = await asDelayed(() => get(`export?${range}&what=market_stats`))
    expect(stats.body.trimEnd().split('\n').length).toBe(2)
  })
})

describe('/export', () => {
  test('of liquidations has one line each, with value and completeness', async () => {
    const answer = await get(`export?symbol=${SYMBOL}&from=${T}&to=${END}&what=liquidations`)
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="TEST-PERP.P-liquidations-20250621T120000Z-20250621T120400Z.csv"',
    )
    expect(answer.body.trimEnd().split('\n')).toEqual([
      'seq,ts,position,price,qty,value,completeness',
      ...STORED.map((row) =>
        [...wire(row), decimal(valueOf(row), 4), row.ts < GAP.from ? 'all' : 'lower bound'].join(','),
      ),
    ])
  })

  test('of statistics has one line per minute', async () => {
    const answer = await get(`export?symbol=${SYMBOL}&from=0&to=${END}&what=market_stats`)
    expect(answer.body.trimEnd().split('\n')).toEqual([
      't,open_interest,funding_rate,next_funding,mark_price,index_price',
      `${T},1000.5,0.0001,${T + HOUR_MS},2000.1,2000.2`,
      `${T + MINUTE_MS},1000.50000000000000001,,,2001,`,
      `${T + 2 * MINUTE_MS},,0.00012,${T + HOUR_MS},,`,
      `${T + 3 * MINUTE_MS},999,,,1999.9,1999.8`,
    ])
  })
})

test('a read worker answers large ranges as the server does', async () => {
  const threaded = await appUnderTest({
    store: world.store,
    derivatives,
    bus: world.bus,
    databaseUrl: world.database.url,
    clock: { now: () => now, setOffset: () => {} },
    accessOf: () => ({ user: '7', delayMs: 0 }),
  })
  // Some 40,000 minutes cost more than the server's own thread may spend.
  now = T + 28 * DAY_MS
  try {
    for (const path of [
      `funding?symbol=${SYMBOL}&from=${T}&interval=1h`,
      `export?symbol=${SYMBOL}&from=${T}&to=${END}&what=liquidations`,
    ]) {
      const [ours, plain] = await Promise.all([threaded, server].map(({ app }) => app.inject(`/api/${path}`)))
      expect(ours.statusCode).toBe(200)
      expect(ours.body).toBe(plain.body)
    }
  } finally {
    now = END
    await threaded.app.close()
  }
})
