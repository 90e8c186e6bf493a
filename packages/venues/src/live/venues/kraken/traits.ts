import type { VenueTraits } from '../../venue-traits.ts'

/** Evidence: docs/exchanges/kraken.md. */
export const KRAKEN_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'KRAKEN',
    section: 'spot',
    ccxtId: 'kraken',
    ccxtOptions: {},
    holds: () => true,
    ids: 'contiguous',
    numericIds: true,
    makerSide: false,
    repair: 'time',
    archive: null,
    live: {
      marketsPerConnection: 100,
      marketsPerRequest: 50,
      attempts: { count: 80, windowMs: 600_000 },
      confirms: true,
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      quietAfterMs: 60_000,
    },
    rest: { weight: 7, windowMs: 10_000, pageRows: 1000, reachMs: null },
  },
]
