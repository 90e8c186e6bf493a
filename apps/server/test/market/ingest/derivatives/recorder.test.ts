import { MINUTE_MS } from '@flowprint/orderflow'
import type { DerivativesFeed, DerivativesListener, Liquidation, MarketListing } from '@flowprint/venues'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LiquidationQueue } from '../../../../src/market/ingest/derivatives/liquidation-queue.ts'
import { startDerivatives } from '../../../../src/market/ingest/derivatives/start-derivatives.ts'
import { RecorderRegistry } from '../../../../src/market/ingest/recording/recorder-registry.ts'
import type { Recording } from '../../../../src/market/ingest/recording/start-recording.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import type { DerivativesEvent, DerivativesState } from '../../../../src/platform/bus/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { cutLeases, spec } from '../../../test-database.ts'
import { derivativesWorld } from '../../store/derivatives/derivatives-world.ts'
import type { DerivativesWorld } from '../../store/derivatives/derivatives-world.ts'
import { rowsOf } from '../../store/derivatives/model.ts'

const WHOLE = { fromMs: 0, toMs: 4e12 }
let world: DerivativesWorld
let count = 0
let recording: Recording | null = null
beforeAll(async () => {
  world = await derivativesWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await recording?.stop()
  recording = null
})

/** An exchange whose events the test sends. */
class FakeFeed implements DerivativesFeed {
  readonly venue = 'BYBIT'
  listener: DerivativesListener | null = null
  followed: string[] = []
  units: string[] = []
  follow({ symbol, tickSize, lotSize }: MarketListing): void {
    this.followed.push(symbol)
    this.units.push(`${tickSize} ${lotSize}`)
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
let listings: MarketListing[]
let isFollowed = true
let events: DerivativesEvent[]
let registry: RecorderRegistry<DerivativesState>
beforeEach(async () => {
  feed = new FakeFeed()
  registry = new RecorderRegistry()
  const symbol = `BYBIT:T${++count}USDT.P`
  instrument = await world.tape.store.ensureInstrument(
    spec(symbol, { live: true, kind: 'perpetual', tickSize: '0.05' }),
  )
  const listing = { venue: 'BYBIT', ccxtSymbol: `T${count}/USDT:USDT`, tickSize: '0.1', lotSize: '0.001' }
  listings = [
    { ...listing, symbol, kind: 'perpetual' } as MarketListing,
    { ...listing, symbol: `BYBIT:T${count}USDT`, kind: 'spot', ccxtSymbol: `T${count}/USDT` } as MarketListing,
  ]
  isFollowed = true
  events = world.events(symbol)
})

async function start(queue?: LiquidationQueue): Promise<void> {
  const markets = listings.map(({ symbol }) => symbol)
  recording = startDerivatives({
    derivatives: world.derivatives,
    store: world.tape.store,
    bus: world.tape.bus,
    clock: { now: () => Date.now(), setOffset: () => undefined },
    log: createLog('silent'),
    env: { markets, venueUrls: {}, demo: false, recordDerivatives: true },
    changes: {
      load: async () =>
        isFollowed ? [] : markets.map((symbol) => ({ symbol, enabled: false, depth: 'off' as const })),
      save: async () => {},
    },
    listings: { load: async () => listings },
    derivativesRegistry: registry,
    openFeed: (_venue, listener) => {
      feed.listener = listener
      return feed
    },
    ...(queue === undefined ? {} : { queue }),
  })
  const perpetuals = listings.filter(({ kind }) => kind === 'perpetual').map(({ symbol }) => symbol)
  await vi.waitFor(() => expect(feed.followed.toSorted()).toEqual(perpetuals.toSorted()), 10_000)
}

const listener = (): DerivativesListener => feed.listener as DerivativesListener
const send = (ts: number, given: Partial<Liquidation> = {}, receivedAt = ts + 5): void =>
  listener().liquidation(
    { symbol: instrument.symbol, ts, side: 'sell', priceTicks: 100, lots: 3, completeness: 'all', ...given },
    receivedAt,
  )
const sendMark = (ts: number, markPrice: string): void =>
  listener().stat({ symbol: instrument.symbol, ts, markPrice }, ts + 5)
const stored = async () => rowsOf(await world.derivatives.readLiquidations(instrument, { ...WHOLE, limit: 100_000 }))
const times = async (): Promise<number[]> => (await stored()).map(({ ts }) => ts)
const covers = () => world.derivatives.readCoverage(instrument, WHOLE)
const states = (): string[] => events.flatMap((event) => (event.kind === 'derivativesStatus' ? [event.state] : []))
const settled = { timeout: 10_000, interval: 20 }

describe('the recorder', () => {
  test('stores liquidations with their coverage; a lost connection leaves a gap', async () => {
    const t = Date.now() - 20_000
    await start()
    // A finer tick of the tape than the listed one; the spot market of the pair is left alone.
    expect(feed.units).toEqual(['0.05 0.001'])
    listener().subscribed(instrument.symbol, t)
    send(t + 100)
    send(t + 90, { side: 'buy', priceTicks: 99, lots: 7 })
    sendMark(t + 1_000, '5.05')
    listener().lost(instrument.symbol, 'closed by the venue', t + 1_200)
    listener().subscribed(instrument.symbol, t + 5_000)
    send(t + 6_000)
    await vi.waitFor(async () => expect(await stored()).toHaveLength(3), settled)
    expect((await stored()).map(({ seq, position, priceTicks, lots }) => [seq, position, priceTicks, lots])).toEqual([
      [2, 'short', 99, 7],
      [1, 'long', 100, 3],
      [3, 'long', 100, 3],
    ])
    expect(await covers()).toEqual([
      { from: t, to: t + 1_200, isComplete: true },
      { from: t + 5_000, to: t + 6_005, isComplete: true },
    ])
    await vi.waitFor(() => expect(states().at(-1)).toBe('recording'), settled)
    expect(registry.states()).toEqual(['recording'])
    sendMark(t + 6_100, '5.1')
    await recording?.stop()
    expect((await covers())[1].to).toBe(t + 6_105)
    expect(states().at(-1)).toBe('off')
  })

  test('ends coverage before what was rejected, and for every market when it is unknown whose it was', async () => {
    const t = Date.now() - 20_000
    await start()
    listener().subscribed(instrument.symbol, t)
    send(t + 100)
    listener().fault(instrument.symbol, '"82396.95" is not a multiple of 0.1', true)
    sendMark(t + 500, '5')
    sendMark(t + 600, '5')
    listener().fault(instrument.symbol, 'open interest cannot be fetched', false)
    sendMark(t + 700, '5')
    listener().fault(null, 'a liquidation without its symbol', true)
    sendMark(t + 800, '5')
    // Open interest may come by REST: it does not prove that the stream is alive.
    listener().stat({ symbol: instrument.symbol, ts: t + 900, openInterest: '7' }, t + 9_000)
    await recording?.stop()
    recording = null
    expect(await covers()).toEqual([
      { from: t, to: t + 105, isComplete: true },
      { from: t + 505, to: t + 705, isComplete: true },
    ])
    expect(await times()).toEqual([t + 100])
  })

  test('extends the coverage of all markets by few statements', async () => {
    const [perpetual] = listings
    for (let i = 0; i < 30; i++) {
      const symbol = `BYBIT:T${count}X${i}USDT.P`
      await world.tape.store.ensureInstrument(spec(symbol, { live: true, kind: 'perpetual', tickSize: '0.05' }))
      listings.push({ ...perpetual, symbol, ccxtSymbol: `T${count}X${i}/USDT:USDT` })
    }
    const t = Date.now() - 20_000
    await start()
    const query = vi.spyOn(world.tape.database.pool, 'query')
    const extended = (): number[][] =>
      query.mock.calls
        .map(([statement]) => statement as unknown as { readonly name?: string; readonly values: readonly number[][] })
        .filter(({ name }) => name === 'append_liquidations')
        .map(({ values }) => values[0])
    for (const symbol of feed.followed) {
      listener().subscribed(symbol, t)
      listener().stat({ symbol, ts: t + 2_000, markPrice: '5' }, t + 2_005)
    }
    await vi.waitFor(() => expect(new Set(extended().flat()).size).toBe(31), settled)
    // One for all; recorders that commit for the first time, or wake up late, may miss it.
    expect(extended().length).toBeLessThanOrEqual(3)
    query.mockRestore()
    await vi.waitFor(
      async () => expect(await covers()).toEqual([{ from: t, to: t + 2_005, isComplete: true }]),
      settled,
    )
  })

  test('rejects times that cannot be true', async () => {
    const t = Date.now() - 20_000
    await start()
    listener().subscribed(instrument.symbol, t)
    send(t + 400 * 86_400_000, {}, t + 50)
    send(t + 100)
    await vi.waitFor(async () => expect(await times()).toEqual([t + 100]), settled)
    sendMark(t + 900, '5')
    await recording?.stop()
    expect(await covers()).toEqual([{ from: t + 105, to: t + 905, isComplete: true }])
  })

  test('drops what exceeds the queue while the database fails, and coverage says so', async () => {
    const t = Date.now() - 20_000
    const queue = new LiquidationQueue(3)
    await start(queue)
    listener().subscribed(instrument.symbol, t)
    for (let i = 1; i <= 5; i++) send(t + i)
    expect(queue.queues()[0]).toEqual({ queue: 'liquidations', size: 3, bound: 3, overflows: 2 })
    await vi.waitFor(async () => expect(await times()).toEqual([t + 1, t + 2, t + 3]), settled)
    send(t + 5_000)
    await vi.waitFor(async () => expect(await times()).toHaveLength(4), settled)
    sendMark(t + 5_500, '5')
    await recording?.stop()
    recording = null
    expect(await covers()).toEqual([
      // Until the message that was dropped.
      { from: t, to: t + 9, isComplete: true },
      { from: t + 5_005, to: t + 5_505, isComplete: true },
    ])
    expect(queue.queues()[0].size).toBe(0)
  })

  test('stores a commit once when its answer was lost', async () => {
    const t = Date.now() - 20_000
    await start()
    world.breakNext('append_liquidations', 'after')
    listener().subscribed(instrument.symbol, t)
    send(t + 100)
    await vi.waitFor(async () => expect(await times()).toEqual([t + 100]), settled)
    send(t + 200)
    await vi.waitFor(async () => expect(await times()).toEqual([t + 100, t + 200]), settled)
    const sent = events.flatMap((event) => (event.kind === 'liquidations' ? event.rows.map(([ts]) => ts) : []))
    expect(sent).toEqual([t + 100, t + 200])
  })

  test('continues after a lost lease with new coverage', async () => {
    const t = Date.now() - 60_000
    await start()
    listener().subscribed(instrument.symbol, t)
    send(t + 100)
    await vi.waitFor(async () => expect(await times()).toHaveLength(1), settled)
    const [first] = await covers()
    await cutLeases(world.tape.database.pool, 'derivatives')
    await vi.waitFor(() => expect(feed.followed).toEqual([]), settled)
    await vi.waitFor(() => expect(feed.followed).toEqual([instrument.symbol]), settled)
    listener().subscribed(instrument.symbol, t + 30_000)
    send(t + 31_000)
    await vi.waitFor(async () => expect(await times()).toHaveLength(2), settled)
    expect(await covers()).toEqual([first, { from: t + 30_000, to: t + 31_005, isComplete: true }])
  })

  test('stops when the market is no longer followed', async () => {
    await start()
    listener().subscribed(instrument.symbol, Date.now() - 1_000)
    await vi.waitFor(() => expect(states().at(-1)).toBe('recording'), settled)
    isFollowed = false
    await vi.waitFor(() => expect(states().at(-1)).toBe('off'), settled)
    expect(feed.followed).toEqual([])
    expect(registry.states()).toEqual([])
  })

  test('saves the last values of a minute when it ends, and publishes the newest ones at most once a second', async () => {
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS
    await start()
    listener().subscribed(instrument.symbol, minute)
    const nextFundingMs = minute + 8 * 60 * MINUTE_MS
    listener().stat({ symbol: instrument.symbol, ts: minute, fundingRate: '0.0001', nextFundingMs }, minute + 5)
    for (let i = 0; i < 50; i++) sendMark(minute + 1_000 + i, `5.0${i}`)
    sendMark(minute + MINUTE_MS, '6.0')
    const known = { openInterest: null, fundingRate: '0.0001', nextFundingMs, indexPrice: null }
    await vi.waitFor(
      async () =>
        expect(await world.derivatives.readStats(instrument, WHOLE)).toEqual([
          { ...known, minute, markPrice: '5.049' },
          { ...known, minute: minute + MINUTE_MS, markPrice: '6.0' },
        ]),
      settled,
    )
    const published = (): DerivativesEvent[] => events.filter(({ kind }) => kind === 'marketStat')
    await vi.waitFor(() => expect(published()).toHaveLength(1), settled)
    sendMark(minute + MINUTE_MS + 500, '6.1')
    await vi.waitFor(() => expect(published()).toHaveLength(2), settled)
    expect(published()).toEqual([
      { kind: 'marketStat', symbol: instrument.symbol, ts: minute + MINUTE_MS, ...known, markPrice: '6.0' },
      { kind: 'marketStat', symbol: instrument.symbol, ts: minute + MINUTE_MS + 500, ...known, markPrice: '6.1' },
    ])
  })
})
