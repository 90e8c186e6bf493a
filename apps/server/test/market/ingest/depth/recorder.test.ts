import { BookChangesBuilder, decodeDepthFrame, MINUTE_MS } from '@flowprint/orderflow'
import type { BookSide, DepthFrame } from '@flowprint/orderflow'
import type { DepthFeed, DepthListener, MarketListing } from '@flowprint/venues'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DepthBudget } from '../../../../src/market/ingest/depth/depth-budget.ts'
import { startDepth } from '../../../../src/market/ingest/depth/start-depth.ts'
import { RecorderRegistry } from '../../../../src/market/ingest/recording/recorder-registry.ts'
import type { Recording } from '../../../../src/market/ingest/recording/start-recording.ts'
import type { DepthMode, Instrument } from '../../../../src/market/store/index.ts'
import { depthTopic } from '../../../../src/platform/bus/index.ts'
import type { DepthEvent } from '../../../../src/platform/bus/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { cutLeases, spec } from '../../../test-database.ts'
import { depthWorld } from '../../store/depth/depth-world.ts'
import type { DepthWorld } from '../../store/depth/depth-world.ts'

const WINDOW = { low: 19_000, high: 21_000 }
/** Two minutes ago, shortly before a full minute. */
const T = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS - 3_000
let world: DepthWorld
let count = 0
let recording: Recording | null = null
beforeAll(async () => {
  world = await depthWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await recording?.stop()
  recording = null
})

/** An exchange whose events the test sends. */
class FakeFeed implements DepthFeed {
  readonly venue = 'BINANCE'
  listener: DepthListener | null = null
  followed: string[] = []
  units: string[] = []
  follow(listing: MarketListing, qtyUnit = ''): void {
    this.followed.push(listing.symbol)
    this.units.push(qtyUnit)
  }
  unfollow(symbol: string): void {
    this.followed = this.followed.filter((one) => one !== symbol)
  }
  health(): never {
    throw new Error('not used')
  }
  close = async (): Promise<void> => {}
}

let feed: FakeFeed
let instrument: Instrument
let modes: Map<string, DepthMode>
let isOverloaded = false
let statuses: string[]
beforeEach(async () => {
  feed = new FakeFeed()
  instrument = await world.tape.store.ensureInstrument(spec(`BINANCE:T${++count}USDT`, { live: true }))
  modes = new Map()
  isOverloaded = false
  statuses = []
  world.tape.bus.subscribe<DepthEvent>(depthTopic(instrument.symbol), (event) => {
    if (event.kind === 'depthStatus') statuses.push(`${event.state} ${event.reason}`.trim())
  })
})

async function start(budget?: DepthBudget): Promise<void> {
  const { symbol, tickSize, lotSize } = instrument
  recording = startDepth({
    depth: world.depth,
    store: world.tape.store,
    bus: world.tape.bus,
    clock: { now: () => Date.now(), setOffset: () => undefined },
    log: createLog('silent'),
    env: { markets: [symbol], venueUrls: {}, demo: false, recordDepth: true },
    changes: { load: async () => [], save: async () => {} },
    modes: { load: async () => modes },
    listings: { load: async () => [{ symbol, tickSize, lotSize } as MarketListing] },
    depthRegistry: new RecorderRegistry(),
    isOverloaded: () => isOverloaded,
    openFeed: (_venue, listener) => {
      feed.listener = listener
      return feed
    },
    ...(budget === undefined ? {} : { budget }),
  })
  await vi.waitFor(() => expect(feed.followed).toEqual([symbol]), 10_000)
}

const listener = (): DepthListener => feed.listener as DepthListener

function sendSnapshot(t: number): void {
  listener().snapshot(
    instrument.symbol,
    {
      snapshot: {
        t,
        window: WINDOW,
        bidTicks: Float64Array.of(19_999, 19_990),
        bidLots: Float64Array.of(5, 7),
        askTicks: Float64Array.of(20_001),
        askLots: Float64Array.of(3),
      },
      qtyUnit: '0.001',
      proof: 'proven',
    },
    Date.now(),
  )
}

function sendChange(t: number, side: BookSide, tick: number, lots: number): void {
  const builder = new BookChangesBuilder()
  builder.startEvent(t)
  builder.push(side, tick, lots)
  listener().changes(instrument.symbol, { t, changes: builder.build(), window: WINDOW }, Date.now())
}

async function stored(): Promise<DepthFrame[]> {
  const frames = await world.depth.readFrames(instrument, 0, { limit: 1_000 })
  return (frames ?? []).map(({ bytes }) => decodeDepthFrame(bytes))
}
const storedKinds = async (): Promise<string[]> =>
  (await stored()).map(({ kind, reason }) => `${kind} ${reason}`.trim())

describe('the recorder', () => {
  test('stores runs; the time between two stays a gap', async () => {
    await start()
    expect(feed.units).toEqual(['0.001'])
    sendSnapshot(T)
    sendChange(T + 500, 0, 19_999, 6)
    sendChange(T + 4_000, 1, 20_001, 0)
    listener().alive(instrument.symbol, T + 6_000, Date.now())
    listener().lost(instrument.symbol, 'sequence gap', Date.now())
    sendSnapshot(T + 20_000)
    listener().alive(instrument.symbol, T + 25_000, Date.now())
    await vi.waitFor(async () =>
      expect(await storedKinds()).toEqual([
        'start recording started',
        'changes',
        'keyframe',
        'changes',
        'end sequence gap',
        'start sequence gap',
        'changes',
      ]),
    )
    const { columns } = await world.depth.readColumns(instrument, {
      fromMs: T,
      toMs: T + 25_000,
      intervalMs: 1_000,
    })
    expect(Array.from(columns.state)).toEqual([
      ...Array<number>(6).fill(3),
      ...Array<number>(14).fill(0),
      ...Array<number>(5).fill(3),
    ])
    expect(statuses.at(-1)).toBe('proven')
    await recording?.stop()
    expect((await storedKinds()).at(-1)).toBe('end the recorder stopped')
    expect(await world.depth.readHead(instrument)).toMatchObject({ state: 'lost', reason: 'the recorder stopped' })
    expect(await world.depth.readBook(instrument)).toBeNull()
  })

  test('gives up the backlog when it exceeds its bound, and says so', async () => {
    const budget = new DepthBudget(50, 1_000)
    await start(budget)
    sendSnapshot(T)
    await vi.waitFor(async () => expect(await storedKinds()).toHaveLength(1))
    for (let i = 0; i < 60; i++) sendChange(T + 10 * i, 0, 19_000 + i, 1)
    await vi.waitFor(async () => expect(await storedKinds()).toEqual(['start recording started', 'end overload']))
    expect(feed.followed).toEqual([])
    expect(budget.queues()[0]).toMatchObject({ queue: 'depth_levels', size: 0, bound: 50, overflows: 1 })
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('shed overload'))
    expect(await world.depth.readHead(instrument)).toMatchObject({ state: 'shed', reason: 'overload', untilMs: T })
    // It is tried again after a pause.
    await vi.waitFor(() => expect(feed.followed).toEqual([instrument.symbol]), 10_000)
  })

  test('is paused while the node is overloaded', async () => {
    await start()
    sendSnapshot(T)
    isOverloaded = true
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('shed overload'), 10_000)
    expect((await storedKinds()).at(-1)).toBe('end overload')
  })

  test('continues after a lost lease with a new run, and the past is unchanged', async () => {
    await start()
    sendSnapshot(T)
    sendChange(T + 500, 0, 19_999, 6)
    await vi.waitFor(async () => expect(await storedKinds()).toHaveLength(2))
    const before = await stored()
    // What was received since the last commit is lost with the process.
    await cutLeases(world.tape.database.pool, 'depth')
    await vi.waitFor(() => expect(feed.followed).toEqual([]), 10_000)
    await vi.waitFor(() => expect(feed.followed).toEqual([instrument.symbol]), 10_000)
    sendSnapshot(T + 30_000)
    await vi.waitFor(async () => expect((await storedKinds()).at(-1)).toBe('start the recorder stopped'))
    const after = await stored()
    expect(after.slice(0, 2)).toEqual(before)
    const { columns } = await world.depth.readColumns(instrument, { fromMs: T, toMs: T + 30_000, intervalMs: 1_000 })
    expect(Array.from(columns.state)).toEqual(Array<number>(30).fill(0))
  })

  test('stops when the setting becomes off, and starts again with another one', async () => {
    await start()
    sendSnapshot(T)
    modes = new Map([[instrument.symbol, 'off']])
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('off not recorded'), 10_000)
    expect((await storedKinds()).at(-1)).toBe('end the recorder stopped')
    modes = new Map([[instrument.symbol, 'levels']])
    await vi.waitFor(() => expect(feed.followed).toEqual([instrument.symbol]), 10_000)
    expect(await world.depth.readHead(instrument)).toMatchObject({ mode: 'levels' })
  })

  test('ignores times that cannot be true', async () => {
    await start()
    sendSnapshot(T)
    sendChange(T + 400 * 86_400_000, 0, 19_999, 1)
    await vi.waitFor(async () => expect((await storedKinds()).at(-1)).toBe('end an implausible time'))
  })
})
