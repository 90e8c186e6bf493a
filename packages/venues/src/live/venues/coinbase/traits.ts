import type { VenueTraits } from '../../venue-traits.ts'

/** Evidence: docs/exchanges/coinbase.md. */
export const COINBASE_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'COINBASE',
    section: 'spot',
    ccxtId: 'coinbaseexchange',
    ccxtOptions: {},
    holds: () => true,
    ids: 'contiguous',
    numericIds: true,
    makerSide: true,
    repair: 'id',
    archive: null,
    live: {
      marketsPerConnection: 50,
      marketsPerRequest: 25,
      attempts: { count: 20, windowMs: 10_000 },
      confirms: true,
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      quietAfterMs: 60_000,
    },
    rest: { weight: 6, windowMs: 1_000, pageRows: 1000, reachMs: null },
  },
]
