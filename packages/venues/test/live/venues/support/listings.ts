import type { MarketListing } from '../../../../src/live/types.ts'

const SPOT = { kind: 'spot', qtyUnit: 'base', contractSize: null, ids: 'contiguous' } as const

export const COINBASE_BTCUSD: MarketListing = {
  ...SPOT,
  symbol: 'COINBASE:BTCUSD',
  venue: 'COINBASE',
  label: 'BTC/USD',
  marketId: 'BTC-USD',
  ccxtSymbol: 'BTC/USD',
  tickSize: '0.01',
  lotSize: '0.00000001',
}

export const KRAKEN_BTCUSD: MarketListing = {
  ...SPOT,
  symbol: 'KRAKEN:BTCUSD',
  venue: 'KRAKEN',
  label: 'BTC/USD',
  marketId: 'BTC/USD',
  ccxtSymbol: 'BTC/USD',
  tickSize: '0.1',
  lotSize: '0.00000001',
}

export const HYPERLIQUID_BTC: MarketListing = {
  symbol: 'HYPERLIQUID:BTCUSDC.P',
  venue: 'HYPERLIQUID',
  kind: 'perpetual',
  label: 'BTC/USDC',
  marketId: 'BTC',
  ccxtSymbol: 'BTC/USDC:USDC',
  tickSize: '0.1',
  lotSize: '0.00001',
  qtyUnit: 'base',
  contractSize: null,
  ids: 'none',
}
