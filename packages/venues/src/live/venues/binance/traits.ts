import { DAY_MS } from '@flowprint/orderflow'
import type { VenueTraits } from '../../venue-traits.ts'

/** Evidence: docs/exchanges/binance.md. */
export const BINANCE_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'BINANCE',
    section: 'spot',
    ccxtId: 'binance',
    ccxtOptions: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    holds: (listing) => listing.kind === 'spot',
    ids: 'fills',
    numericIds: true,
    makerSide: false,
    repair: 'id',
    archive: 'binance-spot',
    live: {
      marketsPerConnection: 200,
      marketsPerRequest: 100,
      attempts: { count: 60, windowMs: 300_000 },
      confirms: true,
      connectionLifeMs: DAY_MS,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      quietAfterMs: 60_000,
    },
    rest: { weight: 3_600, windowMs: 60_000, pageRows: 1000, reachMs: null },
  },
  {
    venue: 'BINANCE',
    section: 'usdm',
    ccxtId: 'binance',
    ccxtOptions: { defaultType: 'swap', fetchMarkets: { types: ['linear'] } },
    holds: (listing) => listing.kind !== 'spot',
    ids: 'fills',
    numericIds: true,
    makerSide: false,
    repair: 'id',
    archive: 'binance-usdm',
    live: {
      marketsPerConnection: 150,
      marketsPerRequest: 75,
      attempts: { count: 60, windowMs: 300_000 },
      confirms: true,
      connectionLifeMs: DAY_MS,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      quietAfterMs: 60_000,
    },
    rest: { weight: 1_400, windowMs: 60_000, pageRows: 1000, reachMs: null },
  },
]
