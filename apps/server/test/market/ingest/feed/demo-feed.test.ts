import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEMO_ETHUSD, simulateTrades } from '@flowprint/venues'
import { HOUR_MS, findGaps } from '@flowprint/orderflow'
import { type DemoFeed, startDemoFeed } from '../../../../src/market/ingest/feed/demo-feed.ts'
import { type TapeEvent, createBus, tapeTopic } from '../../../../src/platform/bus/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { MemoryStore } from './memory-store.ts'

const START = Date.UTC(2026, 4, 13, 14, 5, 7, 250)
const SEED = 3
const log = createLog('silent')
const running: DemoFeed[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((feed) => feed.stop()))
})

function world() {
  const store = new MemoryStore()
  const clock = { at: START, now: () => clock.at, setOffset: () => undefined }
  const states: string[] = []
  const bus = createBus((error) => {
    throw error
  })
  bus.subscribe<TapeEvent>(tapeTopic(DEMO_ETHUSD.symbol), (event) => {
    if (event.kind === 'status') states.push(event.state)
  })
  const start = (options: { seed?: number; demo?: boolean; freeDelayMinutes?: number } = {}): DemoFeed => {
    const { seed = SEED, demo = true, freeDelayMinutes = 0 } = options
    const feed = startDemoFeed({
      store: store.asStore(),
      bus,
      clock,
      log,
      env: { demo, freeDelayMinutes },
      markets: [DEMO_ETHUSD],
      seed,
    })
    running.push(feed)
    return feed
  }
  /** Moves the market clock and waits until the tape has followed, up to the second for which a quiet market is skipped. */
  const follow = async (ms: number): Promise<void> => {
    clock.at += ms
    await vi.waitFor(() => expect(clock.at - (store.watermark ?? 0)).toBeLessThan(1000), 20_000)
  }
  const expectTape = (from: number): void => {
    const expected = simulateTrades({ seed: SEED, market: DEMO_ETHUSD }, from, store.watermark ?? 0)
    expect(store.trades.length).toBe(expected.length)
    expect(store.trades.id).toEqual(expected.id)
    expect(store.trades.ts).toEqual(expected.ts)
    expect(store.trades.price).toEqual(expected.price)
    expect(store.duplicates).toBe(0)
  }
  return { store, clock, states, start, follow, expectTape }
}

/** 72 hours before START, up to the next whole hour. */
const OLDEST = Date.UTC(2026, 4, 10, 15)

describe('simulated market feed', () => {
  test('starts an empty tape with one import of three days from a whole hour, then commits live', async () => {
    const { store, states, start, follow, expectTape } = world()
    await start().live
    expect(store.imports.map(({ covers, watermark, reason }) => ({ covers, watermark, reason }))).toEqual([
      { covers: { from: OLDEST, to: START }, watermark: START, reason: 'backfill' },
    ])
    for (let i = 0; i < 5; i++) await follow(1_700)
    expect(store.imports.length).toBe(1)
    expect(states).toEqual(['live'])
    expectTape(OLDEST)
  })

  test('sends the part that delayed readers do not see yet as live commits, so that their market moves at once', async () => {
    const { store, start, follow, expectTape } = world()
    const cut = START - 2 * 60_000
    await start({ freeDelayMinutes: 2 }).live
    expect(store.imports.map(({ covers }) => covers?.to)).toEqual([cut])
    expect(store.commits.filter(({ oldest, watermark }) => oldest < watermark - 2000)).toEqual([])
    expect(store.commits[0].watermark).toBeLessThanOrEqual(cut + 2000)
    await follow(1_700)
    expectTape(Math.ceil((cut - 72 * HOUR_MS) / HOUR_MS) * HOUR_MS)
  })

  test('never commits a trade older than its watermark - 2000 live, however late it is', async () => {
    const { store, start, follow, expectTape } = world()
    await start().live
    await follow(45_000)
    expect(store.imports.length).toBe(1)
    expect(store.commits.filter(({ oldest, watermark }) => oldest < watermark - 2000)).toEqual([])
    expectTape(OLDEST)
  })

  test('makes up a short pause with live commits and the due ids, without duplicates', async () => {
    const { store, clock, start, follow, expectTape } = world()
    const first = start()
    await first.live
    await first.stop()
    clock.at += 30_000
    start()
    await follow(0)
    expect(store.imports.length).toBe(1)
    expectTape(OLDEST)
  })

  test('makes up a pause of hours with one import', async () => {
    const { store, clock, start, expectTape } = world()
    const first = start()
    await first.live
    await first.stop()
    clock.at += 5 * HOUR_MS
    await start().live
    expect(store.imports[1].covers).toEqual({ from: START, to: START + 5 * HOUR_MS })
    expectTape(OLDEST)
  })

  test('leaves one gap after a pause of a week, and creates only the last three days', async () => {
    const { store, clock, start } = world()
    const first = start()
    await first.live
    await first.stop()
    clock.at += 7 * 24 * HOUR_MS
    await start().live
    const from = OLDEST + 7 * 24 * HOUR_MS
    expect(store.imports[1].covers).toEqual({ from, to: clock.at })
    const gaps = findGaps(store.trades, 'fills')
    expect(gaps.length).toBe(1)
    expect(gaps[0].fromTs).toBeLessThan(START)
    expect(gaps[0].toTs).toBeGreaterThanOrEqual(from)
  })

  test('retries a failed commit', async () => {
    const { store, states, start, follow, expectTape } = world()
    await start().live
    store.failNext = new Error('the database is away')
    await follow(3_000)
    expect(states).toEqual(['live', 'stale', 'live'])
    expectTape(OLDEST)
  })

  test('reacquires a lost lease', async () => {
    const { store, states, start, follow, expectTape } = world()
    await start().live
    store.breakLease()
    await follow(3_000)
    expect(states).toEqual(['live', 'stale', 'live'])
    expectTape(OLDEST)
  })

  test('in a second process waits for the lease and continues where the first one ended', async () => {
    const { store, start, follow, expectTape } = world()
    const first = start()
    await first.live
    const second = start()
    await follow(1_500)
    await first.stop()
    await second.live
    await follow(1_500)
    expect(store.imports.length).toBe(1)
    expectTape(OLDEST)
  })

  test('waits for a clock that was set back', async () => {
    const { store, clock, start, follow, expectTape } = world()
    await start().live
    clock.at -= 10_000
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(store.watermark).toBe(START)
    await follow(11_000)
    expectTape(OLDEST)
  })

  test('does not continue the tape of another seed', async () => {
    const { store, start } = world()
    const first = start()
    await first.live
    await first.stop()
    const before = store.trades
    await start({ seed: SEED + 1 }).live
    expect(store.trades).toBe(before)
  })

  test('follows nothing without DEMO', async () => {
    const { store, start } = world()
    await start({ demo: false }).live
    expect(store.imports).toEqual([])
  })
})
