import { createSimulator, DEMO_BTCUSD } from '@flowprint/venues'
import type { MarketListing } from '@flowprint/venues'
import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import {
  bybitTape,
  contiguousTape,
  fakeBinance,
  fakeBybit,
  fakeCoinbase,
  fakeHyperliquid,
  fakeKraken,
  fakeOkx,
  hashedTape,
  okxTape,
} from '@flowprint/testkit'
import type { FakeMarket, FakeVenue } from '@flowprint/testkit'
import { INITIAL_LEVELS } from './book-source.ts'

/** One fake exchange: its protocol and its markets with their complete tapes. */
export interface ReplayedVenue {
  readonly venue: FakeVenue
  readonly markets: readonly FakeMarket[]
}

/** Trades in one millisecond. */
const BURST = 5_000

const UNITS = { tickSize: '0.1', lotSize: '0.0001' }

/** The same with an order book, which a `BookSource` changes. */
export function createVenuesWithBooks(seed: number, fromMs: number, toMs: number): ReplayedVenue[] {
  return createVenues(seed, fromMs, toMs).map(({ venue, markets }) => ({
    venue,
    markets: markets.map((market) => ({ ...market, levels: INITIAL_LEVELS })),
  }))
}

/** One market of every supported venue (Binance: spot and perpetual), with tapes of [fromMs, toMs). */
export function createVenues(seed: number, fromMs: number, toMs: number): ReplayedVenue[] {
  const tape = (offset: number): Trades => createMarketTape(seed + offset, fromMs, toMs)
  return [
    {
      venue: fakeBinance(),
      markets: [
        {
          listing: { ...spot('BINANCE', 'BTC', 'USDT'), marketId: 'BTCUSDT', ids: 'fills' },
          tape: addBurst(tape(0), toMs),
        },
        { listing: { ...perpetual('BINANCE', 'BTC', 'USDT'), marketId: 'BTCUSDT', ids: 'fills' }, tape: tape(1) },
      ],
    },
    {
      venue: fakeBybit(),
      markets: [
        {
          listing: { ...perpetual('BYBIT', 'BTC', 'USDT'), marketId: 'BTCUSDT', ids: 'none' },
          tape: bybitTape(tape(2), 'linear'),
        },
      ],
    },
    {
      venue: fakeOkx(),
      markets: [
        { listing: { ...spot('OKX', 'BTC', 'USDT'), marketId: 'BTC-USDT', ids: 'fills' }, tape: okxTape(tape(3)) },
      ],
    },
    {
      venue: fakeCoinbase(),
      markets: [
        {
          listing: { ...spot('COINBASE', 'BTC', 'USD'), marketId: 'BTC-USD', ids: 'contiguous' },
          tape: contiguousTape(tape(4)),
        },
      ],
    },
    {
      venue: fakeKraken(),
      markets: [
        {
          listing: { ...spot('KRAKEN', 'BTC', 'USD'), marketId: 'BTC/USD', ids: 'contiguous' },
          tape: contiguousTape(tape(5)),
        },
      ],
    },
    {
      venue: fakeHyperliquid(),
      markets: [
        {
          listing: { ...perpetual('HYPERLIQUID', 'BTC', 'USDC'), marketId: 'BTC', ids: 'none' },
          tape: hashedTape(tape(6)),
        },
      ],
    },
  ]
}

function spot(venue: string, base: string, quote: string): Omit<MarketListing, 'marketId' | 'ids'> {
  return {
    symbol: `${venue}:${base}${quote}`,
    venue,
    kind: 'spot',
    label: `${base}/${quote}`,
    ccxtSymbol: `${base}/${quote}`,
    ...UNITS,
    qtyUnit: 'base',
    contractSize: null,
  }
}

function perpetual(venue: string, base: string, quote: string): Omit<MarketListing, 'marketId' | 'ids'> {
  return {
    ...spot(venue, base, quote),
    symbol: `${venue}:${base}${quote}.P`,
    kind: 'perpetual',
    ccxtSymbol: `${base}/${quote}:${quote}`,
  }
}

function createMarketTape(seed: number, fromMs: number, toMs: number): Trades {
  return createSimulator({ seed, market: DEMO_BTCUSD }).trades(fromMs, toMs)
}

/** The same tape with a burst in the middle, as a liquidation causes. */
function addBurst(tape: Trades, toMs: number): Trades {
  const middle = tape.ts.findIndex((ts) => ts >= (tape.ts[0] + toMs) / 2)
  const builder = new TradeBuilder(tape.length + BURST)
  let id = tape.id[0]
  const push = (i: number, price: number, fills: number): void => {
    builder.push(tape.ts[i], price, tape.qty[i], tape.buy[i] === 1, fills, id)
    id += fills
  }
  for (let i = 0; i < tape.length; i++) {
    push(i, tape.price[i], tape.fills[i])
    if (i === middle) for (let k = 1; k <= BURST; k++) push(i, tape.price[i] - Math.ceil(k / 50), 1)
  }
  return builder.build()
}
