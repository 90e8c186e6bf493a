import { MINUTE_MS } from '@flowprint/orderflow'
import { TradeRun } from '../../trade-run.ts'
import type { RestSection } from '../../rest-section.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../../types.ts'
import { rawList, rawObject } from '../raw-message.ts'
import { readHyperliquidTrades } from './trade.ts'
import type { HyperliquidTrade } from './trade.ts'

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
