import type { MarketListing } from '../../../../src/live/types.ts'

const BYBIT = { venue: 'BYBIT', ids: 'none', contractSize: null, qtyUnit: 'base' } as const
const OKX = { venue: 'OKX', ids: 'fills' } as const

/** One market per section, with the units listed by the exchanges. */
export const BYBIT_MARKETS: Readonly<Record<'spot' | 'linear' | 'inverse', MarketListing>> = {
  spot: {
    ...BYBIT,
    symbol: 'BYBIT:ETHUSDT',
    kind: 'spot',
    label: 'ETH/USDT',
    marketId: 'ETHUSDT',
    ccxtSymbol: 'ETH/USDT',
    tickSize: '0.01',
    lotSize: '0.00001',
  },
  linear: {
    ...BYBIT,
    symbol: 'BYBIT:BTCUSDT.P',
    kind: 'perpetual',
    label: 'BTC/USDT',
    marketId: 'BTCUSDT',
    ccxtSymbol: 'BTC/USDT:USDT',
    tickSize: '0.10',
    lotSize: '0.001',
  },
  inverse: {
    ...BYBIT,
    symbol: 'BYBIT:BTCUSD.P',
    kind: 'perpetual',
    label: 'BTC/USD',
    marketId: 'BTCUSD',
    ccxtSymbol: 'BTC/USD:BTC',
    tickSize: '0.50',
    lotSize: '1',
    qtyUnit: 'contract',
    contractSize: '1',
  },
}

export const OKX_MARKETS: Readonly<Record<'spot' | 'linear' | 'inverse', MarketListing>> = {
  spot: {
    ...OKX,
    symbol: 'OKX:BTCUSDT',
    kind: 'spot',
    label: 'BTC/USDT',
    marketId: 'BTC-USDT',
    ccxtSymbol: 'BTC/USDT',
    tickSize: '0.1',
    lotSize: '0.00000001',
    qtyUnit: 'base',
    contractSize: null,
  },
  linear: {
    ...OKX,
    symbol: 'OKX:BTCUSDT.P',
    kind: 'perpetual',
    label: 'BTC/USDT',
    marketId: 'BTC-USDT-SWAP',
    ccxtSymbol: 'BTC/USDT:USDT',
    tickSize: '0.1',
    lotSize: '0.01',
    qtyUnit: 'contract',
    contractSize: '0.01',
  },
  inverse: {
    ...OKX,
    symbol: 'OKX:BTCUSD.P',
    kind: 'perpetual',
    label: 'BTC/USD',
    marketId: 'BTC-USD-SWAP',
    ccxtSymbol: 'BTC/USD:BTC',
    tickSize: '0.1',
    lotSize: '1',
    qtyUnit: 'contract',
    contractSize: '100',
  },
}
