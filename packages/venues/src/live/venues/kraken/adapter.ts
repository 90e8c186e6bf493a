import type { VenueAdapter } from '../../adapter.ts'
import { forgetSubscriptions } from '../forget-subscriptions.ts'
import { krakenListing } from './listing.ts'
import { readKrakenFrame } from './reader.ts'
import { krakenLastTradeMs, krakenTrades } from './rest.ts'
import { KRAKEN_TRAITS } from './traits.ts'

export const KRAKEN_ADAPTER: VenueAdapter = {
  venue: 'KRAKEN',
  sections: [
    {
      traits: KRAKEN_TRAITS[0],
      restBase: 'https://api.kraken.com',
      createReader: () => readKrakenFrame,
      useUrls(exchange, urls) {
        const { api } = exchange.urls
        if (urls.ws !== undefined) (api['ws'] as Record<string, string>)['publicV2'] = urls.ws
        if (urls.rest !== undefined) api['public'] = urls.rest
      },
      subscribe(exchange, listings) {
        const symbols = listings.map((listing) => listing.ccxtSymbol)
        forgetSubscriptions(
          exchange,
          symbols.map((symbol) => `trade@${symbol}`),
        )
        // Kraken's own names, which differ in ccxt (LUNA is LUNC there); the snapshot overlaps earlier trades.
        const params = { symbol: listings.map((listing) => listing.marketId), snapshot: true }
        return exchange.watchTradesForSymbols(symbols, undefined, undefined, params)
      },
      async unsubscribe(exchange, listing) {
        // ccxt does not support unsubscribing for this venue.
        const client = exchange.clients[(exchange.urls.api['ws'] as Record<string, string>)['publicV2']]
        await client?.send({ method: 'unsubscribe', params: { channel: 'trade', symbol: [listing.marketId] } })
      },
      listing: krakenListing,
      trades: krakenTrades,
      lastTradeMs: krakenLastTradeMs,
    },
  ],
}
