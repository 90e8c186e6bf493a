import { Book as BookSchema, Depth as DepthSchema, DEPTH_COLUMNS } from '@flowprint/contract'
import type { Book as BookAnswer, Depth } from '@flowprint/contract'
import {
  ASK,
  BID,
  Book,
  BookChangesBuilder,
  decodeDepthColumns,
  decodeDepthFrame,
  decodeDepthParts,
  MINUTE_MS,
} from '@flowprint/orderflow'
import type { BookSide, DepthColumns } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDepthStore } from '../../src/market/store/index.ts'
import type { DepthStore, Instrument } from '../../src/market/store/index.ts'
import { Leases } from '../../src/platform/lease/index.ts'
import { cutBook, depthRange, priceRange } from '../../src/market/api/rules/depth-query.ts'
import { meanOf } from '../../src/market/api/present/present-depth.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { spec, testStore } from '../test-database.ts'
import type { TestStore } from '../test-database.ts'

const T = Date.UTC(2025, 5, 21, 12)
const SYMBOL = 'TEST:BOOK'
/** Prices about 20,000 ticks: rows of two ticks. */
const MID = 20_000
const DELAY = 600_000

let world: TestStore
let server: AppUnderTest
let depth: DepthStore
let instrument: Instrument
let leases: Leases
let delayMs = 0
let now = T + 4 * MINUTE_MS

/** A run of three and a half minutes: a level moves each second. */
beforeAll(async () => {
  world = await testStore()
  leases = new Leases(world.database.url)
  depth = openDepthStore({
    pool: world.database.pool,
    url: world.database.url,
    leases,
    bus: world.bus,
    listInstruments: () => world.store.listInstruments(),
  })
  server = await appUnderTest({
    store: world.store,
    depth,
    bus: world.bus,
    clock: { now: () => now, setOffset: () => {} },
    accessOf: () => ({ user: '7', delayMs }),
  })
  instrument = await world.store.ensureInstrument(spec(SYMBOL, { tickSize: '0.01', lotSize: '0.001' }))
  await depth.createPartitions(T)
  const lease = await depth.acquireLease(instrument, { mode: 'columns' })
  const book = new Book()
  const levels: [BookSide, number, number][] = [
    [BID, MID - 1, 5_000],
    [BID, MID - 2, 1_250],
    [BID, MID - 7, 80],
    [ASK, MID + 1, 3_000],
    [ASK, MID + 9, 12],
  ]
  for (const [side, tick, lots] of levels) book.set(side, tick, lots)
  book.setWindow({ low: MID - 500, high: MID + 500 })
  const base = { proof: 'proven', qtyUnit: '0.001', window: book.window, reason: '' } as const
  await depth.append(lease, { ...base, kind: 'start', until: T, snapshot: book.snapshot(T), changes: null })
  for (let second = 1; second <= 210; second++) {
    const builder = new BookChangesBuilder()
    const at = T + second * 1_000 - 500
    builder.startEvent(at)
    builder.push(BID, MID - 7, 80 + second)
    builder.push(ASK, MID + 9, 12 + (second % 7))
    book.set(BID, MID - 7, 80 + second)
    book.set(ASK, MID + 9, 12 + (second % 7))
    const until = T + second * 1_000
    await depth.append(lease, { ...base, kind: 'changes', until, snapshot: null, changes: builder.build() })
    if (until % MINUTE_MS === 0)
      await depth.append(lease, { ...base, kind: 'keyframe', until, snapshot: book.snapshot(until), changes: null })
  }
  await depth.closeMinutes(lease, T + 3 * MINUTE_MS)
})
afterAll(async () => {
  await server.app.close()
  await leases.close()
  await world.close()
})

const get = (path: string, accept = 'application/json', headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api/${path}`, headers: { language: 'en', accept, ...headers } })
const book = async (query = ''): Promise<BookAnswer> => {
  const answer = await get(`book?symbol=${SYMBOL}${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = answer.json<{ data: BookAnswer }>()
  expect(Compile(BookSchema).Errors(data)).toEqual([])
  return data
}
const columns = async (query: string): Promise<Depth> => {
  const answer = await get(`depth?symbol=${SYMBOL}&${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = answer.json<{ data: Depth }>()
  expect(Compile(DepthSchema).Errors(data)).toEqual([])
  return data
}

describe('/book', () => {
  test('returns every level exactly, from the touch, with its position and proof', async () => {
    expect(await book()).toEqual({
      symbol: SYMBOL,
      tick_size: '0.01',
      qty_unit: '0.001',
      instrument_version: 1,
      tape: instrument.tape,
      seq: 214,
      time: T + 209_500,
      until: T + 210_000,
      proof: 'proven',
      state: 'proven',
      window: { low: '195.00', high: '205.00' },
      best_bid: '199.99',
      best_ask: '200.01',
      delayed: false,
      simulated: false,
      bids: [
        ['199.99', '5.000'],
        ['199.98', '1.250'],
        ['199.93', '0.290'],
      ],
      asks: [
        ['200.01', '3.000'],
        ['200.09', '0.012'],
      ],
    })
  })

  test('returns the book as of a moment', async () => {
    const { bids, until, seq } = await book(`&at=${T + 100_700}`)
    expect([bids[2], until]).toEqual([['199.93', '0.181'], T + 100_700])
    expect(seq).toBe(102)
  })

  test('cuts levels and the known window to the requested prices', async () => {
    const { bids, asks, window, best_bid } = await book('&low=199.935&high=200.01')
    expect({ bids, asks, window, best_bid }).toEqual({
      bids: [
        ['199.99', '5.000'],
        ['199.98', '1.250'],
      ],
      asks: [['200.01', '3.000']],
      window: { low: '199.94', high: '200.01' },
      best_bid: '199.99',
    })
  })

  test('packed holds the same as JSON', async () => {
    for (const query of ['', '&low=199.94&high=200.05', `&at=${T + 61_000}`]) {
      const json = await book(query)
      const answer = await get(`book?symbol=${SYMBOL}${query}`, 'application/vnd.flowprint.book')
      expect(answer.headers['content-type']).toBe('application/vnd.flowprint.book')
      expect(answer.headers.vary).toContain('accept')
      const frame = decodeDepthFrame(answer.rawPayload)
      expect(frame).toMatchObject({
        symbol: SYMBOL,
        kind: 'keyframe',
        seq: json.seq,
        until: json.until,
        qtyUnit: '0.001',
      })
      const { bidTicks, bidLots, askTicks, askLots } = frame.snapshot ?? {
        bidTicks: [],
        bidLots: [],
        askTicks: [],
        askLots: [],
      }
      const texts = (ticks: ArrayLike<number>, lots: ArrayLike<number>) =>
        Array.from(ticks, (tick, i) => [(tick / 100).toFixed(2), (lots[i] / 1000).toFixed(3)])
      expect([texts(bidTicks, bidLots), texts(askTicks, askLots)]).toEqual([json.bids, json.asks])
      expect((frame.window.low / 100).toFixed(2)).toBe(json.window.low)
    }
  })

  test('returns 404 NO_BOOK where nothing is known', async () => {
    const answer = await get(`book?symbol=${SYMBOL}&at=${T - 1}`)
    expect([answer.statusCode, answer.json().data]).toEqual([404, { error: 'NO_BOOK' }])
    expect(answer.json().message).toContain(SYMBOL)
    const empty = await world.store.ensureInstrument(spec('TEST:EMPTY'))
    expect((await get(`book?symbol=${empty.symbol}`)).statusCode).toBe(404)
  })
})

describe('/depth', () => {
  test('returns exact columns of one second by default', async () => {
    const answer = await columns(`from=${T + 60_000}&to=${T + 63_000}`)
    const { columns: list, ...rest } = answer
    expect(rest).toEqual({
      symbol: SYMBOL,
      interval_ms: 1_000,
      precision: '0.02',
      tick_size: '0.01',
      qty_unit: '0.001',
      instrument_version: 1,
      tape: instrument.tape,
      from: T + 60_000,
      to: T + 63_000,
      delayed: false,
      simulated: false,
      coverage: {
        from: T,
        until: T + 210_000,
        precision: '0.02',
        last_seq: 214,
        state: 'proven',
        mode: 'columns',
      },
    })
    expect(list.map(({ t, state }) => [t, state])).toEqual([
      [T + 60_000, 'proven'],
      [T + 61_000, 'proven'],
      [T + 62_000, 'proven'],
    ])
    // The change at 60.5 s: 80 + 61 lots in the row of 199.92 and 199.93, up by one; 12 + 5 in the row of 200.08.
    expect(list[0]).toEqual({
      t: T + 60_000,
      state: 'proven',
      low: '195.00',
      high: '204.99',
      best_bid: '199.99',
      best_ask: '200.01',
      rows: [
        ['199.92', 'bid', '0.141', '0.001', '0.14100', '0.141', '0.141'],
        ['199.98', 'bid', '6.250', '0.000', '6.25000', '6.250', '6.250'],
        ['200.00', 'ask', '3.000', '0.000', '3.00000', '3.000', '3.000'],
        ['200.08', 'ask', '0.017', '0.001', '0.01700', '0.017', '0.017'],
      ],
    })
  })

  test('composes intervals and rows: sums of increases, mean, extremes', async () => {
    const { columns: list, precision } = await columns(
      `from=${T + 60_000}&to=${T + 65_000}&interval=5s&precision=0.1&low=199&high=199.99`,
    )
    expect(precision).toBe('0.1')
    // 141 to 145 lots beside 6,250: five increases of one.
    expect(list).toEqual([
      {
        t: T + 60_000,
        state: 'proven',
        low: '199.00',
        high: '199.99',
        best_bid: '199.99',
        best_ask: '200.01',
        rows: [['199.90', 'bid', '6.395', '0.005', '6.39300', '6.391', '6.395']],
      },
    ])
  })

  test('reads the open minute from the log, and unknown time is missing', async () => {
    const { columns: list } = await columns(`from=${T + 208_000}&to=${T + 213_000}&interval=1s`)
    expect(list.map(({ state }) => state)).toEqual(['proven', 'proven', 'missing', 'missing', 'missing'])
    expect(list[1].rows[0]).toEqual(['199.92', 'bid', '0.290', '0.001', '0.29000', '0.290', '0.290'])
    expect(list[2]).toMatchObject({ low: null, high: null, best_bid: null, best_ask: null, rows: [] })
  })

  test('begins with the recorded depth and never ends in the future', async () => {
    const { from, to, columns: list } = await columns(`from=0&interval=1m`)
    expect([from, to, list.length]).toEqual([T, T + 4 * MINUTE_MS, 4])
  })

  test('packed holds the same as JSON', async () => {
    for (const query of ['interval=1s', 'interval=5s&precision=0.04', 'interval=15s&low=199.9&high=200']) {
      const path = `from=${T}&to=${T + 3 * MINUTE_MS}&${query}`
      const json = await columns(path)
      const answer = await get(`depth?symbol=${SYMBOL}&${path}`, 'application/vnd.flowprint.depth')
      expect(answer.headers).toMatchObject({
        'content-type': 'application/vnd.flowprint.depth',
        'qty-unit': '0.001',
        'instrument-version': '1',
        'last-seq': '214',
      })
      const packed = decodeDepthColumns(answer.rawPayload)
      expect(textsOf(packed)).toEqual(json.columns.map(({ t, rows }) => [t, rows]))
      const parts = await get(`depth?symbol=${SYMBOL}&${path}`, 'application/vnd.flowprint.depth-parts')
      expect(parts.headers).toMatchObject({
        'content-type': 'application/vnd.flowprint.depth-parts',
        'qty-unit': '0.001',
        'instrument-version': '1',
        'last-seq': '214',
      })
      expect(decodeDepthParts(parts.rawPayload)).toEqual(packed)
    }
  })

  test('passes stored rows on, of which the reader takes what was asked for', async () => {
    for (const [from, to] of [
      [T, T + 4 * MINUTE_MS],
      [T + 20_000, T + 160_000],
      [T + 50_000, T + 60_000],
      [T + 200_000, T + 213_000],
    ]) {
      for (const interval of ['1s', '5s', '1m']) {
        const path = `depth?symbol=${SYMBOL}&from=${from}&to=${to}&interval=${interval}`
        const [parts, packed] = await Promise.all(
          ['depth-parts', 'depth'].map((name) => get(path, `application/vnd.flowprint.${name}`)),
        )
        expect(decodeDepthParts(parts.rawPayload)).toEqual(decodeDepthColumns(packed.rawPayload))
      }
    }
    const finer = await get(
      `depth?symbol=${SYMBOL}&from=${T}&interval=1m&precision=0.01`,
      'application/vnd.flowprint.depth-parts',
    )
    expect(finer.json().data.fields.precision[0].error).toBe('FINER_THAN_STORED')
  })

  test('an instrument without recorded depth has no columns', async () => {
    await world.store.ensureInstrument(spec('TEST:EMPTY'))
    const answer = await get(`depth?symbol=TEST:EMPTY&from=${T}&to=${T + 60_000}`)
    expect(answer.json().data).toMatchObject({ columns: [], coverage: { from: null, state: 'off', mode: 'off' } })
  })

  test('confirms a stored copy of a closed range, and only that', async () => {
    const path = `depth?symbol=${SYMBOL}&from=${T}&to=${T + MINUTE_MS}&interval=1s`
    const first = await get(path)
    const { etag } = first.headers
    expect(etag).toMatch(/^W\//)
    expect((await get(path, undefined, { 'if-none-match': etag as string })).statusCode).toBe(304)
    const packed = await get(path, 'application/vnd.flowprint.depth', { 'if-none-match': etag as string })
    expect(packed.statusCode).toBe(200)
    expect((await get(`depth?symbol=${SYMBOL}&from=${T}&interval=1s`)).headers.etag).toBeUndefined()
    const open = await get(`depth?symbol=${SYMBOL}&from=${T}&to=${T + 211_000}&interval=1s`)
    expect(open.headers.etag).toBeUndefined()
  })
})

test('a read worker answers large ranges as the server does', async () => {
  const threaded = await appUnderTest({
    store: world.store,
    depth,
    bus: world.bus,
    databaseUrl: world.database.url,
    clock: { now: () => now, setOffset: () => {} },
    accessOf: () => ({ user: '7', delayMs: 0 }),
  })
  now = T + 40 * MINUTE_MS
  try {
    // 2,400 columns cost more than the server's own thread may spend.
    const path = `depth?symbol=${SYMBOL}&from=${T}&interval=1s`
    for (const accept of [
      'application/json',
      'application/vnd.flowprint.depth',
      'application/vnd.flowprint.depth-parts',
    ]) {
      const [ours, plain] = await Promise.all(
        [threaded, server].map(({ app }) => app.inject({ url: `/api/${path}`, headers: { accept } })),
      )
      expect(ours.statusCode).toBe(200)
      expect(ours.rawPayload.equals(plain.rawPayload)).toBe(true)
    }
    const refused = await threaded.app.inject(`/api/${path}&precision=0.01`)
    expect(refused.json().data.fields.precision[0].error).toBe('FINER_THAN_STORED')
  } finally {
    now = T + 4 * MINUTE_MS
    await threaded.app.close()
  }
})

/** Rows of packed columns as in JSON, for a tick of 0.01 and a unit of 0.001. */
function textsOf(columns: DepthColumns): unknown[] {
  const qty = (lots: number) => (lots / 1000).toFixed(3)
  const list: unknown[] = []
  for (let i = 0, k = 0; i < columns.length; i++) {
    const rows: unknown[] = []
    for (; k < columns.cellEnd[i]; k++)
      rows.push([
        ((columns.row[k] * columns.step) / 100).toFixed(2),
        columns.side[k] === BID ? 'bid' : 'ask',
        qty(columns.lots[k]),
        qty(columns.up[k]),
        (Number(meanOf(columns.sum[k], columns.seconds[i])) / 100_000).toFixed(5),
        qty(columns.min[k]),
        qty(columns.max[k]),
      ])
    list.push([columns.fromMs + i * columns.intervalMs, rows])
  }
  return list
}

describe('bad arguments', () => {
  test.each([
    ['book', '', 'symbol', 'REQUIRED'],
    ['book', `symbol=${SYMBOL}&low=2&high=1.99`, 'high', 'BAD_PRICE_RANGE'],
    ['book', `symbol=${SYMBOL}&low=x`, 'low', 'NOT_A_DECIMAL'],
    ['book', `symbol=${SYMBOL}&at=yesterday`, 'at', 'NOT_A_TIME'],
    ['book', `symbol=${SYMBOL}&depth=5`, 'depth', 'UNKNOWN_ARGUMENT'],
    ['depth', `symbol=${SYMBOL}`, 'from', 'REQUIRED'],
    ['depth', `symbol=${SYMBOL}&from=${T}&to=${T}`, 'to', 'BAD_WINDOW'],
    ['depth', `symbol=${SYMBOL}&from=${T}&interval=2s`, 'interval', 'NOT_A_CHOICE'],
    ['depth', `symbol=${SYMBOL}&from=${T}&precision=0.005`, 'precision', 'BAD_PRECISION'],
    ['depth', `symbol=${SYMBOL}&from=${T}&precision=0.01`, 'precision', 'FINER_THAN_STORED'],
    ['depth', `symbol=${SYMBOL}&from=${T}&precision=0.03`, 'precision', 'FINER_THAN_STORED'],
    ['depth', `symbol=${SYMBOL}&from=${T}&low=3&high=2`, 'high', 'BAD_PRICE_RANGE'],
    ['export', `symbol=${SYMBOL}&from=${T}&to=${T + 1}&what=depth&interval=7s`, 'interval', 'NOT_A_CHOICE'],
  ])('/%s?%s names %s', async (call, query, field, error) => {
    const answer = await get(`${call}?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().data.fields).toMatchObject({ [field]: [{ error }] })
  })

  test('names the smallest precision that is stored', async () => {
    const answer = await get(`depth?symbol=${SYMBOL}&from=${T}&precision=0.01`)
    expect(answer.json().data.fields.precision[0].message).toBe('is not stored that finely: use a multiple of 0.02')
  })

  test('names the shortest interval of a range with too many columns', async () => {
    now = T + 400 * MINUTE_MS
    const answer = await get(`depth?symbol=${SYMBOL}&from=${T}&interval=1s`)
    now = T + 4 * MINUTE_MS
    expect(answer.json().data.fields.interval[0].message).toBe(
      'allows more than 5000 columns in this range; use 5s or longer',
    )
  })
})

describe('a reader with a delay', () => {
  /** The cut of the reader. */
  const cut = T + 100_000
  const asDelayed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    delayMs = DELAY
    now = cut + DELAY + 300
    try {
      return await work()
    } finally {
      delayMs = 0
      now = T + 4 * MINUTE_MS
    }
  }

  test('gets the book as of the cut', async () => {
    const answer = await asDelayed(() => book())
    expect(answer).toMatchObject({ delayed: true, until: cut, seq: 102 })
    expect(answer.bids[2]).toEqual(['199.93', '0.180'])
    const later = await asDelayed(() => get(`book?symbol=${SYMBOL}&at=${cut + 50_000}`))
    expect(later.statusCode).toBe(404)
  })

  test('gets no column that ends after the cut, at any interval, in any format', async () => {
    for (const interval of ['1s', '5s', '15s', '30s', '1m']) {
      const path = `from=${T}&to=${T + 4 * MINUTE_MS}&interval=${interval}`
      const json = await asDelayed(() => columns(path))
      expect(json.to).toBeLessThanOrEqual(cut)
      expect(json.delayed).toBe(true)
      expect(json.coverage).toMatchObject({ until: cut, last_seq: 102 })
      const ends = json.columns.map(({ t }) => t + json.interval_ms)
      expect(Math.max(...ends)).toBeLessThanOrEqual(cut)
      const packed = await asDelayed(() => get(`depth?symbol=${SYMBOL}&${path}`, 'application/vnd.flowprint.depth'))
      expect(textsOf(decodeDepthColumns(packed.rawPayload))).toEqual(json.columns.map(({ t, rows }) => [t, rows]))
      const parts = await asDelayed(() =>
        get(`depth?symbol=${SYMBOL}&${path}`, 'application/vnd.flowprint.depth-parts'),
      )
      expect(decodeDepthParts(parts.rawPayload)).toEqual(decodeDepthColumns(packed.rawPayload))
      const csv = await asDelayed(() =>
        get(`export?symbol=${SYMBOL}&from=${T}&to=${T + 4 * MINUTE_MS}&what=depth&interval=${interval}`),
      )
      for (const line of csv.body.trimEnd().split('\n').slice(1))
        expect(Number(line.split(',')[0]) + json.interval_ms).toBeLessThanOrEqual(cut)
    }
  })
})

describe('/export of depth', () => {
  test('has one line per column and row, equal to /depth', async () => {
    const range = `from=${T}&to=${T + 213_000}&interval=5s`
    const answer = await get(`export?symbol=${SYMBOL}&${range}&what=depth`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="TEST-BOOK-depth-5s-20250621T120000Z-20250621T120333Z.csv"',
    )
    const [head, ...lines] = answer.body.trimEnd().split('\n')
    expect(head).toBe(DEPTH_COLUMNS.join(','))
    const json = await columns(range)
    const expected = json.columns.flatMap(({ t, state, low, high, best_bid, best_ask, rows }) => {
      const before = [t, state, '0.02', low ?? '', high ?? '', best_bid ?? '', best_ask ?? '']
      return rows.length === 0
        ? [[...before, '', '', '', '', '', '', ''].join(',')]
        : rows.map((row) => [...before, ...row].join(','))
    })
    expect(lines).toEqual(expected)
    expect(lines.at(-1)).toMatch(/^\d+,missing,/)
  })

  test('uses the requested row height', async () => {
    const answer = await get(`export?symbol=${SYMBOL}&from=${T}&to=${T + 5_000}&what=depth&precision=0.1`)
    const [, first] = answer.body.split('\n')
    expect(first).toBe(`${T},proven,0.1,195.00,204.99,199.99,200.01,199.90,bid,6.331,0.001,6.33100,6.331,6.331`)
  })
})

describe('/menus', () => {
  test('says what is recorded of each book', async () => {
    await world.store.ensureInstrument(spec('TEST:EMPTY'))
    const { symbol } = (await get('menus')).json().data
    const modes = Object.fromEntries(symbol.map((one: { value: string; depth: string }) => [one.value, one.depth]))
    expect(modes).toMatchObject({ [SYMBOL]: 'columns', 'TEST:EMPTY': 'off' })
  })
})

describe('the range of a request', () => {
  const at = (given: Partial<Parameters<typeof depthRange>[1]> = {}) => ({
    nowMs: T,
    end: T,
    recordedFrom: 0,
    ...given,
  })

  test.each([
    [2_000_000, 1_000],
    [2_001_000, 5_000],
    [10_001_000, 15_000],
    [8 * 3_600_000, 15_000],
    [24 * 3_600_000, 60_000],
  ])('of %d ms has the interval %d', (span, intervalMs) => {
    expect(depthRange({ from: T - span, to: T }, at()).intervalMs).toBe(intervalMs)
  })

  test('uses the intervals that are stored for its age', () => {
    const day = 86_400_000
    const intervalOf = (from: number) => depthRange({ from, to: from + 60_000 }, at()).intervalMs
    expect([1, 31, 366].map((days) => intervalOf(T - days * day))).toEqual([1_000, 5_000, 60_000])
  })

  test('rounds to whole intervals, the end never beyond what has passed', () => {
    expect(depthRange({ from: T - 10_001, to: T - 4_999, interval: '5s' }, at())).toEqual({
      intervalMs: 5_000,
      fromMs: T - 15_000,
      toMs: T,
    })
    expect(depthRange({ from: T - 10_001, interval: '5s' }, at({ end: T - 1 })).toMs).toBe(T - 5_000)
    expect(depthRange({ from: T + 10_000, interval: '5s' }, at())).toMatchObject({ fromMs: T, toMs: T })
  })
})

describe('prices', () => {
  test('round inwards to ticks, exactly', () => {
    expect(priceRange({ low: '0.1', high: '0.3' }, '0.1')).toEqual({ low: 1, high: 3 })
    expect(priceRange({ low: '0.101', high: '0.299' }, '0.1')).toEqual({ low: 2, high: 2 })
    expect(priceRange({ low: '1' }, '0.25')).toEqual({ low: 4, high: Number.MAX_SAFE_INTEGER })
    expect(priceRange({ high: '99999999999999999999999999' }, '0.01')?.high).toBe(Number.MAX_SAFE_INTEGER)
    expect(priceRange({}, '0.01')).toBe(null)
  })

  test('cutting a book beyond its window leaves nothing known', () => {
    const book = new Book()
    book.set(BID, 10, 1)
    book.setWindow({ low: 5, high: 15 })
    const cut = cutBook(book.snapshot(0), { low: 20, high: 30 })
    expect(cut.window.low).toBeGreaterThan(cut.window.high)
    expect(cut.bidTicks.length).toBe(0)
  })
})

test('means are rounded half up, exactly for sums beyond 2^51', () => {
  expect(meanOf(1, 3)).toBe(33)
  expect(meanOf(1, 8)).toBe(13)
  expect(meanOf(5, 1000)).toBe(1)
  expect(meanOf(Number.MAX_SAFE_INTEGER, 1)).toBe(900719925474099100n)
})
