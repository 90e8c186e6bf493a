import { ASK, BID, Book, decodeDepthFrame, foldColumns, MINUTE_MS } from '@flowprint/orderflow'
import { createSimulatedBook, createSimulator, DEMO_ETHUSD } from '@flowprint/venues'
import type { BookSnapshot } from '@flowprint/orderflow'
import type { SimulatedBook } from '@flowprint/venues'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startDepth } from '../../../../src/market/ingest/depth/start-depth.ts'
import { RecorderRegistry } from '../../../../src/market/ingest/recording/recorder-registry.ts'
import type { Recording } from '../../../../src/market/ingest/recording/start-recording.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { spec } from '../../../test-database.ts'
import { depthWorld } from '../../store/depth/depth-world.ts'
import type { DepthWorld } from '../../store/depth/depth-world.ts'

const SEED = 5
const NOTHING = { lots: 0, up: 0 }
const START = Date.UTC(2026, 10, 20, 10, 0, 20)
const HISTORY_MS = 4 * MINUTE_MS
let world: DepthWorld
let instrument: Instrument
const clock = { at: START, now: () => clock.at, setOffset: () => undefined }
let recording: Recording | null = null
beforeAll(async () => {
  world = await depthWorld()
  const { symbol, tickSize, lotSize } = DEMO_ETHUSD
  instrument = await world.tape.store.ensureInstrument(spec(symbol, { tickSize, lotSize, live: true, simulated: true }))
})
afterEach(() => recording?.stop())
afterAll(() => world.close())

const start = (): void => {
  recording = startDepth({
    depth: world.depth,
    store: world.tape.store,
    bus: world.tape.bus,
    clock,
    log: createLog('silent'),
    env: { markets: [], venueUrls: {}, demo: true, recordDepth: true },
    changes: { load: async () => [], save: async () => {} },
    modes: { load: async () => new Map() },
    listings: { load: async () => [] },
    depthRegistry: new RecorderRegistry(),
    isOverloaded: () => false,
    demoLive: Promise.resolve(),
    demoMarkets: [DEMO_ETHUSD],
    demoSeed: SEED,
    demoHistoryMs: HISTORY_MS,
  })
}
const recorded = (): Promise<void> =>
  vi.waitFor(async () => expect((await world.depth.readHead(instrument))?.untilMs).toBe(clock.at), 30_000)

/** The book at a moment: that of its minute with the changes since. */
function bookAt(simulated: SimulatedBook, at: number): BookSnapshot {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const book = new Book()
  book.load(simulated.snapshotAt(minute))
  book.apply(simulated.changes(minute, at))
  book.setWindow(simulated.windowAt(at))
  return book.snapshot(at)
}

test('simulated books begin with a past, follow the clock, and continue without a gap after a pause', async () => {
  start()
  await recorded()
  const oldest = START - HISTORY_MS - 20_000
  const simulated = createSimulatedBook({ seed: SEED, market: DEMO_ETHUSD })
  expect(await world.depth.readHead(instrument)).toMatchObject({ mode: 'levels', state: 'proven', fromMs: oldest })
  for (const at of [oldest + 61_234, START]) {
    const book = await world.depth.readBook(instrument, { at })
    expect({ ...book?.snapshot, t: at }).toEqual(bookAt(simulated, at))
  }
  clock.at += 1_500
  await recorded()
  await recording?.stop()
  clock.at += 90_000
  start()
  await recorded()
  const book = await world.depth.readBook(instrument)
  expect({ ...book?.snapshot, t: clock.at }).toEqual(bookAt(simulated, clock.at))
  const toMs = Math.floor(clock.at / 1_000) * 1_000
  const { columns } = await world.depth.readColumns(instrument, { fromMs: oldest, toMs, intervalMs: 1_000 })
  expect(new Set(columns.state)).toEqual(new Set([3]))
})

test('quantity on a simulated book is conserved: what trades consumed was removed', async () => {
  const frames = ((await world.depth.readFrames(instrument, 0, { limit: 10_000 })) ?? []).map(({ bytes }) =>
    decodeDepthFrame(bytes),
  )
  const fromMs = START - HISTORY_MS - 20_000
  const toMs = fromMs + 3 * MINUTE_MS
  const columns = foldColumns(frames, { fromMs, toMs, step: 1 })
  const trades = createSimulator({ seed: SEED, market: DEMO_ETHUSD }).trades(fromMs, toMs)
  const traded = new Map<string, number>()
  for (let i = 0; i < trades.length; i++) {
    const key = `${Math.floor((trades.ts[i] - fromMs) / 1_000)} ${trades.buy[i] === 1 ? ASK : BID} ${trades.price[i]}`
    traded.set(key, (traded.get(key) ?? 0) + trades.qty[i])
  }
  expect(traded.size).toBeGreaterThan(20)
  const book = new Book()
  const [{ snapshot }] = frames
  if (snapshot === null) throw new Error('the log begins with a book')
  book.load(snapshot)
  const resting = new Map<string, number>()
  const violations: string[] = []
  for (const side of [BID, ASK] as const)
    book.visit(side, -Infinity, Infinity, (tick, lots) => void resting.set(`${side} ${tick}`, lots))
  for (let i = 0, cell = 0; i < columns.length; i++) {
    const ends = new Map<string, { lots: number; up: number }>()
    for (; cell < columns.cellEnd[i]; cell++)
      ends.set(`${columns.side[cell]} ${columns.row[cell]}`, { lots: columns.lots[cell], up: columns.up[cell] })
    for (const key of new Set([...resting.keys(), ...ends.keys()])) {
      const before = resting.get(key) ?? 0
      const { lots, up } = ends.get(key) ?? NOTHING
      const consumed = traded.get(`${i} ${key}`) ?? 0
      // removed = up - (end - start): everything that left the row, of which trades are a part.
      if (up - (lots - before) < consumed) violations.push(`second ${i}, ${key}: ${up} ${before} ${lots} ${consumed}`)
      resting.set(key, lots)
    }
  }
  expect(violations).toEqual([])
})

test('simulated books are committed every 250 ms, whatever the commits take', async () => {
  start()
  await recorded()
  const first = (await world.depth.readHead(instrument))?.lastSeq ?? 0
  const [at, started] = [clock.at, performance.now()]
  const stopClock = vi.spyOn(clock, 'now').mockImplementation(() => at + Math.floor(performance.now() - started))
  await sleep(1_500)
  await recording?.stop()
  stopClock.mockRestore()
  const frames = ((await world.depth.readHead(instrument))?.lastSeq ?? 0) - first
  // Between them a keyframe, and the end of the run.
  expect(frames).toBeLessThanOrEqual((performance.now() - started) / 250 + 3)
  expect(frames).toBeGreaterThan(1)
})
