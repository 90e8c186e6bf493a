import { Feeds, FollowedMarkets, Menus, SavedMarket, SaveMarketBody } from '../market/markets.ts'
import { BigTrades, BigTradesQuery, ExportQuery, TradeRows, TradesQuery } from '../market/trades.ts'
import { Coverage, CoverageQuery, Footprint } from '../market/footprint-answer.ts'
import { FootprintQuery, ReplayTarget, ReplayTargetQuery } from '../market/footprint-query.ts'
import { Book, BookQuery, Depth, DepthQuery } from '../market/depth.ts'
import { Funding, Liquidations, LiquidationsQuery, MarketStatsQuery, OpenInterest } from '../market/derivatives.ts'
import { Profile, ProfileQuery } from '../market/profile.ts'
import { Scanner, ScannerQuery } from '../market/scanner.ts'
import { defineCall } from './define-call.ts'
import {
  BIG_TRADES_MIME,
  BOOK_MIME,
  DEPTH_MIME,
  DEPTH_PARTS_MIME,
  FOOTPRINT_MIME,
  LIQUIDATIONS_MIME,
  MARKET_STATS_MIME,
  TRADES_MIME,
} from '../limits.ts'

const tag = 'market'

/** The scanner: docs/decisions/scanner.md. */
export const scannerCalls = {
  scanner: defineCall('GET /scanner', {
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Values and signals of the newest closed bar of every followed market',
    description: 'Rows are computed once when bars close. Updates: `subscribe_scanner` of the stream.',
    query: ScannerQuery,
    data: Scanner,
  }),
}

/** Market data (CONTRACT 1). */
export const marketCalls = {
  menus: defineCall('GET /menus', {
    who: 'P',
    mirrors: true,
    tag,
    summary: 'Symbols, cycles, precisions and the recommended precision of each',
    data: Menus,
  }),
  footprint: defineCall('GET /footprint', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Footprint bars of a symbol at a cycle and a precision',
    description: `Packed (${FOOTPRINT_MIME}) unless JSON is asked for by Accept: application/json.`,
    query: FootprintQuery,
    response: 'Bars, oldest first',
    data: Footprint,
    media: [FOOTPRINT_MIME],
  }),
  profile: defineCall('GET /profile', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Volume by price over any range of time, with its point of control and value area',
    description:
      'Exact at every precision: added up from the stored bars, and from the trades where the range cuts a minute.',
    query: ProfileQuery,
    data: Profile,
  }),
  trades: defineCall('GET /trades', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Stored trades in canonical order, as JSON or, for Accept: text/csv, as CSV',
    description:
      `Packed for Accept: ${TRADES_MIME}. ` +
      'When an answer is full its header `next-cursor` is the `after` of the next page.',
    query: TradesQuery,
    data: TradeRows,
    media: [TRADES_MIME],
  }),
  bigTrades: defineCall('GET /big_trades', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Unusually large sweeps in a range of the tape',
    description:
      'A range with too many is answered from its end backwards: `from` says where the list begins to be complete. ' +
      `JSON unless the packed form is asked for by Accept: ${BIG_TRADES_MIME}.`,
    query: BigTradesQuery,
    response: 'Big trades, oldest first',
    data: BigTrades,
    media: [BIG_TRADES_MIME],
  }),
  book: defineCall('GET /book', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'The order book of a symbol, now or as of a moment',
    description: `JSON unless the packed form (an encoded DepthFrame) is asked for by Accept: ${BOOK_MIME}.`,
    query: BookQuery,
    response: 'Every known level of both sides',
    data: Book,
    media: [BOOK_MIME],
  }),
  depth: defineCall('GET /depth', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Resting quantity over time and price',
    description: `JSON unless a packed form is asked for by Accept: ${DEPTH_MIME}, or ${DEPTH_PARTS_MIME} for the stored parts as they are.`,
    query: DepthQuery,
    response: 'Columns, oldest first',
    data: Depth,
    media: [DEPTH_MIME, DEPTH_PARTS_MIME],
  }),
  liquidations: defineCall('GET /liquidations', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Liquidations of a perpetual: all, the largest ones, or sums per interval',
    description:
      'Outside `coverage` it is unknown what was liquidated. JSON unless the packed form, which has no sums, is asked for by ' +
      `Accept: ${LIQUIDATIONS_MIME}.`,
    query: LiquidationsQuery,
    response: 'Liquidations or sums, oldest first',
    data: Liquidations,
    media: [LIQUIDATIONS_MIME],
  }),
  openInterest: defineCall('GET /open_interest', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Open interest of a perpetual per interval',
    description: `JSON unless the packed form, with the last values of each interval, is asked for by Accept: ${MARKET_STATS_MIME}.`,
    query: MarketStatsQuery,
    data: OpenInterest,
    media: [MARKET_STATS_MIME],
  }),
  funding: defineCall('GET /funding', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Funding rate, mark price and index price of a perpetual per interval',
    description: `JSON unless the packed form, with the last values of each interval, is asked for by Accept: ${MARKET_STATS_MIME}.`,
    query: MarketStatsQuery,
    data: Funding,
    media: [MARKET_STATS_MIME],
  }),
  coverage: defineCall('GET /coverage', {
    who: 'U',
    mirrors: true,
    tag,
    summary: 'What is stored of a symbol, how it is known to be complete, and its gaps',
    query: CoverageQuery,
    data: Coverage,
  }),
  replayTarget: defineCall('GET /replay_target', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'The time of the next or previous signal, start of a session or own alert',
    description: 'Only the time is told, so that a replay can jump there without knowing what comes.',
    query: ReplayTargetQuery,
    data: ReplayTarget,
  }),
  export: defineCall('GET /export', {
    shed: 'first',
    who: 'U',
    mirrors: true,
    tag,
    summary: 'Trades, bars, depth, liquidations or statistics of a range as a CSV file, streamed',
    description: 'Trades are in the canonical layout: npm run import reads the file back to the same tape.',
    query: ExportQuery,
    media: ['text/csv'],
  }),
}

export const stream = defineCall('GET /stream', {
  shed: 'first',
  who: 'U',
  mirrors: true,
  tag,
  summary: 'WebSocket: trades as they are committed, revisions, clock and states',
  description: 'Plain HTTP is refused. Messages: docs/api.md.',
})

/** Administration of followed markets. */
export const adminMarketCalls = {
  adminMarkets: defineCall('POST /admin_markets', {
    who: 'A',
    tag: 'admin',
    summary: 'List the markets that are followed live',
    data: FollowedMarkets,
  }),
  adminSaveMarket: defineCall('POST /admin_save_market', {
    who: 'A',
    stepUp: true,
    tag: 'admin',
    summary: 'Follow a market live, or stop following it',
    body: SaveMarketBody,
    data: SavedMarket,
  }),
  adminFeeds: defineCall('POST /admin_feeds', {
    who: 'A',
    tag: 'admin',
    summary: 'Get the state of the live markets and of their exchanges',
    data: Feeds,
  }),
}
