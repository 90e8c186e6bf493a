/**
 * Public interface of the market module for the web server: calls and stream. Feeds and imports are exported
 * separately.
 */
export { addMarketCalls } from './routes/index.ts'
export type { MarketOptions } from './routes/index.ts'
export { recommendJobs } from './recommend/recommend-jobs.ts'
export { FeedRegistry } from './feed/feed-registry.ts'
export { storedChanges } from './feed/followed-markets.ts'
export { storedListings } from './feed/known-listings.ts'
export type { MarketChanges } from './feed/followed-markets.ts'
export { retentionJobs } from './retention/retention-job.ts'
export { MarketHub } from './live/market-hub.ts'
export { Subscription } from './live/subscription.ts'
export type { MarketView } from './live/market-view.ts'
export { loadStudy } from './load-study.ts'
export type { Study } from './load-study.ts'
export { loadInstrument } from './load-instrument.ts'
export { cutOf } from './access-cut.ts'
export type { Instrument, TapeStore } from './tape/index.ts'
