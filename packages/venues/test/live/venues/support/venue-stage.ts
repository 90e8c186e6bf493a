import { openVenueFeed, openVenueRest } from '@flowprint/venues'
import type { MarketListing, VenueFeed, VenueRest } from '@flowprint/venues'
import {
  contiguousTape,
  fakeCoinbase,
  fakeHyperliquid,
  fakeKraken,
  hashedTape,
  simulatedTape,
  startFakeExchange,
} from '@flowprint/testkit'
import type { FakeExchange, FakeMarket, FakeVenue } from '@flowprint/testkit'
import { sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { QUICK } from '../../binance-markets.ts'
import { FeedRecorder } from '../../feed-recorder.ts'
import { COINBASE_BTCUSD, HYPERLIQUID_BTC, KRAKEN_BTCUSD } from './listings.ts'

/** Two markets of a venue, the second with an unusual name, and its fake. */
export interface VenueCase {
  readonly venue: string
  readonly create: () => FakeVenue
  readonly listings: readonly [MarketListing, MarketListing]
  readonly number: (tape: Trades) => Trades
}

export const COINBASE: VenueCase = {
  venue: 'COINBASE',
  create: fakeCoinbase,
  number: contiguousTape,
  listings: [
    COINBASE_BTCUSD,
    {
      ...COINBASE_BTCUSD,
      symbol: 'COINBASE:CGLDEUR',
      label: 'CGLD/EUR',
      marketId: 'CGLD-EUR',
      ccxtSymbol: 'CELO/EUR',
      tickSize: '0.001',
      lotSize: '0.01',
    },
  ],
}

export const KRAKEN: VenueCase = {
  venue: 'KRAKEN',
  create: fakeKraken,
  number: contiguousTape,
  listings: [
    KRAKEN_BTCUSD,
    {
      ...KRAKEN_BTCUSD,
      symbol: 'KRAKEN:LUNAUSD',
      label: 'LUNA/USD',
      marketId: 'LUNA/USD',
      ccxtSymbol: 'LUNC/USD',
      tickSize: '0.00000001',
    },
  ],
}

export const HYPERLIQUID: VenueCase = {
  venue: 'HYPERLIQUID',
  create: fakeHyperliquid,
  number: hashedTape,
  listings: [
    HYPERLIQUID_BTC,
    {
      ...HYPERLIQUID_BTC,
      symbol: 'HYPERLIQUID:KPEPEUSDC.P',
      label: 'KPEPE/USDC',
      marketId: 'kPEPE',
      ccxtSymbol: 'KPEPE/USDC:USDC',
      tickSize: '0.000001',
      lotSize: '1',
    },
  ],
}

export interface Stage {
  readonly fake: FakeExchange
  readonly markets: readonly FakeMarket[]
  readonly feed: VenueFeed
  readonly rest: VenueRest
  readonly heard: FeedRecorder
  /** Messages from clients, in order. */
  readonly asked: string[]
}

/**
 * A fake exchange with `trades` of each market, and a feed and REST client pointed at it; adds them to `open`, which is
 * closed in reverse.
 */
export async function venueStage(one: VenueCase, trades: number, open: { close(): Promise<void> }[]): Promise<Stage> {
  const markets = one.listings.map((listing, i): FakeMarket => ({
    listing,
    tape: one.number(sliceTrades(simulatedTape({ seed: i + 1 }), 0, trades)),
  }))
  const asked: string[] = []
  const spoken = one.create()
  const venue: FakeVenue = {
    ...spoken,
    onMessage(connection, text, book) {
      asked.push(text)
      spoken.onMessage(connection, text, book)
    },
  }
  const fake = await startFakeExchange({ venue, markets })
  const heard = new FeedRecorder()
  const feed = await openVenueFeed(one.venue, { listener: heard, urls: fake.urls, tuning: QUICK })
  const rest = await openVenueRest(one.venue, { urls: fake.urls, retryBaseMs: 10 })
  open.push(fake, feed, rest)
  return { fake, markets, feed, rest, heard, asked }
}
