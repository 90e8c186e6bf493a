import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { MarketListing } from '@flowprint/venues'
import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { fakeBinance, fakeCoinbase, fakeOkx, startFakeExchange } from '@flowprint/testkit'
import { FeedRegistry } from '../../../../src/market/ingest/feed/feed-registry.ts'
import { storedChanges } from '../../../../src/market/ingest/feed/followed-markets.ts'
import { startLiveFeeds } from '../../../../src/market/ingest/feed/live-feeds.ts'
import { createClock } from '../../../../src/platform/clock/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { LiveWorld } from './live-world.ts'

const world = LiveWorld.use()
const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.stop()
})

const EACH = 40

/** Trades of one fill every 20 ms, in ticks of 0.01; the first half on whole tenths. */
function tapeFrom(startMs: number): Trades {
  const builder = new TradeBuilder()
  for (let i = 0; i < 2 * EACH; i++)
    builder.push(startMs + i * 20, 83_000 + (i < EACH ? i * 10 : i), 1 + i, i % 2 === 0, 1, 1_000 + i)
  return builder.build()
}

type Mutable = { -readonly [Key in keyof MarketListing]: MarketListing[Key] }

test.each([
  { venue: fakeBinance, name: 'BINANCE', quote: 'USDT', join: '' },
  { venue: fakeOkx, name: 'OKX', quote: 'USDT', join: '-' },
  { venue: fakeCoinbase, name: 'COINBASE', quote: 'USD', join: '-' },
])(
  '$name: a market with a finer tick is resubscribed while others share its connection',
  async ({ venue, name, quote, join }) => {
    const listingOf = (base: string): Mutable => ({
      symbol: `${name}:${base}${quote}`,
      venue: name,
      kind: 'spot',
      label: `${base}/${quote}`,
      marketId: `${base}${join}${quote}`,
      ccxtSymbol: `${base}/${quote}`,
      tickSize: '0.01',
      lotSize: '0.0001',
      qtyUnit: 'base',
      contractSize: null,
      ids: 'fills',
    })
    const startMs = Date.now() - 500
    const tape = tapeFrom(startMs)
    const [changing, other] = [listingOf('BTC'), listingOf('ETH')]
    const exchange = await startFakeExchange({
      venue: venue(),
      markets: [
        { listing: changing, tape },
        { listing: other, tape: tapeFrom(startMs) },
      ],
      startMs,
    })
    open.push({ stop: () => exchange.close() })
    changing.tickSize = '0.1'
    const { store, bus, database } = world.store
    const feedRegistry = new FeedRegistry()
    open.push(
      startLiveFeeds({
        store,
        bus,
        changes: storedChanges(database.pool, createClock()),
        clock: createClock(),
        log: createLog('silent'),
        feedRegistry,
        env: { markets: [changing.symbol, other.symbol], venueUrls: { [name]: exchange.urls } },
      }),
    )
    const subscriptions = (): number => exchange.clients.reduce((sum, { subscribed }) => sum + subscribed.size, 0)
    await world.until(() => subscriptions() === 2)
    exchange.emit(2 * EACH)
    await world.until(async () => (await world.stored(changing.symbol)).length === EACH)
    changing.tickSize = '0.01'
    // The first finer price cannot be parsed, so the listing is loaded again.
    exchange.emit(20)
    await world.until(async () => (await world.instrument(changing.symbol)).version === 2)
    // Trades during the resubscription are detected as missing by the trades after it.
    while (exchange.left > 4) {
      exchange.emit(2)
      await sleep(50)
    }
    await world.until(() => subscriptions() === 2 && feedRegistry.markets().every(({ state }) => state === 'live'))
    exchange.emit(4)
    await world.until(async () => (await world.stored(changing.symbol)).length === 2 * EACH)
    expect(Array.from((await world.stored(changing.symbol)).price)).toEqual(Array.from(tape.price))
    await world.until(async () => (await world.stored(other.symbol)).length === 2 * EACH)
    expect(await world.instrument(other.symbol)).toMatchObject({ version: 1, tickSize: '0.01' })
  },
  60_000,
)
