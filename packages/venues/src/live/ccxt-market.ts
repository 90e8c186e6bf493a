import type { MarketListing } from './types.ts'

/** Builds ccxt's market object for subscribing from our listing alone, so that no listings need to be fetched first. */
export function ccxtMarketOf(listing: MarketListing): Record<string, unknown> {
  const [pair, settled] = listing.ccxtSymbol.split(':')
  const [base, quote] = pair.split('/')
  const settle = settled?.split('-')[0]
  const spot = listing.kind === 'spot'
  const swap = listing.kind === 'perpetual'
  return {
    id: listing.marketId,
    lowercaseId: listing.marketId.toLowerCase(),
    symbol: listing.ccxtSymbol,
    base,
    quote,
    settle,
    baseId: base,
    quoteId: quote,
    settleId: settle,
    type: spot ? 'spot' : swap ? 'swap' : 'future',
    spot,
    margin: false,
    swap,
    future: !spot && !swap,
    option: false,
    contract: !spot,
    linear: spot ? undefined : settle === quote,
    inverse: spot ? undefined : settle === base,
    active: true,
    contractSize: listing.contractSize === null ? undefined : Number(listing.contractSize),
    precision: { price: Number(listing.tickSize), amount: Number(listing.lotSize) },
    limits: { amount: {}, price: {}, cost: {} },
    info: {},
  }
}
