import ccxt from 'ccxt'
import type { SectionAdapter } from '../../../../src/live/adapter.ts'
import { ccxtMarketOf } from '../../../../src/live/ccxt.ts'
import type { CcxtExchange } from '../../../../src/live/ccxt.ts'
import type { MarketListing } from '../../../../src/live/types.ts'

/** A ccxt exchange object as used by a section's connections. */
export function ccxtOf(section: SectionAdapter): CcxtExchange {
  const classes = ccxt.pro as unknown as Record<string, new (config: object) => CcxtExchange>
  return new classes[section.traits.ccxtId]({ options: { ...section.traits.ccxtOptions } })
}

/** The address and messages with which ccxt would subscribe to these markets; does not connect. */
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
