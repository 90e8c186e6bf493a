import type { SectionAdapter, VenueAdapter } from '../../adapter.ts'
import type { CcxtExchange } from '../../ccxt-types.ts'
import { takeBack } from '../forget-subscriptions.ts'
import { okxListing } from './listing.ts'
import { readOkxFrame } from './reader.ts'
import { okxLastTradeMs, okxTrades } from './rest.ts'
import { OKX_TRAITS } from './traits.ts'

export const OKX_ADAPTER: VenueAdapter = {
  venue: 'OKX',
  sections: OKX_TRAITS.map((traits): SectionAdapter => ({
    traits,
    createReader: () => readOkxFrame,
    useUrls: (exchange, urls) => {
      if (urls.ws !== undefined) exchange.urls.api['ws'] = urls.ws
      if (urls.rest !== undefined) exchange.urls.api['rest'] = urls.rest
    },
    subscribe: (exchange, listings) => {
      leaveRetiredPort(exchange)
      return exchange.watchTradesForSymbols(listings.map((listing) => listing.ccxtSymbol))
    },
    unsubscribe: (exchange, { ccxtSymbol, marketId }) =>
      takeBack(exchange, `trades:${ccxtSymbol}`, {
        op: 'unsubscribe',
        args: [{ channel: 'trades', instId: marketId }],
      }),
    listing: okxListing,
    restBase: 'https://www.okx.com',
    trades: okxTrades,
    lastTradeMs: okxLastTradeMs,
  })),
}

/** OKX closed port 8443 to WebSockets on 2026-10-31; ccxt 4.5.84 still uses it. The same host and path work on 443. */
function leaveRetiredPort(exchange: CcxtExchange): void {
  const { api } = exchange.urls
  if (typeof api['ws'] === 'string') api['ws'] = api['ws'].replace('wss://ws.okx.com:8443/', 'wss://ws.okx.com/')
}
