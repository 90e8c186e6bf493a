import { DAY_MS } from '@flowprint/orderflow'
import type { LiveTraits, RestTraits, VenueTraits } from '../../venue-traits.ts'

/** Evidence: docs/exchanges/okx.md. Limits are per address and shared by both sections. */
const LIVE: LiveTraits = {
  marketsPerConnection: 100,
  marketsPerRequest: 100,
  attempts: { count: 1, windowMs: 1_000 },
  connectionLifeMs: null,
  confirms: true,
  heartbeatMs: 3_000,
  silentAfterMs: 16_000,
  quietAfterMs: 60_000,
}
const REST: RestTraits = { weight: 7, windowMs: 2_000, pageRows: 100, reachMs: 90 * DAY_MS }

export const OKX_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'OKX',
    section: 'spot',
    ccxtId: 'okx',
    ccxtOptions: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    holds: (listing) => listing.kind === 'spot',
    ids: 'fills',
    numericIds: true,
    makerSide: false,
    repair: 'id',
    archive: null,
    live: LIVE,
    rest: REST,
  },
  {
    venue: 'OKX',
    section: 'swap',
    ccxtId: 'okx',
    ccxtOptions: { defaultType: 'swap', fetchMarkets: { types: ['swap'] } },
    holds: (listing) => listing.kind !== 'spot',
    ids: 'fills',
    numericIds: true,
    makerSide: false,
    repair: 'id',
    archive: null,
    live: LIVE,
    rest: REST,
  },
]
