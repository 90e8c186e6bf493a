import type { FastifyPluginAsync } from 'fastify'
import { addAdminMarkets } from './routes/admin-markets.ts'
import { addMarketData } from './routes/market-data.ts'
import type { MarketOptions } from './routes/stream.ts'
import { addStream } from './routes/stream.ts'

export { createMarketReads } from './reads/market-reads.ts'
export type { OnRead } from './reads/replica-reads.ts'
export type { MarketOptions } from './routes/stream.ts'

/** Every call of CONTRACT section 1. */
export const marketPlugin: FastifyPluginAsync<MarketOptions> = async (app, options) => {
  const { reads } = options
  app.addHook('onListen', async () => reads.warmUp())
  // Before the server waits for its responses: end those of the workers now.
  app.addHook('preClose', () => reads.close())
  addMarketData(app, options)
  addStream(app, options)
  addAdminMarkets(app, options)
}
