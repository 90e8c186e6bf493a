import type { CcxtMarket } from '../../ccxt-types.ts'
import type { MarketListing } from '../../types.ts'

interface BybitInfo {
  readonly baseCoin?: unknown
  readonly quoteCoin?: unknown
  readonly priceFilter?: { readonly tickSize?: unknown }
  readonly lotSizeFilter?: { readonly qtyStep?: unknown; readonly basePrecision?: unknown }
}

/**
 * Converts a Bybit market: BYBIT:BTCUSDT spot, BYBIT:BTCUSDT.P linear, BYBIT:BTCUSD.P inverse. Null for unsupported
 * ones: dated futures, options, and non-trading markets. Tick and lot are the texts of instruments-info; an inverse
 * contract is one US dollar, and sizes are whole contracts.
 */
export function bybitListing(market: CcxtMarket): MarketListing | null {
  if (market.active !== true || !(market.spot || market.swap)) return null
  const { baseCoin, quoteCoin, priceFilter, lotSizeFilter } = market.info as BybitInfo
  const tickSize = priceFilter?.tickSize
  const lotSize = market.spot ? lotSizeFilter?.basePrecision : lotSizeFilter?.qtyStep
  if (typeof tickSize !== 'string' || typeof lotSize !== 'string' || typeof baseCoin !== 'string') return null
  const inverse = market.swap && market.inverse === true
  return {
    symbol: `BYBIT:${baseCoin}${String(quoteCoin)}${market.spot ? '' : '.P'}`,
    venue: 'BYBIT',
    kind: market.spot ? 'spot' : 'perpetual',
    label: `${baseCoin}/${String(quoteCoin)}`,
    marketId: market.id,
    ccxtSymbol: market.symbol,
    tickSize,
    lotSize,
    qtyUnit: inverse ? 'contract' : 'base',
    contractSize: inverse ? '1' : null,
    ids: 'none',
  }
}
