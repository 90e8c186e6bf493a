import type { Menus, MenuSymbol } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/http/call.ts'
import { useLanguage } from '../../../shared/i18n/use-language.ts'

/** Symbols, cycles and precisions on offer. Asked again now and then: imports and feeds add to them. */
export function useMenus() {
  const language = useLanguage()
  return useQuery({
    queryKey: ['menus', language],
    queryFn: ({ signal }) => call('/menus', { signal }) as Promise<Menus>,
    refetchInterval: 5 * 60_000,
    placeholderData: (before) => before,
  })
}

export function findMarket(menus: Menus, symbol: string | undefined): MenuSymbol | undefined {
  return menus.symbol.find(({ value }) => value === symbol)
}

/** "LTC/USDT" apart into what is traded and what it is paid in; without a slash both are unknown. */
export function currenciesOf(market: MenuSymbol): { readonly base: string; readonly quote: string } {
  const [base, quote] = market.label.split('/')
  return { base: base?.trim() ?? '', quote: quote?.replace(/\s.*$/, '').trim() ?? '' }
}
