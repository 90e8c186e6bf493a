import type { FrameReader, FrameSink, RestSection, VenueAdapter, VenueTraits } from '../adapter.ts'
import { forgetSubscriptions } from '../ccxt.ts'
import type { CcxtMarket } from '../ccxt.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../types.ts'
import { brokenTrades, rawList, rawMessage, rawObject } from './raw-message.ts'
import { MINUTE_MS } from '@flowprint/orderflow'
import { TradeRun } from '../trade-run.ts'

/** Evidence: docs/exchanges/hyperliquid.md. */
const HYPERLIQUID_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'HYPERLIQUID',
    section: 'swap',
    ccxtId: 'hyperliquid',
    ccxtOptions: { defaultType: 'swap', fetchMarkets: { types: ['swap'] } },
    holds: () => true,
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: null,
    live: {
      marketsPerConnection: 60,
      marketsPerRequest: 10,
      attempts: { count: 15, windowMs: 60_000 },
      confirms: true,
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 15_000,
      quietAfterMs: 120_000,
    },
    // The limit is 1,200 a minute, and each of our requests costs at least 20.
    rest: { weight: 800, windowMs: 60_000, pageRows: 10, reachMs: null },
  },
]

/** Prices of perpetuals have at most 6 - szDecimals decimals (and 5 significant figures). */
const PERPETUAL_DECIMALS = 6

/**
 * Converts a Hyperliquid perpetual: HYPERLIQUID:BTCUSDC.P, margined and settled in USDC, sizes in coins.
 *
 * Tick    prices are rounded to five significant figures, so their step changes with the price: the tick is the finest
 *         decimal the market allows (INDICATORS 1), 10^-(6 - szDecimals).
 * Lot     10^-szDecimals.
 * Left out  delisted coins; spot (token names are not unique there) and perpetuals of other deployers.
 */
export function hyperliquidListing(market: CcxtMarket): MarketListing | null {
  const { name: coin, szDecimals, isDelisted } = market.info
  const decimals = Number(szDecimals)
  if (!market.swap || typeof coin !== 'string' || coin.includes(':') || isDelisted === true) return null
  if (szDecimals === undefined || !Number.isInteger(decimals) || decimals < 0 || decimals > PERPETUAL_DECIMALS)
    return null
  return {
    symbol: `HYPERLIQUID:${market.base}${market.quote}.P`,
    venue: 'HYPERLIQUID',
    kind: 'perpetual',
    label: `${market.base}/${market.quote}`,
    marketId: coin,
    ccxtSymbol: market.symbol,
    tickSize: decimalsText(PERPETUAL_DECIMALS - decimals),
    lotSize: decimalsText(decimals),
    qtyUnit: 'base',
    contractSize: null,
    ids: 'none',
  }
}

function decimalsText(count: number): string {
  return count === 0 ? '1' : `0.${'0'.repeat(count - 1)}1`
}

/** A validated Hyperliquid trade. */
interface HyperliquidTrade {
  readonly coin: string
  readonly ts: number
  readonly price: string
  readonly size: string
  readonly buy: boolean
  /** `t` and the tid. The letter prevents comparing it as a number: it is a hash without order. */
  readonly id: string
}

/**
 * Validates trades from WebSocket or REST and returns them oldest first, or a description of the first error.
 *
 * A list whose first time is later than its last is newest first and is reversed. If all times are equal the order is
 * left as it is: nothing indicates it, and `tid` is a hash.
 */
export function readHyperliquidTrades(values: readonly unknown[]): HyperliquidTrade[] | string {
  const trades: HyperliquidTrade[] = []
  for (const value of values) {
    const trade = readTrade(value)
    if (typeof trade === 'string') return trade
    trades.push(trade)
  }
  if (trades.length > 1 && trades[0].ts > trades[trades.length - 1].ts) trades.reverse()
  return trades
}

function readTrade(value: unknown): HyperliquidTrade | string {
  const trade = rawObject(value)
  if (trade === null) return 'a trade that is no object'
  const { coin, side, px, sz, time, tid } = trade
  if (typeof tid !== 'number' || !Number.isSafeInteger(tid)) return `tid ${String(tid)}`
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time <= 0)
    return `time ${String(time)} of trade ${tid}`
  if (typeof coin !== 'string' || typeof px !== 'string' || typeof sz !== 'string')
    return `coin, px or sz of trade ${tid}`
  if (side !== 'B' && side !== 'A') return `side ${String(side)} of trade ${tid}`
  return { coin, ts: time, price: px, size: sz, buy: side === 'B', id: `t${tid}` }
}

/**
 * Trades of Hyperliquid, channel `trades`.
 *
 * Clock   `time`, ms, of the block.
 * Side    `side` is the taker's: B bought, A sold.
 * Ids     `tid`, a hash of the two orders: it identifies duplicates and has no order. The fills of one taker order
 * share `hash`; each entry is a separate trade.
 * Order   oldest first; the snapshot after a subscription may arrive newest first and is reversed.
 * Source  docs/exchanges/hyperliquid.md
 */
export const readHyperliquidFrame: FrameReader = (text, sink) => {
  const message = rawMessage(text)
  // The greeting "Websocket connection established." is plain text.
  if (message === null) return brokenTrades(text, '"tid"', sink)
  if (message['channel'] === 'trades') {
    const trades = readHyperliquidTrades(rawList(message['data']) ?? [null])
    if (typeof trades === 'string') {
      sink.fault(`invalid Hyperliquid trade: ${trades}`)
      return true
    }
    for (const { coin, ts, price, size, buy, id } of trades) sink.trade(coin, ts, price, size, buy, 1, id)
    // The snapshot's times are old; the clock uses only the fastest messages, so they have no effect.
    sink.alive(trades.at(-1)?.ts ?? null)
    return true
  }
  sink.alive(null)
  if (message['channel'] === 'subscriptionResponse') return readAnswer(message['data'], sink)
  return message['channel'] === 'error' && readError(String(message['data']), sink)
}

/** Nothing here is passed to ccxt, which would reject a market's pending promises when it is unsubscribed. */
function readAnswer(data: unknown, sink: FrameSink): true {
  const answer = rawObject(data)
  const subscription = rawObject(answer?.['subscription'])
  const coin = subscription?.['coin']
  if (answer?.['method'] === 'subscribe' && subscription?.['type'] === 'trades' && typeof coin === 'string') {
    sink.acknowledged(coin)
  }
  return true
}

/** Errors repeat the request as text: `Invalid subscription {"type":"trades","coin":"XYZ"}`. */
function readError(what: string, sink: FrameSink): boolean {
  const coin = /"coin"\s*:\s*"([^"]+)"/.exec(what)?.[1] ?? null
  if (/already subscribed/i.test(what)) sink.acknowledged(coin)
  else sink.refused(coin, what)
  return true
}

/** Candles per response; the venue's limit is 5,000. */
const CANDLES_PER_ANSWER = 1_000

/** Weights from the venue's documentation: 20 per request, plus 1 per CANDLES_PER_WEIGHT candles in the response. */
const QUESTION_WEIGHT = 20
const CANDLES_PER_WEIGHT = 60

/**
 * The past trades that the venue serves: a few of its newest, in one page.
 *
 * complete  the oldest of them is before fromTs, so none can be missing.
 */
export async function* hyperliquidTrades(
  rest: RestSection,
  listing: MarketListing,
  request: TradesRequest,
): AsyncGenerator<TradesPage> {
  const { fromTs = 0, toTs = Infinity } = request
  const recent = await recentTrades(rest, listing)
  const run = new TradeRun(listing, false)
  for (const trade of recent) {
    if (trade.ts >= fromTs && trade.ts < toTs) run.add(trade.ts, trade.price, trade.size, trade.buy, 1, trade.id)
  }
  yield { trades: run.take(), complete: recent.length > 0 && recent[0].ts < fromTs }
}

/** Time of the newest trade. */
export async function hyperliquidLastTradeMs(rest: RestSection, listing: MarketListing): Promise<number | null> {
  return (await recentTrades(rest, listing)).at(-1)?.ts ?? null
}

/** Volumes of closed minutes in coins, by the minute's first ms. */
export async function hyperliquidMinuteVolumes(
  rest: RestSection,
  listing: MarketListing,
  fromTs: number,
  toTs: number,
): Promise<ReadonlyMap<number, string>> {
  const volumes = new Map<number, string>()
  const span = CANDLES_PER_ANSWER * MINUTE_MS
  for (let startTime = Math.ceil(fromTs / MINUTE_MS) * MINUTE_MS; startTime < toTs; startTime += span) {
    const endTime = Math.min(startTime + span, toTs) - 1
    const candles = await rest.json({
      path: '/info',
      body: { type: 'candleSnapshot', req: { coin: listing.marketId, interval: '1m', startTime, endTime } },
      weight: QUESTION_WEIGHT + Math.ceil((endTime - startTime) / MINUTE_MS / CANDLES_PER_WEIGHT),
    })
    for (const value of rawList(candles) ?? []) {
      const candle = rawObject(value)
      const { t, v } = candle ?? {}
      if (typeof t !== 'number' || typeof v !== 'string')
        throw new Error(`${listing.symbol}: invalid Hyperliquid candle`)
      if (t >= startTime && t <= endTime && t + MINUTE_MS <= Math.min(toTs, rest.clock())) volumes.set(t, v)
    }
  }
  return volumes
}

async function recentTrades(rest: RestSection, listing: MarketListing): Promise<HyperliquidTrade[]> {
  const body = { type: 'recentTrades', coin: listing.marketId }
  const answer = rawList(await rest.json({ path: '/info', body, weight: QUESTION_WEIGHT + 1 })) ?? [null]
  const trades = readHyperliquidTrades(answer)
  if (typeof trades === 'string') throw new Error(`${listing.symbol}: invalid Hyperliquid trade: ${trades}`)
  return trades
}

export const HYPERLIQUID_ADAPTER: VenueAdapter = {
  venue: 'HYPERLIQUID',
  sections: [
    {
      traits: HYPERLIQUID_TRAITS[0],
      restBase: 'https://api.hyperliquid.xyz',
      createReader: () => readHyperliquidFrame,
      useUrls(exchange, urls) {
        const { api } = exchange.urls
        if (urls.ws !== undefined) (api['ws'] as Record<string, string>)['public'] = urls.ws
        if (urls.rest !== undefined) api['public'] = urls.rest
      },
      // ccxt subscribes to a perpetual by its base name: kPEPE, not KPEPE.
      ccxtMarket: (listing) => ({ baseName: listing.marketId }),
      subscribe(exchange, listings) {
        forgetSubscriptions(
          exchange,
          listings.map((listing) => `trade:${listing.ccxtSymbol}`),
        )
        return Promise.all(listings.map((listing) => exchange.watchTrades(listing.ccxtSymbol)))
      },
      async unsubscribe(exchange, listing) {
        // Without ccxt: its unWatchTrades also rejects the pending promises of the market's trades.
        const client = exchange.clients[(exchange.urls.api['ws'] as Record<string, string>)['public']]
        await client?.send({ method: 'unsubscribe', subscription: { type: 'trades', coin: listing.marketId } })
      },
      listing: hyperliquidListing,
      trades: hyperliquidTrades,
      lastTradeMs: hyperliquidLastTradeMs,
      minuteVolumes: hyperliquidMinuteVolumes,
    },
  ],
}
