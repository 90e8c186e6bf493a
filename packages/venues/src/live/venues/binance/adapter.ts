import type { SectionAdapter, VenueAdapter } from '../../adapter.ts'
import type { CcxtExchange } from '../../ccxt-types.ts'
import type { VenueTraits } from '../../venue-traits.ts'
import { AggTrades, type AggTradesApi } from './agg-trades.ts'
import { takeBack } from '../forget-subscriptions.ts'
import { binanceListing } from './listing.ts'
import { readBinance } from './reader.ts'
import { BINANCE_TRAITS } from './traits.ts'

interface SectionWays {
  readonly restBase: string
  readonly api: AggTradesApi
  /** Keys and paths of ccxt's table of addresses. */
  readonly ws: string
  readonly rest: readonly (readonly [key: string, path: string])[]
}

const WAYS: Readonly<Record<string, SectionWays>> = {
  spot: {
    restBase: 'https://api.binance.com',
    api: { path: '/api/v3/aggTrades', weight: 4, pageRows: 1000 },
    ws: 'spot',
    rest: [
      ['public', '/api/v3'],
      ['v1', '/api/v1'],
    ],
  },
  usdm: {
    restBase: 'https://fapi.binance.com',
    api: { path: '/fapi/v1/aggTrades', weight: 20, pageRows: 1000 },
    ws: 'future',
    rest: [
      ['fapiPublic', '/fapi/v1'],
      ['fapiPublicV2', '/fapi/v2'],
      ['fapiPublicV3', '/fapi/v3'],
    ],
  },
}

export const BINANCE_ADAPTER: VenueAdapter = { venue: 'BINANCE', sections: BINANCE_TRAITS.map(sectionOf) }

/** Out of the range of the ids that ccxt counts from 1. */
const UNSUBSCRIBING = 2_000_000_000

function sectionOf(traits: VenueTraits): SectionAdapter {
  const ways = WAYS[traits.section]
  const aggTrades = (...[rest, listing]: Parameters<SectionAdapter['lastTradeMs']>) =>
    new AggTrades(rest, ways.api, listing)
  return {
    traits,
    restBase: ways.restBase,
    createReader: () => readBinance,
    useUrls: (exchange, urls) => {
      const api = exchange.urls.api
      if (urls.ws !== undefined) (api['ws'] as Record<string, unknown>)[ways.ws] = urls.ws
      if (urls.rest !== undefined) for (const [key, path] of ways.rest) api[key] = urls.rest + path
    },
    subscribe: (exchange, listings) => {
      oneConnection(exchange)
      // ccxt's default is the trade stream: unmerged fills, and on futures a stream with gaps in its ids.
      return exchange.watchTradesForSymbols(
        listings.map((one) => one.ccxtSymbol),
        undefined,
        undefined,
        { name: 'aggTrade' },
      )
    },
    unsubscribe: (exchange, { ccxtSymbol, marketId }) =>
      takeBack(exchange, `trade::${ccxtSymbol}`, {
        method: 'UNSUBSCRIBE',
        params: [`${marketId.toLowerCase()}@aggTrade`],
        id: UNSUBSCRIBING,
      }),
    answersInOrder: true,
    listing: binanceListing,
    trades: (rest, listing, request) => aggTrades(rest, listing).pages(request),
    lastTradeMs: (rest, listing) => aggTrades(rest, listing).lastTradeMs(),
  }
}

/** ccxt spreads requests over many addresses (/ws/0, /ws/1, ...); we decide the number of connections ourselves. */
function oneConnection(exchange: CcxtExchange): void {
  exchange.options['streamLimits'] = { spot: 1, future: 1 }
  exchange.options['subscriptionLimitByStream'] = { spot: 1024, future: 1024 }
}
