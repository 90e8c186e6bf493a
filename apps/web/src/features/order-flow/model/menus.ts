import type { Menus, MenuSymbol } from '@flowprint/contract'
import { cycleMsOf, type CycleName, MINUTE_MS } from '@flowprint/orderflow'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call } from '../../../shared/http/call.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'

const REFETCH_MS = 5 * MINUTE_MS
const SETTLING_REFETCH_MS = 1000

/** Available symbols, cycles and precisions. Refetched periodically: imports and feeds add to them. */
export function useMenus() {
  const language = useLanguage()
  return useQuery({
    queryKey: ['menus', language],
    queryFn: ({ signal }) => call('GET /menus', { signal, say: false }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.symbol.length === 0 || data.symbol.some(({ value }) => isSettling(data, value)))
        ? SETTLING_REFETCH_MS
        : REFETCH_MS,
    placeholderData: (before) => before,
  })
}

export function findMarket(menus: Menus, symbol: string | undefined): MenuSymbol | undefined {
  return menus.symbol.find(({ value }) => value === symbol)
}

/** A simulated market whose first history is still being generated: no recommendation is available yet. */
export function isSettling(menus: Menus, symbol: string | undefined): boolean {
  const market = findMarket(menus, symbol)
  return market?.kind === 'simulated' && Object.keys(menus.recommend[market.value] ?? {}).length === 0
}

/** Name of the unit of quantities. */
export function unitNameOf(market: MenuSymbol, unit: 'base' | 'quote'): string {
  return currenciesOf(market)[unit]
}

/** Splits "LTC/USDT" into base and quote; without a slash both are unknown. */
export function currenciesOf(market: MenuSymbol): { readonly base: string; readonly quote: string } {
  const [base, quote] = market.label.split('/')
  return { base: base?.trim() ?? '', quote: quote?.replace(/\s.*$/, '').trim() ?? '' }
}

const isCycle = (value: string): value is CycleName => cycleMsOf(value) !== undefined

/** A time cycle in full words; other cycles unchanged. */
export const cycleHint = (t: TFunction, value: string): string =>
  isCycle(value) ? t(`order.cycleName.${value}`) : value

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
