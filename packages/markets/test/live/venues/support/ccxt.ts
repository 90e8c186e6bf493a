import ccxt from 'ccxt'
import type { SectionAdapter } from '../../../../src/live/adapter.ts'
import { ccxtMarketOf } from '../../../../src/live/ccxt-market.ts'
import type { CcxtExchange } from '../../../../src/live/ccxt-types.ts'
import type { MarketListing } from '../../../../src/live/types.ts'

/** An exchange object of ccxt as a section's connections use it. */
export function ccxtOf(section: SectionAdapter): CcxtExchange {
  const classes = ccxt.pro as unknown as Record<string, new (config: object) => CcxtExchange>
  return new classes[section.traits.ccxtId]({ options: { ...section.traits.ccxtOptions } })
}

/** Where ccxt would connect to and what it would send to subscribe to these markets; nothing is connected. */
export async function subscriptionOf(
  section: SectionAdapter,
  listings: readonly MarketListing[],
): Promise<{ url: string; message: unknown }> {
  const exchange = ccxtOf(section) as CcxtExchange & { watchMultiple: unknown }
  exchange.setMarkets(listings.map((listing) => ({ ...ccxtMarketOf(listing), ...section.ccxtMarket?.(listing) })))
  return new Promise((resolve, reject) => {
    exchange.watchMultiple = (url: string, _hashes: unknown, message: unknown) => {
      resolve({ url, message })
      return new Promise(() => {})
    }
    const symbols = listings.map((listing) => listing.ccxtSymbol)
    const watched = section.subscribe?.(exchange, listings) ?? exchange.watchTradesForSymbols(symbols)
    watched.catch(reject)
  })
}
