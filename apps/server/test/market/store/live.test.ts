import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MINUTE_MS,
  HOUR_MS,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_REPAIRING,
  decodeFrame,
  emptyTrades,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { type TapeEvent, createBus } from '../../../src/platform/bus/index.ts'
import { type Instrument, type InstrumentSpec, type Lease, openStore } from '../../../src/market/store/index.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'

const T = Date.UTC(2025, 5, 21, 12)
let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

/** One trade of one lot per [ms after T, id]. */
function trades(...list: readonly (readonly [number, number])[]): Trades {
  const builder = new TradeBuilder()
  for (const [at, id] of list) builder.push(T + at, 8_300, 1, true, 1, id)
  return builder.build()
}

interface Live {
  readonly instrument: Instrument
  readonly lease: Lease
  readonly events: TapeEvent[]
}

async function live(given: Partial<InstrumentSpec> = {}): Promise<Live> {
  const instrument = await world.store.ensureInstrument(
    spec(`TEST:L${++count}`, { live: true, ids: 'contiguous', ...given }),
  )
  const lease = await world.store.acquireLease(instrument)
  return { instrument, lease, events: world.events(instrument.symbol) }
}

const minutes = async ({ instrument }: Live) => world.store.readHistory(instrument, { cycleMs: MINUTE_MS, step: 1 })

describe('live commit', () => {
  test('is published as one frame with its seq range and watermark, once it can be read', async () => {
    const { store } = world
    const it = await live()
    const seen: Promise<number>[] = []
    world.bus.subscribe<TapeEvent>(`tape:${it.instrument.symbol}`, () =>
      seen.push(store.coverage(it.instrument).then((coverage) => coverage.lastSeq)),
    )
    const result = await store.appendLive(it.lease, trades([0, 1], [10, 2]), T + 20)
    expect(result).toMatchObject({ firstSeq: 1, lastSeq: 2, duplicates: 0, revision: null })
    const [event] = it.events
    expect(event).toMatchObject({ kind: 'trades', firstSeq: 1, lastSeq: 2, watermark: T + 20, newestTs: T + 10 })
    const frame = decodeFrame((event as { frame: Uint8Array }).frame)
    expect(frame).toMatchObject({
      symbol: it.instrument.symbol,
      tape: it.instrument.tape,
      firstSeq: 1,
      lastSeq: 2,
      watermark: T + 20,
    })
    expect(Array.from(frame.trades.id)).toEqual([1, 2])
    expect(await Promise.all(seen)).toEqual([2])
    await it.lease.release()
  })

  test('of more than two seconds is sent as several frames without trades older than their watermark - 2000', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [1_500, 2], [2_600, 3], [9_000, 4]), T + 30_000)
    const frames = it.events.flatMap((event) => (event.kind === 'trades' ? [decodeFrame(event.frame)] : []))
    expect(frames.map((frame) => [frame.firstSeq, frame.lastSeq])).toEqual([
      [1, 2],
      [3, 3],
      [4, 4],
    ])
    for (const { trades, watermark } of frames)
      expect(Math.min(...trades.ts)).toBeGreaterThanOrEqual((watermark as number) - 2_000)
    expect(it.events.at(-1)).toMatchObject({ kind: 'clock', symbol: it.instrument.symbol, watermark: T + 30_000 })
    await it.lease.release()
  })

  test('skips stored trades by id', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [10, 2]), T + 20)
    const again = await world.store.appendLive(it.lease, trades([0, 1], [10, 2], [30, 3]), T + 40)
    expect(again).toMatchObject({ firstSeq: 3, lastSeq: 3, duplicates: 2 })
    await it.lease.release()
  })

  test('stores a trade older than watermark - 2000 as a revision of its minute, which is rebuilt at once', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [59_000, 2]), T + 62_000)
    expect((await minutes(it)).bars.trades[0]).toBe(2)
    await world.store.appendLive(it.lease, trades([90_000, 4]), T + 90_000)
    const late = await world.store.appendLive(it.lease, trades([30_000, 3], [90_100, 5]), T + 90_100)
    // Entry 4 reported the gap that this trade fills: the bars on both sides of it change.
    expect(late.revision).toEqual({ seq: 6, from: T, to: T + 2 * MINUTE_MS, reason: 'late' })
    expect(late).toMatchObject({ firstSeq: 5, lastSeq: 5 })
    const { bars } = await minutes(it)
    expect(bars.trades[0]).toBe(3)
    expect(bars.revision[0]).toBeGreaterThan(1)
    const { symbol } = it.instrument
    expect(it.events.filter((event) => event.kind === 'revision')).toEqual([
      { kind: 'revision', symbol, seq: 4, from: T, to: T + 2 * MINUTE_MS, reason: 'repair', newestTs: T + 90_000 },
      { kind: 'revision', symbol, seq: 6, from: T, to: T + 2 * MINUTE_MS, reason: 'late', newestTs: T + 90_000 },
    ])
    await it.lease.release()
  })

  test('never moves the watermark back', async () => {
    const it = await live()
    await world.store.closeUpTo(it.lease, T + 10_000)
    await world.store.appendLive(it.lease, trades([9_000, 1]), T + 5_000)
    expect(it.lease.watermark).toBe(T + 10_000)
    await it.lease.release()
  })
})

describe('minute', () => {
  test('closes 2000 ms after its end and not before, and its trades are the tail until then', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [59_999, 2]), T + 61_999)
    const before = await minutes(it)
    expect([before.bars.length, before.tail.length, before.closedUntil]).toEqual([0, 2, T])
    await world.store.closeUpTo(it.lease, T + 62_000)
    const after = await minutes(it)
    expect([after.bars.length, after.tail.length, after.closedUntil]).toEqual([1, 0, T + MINUTE_MS])
    expect(it.events.at(-1)).toMatchObject({ kind: 'clock', symbol: it.instrument.symbol, watermark: T + 62_000 })
    await it.lease.release()
  })

  test('is packed into one row, and with its hour into one that replaces the single bars', async () => {
    const it = await live()
    for (let minute = 0; minute < 60; minute++) {
      for (let i = 0; i < 3; i++)
        await world.store.appendLive(it.lease, trades([minute * MINUTE_MS + i * 100, minute * 3 + i + 1]), 0)
    }
    const rows = async (text: string) =>
      (await world.database.pool.query<{ n: number }>(text, [it.instrument.id])).rows[0].n
    const chunks = () => rows('select count(*)::int as n from tape_chunk where instrument_id = $1')
    const blocks = () =>
      rows("select count(*)::int as n from footprint_block where instrument_id = $1 and tier = '1m' and step = 1")
    expect([await chunks(), await blocks()]).toEqual([58 + 2 * 3, 58])
    await world.store.closeUpTo(it.lease, T + HOUR_MS + 2_000)
    expect([await chunks(), await blocks()]).toEqual([1, 1])
    expect((await minutes(it)).bars.length).toBe(60)
    await it.lease.release()
  })
})

describe('log', () => {
  test('returns frames as they were sent to a stream that resumes', async () => {
    const it = await live()
    for (let i = 0; i < 20; i++)
      await world.store.appendLive(it.lease, trades([i * 40_000, 2 * i + 1], [i * 40_000 + 5, 2 * i + 2]), 0)
    const sent = it.events.flatMap((event) => (event.kind === 'trades' ? [event.frame] : []))
    const again = await world.store.readFrames(it.instrument, 11, 40)
    expect(again.map((frame) => Buffer.from(frame).toString('hex'))).toEqual(
      sent.slice(5).map((frame) => Buffer.from(frame).toString('hex')),
    )
    const { entries, lastSeq, reset } = await world.store.readLog(it.instrument, 11)
    expect([entries[0].firstSeq, entries.length, lastSeq, reset]).toEqual([11, 15, 40, false])
    await it.lease.release()
  })
})

describe('log with short retention', () => {
  test('is deleted with the hour, and a client that resumes from before must reload', async () => {
    const store = openStore({
      pool: world.database.pool,
      url: world.database.url,
      bus: createBus(() => {}),
      logKeepMs: 0,
    })
    const { instrument, lease } = await live()
    for (let i = 0; i < 5; i++) await store.appendLive(lease, trades([10 * MINUTE_MS + i * 1_000, i + 1]), 0)
    expect((await store.readLog(instrument, 2)).reset).toBe(false)
    await store.closeUpTo(lease, T + HOUR_MS + 2_000)
    expect(await store.readLog(instrument, 2)).toMatchObject({ lastSeq: 5, reset: true })
    expect((await store.readLog(instrument, 6)).reset).toBe(false)
    await lease.release()
  })
})

describe('states of live bars', () => {
  test('a bar is complete when ids prove it, and the first one only from its first trade on', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([5_000, 1], [59_000, 2], [61_000, 3]), T + 125_000)
    expect(Array.from((await minutes(it)).bars.state)).toEqual([BAR_INCOMPLETE, BAR_COMPLETE])
    await it.lease.release()
  })

  test('a missing id makes the bars on both sides repairing, and its trade makes them complete again', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [50_000, 2], [70_000, 5], [200_000, 6]), T + 300_000)
    const states = async () => Array.from((await minutes(it)).bars.state)
    expect(await states()).toEqual([BAR_REPAIRING, BAR_REPAIRING, BAR_COMPLETE])
    expect((await world.store.coverage(it.instrument)).gaps).toEqual([
      { from: T + 50_000, to: T + 70_000, missing: 2, state: 'open' },
    ])
    await world.store.appendLive(it.lease, trades([55_000, 3], [65_000, 4]), 0)
    expect(await states()).toEqual([BAR_COMPLETE, BAR_COMPLETE, BAR_COMPLETE])
    expect((await world.store.coverage(it.instrument)).gaps).toEqual([])
    await it.lease.release()
  })

  test('without ids a new lease breaks the proof, since missed trades are unknown', async () => {
    const it = await live({ ids: 'none' })
    await world.store.appendLive(it.lease, trades([0, 1], [61_000, 2]), T + 61_000)
    await it.lease.release()
    const next = await world.store.acquireLease(it.instrument)
    await world.store.appendLive(next, trades([90_000, 3], [121_000, 4], [181_000, 5]), T + 300_000)
    expect(Array.from((await minutes(it)).bars.state)).toEqual([
      BAR_COMPLETE,
      BAR_INCOMPLETE,
      BAR_COMPLETE,
      BAR_COMPLETE,
    ])
    await next.release()
  })

  test('a clock tick without trades writes no log entry', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, emptyTrades(), T)
    expect((await world.store.readLog(it.instrument, 1)).entries).toEqual([])
    await it.lease.release()
  })
})
