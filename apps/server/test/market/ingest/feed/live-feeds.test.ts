import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { emptyTrades, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { TradeBudget } from '../../../../src/market/ingest/feed/market-writer.ts'
import { storedChanges } from '../../../../src/market/ingest/feed/followed-markets.ts'
import { FeedRegistry } from '../../../../src/market/ingest/feed/feed-registry.ts'
import { startLiveFeeds } from '../../../../src/market/ingest/feed/live-feeds.ts'
import { openStore } from '../../../../src/market/store/index.ts'
import { createBus } from '../../../../src/platform/bus/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import type { TapeEvent } from '../../../../src/platform/bus/index.ts'
import { Leases } from '../../../../src/platform/lease/index.ts'
import { listingOf, textIds } from './fake-venue.ts'
import type { FakeVenue } from './fake-venue.ts'
import { cutLeases } from '../../../test-database.ts'
import { LiveWorld, tapeOf } from './live-world.ts'

const world = LiveWorld.use()
let count = 0

interface Market {
  readonly venue: FakeVenue
  readonly symbol: string
  readonly events: TapeEvent[]
  /** The venue traded; delivery is separate. */
  trade(trades: Trades): void
  ids(): Promise<string[]>
}

async function follow(
  given: { ids?: 'contiguous' | 'none'; tradeBudget?: TradeBudget; venue?: FakeVenue } = {},
): Promise<Market> {
  const name = `V${++count}`
  const symbol = `${name}:BTCUSD`
  const venue = given.venue ?? world.venue(name, listingOf(symbol, { ids: given.ids ?? 'contiguous' }))
  const events = world.store.events(symbol)
  world.start(venue, [symbol], given.tradeBudget === undefined ? {} : { tradeBudget: given.tradeBudget })
  await world.until(() => venue.followed.has(symbol))
  return {
    venue,
    symbol,
    events,
    trade: (trades) => void venue.traded.set(symbol, trades),
    ids: async () => textIds(await world.stored(symbol)),
  }
}

const trades = (market: Market): number[] =>
  market.events.flatMap((event) => (event.kind === 'trades' ? [event.lastSeq - event.firstSeq + 1] : []))
const states = (market: Market): string[] =>
  market.events.flatMap((event) => (event.kind === 'status' ? [event.state] : []))
const revisions = (market: Market) => market.events.filter((event) => event.kind === 'revision')

describe('followed market', () => {
  test('gets its instrument from the listing, and stores and publishes its trades', async () => {
    const market = await follow()
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 30, 5], [now - 20, 6]))
    market.venue.send(market.symbol, tapeOf([now - 20, 6], [now - 10, 7]))
    await world.until(async () => (await market.ids()).length === 3)
    expect(await world.instrument(market.symbol)).toMatchObject({
      tickSize: '0.01',
      lotSize: '0.001',
      live: true,
      simulated: false,
      ids: 'contiguous',
    })
    expect(trades(market).reduce((sum, one) => sum + one, 0)).toBe(3)
    await world.until(() => states(market).at(-1) === 'live')
    expect(await world.gaps(market.symbol)).toEqual([])
    expect(world.feedRegistry.markets()[0]).toMatchObject({
      symbol: market.symbol,
      state: 'live',
      trades: 4,
      duplicates: 1,
      gaps: 0,
    })
  })

  test('advances its clock without trades, and stops it when not proven alive', { tags: ['long'] }, async () => {
    const market = await follow()
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 50, 1]))
    await world.until(() => market.events.some((event) => event.kind === 'clock' && event.watermark > now))
    await world.until(() => states(market).at(-1) === 'stale')
    const publishedWatermarks = (): number[] =>
      market.events.flatMap((event) => (event.kind === 'clock' ? [event.watermark] : []))
    const last = publishedWatermarks().at(-1) as number
    // Alive for five seconds, published two seconds behind.
    expect(last).toBeLessThan(now + 5_000)
    expect(Date.now() - last).toBeGreaterThan(2_500)
    market.venue.beat()
    await world.until(() => (publishedWatermarks().at(-1) as number) > last)
    expect(states(market)).toEqual(expect.arrayContaining(['live', 'stale']))
  })

  test('is rejected with the nearest symbols when the exchange does not list it', async () => {
    const venue = world.venue('W', listingOf('W:BTCUSDT'), listingOf('W:ETHUSDT'))
    world.start(venue, ['W:BTCUSD'])
    await world.until(() => world.feedRegistry.markets()[0]?.state === 'refused')
    expect(world.feedRegistry.markets()[0].note).toBe('W does not list W:BTCUSD. Nearest: W:BTCUSDT, W:ETHUSDT')
  })

  test('is rejected with a reason when its tape has another kind of quantity', async () => {
    const symbol = 'X:BTCUSD'
    await world.store.store.ensureInstrument({
      ...listingOf(symbol),
      exchange: 'X',
      side: 'given',
      live: false,
      simulated: false,
      qtyUnit: 'contract',
    })
    world.start(world.venue('X', listingOf(symbol)), [symbol])
    await world.until(() => world.feedRegistry.markets()[0]?.state === 'refused')
    expect(world.feedRegistry.markets()[0].note).toContain(
      "stored quantities are in contract units, the exchange's in base units",
    )
  })

  test('waits for an unreachable exchange without delaying others', async () => {
    const away = world.venue('Y', listingOf('Y:BTCUSD'))
    away.unreachable = new Error('getaddrinfo ENOTFOUND api.y.com')
    world.start(away, ['Y:BTCUSD'])
    await world.until(() => world.feedRegistry.venues()[0]?.note === 'getaddrinfo ENOTFOUND api.y.com')
    expect(world.feedRegistry.markets()[0]).toMatchObject({ state: 'waiting', note: 'getaddrinfo ENOTFOUND api.y.com' })
  })
})

describe('gap in the ids', () => {
  test('opens at once with a revision, is fetched by id and closed', async () => {
    const market = await follow()
    const now = Date.now()
    const tape = tapeOf([now - 900, 1], [now - 800, 2], [now - 700, 3], [now - 600, 4], [now - 500, 5])
    market.trade(tape)
    market.venue.send(market.symbol, sliceTrades(tape, 0, 1))
    await world.until(async () => (await market.ids()).length === 1)
    market.venue.send(market.symbol, sliceTrades(tape, 4))
    await world.until(async () => (await market.ids()).length === 5)
    expect(await world.stored(market.symbol)).toMatchObject({
      id: tape.id,
      price: tape.price,
      qty: tape.qty,
      buy: tape.buy,
    })
    await world.until(async () => (await world.gaps(market.symbol)).length === 0)
    // One for the gap, one for its repair.
    expect(revisions(market).map(({ reason }) => reason)).toEqual(['repair', 'repair'])
    expect(market.venue.requests).toMatchObject([{ symbol: market.symbol, fromId: '2', beforeId: '5' }])
    expect(states(market)).toContain('repairing')
    market.venue.beat()
    await world.until(() => states(market).at(-1) === 'live')
  })

  test('is ignored when it closes within the grace period', async () => {
    const market = await follow()
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 900, 1]))
    await world.until(async () => (await market.ids()).length === 1)
    market.venue.send(market.symbol, tapeOf([now - 700, 3]))
    market.venue.send(market.symbol, tapeOf([now - 800, 2]))
    await world.until(async () => (await market.ids()).length === 3)
    expect(revisions(market)).toEqual([])
  })

  test('that the exchange cannot fill is lost after three attempts', { tags: ['long'], timeout: 60_000 }, async () => {
    const market = await follow()
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 900, 1], [now - 500, 5]))
    await world.until(async () => (await world.gaps(market.symbol))[0]?.state === 'repairing')
    market.trade(tapeOf([now - 700, 3]))
    await world.until(async () => (await market.ids()).length === 3)
    const lost = async () => (await world.gaps(market.symbol)).map(({ missing, state }) => [missing, state])
    await world.until(async () => JSON.stringify(await lost()) === '[[1,"lost"],[1,"lost"]]')
    market.venue.beat()
    await world.until(() => states(market).at(-1) === 'live')
    expect(world.feedRegistry.markets()[0].gaps).toBe(0)
  })

  test('stays open while the exchange does not answer, and is filled once it does', async () => {
    const market = await follow()
    const now = Date.now()
    market.venue.restFault = new Error('502')
    const tape = tapeOf([now - 900, 1], [now - 700, 2], [now - 500, 3])
    market.trade(tape)
    market.venue.send(market.symbol, sliceTrades(tape, 0, 1))
    market.venue.send(market.symbol, sliceTrades(tape, 2))
    await world.until(async () => (await world.gaps(market.symbol))[0]?.state === 'open')
    market.venue.restFault = null
    await world.until(async () => (await market.ids()).length === 3)
    expect(await world.gaps(market.symbol)).toEqual([])
  })

  test('between the stored trades and the first one after a restart is filled like any other', async () => {
    const market = await follow()
    const now = Date.now()
    const tape = tapeOf([now - 900, 1], [now - 800, 2], [now - 700, 3], [now - 600, 4])
    market.trade(tape)
    market.venue.send(market.symbol, sliceTrades(tape, 0, 1))
    await world.until(async () => (await market.ids()).length === 1)
    await world.stop()
    world.start(market.venue, [market.symbol])
    await world.until(() => market.venue.followed.has(market.symbol))
    await world.until(() => world.feedRegistry.markets()[0]?.state !== 'waiting')
    market.venue.send(market.symbol, sliceTrades(tape, 3))
    await world.until(async () => (await market.ids()).join() === '1,2,3,4')
    expect(await world.gaps(market.symbol)).toEqual([])
  })

  test('after a restart the clock waits for the first trade, which shows what is missing', async () => {
    const market = await follow()
    const now = Date.now()
    const tape = tapeOf([now - 900, 1], [now - 800, 2], [now - 700, 3])
    market.trade(tape)
    market.venue.send(market.symbol, sliceTrades(tape, 0, 1))
    await world.until(async () => (await market.ids()).length === 1)
    await world.stop()
    const clocks = (): number => market.events.filter(({ kind }) => kind === 'clock').length
    const before = clocks()
    world.start(market.venue, [market.symbol])
    await world.until(() => market.venue.followed.has(market.symbol))
    await world.until(() => world.feedRegistry.markets()[0]?.state !== 'waiting')
    market.venue.beat()
    await sleep(1_500)
    // A bar that ended since the restart would count as complete without the second trade.
    expect(clocks()).toBe(before)
    market.venue.send(market.symbol, sliceTrades(tape, 2))
    await world.until(async () => (await market.ids()).join() === '1,2,3')
    await world.until(() => clocks() > before)
  })
})

describe('venue without ids', () => {
  test('proves its bars by an unbroken connection', async () => {
    const market = await follow({ ids: 'none' })
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 50, 'a'], [now - 40, 'b']))
    market.venue.send(market.symbol, tapeOf([now - 40, 'b'], [now - 30, 'c']))
    await world.until(async () => (await market.ids()).join() === 'a,b,c')
    const coverage = await world.store.store.coverage(await world.instrument(market.symbol))
    expect([coverage.proof, coverage.gaps]).toEqual(['connection', []])
  })

  test('opens a gap on reconnect, and closes it when the recent trades overlap', async () => {
    const market = await follow({ ids: 'none' })
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 3_000, 'a']))
    await world.until(async () => (await market.ids()).length === 1)
    // The newest trade is later than the reconnect even on a busy machine.
    const tape = tapeOf([now - 3_000, 'a'], [now + 50, 'b'], [now + 1_500, 'c'])
    market.trade(tape)
    market.venue.disconnect(market.symbol)
    market.venue.connect(market.symbol)
    await world.until(async () => (await world.gaps(market.symbol)).length === 1)
    const [opened] = revisions(market)
    expect(opened).toMatchObject({ reason: 'repair' })
    market.venue.send(market.symbol, sliceTrades(tape, 2))
    await world.until(async () => (await market.ids()).join() === 'a,b,c')
    await world.until(async () => (await world.gaps(market.symbol)).length === 0)
    expect((await world.store.store.coverage(await world.instrument(market.symbol))).proof).toBe('connection')
  })

  test('loses what is older than the recent trades', async () => {
    const market = await follow({ ids: 'none' })
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 3_000, 'a']))
    await world.until(async () => (await market.ids()).length === 1)
    market.venue.recentFrom = now + 20
    market.trade(tapeOf([now - 3_000, 'a'], [now + 10, 'b'], [now + 30, 'c'], [now + 60, 'd']))
    market.venue.disconnect(market.symbol)
    market.venue.connect(market.symbol)
    await world.until(async () => (await market.ids()).join() === 'a,c,d')
    await world.until(async () => (await world.gaps(market.symbol)).some(({ state }) => state === 'lost'))
    // The list proves nothing after its newest trade until another one arrives.
    const next = tapeOf([now + 10, 'b'], [now + 30, 'c'], [now + 60, 'd'], [Date.now(), 'e'])
    market.trade(next)
    market.venue.send(market.symbol, sliceTrades(next, 3))
    await world.until(async () => (await world.gaps(market.symbol)).length === 1)
    const [gap, ...more] = await world.gaps(market.symbol)
    expect([gap.state, gap.to, gap.missing, more.length]).toEqual(['lost', now + 30, null, 0])
  })

  test('opens a gap for the time in which no process ran', { tags: ['long'] }, async () => {
    const market = await follow({ ids: 'none' })
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 50, 'a']))
    await world.until(async () => (await market.ids()).length === 1)
    await world.stop()
    market.venue.recentFrom = Infinity
    market.trade(emptyTrades())
    world.start(market.venue, [market.symbol])
    await world.until(async () => (await world.gaps(market.symbol)).some(({ state }) => state === 'lost'))
    market.venue.send(market.symbol, tapeOf([Date.now(), 'b']))
    await world.until(async () => (await market.ids()).join() === 'a,b')
    expect((await world.gaps(market.symbol)).length).toBe(1)
  })
})

describe('after another process took the lease', () => {
  test('no status of the market is published', async () => {
    const market = await follow()
    market.venue.send(market.symbol, tapeOf([Date.now() - 50, 1]))
    await world.until(() => states(market).at(-1) === 'live')
    const { id } = await world.instrument(market.symbol)
    const { pool, url } = world.store.database
    const rival = new Leases(url)
    // One after the other: a cut while the rival takes the lease would end it too.
    await world.until(async () => {
      await cutLeases(pool)
      return (await rival.tryTake({ kind: 'market', about: id }, { fence: async () => {} })) !== null
    })
    const count = states(market).length
    await world.until(() => world.feedRegistry.markets()[0].note === 'another process follows it')
    expect(states(market).length).toBe(count)
    await rival.close()
    market.venue.send(market.symbol, tapeOf([Date.now() - 50, 2]))
    await world.until(() => states(market).length > count)
  })
})

describe('while the database is down', () => {
  test('trades wait in memory and none is lost, without ids', async () => {
    const market = await follow({ ids: 'none' })
    const now = Date.now()
    market.venue.send(market.symbol, tapeOf([now - 50, 'a']))
    await world.until(async () => (await market.ids()).length === 1)
    await cutLeases(world.store.database.pool)
    market.venue.send(market.symbol, tapeOf([now - 40, 'b'], [now - 30, 'c']))
    await world.until(async () => (await market.ids()).join() === 'a,b,c')
    expect(await world.gaps(market.symbol)).toEqual([])
  })

  test('trades over the memory limit are dropped, marked as a gap and fetched again, without ids', async () => {
    const market = await follow({ ids: 'none', tradeBudget: new TradeBudget(2, 2) })
    const now = Date.now()
    const tape = tapeOf([now - 90, 'a'], [now - 80, 'b'], [now - 70, 'c'], [now - 60, 'd'])
    market.trade(tape)
    for (let i = 0; i < 4; i++) market.venue.send(market.symbol, sliceTrades(tape, i, i + 1))
    expect(world.feedRegistry.markets()[0].dropped).toBe(2)
    await world.until(async () => (await market.ids()).join() === 'a,b,c,d')
    const next = tapeOf([now - 90, 'a'], [now - 80, 'b'], [now - 70, 'c'], [now - 60, 'd'], [Date.now(), 'e'])
    market.trade(next)
    market.venue.send(market.symbol, sliceTrades(next, 4))
    await world.until(async () => (await market.ids()).length === 5)
    await world.until(async () => (await world.gaps(market.symbol)).length === 0)
  })

  test('trades over the memory limit are dropped, marked as a gap and fetched again', async () => {
    const market = await follow({ tradeBudget: new TradeBudget(2, 2) })
    const now = Date.now()
    const tape = tapeOf([now - 900, 1], [now - 800, 2], [now - 700, 3], [now - 600, 4], [now - 500, 5])
    market.trade(tape)
    for (let i = 0; i < 4; i++) market.venue.send(market.symbol, sliceTrades(tape, i, i + 1))
    expect(world.feedRegistry.markets()[0].dropped).toBe(2)
    await world.until(async () => (await market.ids()).join() === '1,2')
    market.venue.send(market.symbol, sliceTrades(tape, 4))
    await world.until(async () => (await market.ids()).join() === '1,2,3,4,5')
    expect(await world.gaps(market.symbol)).toEqual([])
  })
})

describe('list of followed markets', () => {
  test('changes at run time; a removed market is closed and its tape is kept', { tags: ['long'] }, async () => {
    const venue = world.venue('Z', listingOf('Z:BTCUSD'), listingOf('Z:ETHUSD'))
    const changes = storedChanges(world.store.database.pool, world.clock)
    world.start(venue, ['Z:BTCUSD'])
    await world.until(() => venue.followed.has('Z:BTCUSD'))
    await changes.save('Z:ETHUSD', true, null)
    await world.until(() => venue.followed.has('Z:ETHUSD'))
    const now = Date.now()
    await world.until(() => world.feedRegistry.markets().every(({ state }) => state !== 'waiting'))
    venue.send('Z:BTCUSD', tapeOf([now - 20, 1], [now - 10, 2]))
    await world.until(async () => (await world.stored('Z:BTCUSD')).length === 2)
    await changes.save('Z:BTCUSD', false, null)
    await world.until(() => !venue.followed.has('Z:BTCUSD'))
    await world.until(async () => !(await world.instrument('Z:BTCUSD')).live)
    const instrument = await world.instrument('Z:BTCUSD')
    const history = await world.store.store.readHistory(instrument, { cycleMs: 60_000, step: 1 })
    expect([
      history.watermark,
      history.closedUntil,
      history.tail.length,
      history.bars.trades.reduce((sum, one) => sum + one, 0),
    ]).toEqual([null, null, 0, 2])
    await changes.save('Z:BTCUSD', true, null)
    await world.until(() => venue.followed.has('Z:BTCUSD'))
    venue.send('Z:BTCUSD', tapeOf([now + 100, 3]))
    await world.until(async () => (await world.stored('Z:BTCUSD')).length === 3)
    expect(await world.gaps('Z:BTCUSD')).toEqual([])
  })

  test('never has two writers per market: the second process takes over when the first ends', async () => {
    const first = await follow()
    first.venue.send(first.symbol, tapeOf([Date.now(), 1]))
    await world.until(async () => (await first.ids()).length === 1)
    const other = world.venue(first.venue.venue, listingOf(first.symbol))
    const { database } = world.store
    const store = openStore({ pool: database.pool, url: database.url, bus: createBus(() => {}) })
    const second = startLiveFeeds({
      store,
      bus: createBus(() => {}),
      changes: storedChanges(database.pool, world.clock),
      clock: world.clock,
      log: createLog('silent'),
      feedRegistry: new FeedRegistry(),
      env: { markets: [first.symbol], venueUrls: {} },
      openFeed: other.openFeed,
      openRest: other.openRest,
    })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(other.followed.size).toBe(0)
    await world.stop()
    await world.until(() => other.followed.has(first.symbol))
    other.send(first.symbol, tapeOf([Date.now(), 2]))
    await world.until(async () => (await first.ids()).join() === '1,2')
    await second.stop()
    await store.close()
  })

  test('ends every market once when another node takes many of them, and follows them again', async () => {
    const symbols = Array.from({ length: 12 }, (_, i) => `MANY:M${i}USD`)
    const venue = world.venue('MANY', ...symbols.map((symbol) => listingOf(symbol)))
    let owned: readonly string[] = symbols
    let onChange = (): void => {}
    const ended: string[] = []
    world.start(venue, symbols, {
      past: { follow: () => {}, unfollow: (symbol) => void ended.push(symbol) },
      nodes: {
        owns: (symbol) => owned.includes(symbol),
        onChange: (listener) => {
          onChange = listener
          return () => {}
        },
      },
    })
    await world.until(() => venue.followed.size === symbols.length)
    owned = []
    onChange()
    await world.until(() => venue.followed.size === 0)
    owned = symbols
    onChange()
    await world.until(() => venue.followed.size === symbols.length)
    expect(ended.toSorted()).toEqual(symbols.toSorted())
  })
})
