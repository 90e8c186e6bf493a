import { adminMarketCalls } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, actorOf, addCalls, readRemark } from '../../../platform/http/index.ts'
import { checkMarket, DEFAULT_DEPTH_MODE, followedMarkets } from '../../ingest/index.ts'
import { presentFeeds } from '../present/present-menus.ts'
import { nearestTo } from '../../text.ts'
import type { MarketOptions } from './stream.ts'

const SHOWN = 5

/** Administration of followed markets: POST /api/admin_markets, admin_save_market, admin_feeds. */
export function addAdminMarkets(
  app: FastifyInstance,
  { changes, feedRegistry, feedOverview, configured, openRest, venueUrls, keys, clock }: MarketOptions,
): void {
  const load = async () => followedMarkets(configured, await changes.load())
  addCalls(app, adminMarketCalls, {
    adminMarkets: async () => {
      const list = (await load()).map(({ symbol, followed, by, depth }) => ({
        symbol,
        enabled: followed,
        depth,
        by,
      }))
      return { list, total: list.length }
    },
    adminFeeds: () => presentFeeds(feedOverview.markets(), feedOverview.venues()),
    adminSaveMarket: {
      incomplete: { remark: 'REMARK_MISSING' },
      handle: async (call) => {
        const { symbol: asked, enabled, depth, remark } = call.body
        const by = { ...actorOf(call, { keys, clock }), remark: readRemark(remark) }
        const markets = await load()
        const depthOf = (symbol: string) =>
          depth ?? markets.find((one) => one.symbol === symbol)?.depth ?? DEFAULT_DEPTH_MODE
        if (!enabled) {
          const followed = markets.map(({ symbol }) => symbol)
          if (!followed.includes(asked)) throw unknown(asked, nearestTo(asked, followed, SHOWN))
          await changes.save(asked, false, by, depth)
          return { symbol: asked, enabled, depth: depthOf(asked), checked: true }
        }
        const check = await checkMarket(asked, {
          openRest,
          listed: (venue) => feedRegistry.listed(venue),
          urls: venueUrls,
        })
        if (check.kind === 'unlisted') throw unknown(asked, check.nearest)
        await changes.save(check.symbol, true, by, depth)
        return { symbol: check.symbol, enabled, depth: depthOf(check.symbol), checked: check.kind === 'listed' }
      },
    },
  })
}

function unknown(symbol: string, nearest: readonly string[]): AppError {
  const params = { value: symbol, nearest: nearest.join(', ') || '-' }
  return new AppError('UNKNOWN_SYMBOL', {
    params,
    faults: [{ field: 'symbol', error: 'UNKNOWN_SYMBOL', params }],
    data: { nearest },
  })
}
