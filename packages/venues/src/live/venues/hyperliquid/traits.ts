import type { VenueTraits } from '../../venue-traits.ts'

/** Evidence: docs/exchanges/hyperliquid.md. */
export const HYPERLIQUID_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'HYPERLIQUID',
    section: 'swap',
    ccxtId: 'hyperliquid',
    ccxtOptions: { defaultType: 'swap', fetchMarkets: { types: ['swap'] } },
    holds: () => true,
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: null,
    live: {
      marketsPerConnection: 60,
      marketsPerRequest: 10,
      attempts: { count: 15, windowMs: 60_000 },
      confirms: true,
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 15_000,
      quietAfterMs: 120_000,
    },
    // The limit is 1,200 a minute, and each of our requests costs at least 20.
    rest: { weight: 800, windowMs: 60_000, pageRows: 10, reachMs: null },
  },
]
