/**
 * Followed when MARKETS is not set: the most traded pairs, on venues that serve most countries, so that a pair blocked
 * in one region is available from another venue.
 */
export const DEFAULT_MARKETS: readonly string[] = [
  'BINANCE:BTCUSDT',
  'BINANCE:ETHUSDT',
  'BINANCE:SOLUSDT',
  'BINANCE:BTCUSDT.P',
  'BINANCE:ETHUSDT.P',
  'OKX:BTCUSDT',
  'OKX:BTCUSDT.P',
  'BYBIT:BTCUSDT.P',
  'BYBIT:ETHUSDT.P',
  'COINBASE:BTCUSD',
  'KRAKEN:BTCUSD',
  'HYPERLIQUID:BTCUSDC.P',
]
