import type { CcxtMarket } from '../../ccxt-types.ts'
import type { MarketListing } from '../../types.ts'

/**
 * A product of Coinbase Exchange: COINBASE:BTCUSD, tick = quote_increment, lot = base_increment, in their own texts.
 *
 * Left out: products that do not trade now, and auctions of a product (BTCAUCTION-USD, which only cancels).
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
