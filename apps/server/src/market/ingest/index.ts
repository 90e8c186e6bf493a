/** Public interface of ingest: everything that brings trades into the store, as jobs of the server and as commands. */
export {
  BACKFILL_USAGE,
  parseBackfillArguments,
  type BackfillArguments,
  makeBackfillReporter,
} from './backfill/command.ts'
export { BackfillError } from './backfill/market.ts'
export { runBackfill } from './backfill/run-backfill.ts'
export { startBackfill, type Backfill } from './backfill/start-backfill.ts'
export type { StartBackfillOptions } from './backfill/start-backfill.ts'
export {
  checkMarket,
  followedMarkets,
  storedChanges,
  type MarketChanges,
  storedListings,
} from './feed/followed-markets.ts'
export { DEFAULT_DEPTH_MODE, storedDepthModes, type DepthModes } from './depth/depth-modes.ts'
export { startDepth } from './depth/start-depth.ts'
export { startDerivatives } from './derivatives/start-derivatives.ts'
export { addRecorderMetrics, RecorderRegistry } from './recording/recorder-registry.ts'
export { startDemoFeed } from './feed/demo-feed.ts'
export { FeedOverview } from './feed/feed-overview.ts'
export { addFeedMetrics, FeedRegistry } from './feed/feed-registry.ts'
export { startLiveFeeds } from './feed/live-feeds.ts'
export type { MarketReport, VenueReport } from './feed/feed-registry.ts'
export { parseImportArguments, USAGE, UsageError, type ImportArguments, makeReporter } from './import/command.ts'
export { importFiles } from './import/import-files.ts'
export { retryingStore } from './import/retrying-store.ts'
