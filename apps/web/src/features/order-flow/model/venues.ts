const NAMES: Readonly<Record<string, string>> = {
  BINANCE: 'Binance',
  BYBIT: 'Bybit',
  OKX: 'OKX',
  COINBASE: 'Coinbase',
  KRAKEN: 'Kraken',
  HYPERLIQUID: 'Hyperliquid',
  BITMEX: 'BitMEX',
  BITGET: 'Bitget',
  KUCOIN: 'KuCoin',
  GATE: 'Gate',
  MEXC: 'MEXC',
  BITSTAMP: 'Bitstamp',
  BITFINEX: 'Bitfinex',
  DERIBIT: 'Deribit',
}

/** Display name of an exchange; unknown ones keep the spelling of symbols. */
export function venueName(exchange: string): string {
  return NAMES[exchange] ?? exchange
}
