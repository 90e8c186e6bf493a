import type { FastifyInstance } from 'fastify'
import { addFeedMetrics } from '../feed/feed-metrics.ts'
import { addAdminMarkets } from './admin-markets.ts'
import { MarketReads } from '../reads/market-reads.ts'
import { ReadWorker } from '../reads/read-worker-client.ts'
import type { MarketOptions } from './market-options.ts'
import { addMarketData } from './market-data.ts'
import { addStream } from './stream.ts'

export type { MarketOptions } from './market-options.ts'

/** Every call of CONTRACT section 1. */
export function addMarketCalls(app: FastifyInstance, options: MarketOptions): void {
  const { store, clock, rateLimitFactor, databaseUrl: url } = options
  const open = (name: string, databaseUrl: string): ReadWorker =>
    new ReadWorker({ name, url: databaseUrl, log: app.log })
  const workers = url === undefined ? null : { medium: open('medium reads', url), large: open('large reads', url) }
  const all = workers === null ? [] : [workers.medium, workers.large]
  app.addHook('onListen', async () => {
    for (const worker of all) worker.warmUp()
  })
  // Before the server waits for its responses: end those of the worker now.
  app.addHook('preClose', async () => void (await Promise.all(all.map((worker) => worker.close()))))
  addMarketData(app, { ...options, reads: new MarketReads({ store, workers, clock, rateLimitFactor }) })
  addStream(app, options)
  addAdminMarkets(app, options)
  addFeedMetrics(options.metrics, options.feedRegistry)
}
