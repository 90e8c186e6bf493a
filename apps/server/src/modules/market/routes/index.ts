import type { FastifyInstance } from 'fastify'
import { addFeedMetrics } from '../feed/feed-metrics.ts'
import { addAdminMarkets } from './admin-markets.ts'
import { addBigTrades } from './big-trades.ts'
import { addCoverage } from './coverage.ts'
import { addExport } from './export.ts'
import { addFootprint } from './footprint.ts'
import type { MarketOptions } from './market-options.ts'
import { addMenus } from './menus.ts'
import { addProfile } from './profile.ts'
import { addStream } from './stream.ts'
import { addTrades } from './trades.ts'

export type { MarketOptions } from './market-options.ts'

/** Every call of CONTRACT section 1. */
export function addMarketCalls(app: FastifyInstance, options: MarketOptions): void {
  addMenus(app, options)
  addFootprint(app, options)
  addProfile(app, options)
  addTrades(app, options)
  addBigTrades(app, options)
  addCoverage(app, options)
  addExport(app, options)
  addStream(app, options)
  addAdminMarkets(app, options)
  addFeedMetrics(options.metrics, options.board)
}
