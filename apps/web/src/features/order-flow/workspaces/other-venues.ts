import type { Menus } from '@flowprint/contract'
import { currenciesOf, findMarket } from '../model/menus.ts'

/** The same pair on other venues, those whose data are live first. */
export function otherVenues(menus: Menus, symbol: string | undefined): string[] {
  const market = findMarket(menus, symbol)
  if (market === undefined) return []
  const { base, quote } = currenciesOf(market)
  if (base === '' || quote === '') return []
  return menus.symbol
    .filter((other) => {
      const pair = currenciesOf(other)
      return other.value !== symbol && pair.base === base && pair.quote === quote
    })
    .sort((a, b) => Number(b.live) - Number(a.live))
    .map(({ value }) => value)
}
