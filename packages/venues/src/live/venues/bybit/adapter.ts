import type { SectionAdapter, VenueAdapter } from '../../adapter.ts'
import type { CcxtExchange } from '../../ccxt-types.ts'
import type { SectionUrls } from '../../options.ts'
import { takeBack } from '../forget-subscriptions.ts'
import { bybitListing } from './listing.ts'
import { readBybitFrame } from './reader.ts'
import { bybitLastTradeMs, bybitMinuteVolumes, bybitTrades } from './rest.ts'
import type { BybitCategory } from './rest.ts'
import { BYBIT_TRAITS } from './traits.ts'

export const BYBIT_ADAPTER: VenueAdapter = {
  venue: 'BYBIT',
  sections: BYBIT_TRAITS.map((traits): SectionAdapter => {
    // Sections are named as Bybit names its categories.
    const category = traits.section as BybitCategory
    return {
      traits,
      createReader: () => readBybitFrame,
      useUrls: (exchange, urls) => useUrls(exchange, category, urls),
      unsubscribe: (exchange, { ccxtSymbol, marketId }) =>
        takeBack(exchange, `trade:${ccxtSymbol}`, { op: 'unsubscribe', args: [`publicTrade.${marketId}`] }),
      listing: bybitListing,
      restBase: 'https://api.bybit.com',
      trades: (rest, listing, request) => bybitTrades(rest, category, listing, request),
      lastTradeMs: (rest, listing) => bybitLastTradeMs(rest, category, listing),
      minuteVolumes: (rest, listing, fromTs, toTs) => bybitMinuteVolumes(rest, category, listing, fromTs, toTs),
    }
  }),
}

function useUrls(exchange: CcxtExchange, category: BybitCategory, urls: SectionUrls): void {
  const api = exchange.urls.api as Record<string, unknown> & { ws: { public: Record<string, string> } }
  if (urls.ws !== undefined) api.ws.public[category] = urls.ws
  if (urls.rest !== undefined) for (const use of ['public', 'spot', 'v2']) api[use] = urls.rest
}
