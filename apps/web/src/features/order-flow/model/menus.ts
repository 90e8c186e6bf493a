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
    queryFn: ({ signal }) => call('GET /menus', { signal, toast: false }),
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
