import type { MarketListing } from '@flowprint/venues'
import { simulatedTape, type FakeMarket } from '@flowprint/testkit'
import { sliceTrades } from '@flowprint/orderflow'

export const SPOT: MarketListing = {
  symbol: 'BINANCE:BTCUSDT',
  venue: 'BINANCE',
  kind: 'spot',
  label: 'BTC/USDT',
  marketId: 'BTCUSDT',
  ccxtSymbol: 'BTC/USDT',
  tickSize: '0.01',
  lotSize: '0.00001',
  qtyUnit: 'base',
  contractSize: null,
  ids: 'fills',
}

export const PERPETUAL: MarketListing = {
  ...SPOT,
  symbol: 'BINANCE:BTCUSDT.P',
  kind: 'perpetual',
  ccxtSymbol: 'BTC/USDT:USDT',
  tickSize: '0.1',
  lotSize: '0.001',
}

/** A market of the fake exchange with the first trades of a simulated tape. */
export function fakeMarket(listing: MarketListing, trades: number, seed = 1): FakeMarket {
  return { listing, tape: sliceTrades(simulatedTape({ seed, minutes: Math.ceil(trades / 100) + 1 }), 0, trades) }
}

/** Durations short enough for tests. */
export const QUICK = {
  heartbeatMs: 40,
  silentAfterMs: 5000,
  quietAfterMs: 60_000,
  confirmWithinMs: 5000,
  connectWithinMs: 5000,
  overlapMs: 60,
  overlapMaxMs: 400,
  backoffBaseMs: 20,
  backoffCapMs: 100,
  unreachableRetryMs: 150,
  giveUpAttempts: 3,
  stableAfterMs: 300,
  graceMs: 100,
  aliveEveryMs: 20,
}
