/** The door of the market module for the web server: calls and stream. Feeds and the import have doors of their own. */
export { addMarketCalls } from './routes/index.ts'
export type { MarketOptions } from './routes/index.ts'
export { scheduleRecommended } from './recommend/schedule-recommended.ts'
export { FeedBoard } from './feed/feed-board.ts'
export { storedChanges } from './feed/followed-markets.ts'
export type { MarketChanges } from './feed/followed-markets.ts'
export { scheduleRetention } from './retention/schedule-retention.ts'
export type { TapeStore } from './tape/index.ts'
