import type { VenueAdapter } from '../../adapter.ts'
import { forgetSubscriptions } from '../forget-subscriptions.ts'
import { hyperliquidListing } from './listing.ts'
import { readHyperliquidFrame } from './reader.ts'
import { hyperliquidLastTradeMs, hyperliquidMinuteVolumes, hyperliquidTrades } from './rest.ts'
import { HYPERLIQUID_TRAITS } from './traits.ts'

export const HYPERLIQUID_ADAPTER: VenueAdapter = {
  venue: 'HYPERLIQUID',
  sections: [
    {
      traits: HYPERLIQUID_TRAITS[0],
      restBase: 'https://api.hyperliquid.xyz',
      createReader: () => readHyperliquidFrame,
      useUrls(exchange, urls) {
        const { api } = exchange.urls
        if (urls.ws !== undefined) (api['ws'] as Record<string, string>)['public'] = urls.ws
        if (urls.rest !== undefined) api['public'] = urls.rest
      },
      // ccxt subscribes to a perpetual by its base name: kPEPE, not KPEPE.
      ccxtMarket: (listing) => ({ baseName: listing.marketId }),
      subscribe(exchange, listings) {
        forgetSubscriptions(
          exchange,
          listings.map((listing) => `trade:${listing.ccxtSymbol}`),
        )
        return Promise.all(listings.map((listing) => exchange.watchTrades(listing.ccxtSymbol)))
      },
      async unsubscribe(exchange, listing) {
        // Without ccxt: its unWatchTrades also rejects the pending promises of the market's trades.
        const client = exchange.clients[(exchange.urls.api['ws'] as Record<string, string>)['public']]
        await client?.send({ method: 'unsubscribe', subscription: { type: 'trades', coin: listing.marketId } })
      },
      listing: hyperliquidListing,
      trades: hyperliquidTrades,
      lastTradeMs: hyperliquidLastTradeMs,
      minuteVolumes: hyperliquidMinuteVolumes,
    },
  ],
}
