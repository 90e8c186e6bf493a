import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, HOUR_MS, DAY_MS, barsEqual, concatTrades, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { CommitPace } from '../../../../src/market/ingest/backfill/commit-batch.ts'
import { startBackfill } from '../../../../src/market/ingest/index.ts'
import { runBackfill } from '../../../../src/market/ingest/backfill/run-backfill.ts'
import type { Instrument, Lease } from '../../../../src/market/store/index.ts'
import { type TestStore, spec, testStore } from '../../../test-database.ts'
import { barsOfHistory, barsOfTape, numbers } from '../../store/tapes.ts'
import { FIRST_DAY, FakeRest, NOW, listingOf, makeWorld, patchyTape } from './world.ts'
import type { World } from './world.ts'

const tape = patchyTape([3, 9, 23.97, 30, 47.96, 50, 52.98, 55, 60.4, 61.2])
/** The same tape without some trades of its first day, as if the exchange had lost them. */
const HOLED = concatTrades([sliceTrades(tape, 0, 200), sliceTrades(tape, 230)])
const GAP_IDS = tape.id[230] - tape.id[199] - tape.fills[199]
const MARKETS = Array.from({ length: 400 }, (_, i) => `L${i}USDT`)
let store: TestStore
let world: World
let count = 0
beforeAll(async () => {
  store = await testStore()
  world = await makeWorld(store, [
    ...MARKETS.map((marketId) => ({ layout: 'binance-spot' as const, marketId, tape })),
    { layout: 'binance-spot', marketId: 'HOLEDUSDT', tape: HOLED },
  ])
})
afterAll(async () => {
  await world.close()
  await store.close()
})
const upTo = (until: number): Trades => sliceTrades(tape, 0, lowerBoundTs(tape, until))

async function liveMarket(): Promise<{ instrument: Instrument; lease: Lease; symbol: string }> {
  const symbol = `BINANCE:${MARKETS[count++]}`
  const instrument = await store.store.ensureInstrument(
    spec(symbol, { tickSize: '0.1', lotSize: '0.0001', live: true }),
  )
  return { instrument, symbol, lease: await store.store.acquireLease(instrument) }
}

async function expectTape(instrument: Instrument, want: Trades): Promise<void> {
  const stored = await store.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
  expect(Array.from(stored.id)).toEqual(Array.from(want.id))
  for (const cycleMs of [MINUTE_MS, HOUR_MS, DAY_MS]) {
    const history = await store.store.readHistory(instrument, { cycleMs, step: 10, limit: 5_000 })
    expect({
      cycleMs,
      equal: barsEqual(numbers(barsOfHistory(history, cycleMs, 10)), numbers(barsOfTape(want, cycleMs, 10))),
    }).toEqual({ cycleMs, equal: true })
  }
  expect((await store.store.coverage(instrument)).gaps).toEqual([])
}

describe('backfill during a live feed', () => {
  test('lets the feed commit between two batches', { tags: ['long'] }, async () => {
    const { instrument, lease, symbol } = await liveMarket()
    const start = lowerBoundTs(tape, NOW - HOUR_MS)
    let next = start
    // The pause between two commits of the backfill ends with the next commit of the feed, as in real time.
    let now = 0
    const pace = new CommitPace(
      () => now,
      async (ms) => {
        const to = Math.min(next + 7, tape.length)
        await store.store.appendLive(lease, sliceTrades(tape, next, to), tape.ts[to - 1])
        next = to
        now += ms
      },
    )
    await store.store.appendLive(lease, sliceTrades(tape, next, (next += 20)), tape.ts[next - 1])
    const rest = new FakeRest([{ listing: listingOf(symbol), tape }], () => tape.ts[next - 1])
    await runBackfill(
      symbol,
      { from: FIRST_DAY, to: FIRST_DAY + 3 * DAY_MS },
      world.deps({ openRest: async () => rest, pace }),
    )
    const { entries } = await store.store.readLog(instrument, 1)
    const kinds = entries.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'revision').length).toBeGreaterThan(5)
    expect(kinds.some((kind, i) => kind === 'revision' && kinds[i + 1] === 'revision')).toBe(false)
    await store.store.appendLive(lease, sliceTrades(tape, next), NOW)
    await lease.release()
    await expectTape(instrument, tape)
  })

  test('publishes revisions of whole minutes per batch, and none for an hour before it is stored', async () => {
    const { instrument, lease, symbol } = await liveMarket()
    await store.store.appendLive(lease, sliceTrades(tape, lowerBoundTs(tape, NOW - 10 * MINUTE_MS)), NOW)
    const states: boolean[] = []
    const pace = new CommitPace(
      () => 0,
      async () => {},
    )
    const check = async (): Promise<void> => {
      const { spans } = await store.store.spans(instrument)
      const stored = await store.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
      const known = new Set(stored.id)
      const claimed = Array.from(tape.id).filter((_, i) =>
        spans.some(({ from, to }) => tape.ts[i] >= from && tape.ts[i] < to),
      )
      states.push(claimed.every((id) => known.has(id)))
    }
    const checked = { ready: async () => check(), committed: () => pace.committed() } as unknown as CommitPace
    await runBackfill(symbol, { from: FIRST_DAY, to: FIRST_DAY + 2 * DAY_MS }, world.deps({ pace: checked }))
    await check()
    await lease.release()
    expect(states.length).toBeGreaterThan(2)
    expect(states.every(Boolean)).toBe(true)
  })

  test('restores the source tape for any interleaving of batches and live commits', { tags: ['long'] }, async () => {
    const moments = fc.array(fc.record({ live: fc.integer({ min: 1, max: 400 }) }), { minLength: 3, maxLength: 12 })
    const from = fc.constantFrom(NOW - 3 * HOUR_MS, FIRST_DAY + 2 * DAY_MS - 90_000, FIRST_DAY + 30 * HOUR_MS)
    await fc.assert(
      fc.asyncProperty(moments, from, fc.boolean(), async (turns, liveFrom, releases) => {
        const { instrument, lease, symbol } = await liveMarket()
        // A lease holds a connection: a failed run must release it, or shrinking would wait for it.
        let held: Lease | null = lease
        try {
          let next = lowerBoundTs(tape, liveFrom) + 3
          let at = tape.ts[next - 1]
          const commitLive = async (trades: number): Promise<void> => {
            const to = Math.min(next + trades, tape.length)
            at = to === tape.length ? NOW : tape.ts[to - 1]
            if (to > next) await store.store.appendLive(lease, sliceTrades(tape, next, to), at)
            next = to
          }
          await commitLive(5)
          const plan = turns.map(({ live }) => live)
          const pace = { ready: async () => commitLive(plan.shift() ?? 50), committed() {} } as unknown as CommitPace
          const rest = new FakeRest([{ listing: listingOf(symbol), tape }], () => at + 1)
          await runBackfill(
            symbol,
            { from: FIRST_DAY, to: FIRST_DAY + 3 * DAY_MS },
            world.deps({ openRest: async () => rest, pace }),
          )
          if (releases) {
            await lease.release()
            held = null
            held = await store.store.acquireLease(instrument)
          }
          if (next < tape.length) await store.store.appendLive(held, sliceTrades(tape, next), NOW)
          await held.release()
          held = null
          await runBackfill(
            symbol,
            { from: FIRST_DAY, to: FIRST_DAY + 3 * DAY_MS },
            world.deps({ openRest: async () => rest }),
          )
          await expectTape(instrument, tape)
        } finally {
          await held?.release()
        }
      }),
      { numRuns: Number(process.env.INTERLEAVINGS ?? 6) },
    )
  })
})

describe('background backfill of a server', () => {
  const log = { info() {}, warn() {}, error() {} } as never
  const start = (given: Partial<Parameters<typeof startBackfill>[0]> = {}) =>
    startBackfill({
      store: store.store,
      clock: { now: () => NOW },
      log,
      dataDir: world.folder,
      archiveUrls: { BINANCE: world.archive.origin },
      days: 2,
      retry: { attempts: 1, baseMs: 1, stallMs: 10_000 },
      makePace: () =>
        new CommitPace(
          () => 0,
          async () => {},
        ),
      ...given,
    })

  test('loads the last hours of every symbol first, then the days, newest first', { tags: ['long'] }, async () => {
    const markets = [await liveMarket(), await liveMarket()]
    const first = lowerBoundTs(tape, NOW - 8 * MINUTE_MS)
    for (const { lease } of markets) await store.store.appendLive(lease, sliceTrades(tape, first), NOW)
    const listed = markets.map(({ symbol }) => ({ listing: listingOf(symbol), tape }))
    const rest = new FakeRest(listed)
    const revisions: { symbol: string; from: number }[] = []
    for (const { symbol } of markets) {
      store.events(symbol)
      store.bus.subscribe<{ kind: string; from: number }>(
        `tape:${symbol}`,
        (event) => event.kind === 'revision' && revisions.push({ symbol, from: event.from }),
      )
    }
    const backfill = start()
    for (const { listing } of listed) backfill.follow(listing, rest)
    await backfill.settled()
    await backfill.stop()
    for (const { lease, instrument } of markets) {
      await lease.release()
      await expectTape(instrument, upTo(NOW))
    }
    expect(revisions.length).toBeGreaterThan(6)
    expect(revisions.every(({ from }, i) => i === 0 || from <= revisions[i - 1].from + HOUR_MS)).toBe(true)
    expect(new Set(revisions.slice(0, 2).map(({ symbol }) => symbol)).size).toBe(2)
    const summary = (await store.store.listInstruments()).find(({ symbol }) => symbol === markets[0].symbol)
    expect(Object.keys(summary?.recommended ?? {})).not.toEqual([])
  })

  test('retries an unavailable server later without delaying other downloads', async () => {
    const { instrument, lease, symbol } = await liveMarket()
    await store.store.appendLive(lease, sliceTrades(tape, lowerBoundTs(tape, NOW - 8 * MINUTE_MS)), NOW)
    let now = NOW
    const listing = listingOf(symbol)
    world.archive.fault({
      path: `${listing.marketId}-aggTrades-2026-05-12.zip.CHECKSUM`,
      kind: 'status',
      value: 403,
      times: 1,
    })
    const backfill = start({ clock: { now: () => now } })
    backfill.follow(listing, new FakeRest([{ listing, tape }]))
    await backfill.settled()
    const early = await store.store.coverage(instrument)
    expect(early.from).toBeGreaterThanOrEqual(FIRST_DAY + 2 * DAY_MS)
    now = NOW + 10 * MINUTE_MS
    backfill.follow(listing, new FakeRest([{ listing, tape }]))
    await backfill.settled()
    await backfill.stop()
    await lease.release()
    await expectTape(instrument, tape)
  })

  test('does not refetch a gap that the day file itself contains', async () => {
    const { instrument, lease, symbol } = await liveMarket()
    await store.store.appendLive(lease, sliceTrades(HOLED, lowerBoundTs(HOLED, NOW - 8 * MINUTE_MS)), NOW)
    const listing = { ...listingOf(symbol), marketId: 'HOLEDUSDT' }
    const rest = new FakeRest([{ listing, tape: HOLED }])
    const backfill = start()
    backfill.follow(listing, rest)
    await backfill.settled()
    const first = world.archive.requests.filter(({ path }) => path.includes('HOLEDUSDT')).length
    expect((await store.store.coverage(instrument)).gaps).toMatchObject([{ missing: GAP_IDS, state: 'lost' }])
    // The second run finds the gap given up and asks once more, the third does not.
    for (let look = 0; look < 3; look++) {
      backfill.follow(listing, rest)
      await backfill.settled()
    }
    await backfill.stop()
    await lease.release()
    expect(world.archive.requests.filter(({ path }) => path.includes('HOLEDUSDT')).length).toBeLessThanOrEqual(
      first + 2,
    )
  })

  test('skips a symbol that is no longer followed, and ends on stop', async () => {
    const { lease, symbol } = await liveMarket()
    await store.store.appendLive(lease, sliceTrades(tape, lowerBoundTs(tape, NOW - 8 * MINUTE_MS)), NOW)
    const listing = listingOf(symbol)
    const rest = new FakeRest([{ listing, tape }])
    const backfill = start()
    backfill.follow(listing, rest)
    backfill.unfollow(symbol)
    await backfill.settled()
    expect(rest.asked).toEqual([])
    backfill.follow(listing, rest)
    await backfill.stop()
    await lease.release()
  })

  test('never backfills one symbol from two processes at once', async () => {
    const first = await store.store.lockBackfill('BINANCE:ONEUSDT')
    const stop = new AbortController()
    const second = store.store.lockBackfill('BINANCE:ONEUSDT', stop.signal)
    const other = await store.store.lockBackfill('BINANCE:TWOUSDT')
    stop.abort()
    await expect(second).rejects.toThrow()
    await first.release()
    await (await store.store.lockBackfill('BINANCE:ONEUSDT')).release()
    await other.release()
  })
})
