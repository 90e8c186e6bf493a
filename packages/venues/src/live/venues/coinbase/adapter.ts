import type { VenueAdapter } from '../../adapter.ts'
import { forgetSubscriptions } from '../forget-subscriptions.ts'
import { coinbaseListing } from './listing.ts'
import { readCoinbaseFrame } from './reader.ts'
import { coinbaseLastTradeMs, coinbaseTrades } from './rest.ts'
import { COINBASE_TRAITS } from './traits.ts'

/** `heartbeat` proves each second that the connection is alive, including products that do not trade. */
const CHANNELS = ['matches', 'heartbeat']

export const COINBASE_ADAPTER: VenueAdapter = {
  venue: 'COINBASE',
  sections: [
    {
      traits: COINBASE_TRAITS[0],
      restBase: 'https://api.exchange.coinbase.com',
      createReader: () => readCoinbaseFrame,
      useUrls(exchange, urls) {
        const { api } = exchange.urls
        if (urls.ws !== undefined) api['ws'] = urls.ws
        if (urls.rest !== undefined) api['public'] = urls.rest
      },
      subscribe(exchange, listings) {
        const symbols = listings.map((listing) => listing.ccxtSymbol)
        forgetSubscriptions(
          exchange,
          symbols.map((symbol) => `matches:${symbol}`),
        )
        return exchange.watchTradesForSymbols(symbols, undefined, undefined, { channels: CHANNELS })
      },
      async unsubscribe(exchange, listing) {
        // ccxt does not support unsubscribing for this venue.
        const client = exchange.clients[exchange.urls.api['ws'] as string]
        await client?.send({ type: 'unsubscribe', product_ids: [listing.marketId], channels: CHANNELS })
      },
      listing: coinbaseListing,
      trades: coinbaseTrades,
      lastTradeMs: coinbaseLastTradeMs,
    },
  ],
}
