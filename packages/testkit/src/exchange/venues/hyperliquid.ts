import { MINUTE_MS, decimalUnit, fromUnits, toUnits } from '@flowprint/orderflow'
import type { FakeDepth, FakeLevels } from '../fake-depth.ts'
import { json, jsonOrNull } from '../fake-venue.ts'
import type { FakeAnswer, FakeBook, FakeConnection, FakeRequest, FakeTrade, FakeVenue } from '../fake-venue.ts'

/** Number of trades in recentTrades and in the snapshot of a subscription. */
const RECENT_ROWS = 10

/**
 * Hyperliquid as publicly documented: one coin per subscription, its newest trades sent first, ping and pong as
 * messages, POST /info. Ids of the tape are `t` and a tid, or plain numbers used as the tid.
 */
export function fakeHyperliquid(): FakeVenue {
  return {
    venue: 'HYPERLIQUID',
    urls: (http, ws) => ({ swap: { ws: `${ws}/ws`, rest: http } }),
    accepts: (path) => path === '/ws',
    onOpen: (connection) => connection.send('Websocket connection established.'),
    onMessage,
    messages: (_connection, trades) => [tradeMessage(trades)],
    depthMessage: (_connection, change) => bookMessage(change.depth),
    farewell: () => null,
    rest,
  }
}

interface Message {
  readonly method?: string
  readonly subscription?: { readonly type?: string; readonly coin?: string }
}

function onMessage(connection: FakeConnection, text: string, book: FakeBook): void {
  const message = jsonOrNull(text) as Message | null
  const { method, subscription } = message ?? {}
  const send = (channel: string, data: unknown) => connection.send(JSON.stringify({ channel, data }))
  if (method === 'ping') return connection.send('{"channel":"pong"}')
  const coin = subscription?.coin
  if (subscription?.type === 'l2Book' && coin !== undefined) {
    if (method === 'unsubscribe') connection.unsubscribeDepth(coin)
    const depth = method === 'subscribe' ? connection.subscribeDepth(coin) : null
    if (method === 'subscribe' && depth === null)
      return send('error', `Invalid subscription ${JSON.stringify(subscription)}`)
    send('subscriptionResponse', { method, subscription })
    if (depth !== null) connection.send(bookMessage(depth))
    return
  }
  if (subscription?.type !== 'trades' || coin === undefined)
    return send('error', `Error parsing JSON into valid websocket request: ${text}`)
  if (method === 'unsubscribe') {
    connection.unsubscribe(coin)
    return send('subscriptionResponse', { method, subscription })
  }
  if (connection.subscribed.has(coin)) return send('error', `Already subscribed: ${JSON.stringify(subscription)}`)
  if (!connection.subscribe(coin)) return send('error', `Invalid subscription ${JSON.stringify(subscription)}`)
  send('subscriptionResponse', { method, subscription })
  const recent = book.released(coin).slice(-RECENT_ROWS)
  if (recent.length > 0) connection.send(tradeMessage([...recent].reverse()))
}

function tradeMessage(trades: readonly FakeTrade[]): string {
  return JSON.stringify({ channel: 'trades', data: trades.map(entryOf) })
}

/** Fills of one taker order share their hash: here those of the same side and ms. */
function entryOf(trade: FakeTrade): Record<string, unknown> {
  const side = trade.buy ? 'B' : 'A'
  const hash = `0x${`${trade.buy ? 'b' : 'a'}${trade.ts.toString(16)}`.padStart(64, '0')}`
  const users = [`0x${'b'.repeat(40)}`, `0x${'a'.repeat(40)}`]
  const tid = Number(trade.id.replace(/^t/, ''))
  return { coin: trade.market.listing.marketId, side, px: trade.price, sz: trade.qty, time: trade.ts, hash, tid, users }
}

const BOOK_LEVELS = 20

function bookMessage(depth: FakeDepth): string {
  const rows = (levels: FakeLevels['bids']) => levels.slice(0, BOOK_LEVELS).map(([px, sz]) => ({ px, sz, n: 1 }))
  const data = { coin: depth.market.listing.marketId, time: depth.ts, levels: [rows(depth.bids), rows(depth.asks)] }
  return JSON.stringify({ channel: 'l2Book', data })
}

interface Question {
  readonly type?: string
  readonly coin?: string
  readonly req?: {
    readonly coin: string
    readonly interval: string
    readonly startTime: number
    readonly endTime: number
  }
}

function rest(request: FakeRequest, book: FakeBook): FakeAnswer | null {
  if (request.path !== '/info' || request.method !== 'POST') return null
  const question = jsonOrNull(request.body) as Question | null
  switch (question?.type) {
    case 'metaAndAssetCtxs':
      return json([{ universe: book.markets.map((market) => coin(market.listing)) }, book.markets.map(context)])
    case 'spotMeta':
      return json({ tokens: [], universe: [] })
    case 'recentTrades':
      return json(
        book
          .released(question.coin ?? '')
          .slice(-RECENT_ROWS)
          .reverse()
          .map(entryOf),
      )
    case 'candleSnapshot':
      return json(candles(question.req, book))
    default:
      return { status: 422, body: 'Failed to deserialize the JSON body into the target type' }
  }
}

function coin(listing: FakeTrade['market']['listing']): Record<string, unknown> {
  return {
    szDecimals: listing.lotSize.split('.')[1]?.length ?? 0,
    name: listing.marketId,
    maxLeverage: 40,
    marginTableId: 56,
  }
}

function context(): Record<string, unknown> {
  return {
    funding: '0.0000125',
    openInterest: '688.11',
    prevDayPx: '100',
    dayNtlVlm: '1169046.29',
    premium: '0.00031774',
    oraclePx: '100',
    markPx: '100',
    midPx: '100',
    impactPxs: ['100', '100'],
    dayBaseVlm: '8000',
  }
}

function candles(asked: Question['req'], book: FakeBook): Record<string, unknown>[] {
  const market = asked === undefined ? null : book.market(asked.coin)
  if (asked === undefined || market === null) return []
  const lot = decimalUnit(market.listing.lotSize)
  const minutes = new Map<number, FakeTrade[]>()
  for (const trade of book.released(asked.coin)) {
    const start = Math.floor(trade.ts / MINUTE_MS) * MINUTE_MS
    if (start >= asked.startTime && start <= asked.endTime) minutes.set(start, [...(minutes.get(start) ?? []), trade])
  }
  return [...minutes].map(([t, trades]) => {
    const lots = trades.reduce((sum, trade) => sum + toUnits(trade.qty, lot), 0)
    const prices = trades.map((trade) => trade.price)
    const byValue = prices.toSorted((a, b) => Number(a) - Number(b))
    return {
      t,
      T: t + MINUTE_MS - 1,
      s: asked.coin,
      i: '1m',
      o: prices[0],
      c: prices[prices.length - 1],
      h: byValue[byValue.length - 1],
      l: byValue[0],
      v: fromUnits(lots, lot),
      n: trades.length,
    }
  })
}
