import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import type { CcxtMarket } from '../../ccxt-types.ts'
import type { MarketListing } from '../../types.ts'

/**
 * Converts a Binance market, or returns null: options, dated futures and non-trading markets are not supported. Tick
 * and lot are PRICE_FILTER.tickSize and LOT_SIZE.stepSize as the exchange writes them, never pricePrecision.
 */
export function binanceListing(market: CcxtMarket): MarketListing | null {
  const perpetual = market.swap && market.linear === true
  if (market.active !== true || (!market.spot && !perpetual)) return null
  const tickSize = filterText(market, 'PRICE_FILTER', 'tickSize')
  const lotSize = filterText(market, 'LOT_SIZE', 'stepSize')
  if (tickSize === null || lotSize === null) return null
  return {
    symbol: `BINANCE:${market.id}${perpetual ? '.P' : ''}`,
    venue: 'BINANCE',
    kind: perpetual ? 'perpetual' : 'spot',
    label: `${market.base}/${market.quote}`,
    marketId: market.id,
    ccxtSymbol: market.symbol,
    tickSize,
    lotSize,
    qtyUnit: 'base',
    contractSize: null,
    ids: 'fills',
  }
}

function filterText(market: CcxtMarket, filterType: string, field: string): string | null {
  const filters = market.info['filters']
  if (!Array.isArray(filters)) return null
  const filter = (filters as Record<string, unknown>[]).find((one) => one['filterType'] === filterType)
  const text = filter?.[field]
  // A disabled filter is 0.
  if (typeof text !== 'string' || !/[1-9]/.test(text)) return null
  return fromUnits(1, decimalUnit(text))
}
