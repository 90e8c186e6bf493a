import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  BAR_COMPLETE,
  barsEqual,
  CYCLES,
  lowerBoundTs,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { startArchiveServer } from '@flowprint/testkit'
import { runBackfill } from '../../../../src/market/ingest/backfill/run-backfill.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { type TestStore, spec, testStore } from '../../../test-database.ts'
import { barsOfHistory, barsOfTape, numbers } from '../../store/tapes.ts'
import { FIRST_DAY, FakeRest, NOW, listingOf, makeWorld, patchyTape } from './world.ts'
import type { World } from './world.ts'

const tape = patchyTape([1, 2, 9, 23.97, 24.5, 30, 47.96, 48.2, 55, 61.25])
const upTo = (until: number): Trades => sliceTrades(tape, 0, lowerBoundTs(tape, until))
const named: Trades = {
  ...tape,
  fills: new Uint32Array(tape.length).fill(1),
  textId: Array.from(tape.id, (id) => `0b-${id}`),
}
const days = (from: number, to: number) => ({ from: FIRST_DAY + from * DAY_MS, to: FIRST_DAY + to * DAY_MS })
let store: TestStore
let world: World
let count = 0
beforeAll(async () => {
  store = await testStore()
  world = await makeWorld(store, [
    ...Array.from({ length: 20 }, (_, i) => ({
      layout: 'binance-spot' as const,
      marketId: `S${i}USDT`,
      tape: upTo(FIRST_DAY + 2 * DAY_MS),
    })),
    { layout: 'binance-usdm', marketId: 'FUSDT', tape: upTo(FIRST_DAY + 2 * DAY_MS) },
    { layout: 'bybit-derivatives', marketId: 'DUSDT', tape: named },
    { layout: 'bybit-spot', marketId: 'RUSDT', tape: named },
  ])
})
afterAll(async () => {
  await world.close()
  await store.close()
})
const nextSymbol = (): string => `BINANCE:S${count++}USDT`
const instrumentOf = async (symbol: string): Promise<Instrument> =>
  (await store.store.findInstrument(symbol)) as Instrument

async function expectTape(symbol: string, want: Trades): Promise<void> {
  const instrument = await instrumentOf(symbol)
  const stored = await store.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
  expect(stored.length).toBe(want.length)
  for (const column of ['ts', 'price', 'qty', 'buy', 'fills'] as const)
    expect(Array.from(stored[column])).toEqual(Array.from(want[column]))
  for (const { ms } of CYCLES) {
    const history = await store.store.readHistory(instrument, { cycleMs: ms, step: 10, limit: 5_000 })
    expect({
      ms,
      equal: barsEqual(numbers(barsOfHistory(history, ms, 10)), numbers(barsOfTape(want, ms, 10))),
    }).toEqual({ ms, equal: true })
  }
}

describe('npm run backfill', () => {
  test.each([
    ['BINANCE:FUSDT.P', 'fills'],
    ['BYBIT:DUSDT.P', 'none'],
    ['BYBIT:RUSDT', 'none'],
  ])('%s: restores the tape of the source with every bar complete', async (symbol, ids) => {
    const { summary, failures } = await runBackfill(symbol, days(0, 2), world.deps())
    const want = upTo(FIRST_DAY + 2 * DAY_MS)
    expect(failures).toEqual([])
    expect(summary).toMatchObject({
      symbol,
      files: 2,
      rows: want.length,
      imported: want.length,
      duplicates: 0,
      gaps: 0,
      missing_hours: 0,
    })
    expect(await instrumentOf(symbol)).toMatchObject({ tickSize: '0.1', lotSize: '0.0001', ids, live: false })
    await expectTape(
      symbol,
      symbol.startsWith('BYBIT') ? { ...want, fills: new Uint32Array(want.length).fill(1) } : want,
    )
    const { bars } = await store.store.readHistory(await instrumentOf(symbol), { cycleMs: HOUR_MS, step: 1 })
    expect(new Set(bars.state)).toEqual(new Set([BAR_COMPLETE]))
  })

  test('loads the newest day first and removes its temporary files', async () => {
    const symbol = nextSymbol()
    const events = store.events(symbol)
    await runBackfill(symbol, days(0, 2), world.deps())
    const revisions = events.filter((event) => event.kind === 'revision')
    expect(
      revisions.every((event, i) => event.reason === 'backfill' && (i === 0 || event.from < revisions[i - 1].from)),
    ).toBe(true)
    expect(revisions).toHaveLength(2)
    expect(readdirSync(join(world.folder, 'downloads', 'binance-spot'))).toEqual([])
  })

  test('does not download days that are already stored', async () => {
    const symbol = nextSymbol()
    await runBackfill(symbol, days(1, 2), world.deps())
    const before = world.archive.requests.length
    const { summary } = await runBackfill(symbol, days(1, 2), world.deps())
    expect(world.archive.requests.length).toBe(before)
    expect(summary).toMatchObject({ files: 0, rows: 0, missing_hours: 0 })
    expect(world.said.at(-1)).toBe(`${symbol}: everything from 2026-05-12 to 2026-05-12 is there already`)
    await runBackfill(symbol, days(0, 2), world.deps())
    expect(world.archive.requests.slice(before).every(({ path }) => path.includes('2026-05-11'))).toBe(true)
    await expectTape(symbol, upTo(FIRST_DAY + 2 * DAY_MS))
  })

  test('rejects a day with a wrong checksum, naming the file and both sums, and loads the others', async () => {
    const symbol = nextSymbol()
    world.archive.fault({ path: `${symbol.slice(8)}-aggTrades-2026-05-12.zip`, kind: 'wrong-bytes' })
    const { summary, failures } = await runBackfill(symbol, days(0, 2), world.deps())
    expect(failures).toEqual([
      expect.stringMatching(/2026-05-12\.zip: its SHA-256 is [0-9a-f]{64}, \S+ says [0-9a-f]{64}/),
    ])
    expect(summary).toMatchObject({ files: 1, missing_hours: 24 })
    await expectTape(symbol, upTo(FIRST_DAY + DAY_MS))
  })

  test('loads today and unpublished days by REST', { tags: ['long'] }, async () => {
    const symbol = nextSymbol()
    const listing = listingOf(symbol, { label: 'S / USDT' })
    const rest = new FakeRest([{ listing, tape }])
    world.archive.fault({ path: `${listing.marketId}-aggTrades-2026-05-12.zip.CHECKSUM`, kind: 'missing' })
    const { summary, failures } = await runBackfill(symbol, days(0, 3), world.deps({ openRest: async () => rest }))
    expect(failures).toEqual([])
    expect(summary).toMatchObject({ files: 1, imported: tape.length, gaps: 0 })
    // Nothing is proven after the last trade.
    expect(summary.missing_hours).toBeLessThan(0.05)
    expect(world.said).toContain(`${symbol} 2026-05-12: not published: REST is asked instead`)
    expect(rest.asked.every(({ fromTs = 0, toTs = 0 }) => toTs - fromTs <= HOUR_MS + 1 && toTs <= NOW + 1)).toBe(true)
    expect((await instrumentOf(symbol)).label).toBe('S / USDT')
    await expectTape(symbol, tape)
    expect((await store.store.coverage(await instrumentOf(symbol))).gaps).toEqual([])
  })

  test('stops asking REST beyond its history, and leaves the rest missing', async () => {
    const symbol = 'BYBIT:DUSDT'
    const listing = listingOf(symbol)
    const rest = new FakeRest([{ listing, tape: named }], () => NOW, 1_500)
    const { summary } = await runBackfill(symbol, days(2, 3), world.deps({ openRest: async () => rest }))
    expect(summary.imported).toBe(1_500)
    expect(summary.missing_hours).toBeGreaterThan(0)
    const oldest = Math.min(...rest.asked.map(({ fromTs }) => fromTs as number))
    expect(oldest).toBeGreaterThan(FIRST_DAY + 2 * DAY_MS + HOUR_MS)
  })

  test('does not count live trades twice when the file has row numbers as ids', async () => {
    const symbol = 'BYBIT:RUSDT'
    const known = await instrumentOf(symbol)
    const lease = await store.store.acquireLease(known)
    // The feed started in the middle of a millisecond of the third day.
    const start = lowerBoundTs(named, FIRST_DAY + 2 * DAY_MS + 7 * HOUR_MS) + 41
    const live = sliceTrades({ ...named, textId: Array.from(named.id, (id) => `22${id}`) }, start)
    const ids = Float64Array.from(live.ts, (ts, i) => ts * 4096 + (i % 4096))
    await store.store.appendLive(lease, { ...live, id: ids }, NOW)
    await lease.release()
    const late = { now: () => FIRST_DAY + 3 * DAY_MS + HOUR_MS }
    expect((await runBackfill(symbol, days(2, 3), world.deps(late))).failures).toEqual([])
    const stored = await store.store.readTrades(known, { from: FIRST_DAY + 2 * DAY_MS, to: Infinity, limit: 1_000_000 })
    const want = sliceTrades(named, lowerBoundTs(named, FIRST_DAY + 2 * DAY_MS))
    expect(stored.length).toBe(want.length)
    expect(stored.qty.reduce((a, b) => a + b)).toBe(want.qty.reduce((a, b) => a + b))
  })

  test('suggests the nearest symbols for an unknown one', async () => {
    const rest = new FakeRest(
      ['BINANCE:LTCUSDT', 'BINANCE:LTCBTC', 'BINANCE:ADAUSDT'].map((symbol) => ({ listing: listingOf(symbol), tape })),
    )
    await expect(
      runBackfill('BINANCE:LCTUSDT', days(0, 1), world.deps({ openRest: async () => rest })),
    ).rejects.toThrow('BINANCE lists no BINANCE:LCTUSDT. Nearest: BINANCE:LTCUSDT')
  })

  test('reports a market without a source, and creates no instrument', async () => {
    await expect(runBackfill('BINANCE:NOPEUSDT', days(0, 2), world.deps())).rejects.toThrow(
      'BINANCE:NOPEUSDT: nothing is published for these days (binance-spot, NOPEUSDT), and BINANCE does not answer (no network)',
    )
    await expect(runBackfill('KRAKEN:BTCUSD', days(0, 2), world.deps())).rejects.toThrow(
      'KRAKEN publishes no day files that we read, and KRAKEN does not answer',
    )
    expect(await store.store.findInstrument('BINANCE:NOPEUSDT')).toBeNull()
  })

  test('creates nothing without a network, and names the server once', async () => {
    const gone = await startArchiveServer([])
    await gone.close()
    const nowhere = world.deps({ mirrors: { BINANCE: gone.origin } })
    await expect(runBackfill('BINANCE:OFFUSDT', days(0, 2), nowhere)).rejects.toThrow(
      /^127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED$/,
    )
    expect(await store.store.findInstrument('BINANCE:OFFUSDT')).toBeNull()
  })

  test('ends after the running batch on stop, and continues there in the next run', async () => {
    const symbol = nextSymbol()
    const stop = new AbortController()
    store.events(symbol)
    const stopping = world.deps({
      signal: stop.signal,
      reporter: { writeLine: () => stop.abort(), progress() {}, done() {} },
    })
    const { summary } = await runBackfill(symbol, days(0, 2), stopping)
    expect(summary).toMatchObject({ files: 1, missing_hours: 24 })
    await runBackfill(symbol, days(0, 2), world.deps())
    await expectTape(symbol, upTo(FIRST_DAY + 2 * DAY_MS))
  })

  test('keeps the stored tick, and rejects a file with prices between ticks, naming the line', async () => {
    const symbol = nextSymbol()
    await store.store.ensureInstrument(spec(symbol, { tickSize: '100', lotSize: '0.0001' }))
    const { failures, summary } = await runBackfill(symbol, days(0, 1), world.deps())
    expect(summary.imported).toBe(0)
    expect(failures[0]).toMatch(/2026-05-11\.zip, line 1: the price \S+ is no multiple of the tick 100/)
    expect(
      existsSync(join(world.folder, 'downloads', 'binance-spot', `${symbol.slice(8)}-aggTrades-2026-05-11.zip`)),
    ).toBe(false)
  })

  test('repairs gaps of live trades', async () => {
    const symbol = nextSymbol()
    const instrument = await store.store.ensureInstrument(
      spec(symbol, { tickSize: '0.1', lotSize: '0.0001', live: true }),
    )
    const lease = await store.store.acquireLease(instrument)
    const day = upTo(FIRST_DAY + DAY_MS)
    const [a, b] = [Math.floor(day.length / 3), Math.floor(day.length / 2)]
    await store.store.appendLive(lease, sliceTrades(day, 0, a), day.ts[a - 1])
    await store.store.appendLive(lease, sliceTrades(day, b), FIRST_DAY + DAY_MS + 5 * MINUTE_MS)
    await lease.release()
    expect((await store.store.coverage(instrument)).gaps).toHaveLength(1)
    const { summary } = await runBackfill(symbol, days(0, 1), world.deps())
    expect(summary).toMatchObject({ files: 1, gaps: 0, missing_hours: 0 })
    await expectTape(symbol, day)
  })
})
