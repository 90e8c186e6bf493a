import type { CcxtMarket } from '../../ccxt-types.ts'
import type { MarketListing } from '../../types.ts'

/**
 * Converts a Coinbase Exchange product: COINBASE:BTCUSD, tick = quote_increment, lot = base_increment, as sent.
 *
 * Left out: products that are not trading, and auctions of a product (BTCAUCTION-USD, which only cancels).
 */
export function coinbaseListing(market: CcxtMarket): MarketListing | null {
  const { id, status, quote_increment: tick, base_increment: lot } = market.info
  if (typeof id !== 'string' || typeof tick !== 'string' || typeof lot !== 'string') return null
  if (status !== 'online' || isTrue(market.info['trading_disabled']) || isTrue(market.info['cancel_only'])) return null
  const [base, quote] = id.split('-')
  if (base === undefined || quote === undefined) return null
  return {
    symbol: `COINBASE:${base}${quote}`,
    venue: 'COINBASE',
    kind: 'spot',
    label: `${base}/${quote}`,
    marketId: id,
    ccxtSymbol: market.symbol,
    tickSize: tick,
    lotSize: lot,
    qtyUnit: 'base',
    contractSize: null,
    ids: 'contiguous',
  }
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}
