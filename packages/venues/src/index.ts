export { ArchiveError, ChecksumError, UnreachableError } from './errors.ts'
export type { Layout } from './archive/layout.ts'
export { DEFAULT_MAX_EXPANSION, readArchive } from './archive/read-archive.ts'
export type { RawFile, ReadOptions } from './archive/read-archive.ts'
export { deriveUnits, toTrades } from './archive/to-trades.ts'
export type { SideRule } from './archive/to-trades.ts'

export { archiveSourceOf, dayFileOf } from './backfill/archive-source.ts'
export type { ArchiveSource } from './backfill/archive-source.ts'
export { openDay } from './backfill/day-reader.ts'
export type { DayReader } from './backfill/day-reader.ts'
export { fetchDayFile, removeStaleFiles } from './backfill/fetch-day.ts'
export type { RetryPolicy } from './backfill/request.ts'

export * from './live/types.ts'
export type { VenueTraits } from './live/adapter.ts'
export { openVenueFeed, openVenueRest } from './live/open.ts'
export { retry } from './retry.ts'
export type { FeedOptions, RestOptions, VenueUrls } from './live/options.ts'
export { traitsOf, VENUE_TRAITS } from './live/venues.ts'

export { DEMO_BTCUSD, DEMO_ETHUSD, DEMO_MARKETS, DEMO_SEED } from './simulator/demo-markets.ts'
export type { SimulatedMarket } from './simulator/demo-markets.ts'
export { createSimulator, simulateTrades } from './simulator/simulate.ts'
export type { Simulator } from './simulator/simulate.ts'
export { createSimulatedBook } from './simulator/book.ts'
export type { SimulatedBook } from './simulator/book.ts'
export { createSimulatedDerivatives } from './simulator/derivatives.ts'
export type { SimulatedDerivatives, SimulatedLiquidation, SimulatedStats } from './simulator/derivatives.ts'

export { openDepthFeed } from './depth/feed.ts'
export { DEPTH_TRAITS, depthTraitsOf } from './depth/venues.ts'
export type { DepthTraits } from './depth/adapter.ts'
export type {
  DepthFeed,
  DepthFeedOptions,
  DepthHealth,
  DepthListener,
  DepthMarketHealth,
  DepthStart,
  DepthState,
  DepthTuning,
  DepthUpdate,
} from './depth/types.ts'

export { openDerivativesFeed } from './derivatives/feed.ts'
export { derivativesTraitsOf } from './derivatives/venues.ts'
export type { DerivativesTraits } from './derivatives/adapter.ts'
export type {
  DerivativesFeed,
  DerivativesFeedOptions,
  DerivativesHealth,
  DerivativesListener,
  DerivativesTuning,
  Liquidation,
  LiquidationCompleteness,
  MarketStat,
} from './derivatives/types.ts'
