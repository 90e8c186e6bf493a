import {
  BIG_TRADES_MIME,
  BOOK_MIME,
  DEPTH_MIME,
  DEPTH_PARTS_MIME,
  FOOTPRINT_MIME,
  LIQUIDATIONS_MIME,
  MARKET_STATS_MIME,
  TRADES_MIME,
} from '@flowprint/contract'
import {
  aggregateTrades,
  COLUMN_MISSING,
  COLUMN_PROVEN,
  type Cutoff,
  encodeAnswer,
  encodeBigTrades,
  encodeDepthColumns,
  encodeDepthFrame,
  encodeDepthParts,
  encodeFrame,
  encodeLiquidations,
  encodeMarketStats,
  encodeTrades,
  MINUTE_MS,
  SECOND_MS,
  TradeBuilder,
} from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { cutoffDuring, type CutoffEvent, findFrameLeaks, findLeaks } from '../support/wire-times.ts'

const T = Date.UTC(2025, 5, 21, 12)
const CUTOFF: Cutoff = { t: T, trades: 0 }

function trades(...times: number[]) {
  const builder = new TradeBuilder()
  for (const [i, ts] of times.entries()) builder.push(ts, 100, 5, true, 1, i + 1)
  return builder.build()
}

const columns = (fromMs: number, states: readonly number[], intervalMs = SECOND_MS) => {
  const { length } = states
  return {
    intervalMs,
    step: 1,
    length,
    fromMs,
    state: Uint8Array.from(states),
    seconds: Uint32Array.from(states, (state) => (state === COLUMN_MISSING ? 0 : intervalMs / SECOND_MS)),
    lowRow: new Float64Array(length).fill(1),
    highRow: new Float64Array(length).fill(0),
    bestBid: new Float64Array(length).fill(Number.NaN),
    bestAsk: new Float64Array(length).fill(Number.NaN),
    cellEnd: new Uint32Array(length),
    side: new Uint8Array(0),
    row: new Float64Array(0),
    lots: new Float64Array(0),
    up: new Float64Array(0),
    sum: new Float64Array(0),
    min: new Float64Array(0),
    max: new Float64Array(0),
  }
}

const answer = (type: string, bytes: Uint8Array, path = '/footprint', query = `as_of=${T}`, headers = {}) => ({
  path,
  query: new URLSearchParams(query),
  headers: { 'content-type': type, ...headers },
  bytes,
})
const json = (path: string, data: unknown, query?: string) =>
  answer('application/json; charset=utf-8', new TextEncoder().encode(JSON.stringify({ code: 200, data })), path, query)

/** The meta of a packed answer, as far as it tells times. */
const meta = (told: object) => ({ symbol: 'X:Y', tape: 't', ...told }) as never

/** A depth part of five seconds that begins at this time, in a message whose range ends with the cutoff. */
const parts = (fromMs: number) =>
  encodeDepthParts({
    intervalMs: SECOND_MS,
    step: 1,
    fromMs: T - 10 * SECOND_MS,
    length: 10,
    parts: [{ bytes: encodeDepthColumns(columns(fromMs, Array<number>(5).fill(COLUMN_PROVEN))), factor: 1 }],
  })

const sweep = (firstTs: number, lastTs: number) => ({
  id: '1',
  buy: true,
  firstTs,
  lastTs,
  first: 100,
  last: 100,
  low: 100,
  high: 100,
  lots: 5,
  notional: 500,
  trades: 1,
  fills: 1,
  usual: null,
})
const bigTrades = (firstTs: number, lastTs: number, open: number, minute = T - MINUTE_MS) =>
  encodeBigTrades({
    meta: meta({ from: T - 9_000, to: T }),
    list: [sweep(firstTs, lastTs)],
    open: trades(open),
    sizes: { minutes: [{ t: minute, count: 1 }], sizes: [], floor: 0 },
  })

const book = (t: number, until: number) =>
  encodeDepthFrame({
    symbol: 'X:Y',
    kind: 'keyframe',
    seq: 1,
    proof: 'proven',
    qtyUnit: '0.1',
    until,
    window: { low: 1, high: 9 },
    snapshot: {
      t,
      window: { low: 1, high: 9 },
      bidTicks: Float64Array.of(4),
      bidLots: Float64Array.of(1),
      askTicks: Float64Array.of(5),
      askLots: Float64Array.of(1),
    },
    changes: null,
    reason: '',
  })

const stats = (t: number, from = T - MINUTE_MS) =>
  encodeMarketStats({
    meta: { interval_ms: MINUTE_MS, from, to: T },
    stats: {
      length: 1,
      t: Float64Array.of(t),
      openInterest: Float64Array.of(1),
      fundingRate: Float64Array.of(1),
      // Published in advance.
      nextFundingMs: Float64Array.of(T + 3_600_000),
      markPrice: Float64Array.of(1),
      indexPrice: Float64Array.of(1),
    },
  })

const liquidations = (ts: number, to: number, from = T - MINUTE_MS) =>
  encodeLiquidations({
    meta: { from, to: T },
    coverage: [{ from: T - MINUTE_MS, to, isComplete: true }],
    list: {
      length: 1,
      seq: Float64Array.of(1),
      ts: Float64Array.of(ts),
      price: Float64Array.of(1),
      lots: Float64Array.of(1),
      isLong: Uint8Array.of(1),
    },
  })

const bars = (ts: number) => aggregateTrades(trades(ts), { cycleMs: SECOND_MS, step: 1 })
const footprint = (told: object, bar: number, tail: number) =>
  encodeAnswer({ meta: told, bars: bars(bar), open: null, tail: trades(tail) })
const told = { watermark: T, closed_until: T, as_of: T, to: null, coverage: { from: T - 9_000, to: T } }
const ok = T - SECOND_MS

/** A message that ends just before the cutoff, and ones that contain something of the time at or after it. */
const MESSAGES: Record<string, readonly [type: string, silent: Uint8Array, leaking: readonly Uint8Array[]]> = {
  footprint: [
    FOOTPRINT_MIME,
    footprint(told, ok, T - 1),
    [
      footprint(told, ok, T),
      footprint(told, T, T - 1),
      footprint({ ...told, watermark: T + 1 }, ok, T - 1),
      footprint({ ...told, coverage: { from: ok, to: T + 1 } }, ok, T - 1),
      encodeAnswer({ meta: told, bars: bars(ok), open: bars(T), tail: null }),
    ],
  ],
  trades: [
    TRADES_MIME,
    encodeTrades(trades(ok, T - 1)),
    [encodeTrades(trades(ok, T)), encodeTrades(trades(T + 9_000))],
  ],
  'big trades': [
    BIG_TRADES_MIME,
    bigTrades(ok, T - 1, T - 1),
    [bigTrades(T, T, ok), bigTrades(ok, T, ok), bigTrades(ok, ok, T), bigTrades(ok, ok, ok, T)],
  ],
  book: [BOOK_MIME, book(T, T), [book(T + 1, T + 1), book(T - 1, T + 1)]],
  'depth columns': [
    DEPTH_MIME,
    encodeDepthColumns(columns(T - SECOND_MS, [COLUMN_PROVEN, COLUMN_MISSING])),
    [encodeDepthColumns(columns(T - SECOND_MS, [COLUMN_MISSING, COLUMN_PROVEN]))],
  ],
  // The reader cuts off what is beyond the range: it was received all the same.
  'depth parts': [DEPTH_PARTS_MIME, parts(T - 5 * SECOND_MS), [parts(T - 4 * SECOND_MS)]],
  liquidations: [
    LIQUIDATIONS_MIME,
    liquidations(T - 1, T, T),
    [liquidations(T, T), liquidations(T - 1, T + 1), liquidations(T - 1, T, T + 1)],
  ],
  statistics: [MARKET_STATS_MIME, stats(T - MINUTE_MS, T), [stats(T), stats(T - MINUTE_MS, T + 1)]],
}

/** JSON answers in the same way. */
const JSON_ANSWERS: Record<string, readonly [silent: unknown, leaking: readonly unknown[]]> = {
  '/trades': [[{ ts: T - 1, price: '1' }], [[{ ts: T, price: '1' }]]],
  '/coverage': [
    { from: ok, to: T, last_seq: 0, gaps: [{ from: ok, to: T }] },
    [
      { from: ok, to: T + 1, gaps: [] },
      { from: ok, to: T, gaps: [{ from: T, to: T }] },
    ],
  ],
  '/profile': [{ from: ok, to: T, watermark: T }, [{ from: ok, to: T, watermark: T + 1 }]],
  '/depth': [
    {
      interval_ms: 1000,
      from: ok,
      to: T + 1_000,
      coverage: { until: T },
      columns: [
        { t: ok, state: 'proven' },
        { t: T, state: 'missing' },
      ],
    },
    [
      { interval_ms: 1000, coverage: { until: T }, columns: [{ t: T, state: 'proven' }] },
      { interval_ms: 1000, coverage: { until: T + 1 }, columns: [] },
    ],
  ],
  '/open_interest': [
    { interval_ms: 60_000, from: T, to: T, list: [[T - 60_000, '1']] },
    [
      { interval_ms: 60_000, to: T, list: [[T - 59_999, '1']] },
      { interval_ms: 60_000, from: T + 1, to: T, list: [] },
    ],
  ],
  '/funding': [
    { interval_ms: 60_000, to: T, list: [[T - 60_000, '1', T + 3_600_000]] },
    [{ interval_ms: 60_000, to: T, list: [[T, '1', T + 3_600_000]] }],
  ],
  '/liquidations': [
    { from: T, to: T, coverage: [[ok, T, 'all']], list: [[1, T - 1, 'long', '1', '1']], sums: [], next: `${T - 1}_1` },
    [
      { to: T, coverage: [[ok, T + 1, 'all']], list: [], sums: [] },
      { from: T + 1, to: T, coverage: [], list: [], sums: [] },
      { to: T, coverage: [], list: [[1, T, 'long', '1', '1']], sums: [] },
      { to: T, coverage: [], list: [], sums: [[T, '1', '1', '1', '1', 1]] },
      { to: T, coverage: [], list: [], sums: [], next: `${T}_1` },
    ],
  ],
  '/anything': [
    { deep: [{ created_at: new Date(ok).toISOString() }] },
    [{ deep: [{ at: new Date(T).toISOString() }] }],
  ],
}

describe('the check of answers', () => {
  test.each(Object.entries(MESSAGES))('finds what packed %s tell of the time after the cutoff', (_, entry) => {
    const [type, silent, leaking] = entry
    expect(findLeaks(answer(type, silent), CUTOFF)).toEqual([])
    for (const bytes of leaking) expect(findLeaks(answer(type, bytes), CUTOFF)).not.toEqual([])
  })

  test.each(Object.entries(JSON_ANSWERS))('finds what JSON of %s tells of the time after the cutoff', (path, entry) => {
    const [silent, leaking] = entry
    expect(findLeaks(json(path, silent), CUTOFF)).toEqual([])
    for (const data of leaking) expect(findLeaks(json(path, data), CUTOFF)).not.toEqual([])
  })

  test('finds later rows of a CSV file', () => {
    const csv = (t: number) => answer('text/csv; charset=utf-8', new TextEncoder().encode(`id,ts_us\n1,${t}000\n`))
    expect(findLeaks(csv(T - 1), CUTOFF)).toEqual([])
    expect(findLeaks(csv(T), CUTOFF)).toHaveLength(1)
  })

  test('counts the trades of the millisecond that the cutoff shows in part', () => {
    const packed = (...times: number[]) =>
      answer(TRADES_MIME, encodeTrades(trades(...times)), '/trades', `as_of=${T + 1}`)
    expect(findLeaks(packed(T, T), { t: T, trades: 2 })).toEqual([])
    expect(findLeaks(packed(T, T, T), { t: T, trades: 2 })).toHaveLength(1)
  })

  test('holds an answer to the moment that it was asked for, when that is before the cutoff', () => {
    const older = answer(TRADES_MIME, encodeTrades(trades(T - 1)), '/trades', `as_of=${T - 1}`)
    expect(findLeaks(older, CUTOFF)).toHaveLength(1)
  })

  test('reports requests without a moment or for a later one, counters of the log, and what it cannot read', () => {
    const nothing = encodeTrades(trades())
    const about = (query: string, headers = {}) =>
      findLeaks(answer(TRADES_MIME, nothing, '/trades', query, headers), CUTOFF)
    expect(about(`as_of=${T}`, { 'as-of': String(T), 'last-seq': '0' })).toEqual([])
    expect(about('from=1')).toHaveLength(1)
    expect(about(`as_of=${T + 1}`)).toHaveLength(1)
    expect(about(`as_of=${T}`, { 'as-of': String(T + 1) })).toHaveLength(1)
    expect(about(`as_of=${T}`, { 'last-seq': '7' })).toHaveLength(1)
    expect(findLeaks(answer('text/html', nothing), CUTOFF)).toHaveLength(1)
    expect(findLeaks(answer(FOOTPRINT_MIME, nothing), CUTOFF)).toHaveLength(1)
    expect(findLeaks(json('/replay_target', { t: T + 9_000, searched: T + 9_000 }, ''), CUTOFF)).toEqual([])
    expect(findLeaks(json('/replay_target', { t: T, searched: T, price: '1' }, ''), CUTOFF)).toHaveLength(1)
  })
})

describe('the check of the stream', () => {
  test('reports every frame about the market, and no alert', () => {
    const frame = { symbol: 'X:Y', tape: 't', instrumentVersion: 1, firstSeq: 1, lastSeq: 1, watermark: T }
    expect(findFrameLeaks(encodeFrame({ ...frame, trades: trades(T - 1) }))).toHaveLength(1)
    expect(findFrameLeaks(book(T - 1, T))).toHaveLength(1)
    for (const op of ['clock', 'status', 'summary', 'revision', 'depth_status', 'market_stat'])
      expect(findFrameLeaks(JSON.stringify({ op, symbol: 'X:Y' }))).toHaveLength(1)
    for (const op of ['alert', 'pong', 'unsubscribed']) expect(findFrameLeaks(JSON.stringify({ op }))).toEqual([])
  })
})

describe('the cutoff during a request', () => {
  const event = (chart: number, kind: 'requested' | 'arrived', at: number, t: number): CutoffEvent => ({
    at,
    chart,
    kind,
    cutoff: { t, trades: 0 },
  })

  test('is the last one before it, or the latest while it was under way', () => {
    const events = [event(1, 'requested', 1_000, 50), event(1, 'arrived', 1_500, 50), event(1, 'requested', 3_000, 60)]
    expect(cutoffDuring(events, 2_000, 2_500)?.t).toBe(50)
    expect(cutoffDuring(events, 2_000, 2_950)?.t).toBe(60)
    expect(cutoffDuring(events, 9_000, 9_100)?.t).toBe(60)
    expect(cutoffDuring([], 1, 2)).toBeNull()
  })

  test('is the earlier one again as soon as a move back has arrived', () => {
    const events = [event(1, 'arrived', 1_000, 60), event(1, 'requested', 2_000, 50), event(1, 'arrived', 3_000, 50)]
    expect(cutoffDuring(events, 2_500, 2_600)?.t).toBe(60)
    expect(cutoffDuring(events, 4_000, 4_100)?.t).toBe(50)
  })

  test('of a step is where it leads to, until it has arrived', () => {
    const step: CutoffEvent = { at: 2_000, chart: 1, kind: 'step' }
    const events = [
      event(1, 'arrived', 1_000, 50),
      step,
      event(1, 'arrived', 3_000, 70),
      event(1, 'requested', 4_000, 40),
    ]
    expect(cutoffDuring(events, 1_200, 1_300)?.t).toBe(50)
    expect(cutoffDuring(events, 2_100, 2_200)?.t).toBe(70)
  })

  test('counts every chart', () => {
    const events = [event(1, 'arrived', 1_000, 50), event(2, 'arrived', 1_000, 60), event(1, 'requested', 2_000, 40)]
    expect(cutoffDuring(events, 3_000, 3_100)?.t).toBe(60)
  })
})
