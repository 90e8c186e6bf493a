import { adminMarketCalls } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, actorOf, addCalls, readRemark } from '../../../platform/http/index.ts'
import { checkMarket, followedMarkets } from '../../ingest/index.ts'
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
      const list = (await load()).map(({ symbol, followed, by }) => ({ symbol, enabled: followed, by }))
      return { list, total: list.length }
    },
    adminFeeds: () => presentFeeds(feedOverview.markets(), feedOverview.venues()),
    adminSaveMarket: {
      incomplete: { remark: 'REMARK_MISSING' },
      handle: async (call) => {
        const { symbol: asked, enabled, remark } = call.body
        const by = { ...actorOf(call, { keys, clock }), remark: readRemark(remark) }
        if (!enabled) {
          const followed = (await load()).map(({ symbol }) => symbol)
          if (!followed.includes(asked)) throw unknown(asked, nearestTo(asked, followed, SHOWN))
          await changes.save(asked, false, by)
          return { symbol: asked, enabled, checked: true }
        }
        const check = await checkMarket(asked, {
          openRest,
          listed: (venue) => feedRegistry.listed(venue),
          urls: venueUrls,
        })
        if (check.kind === 'unlisted') throw unknown(asked, check.nearest)
        await changes.save(check.symbol, true, by)
        return { symbol: check.symbol, enabled, checked: check.kind === 'listed' }
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
