import { describe, expect, test } from 'vitest'
import { createSimulator, DEMO_BTCUSD } from '@flowprint/venues'
import type { MarketListing } from '@flowprint/venues'
import { aggregateTrades, fromUnits, decimalUnit } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { bybitTape, fakeBinance, fakeBybit, startFakeExchange } from '@flowprint/testkit'
import type { FakeExchange, FakeVenue } from '@flowprint/testkit'
import { FeedRegistry } from '../../../../src/market/ingest/feed/feed-registry.ts'
import { storedChanges } from '../../../../src/market/ingest/feed/followed-markets.ts'
import { startLiveFeeds } from '../../../../src/market/ingest/feed/live-feeds.ts'
import { createClock } from '../../../../src/platform/clock/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { appUnderTest } from '../../../app-under-test.ts'
import { LiveWorld } from './live-world.ts'

const FROM = Date.UTC(2026, 0, 5, 12)
const MINUTES = 4
const SPEED = 20
/** Without ids, an accelerated clock would leave no margin for messages in transit. */
const GENTLE = { minutes: 1.5, speed: 6 }

const world = LiveWorld.use()

/** Registers clean-up for the end of the test, run in reverse order. */
type AtEnd = (stop: () => Promise<void>) => void

interface Played {
  readonly exchange: FakeExchange
  readonly listing: MarketListing
  readonly tape: Trades
  readonly clock: { now(): number }
}

/** A market of some minutes played in about twelve seconds, followed over the protocol of the exchange. */
async function play(
  atEnd: AtEnd,
  venue: FakeVenue,
  listing: MarketListing,
  tape: Trades,
  speed = SPEED,
): Promise<Played> {
  const exchange = await startFakeExchange({ venue, markets: [{ listing, tape }], startMs: FROM })
  atEnd(() => exchange.close())
  const clock = createClock({ atMs: FROM, sinceMs: Date.now() + 1_000, speed })
  const { store, bus, database } = world.store
  const feeds = startLiveFeeds({
    store,
    bus,
    changes: storedChanges(database.pool, clock),
    clock,
    log: createLog('silent'),
    feedRegistry: new FeedRegistry(),
    env: { markets: [listing.symbol], venueUrls: { [listing.venue]: exchange.urls } },
  })
  atEnd(() => feeds.stop())
  await world.until(() => exchange.clients.some(({ subscribed }) => subscribed.size > 0) && clock.now() >= FROM)
  exchange.run(speed)
  return { exchange, listing, tape, clock }
}

const simulated = (seed: number, minutes = MINUTES): Trades =>
  createSimulator({ seed, market: DEMO_BTCUSD }).trades(FROM, FROM + minutes * 60_000)

async function expectFootprint(atEnd: AtEnd, { listing, tape }: Played): Promise<void> {
  const { app } = await appUnderTest({ store: world.store.store, bus: world.store.bus })
  atEnd(async () => app.close())
  const url = `/api/footprint?symbol=${listing.symbol}&cycle=1m&precision=1&from=${FROM}&to=${FROM + MINUTES * 60_000}`
  const answer = await app.inject({ url, headers: { accept: 'application/json' } })
  const bars = aggregateTrades(tape, { cycleMs: 60_000, step: 10 })
  const lots = (value: number): string => fromUnits(value, decimalUnit(listing.lotSize))
  const expected = Array.from(bars.t, (t, i) => [
    t,
    lots(bars.bid[i]),
    lots(bars.ask[i]),
    bars.trades[i],
    bars.cellStart[i + 1] - bars.cellStart[i],
  ])
  const got = answer
    .json()
    .data.bars.map((bar: { t: number; bid: string; ask: string; trades: number; levels: unknown[] }) => [
      bar.t,
      bar.bid,
      bar.ask,
      bar.trades,
      bar.levels.length,
    ])
  expect(got).toEqual(expected)
}

// Concurrent, since they mostly wait for the clocks of their exchanges.
describe.concurrent('exchange that drops, repeats, reorders, truncates and stalls', () => {
  test(
    'is followed trade by trade when ids prove it (Binance)',
    { tags: ['long'], timeout: 90_000 },
    async ({ onTestFinished }) => {
      const listing: MarketListing = {
        symbol: 'BINANCE:BTCUSDT',
        venue: 'BINANCE',
        kind: 'spot',
        label: 'BTC/USDT',
        marketId: 'BTCUSDT',
        ccxtSymbol: 'BTC/USDT',
        tickSize: '0.1',
        lotSize: '0.0001',
        qtyUnit: 'base',
        contractSize: null,
        ids: 'fills',
      }
      const played = await play(onTestFinished, fakeBinance(), listing, simulated(5))
      const { exchange, tape } = played
      const third = tape.length / 3
      await world.until(() => exchange.left < 2.5 * third)
      Object.assign(exchange.faults, { drop: 25, duplicate: 10, reorder: 4 })
      await world.until(() => exchange.left < 1.5 * third)
      exchange.faults.serverErrors = 2
      exchange.cut()
      await world.until(() => exchange.left < third)
      Object.assign(exchange.faults, { drop: 5, garbage: 3 })
      await world.until(() => exchange.left === 0)
      await world.until(async () => (await world.stored(listing.symbol)).length === tape.length)
      const { id, ts, price, qty, buy, fills } = await world.stored(listing.symbol)
      expect({ id, ts, price, qty, buy, fills }).toEqual({
        id: tape.id,
        ts: tape.ts,
        price: tape.price,
        qty: tape.qty,
        buy: tape.buy,
        fills: tape.fills,
      })
      await world.until(async () => (await world.gaps(listing.symbol)).length === 0)
      await expectFootprint(onTestFinished, played)
    },
  )

  test(
    'is followed trade by trade, or reports the incomplete minutes, without ids (Bybit)',
    { tags: ['long'], timeout: 90_000 },
    async ({ onTestFinished }) => {
      const listing: MarketListing = {
        symbol: 'BYBIT:BTCUSDT.P',
        venue: 'BYBIT',
        kind: 'perpetual',
        label: 'BTC/USDT',
        marketId: 'BTCUSDT',
        ccxtSymbol: 'BTC/USDT:USDT',
        tickSize: '0.1',
        lotSize: '0.0001',
        qtyUnit: 'base',
        contractSize: null,
        ids: 'none',
      }
      const { exchange, tape } = await play(
        onTestFinished,
        fakeBybit(),
        listing,
        bybitTape(simulated(6, GENTLE.minutes), 'linear'),
        GENTLE.speed,
      )
      await world.until(() => exchange.left < tape.length / 2)
      exchange.cut()
      await world.until(() => exchange.left === 0)
      const settled = async (): Promise<boolean> =>
        (await world.gaps(listing.symbol)).every(({ state }) => state === 'lost')
      await world.until(
        async () => (await world.stored(listing.symbol)).ts.at(-1) === tape.ts.at(-1) && (await settled()),
      )
      const stored = new Set((await world.stored(listing.symbol)).textId)
      const gaps = await world.gaps(listing.symbol)
      const missing = (tape.textId ?? []).flatMap((id, i) => (stored.has(id) ? [] : [tape.ts[i]]))
      expect(missing.filter((ts) => !gaps.some((gap) => gap.from <= ts && ts <= gap.to))).toEqual([])
      expect(stored.size + missing.length).toBe(tape.length)
    },
  )
})
