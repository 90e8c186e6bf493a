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

/** An exchange as it writes itself; one nobody knows keeps the form of symbols. */
export function venueName(exchange: string): string {
  return NAMES[exchange] ?? exchange
}
