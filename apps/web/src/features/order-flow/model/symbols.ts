import type { MenuSymbol } from '@flowprint/contract'

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Rank of a symbol for a search: lower is better, null does not match. Ignores punctuation and case. */
function rank(market: MenuSymbol, wanted: string): number | null {
  const label = plain(market.label)
  const code = plain(market.value.slice(market.value.indexOf(':') + 1))
  if (label === wanted || code === wanted) return 0
  if (label.startsWith(wanted) || code.startsWith(wanted)) return 1
  if (plain(market.value).startsWith(wanted) || plain(market.exchange).startsWith(wanted)) return 2
  return plain(market.value).includes(wanted) || label.includes(wanted) ? 3 : null
}

/**
 * The symbols that match every word of the search, best first; equal ranks keep their order. An empty search matches
 * all.
 */
export function searchSymbols(symbols: readonly MenuSymbol[], text: string): readonly MenuSymbol[] {
  const words = text.split(/\s+/).map(plain).filter(Boolean)
  if (words.length === 0) return symbols
  const found: { market: MenuSymbol; score: number }[] = []
  for (const market of symbols) {
    const scores = words.map((word) => rank(market, word))
    if (scores.every((score) => score !== null)) found.push({ market, score: Math.min(...(scores as number[])) })
  }
  return found.sort((a, b) => a.score - b.score).map(({ market }) => market)
}

/** The viewed symbols that are still available, in history order. */
export function viewedSymbols(symbols: readonly MenuSymbol[], history: readonly string[]): readonly MenuSymbol[] {
  return history.flatMap((name) => symbols.find(({ value }) => value === name) ?? [])
}

/** Suggestions for an unknown name: the most similar available symbols. */
export function nearestSymbols(symbols: readonly MenuSymbol[], name: string, count = 3): readonly MenuSymbol[] {
  const wanted = plain(name)
  const common = (text: string) => {
    const other = plain(text)
    let length = 0
    for (let size = Math.min(wanted.length, other.length); size > 1 && length === 0; size--) {
      for (let at = 0; at + size <= wanted.length && length === 0; at++) {
        if (other.includes(wanted.slice(at, at + size))) length = size
      }
    }
    return length
  }
  return symbols
    .map((market) => ({ market, length: common(market.value) }))
    .sort((a, b) => b.length - a.length)
    .slice(0, count)
    .map(({ market }) => market)
}

const VENUE_NAMES: Readonly<Record<string, string>> = {
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
  return VENUE_NAMES[exchange] ?? exchange
}
