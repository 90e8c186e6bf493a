import { Answer, ErrorAnswer, Feeds, FollowedMarkets, SaveMarketBody, SavedMarket } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Compile } from 'typebox/compile'
import { AppError, bodyFaults, refuse } from '../../../platform/http/index.ts'
import { checkMarket } from '../feed/check-market.ts'
import { followedMarkets } from '../feed/followed-markets.ts'
import { presentFeeds } from '../present/present-feeds.ts'
import { nearestTo } from '../rules/nearest.ts'
import type { MarketOptions } from './market-options.ts'

const body = Compile(SaveMarketBody)
const SHOWN = 5

/** What the operator sees and changes of the followed markets: POST /api/admin_markets, admin_save_market, admin_feeds. */
export function addAdminMarkets(app: FastifyInstance, { changes, board, configured, openRest, venueUrls }: MarketOptions): void {
  const load = async () => followedMarkets(configured, await changes.load())

  app.post(
    '/api/admin_markets',
    { schema: { tags: ['admin'], summary: 'The markets that are followed live', response: { 200: Answer(FollowedMarkets), default: ErrorAnswer } } },
    async () => {
      const list = (await load()).map(({ symbol, followed, by }) => ({ symbol, enabled: followed, by }))
      return { code: 200, message: 'OK', data: { list, total: list.length } }
    },
  )
  app.post(
    '/api/admin_feeds',
    { schema: { tags: ['admin'], summary: 'How the live markets and their exchanges fare', response: { 200: Answer(Feeds), default: ErrorAnswer } } },
    async () => ({ code: 200, message: 'OK', data: presentFeeds(board.markets(), board.venues()) }),
  )
  app.post(
    '/api/admin_save_market',
    {
      schema: {
        tags: ['admin'], summary: 'Follow a market live, or stop following it', body: SaveMarketBody,
        response: { 200: Answer(SavedMarket), default: ErrorAnswer },
      },
    },
    async (request) => {
      const given: unknown = request.body ?? {}
      refuse(bodyFaults(body, given))
      const { symbol: asked, enabled } = given as SaveMarketBody
      if (!enabled) {
        const followed = (await load()).map(({ symbol }) => symbol)
        if (!followed.includes(asked)) throw unknown(asked, nearestTo(asked, followed, SHOWN))
        await changes.save(asked, false)
        return { code: 200, message: 'OK', data: { symbol: asked, enabled, checked: true } }
      }
      const check = await checkMarket(asked, { openRest, listed: (venue) => board.listed(venue), urls: venueUrls })
      if (check.kind === 'unlisted') throw unknown(asked, check.nearest)
      await changes.save(check.symbol, true)
      return { code: 200, message: 'OK', data: { symbol: check.symbol, enabled, checked: check.kind === 'listed' } }
    },
  )
}

function unknown(symbol: string, nearest: readonly string[]): AppError {
  const params = { value: symbol, nearest: nearest.join(', ') || '-' }
  return new AppError('UNKNOWN_SYMBOL', { params, faults: [{ field: 'symbol', error: 'UNKNOWN_SYMBOL', params }], data: { nearest } })
}
