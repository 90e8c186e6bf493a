/**
 * Public interface of the market module for the web server: calls and stream. Feeds and imports are exported
 * separately.
 */
export { addMarketCalls } from './api/routes/index.ts'
export type { MarketOptions } from './api/routes/index.ts'
export { scheduleRecommended } from './store/maintenance/schedule-recommended.ts'
export { FeedRegistry } from './ingest/feed/feed-registry.ts'
export { storedChanges } from './ingest/feed/followed-markets.ts'
export { storedListings } from './ingest/feed/known-listings.ts'
export type { MarketChanges } from './ingest/feed/followed-markets.ts'
export { scheduleRetention } from './store/maintenance/schedule-retention.ts'
export { MarketHub } from './stream/market-hub.ts'
export { Subscription } from './stream/subscription.ts'
export type { MarketView } from './stream/market-view.ts'
export { loadStudy } from './api/load-study.ts'
export type { Study } from './api/load-study.ts'
export { loadInstrument } from './load-instrument.ts'
export { cutOf } from './access-cut.ts'
export type { Instrument, TapeStore } from './store/index.ts'
