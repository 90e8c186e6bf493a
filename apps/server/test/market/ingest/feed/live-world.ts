import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { MarketListing } from '@flowprint/venues'
import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { FeedRegistry } from '../../../../src/market/ingest/feed/feed-registry.ts'
import { storedChanges, storedListings } from '../../../../src/market/ingest/feed/followed-markets.ts'
import { startLiveFeeds } from '../../../../src/market/ingest/feed/live-feeds.ts'
import type { LiveFeedOptions } from '../../../../src/market/ingest/feed/live-feeds.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { createClock } from '../../../../src/platform/clock/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { testStore } from '../../../test-database.ts'
import type { TestStore } from '../../../test-database.ts'
import { FakeVenue } from './fake-venue.ts'

/** A real store, and any number of feeds over fake exchanges. */
export class LiveWorld {
  store!: TestStore
  readonly clock = createClock()
  readonly feedRegistry = new FeedRegistry()
  #running: { stop(): Promise<void> }[] = []

  /** Called once per test file. */
  static use(): LiveWorld {
    const world = new LiveWorld()
    beforeAll(async () => {
      world.store = await testStore({ relay: true })
    })
    afterEach(async () => {
      await world.stop()
      await world.store.database.pool.query('delete from followed_market')
    })
    afterAll(() => world.store.close())
    return world
  }

  venue(name: string, ...listings: MarketListing[]): FakeVenue {
    return new FakeVenue(name, listings, () => this.clock.now())
  }

  start(
    venue: FakeVenue,
    markets: readonly string[],
    given: Pick<LiveFeedOptions, 'nodes' | 'tradeBudget' | 'past' | 'relistMs'> = {},
  ): void {
    const { store, bus, database } = this.store
    this.#running.push(
      startLiveFeeds({
        store,
        bus,
        changes: storedChanges(database.pool, this.clock),
        listings: storedListings(database.pool),
        clock: this.clock,
        log: createLog('silent'),
        feedRegistry: this.feedRegistry,
        env: { markets, venueUrls: {} },
        openFeed: venue.openFeed,
        openRest: venue.openRest,
        ...given,
      }),
    )
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((feeds) => feeds.stop()))
  }

  async instrument(symbol: string): Promise<Instrument> {
    const found = await this.store.store.findInstrument(symbol)
    if (found === null) throw new Error(`${symbol} is not stored`)
    return found
  }

  async stored(symbol: string): Promise<Trades> {
    return this.store.store.readTrades(await this.instrument(symbol), { from: 0, to: Infinity, limit: 100_000 })
  }

  async gaps(symbol: string) {
    return (await this.store.store.coverage(await this.instrument(symbol))).gaps
  }

  /** Waits until the condition holds; reports the failing one on timeout. */
  async until(fact: () => unknown): Promise<void> {
    await vi.waitFor(
      async () => {
        if ((await fact()) !== true) throw new Error(`not yet: ${fact.toString()}`)
      },
      { timeout: 15_000, interval: 20 },
    )
  }
}

/** Trades of one fill: [ts, id], or with a text id [ts, text]. Prices and quantities follow from the id. */
export function tapeOf(...list: readonly (readonly [number, number | string])[]): Trades {
  const builder = new TradeBuilder()
  for (const [i, [ts, id]] of list.entries()) {
    const number = typeof id === 'number' ? id : i
    builder.push(
      ts,
      8_000 + (number % 50),
      1 + (number % 7),
      number % 2 === 0,
      1,
      typeof id === 'number' ? id : ts * 4096 + i,
      ...(typeof id === 'string' ? [id] : []),
    )
  }
  return builder.build()
}
