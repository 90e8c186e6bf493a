import type { LiveTraits, RestTraits, VenueTraits } from '../../venue-traits.ts'

/** Evidence: docs/exchanges/bybit.md. Limits are per address and shared by the three sections. */
const LIVE: LiveTraits = {
  marketsPerConnection: 200,
  marketsPerRequest: 200,
  attempts: { count: 100, windowMs: 300_000 },
  connectionLifeMs: null,
  confirms: true,
  heartbeatMs: 3_000,
  silentAfterMs: 16_000,
  quietAfterMs: 60_000,
}
const REST: RestTraits = { weight: 130, windowMs: 5_000, pageRows: 1000, reachMs: null }

export const BYBIT_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'BYBIT',
    section: 'spot',
    ccxtId: 'bybit',
    ccxtOptions: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    holds: (listing) => listing.kind === 'spot',
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: 'bybit-spot',
    live: { ...LIVE, marketsPerRequest: 10 },
    rest: { ...REST, pageRows: 60 },
  },
  {
    venue: 'BYBIT',
    section: 'linear',
    ccxtId: 'bybit',
    ccxtOptions: { defaultType: 'swap', defaultSubType: 'linear', fetchMarkets: { types: ['linear'] } },
    holds: (listing) => listing.kind !== 'spot' && !isInverse(listing.ccxtSymbol),
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: 'bybit-derivatives',
    live: LIVE,
    rest: REST,
  },
  {
    venue: 'BYBIT',
    section: 'inverse',
    ccxtId: 'bybit',
    ccxtOptions: { defaultType: 'swap', defaultSubType: 'inverse', fetchMarkets: { types: ['inverse'] } },
    holds: (listing) => listing.kind !== 'spot' && isInverse(listing.ccxtSymbol),
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: 'bybit-derivatives',
    live: LIVE,
    rest: REST,
  },
]

/** ccxt puts the settlement currency after the colon: the base if inverse (BTC/USD:BTC). */
function isInverse(ccxtSymbol: string): boolean {
  const [pair = '', settle = ''] = ccxtSymbol.split(':')
  return pair.startsWith(`${settle}/`)
}
