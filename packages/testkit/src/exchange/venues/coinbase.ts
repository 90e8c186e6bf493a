import type { FakeDepthChange, FakeLevels } from '../fake-depth.ts'
import { isoMicros, json, jsonOrNull } from '../fake-venue.ts'
import type { FakeAnswer, FakeBook, FakeConnection, FakeRequest, FakeTrade, FakeVenue } from '../fake-venue.ts'

const PAGE_ROWS = 1000

/**
 * Coinbase Exchange as publicly documented: `matches` and `heartbeat`, the maker's side, `last_match` after
 * subscribing, trades by REST with the cursor `after`. At /advanced, Coinbase Advanced: `level2` and `heartbeats`.
 */
export function fakeCoinbase(): FakeVenue {
  return {
    venue: 'COINBASE',
    urls: (http, ws) => ({ spot: { ws, depthWs: `${ws}${ADVANCED}`, rest: http } }),
    accepts: (path) => path === '/' || path === ADVANCED,
    onMessage: (connection, text, book) =>
      connection.path === ADVANCED ? onAdvancedMessage(connection, text, book) : onMessage(connection, text, book),
    depthMessage: (connection, change) => depthUpdate(connection, change),
    messages: (_connection, trades) => trades.map((trade) => JSON.stringify(match('match', trade))),
    heartbeat(connection, nowMs) {
      if (connection.path === ADVANCED) return advancedHeartbeat(connection, nowMs)
      const [product] = connection.subscribed
      if (product === undefined) return null
      const time = isoMicros(nowMs, 0)
      return JSON.stringify({
        type: 'heartbeat',
        last_trade_id: 0,
        product_id: product,
        sequence: connection.nextSequence(),
        time,
      })
    },
    farewell: () => null,
    rest,
  }
}

interface Subscription {
  readonly type?: string
  readonly product_ids?: readonly string[]
  readonly channels?: readonly string[]
}

function onMessage(connection: FakeConnection, text: string, book: FakeBook): void {
  const message = jsonOrNull(text) as Subscription | null
  const products = message?.product_ids ?? []
  if (message?.type === 'subscribe') {
    const unknown = products.find((product) => book.market(product) === null)
    if (unknown !== undefined) {
      // One bad product fails the whole request.
      const reason = `${unknown} is not a valid product`
      return connection.send(JSON.stringify({ type: 'error', message: 'Failed to subscribe', reason }))
    }
    for (const product of products) connection.subscribe(product)
  } else if (message?.type === 'unsubscribe') for (const product of products) connection.unsubscribe(product)
  else return connection.send(JSON.stringify({ type: 'error', message: 'Malformed JSON' }))
  const names = message.channels ?? []
  const subscribed = [...connection.subscribed]
  const channels = names.map((name) => ({ name, product_ids: subscribed, account_ids: null }))
  connection.send(JSON.stringify({ type: 'subscriptions', channels }))
  if (message.type === 'unsubscribe') return
  for (const product of products) {
    const last = book.released(product).at(-1)
    if (last !== undefined) connection.send(JSON.stringify(match('last_match', last)))
  }
}

const ADVANCED = '/advanced'

interface AdvancedMessage {
  readonly type?: string
  readonly product_ids?: readonly string[]
  readonly channel?: string
}

/** Messages of all channels are numbered together. */
function numbered(connection: FakeConnection, channel: string, ts: number, events: readonly object[]): string {
  const sequence_num = connection.nextSequence()
  return JSON.stringify({ channel, client_id: '', timestamp: isoMicros(ts, 0), sequence_num, events })
}

function onAdvancedMessage(connection: FakeConnection, text: string, book: FakeBook): void {
  const { type, product_ids = [], channel } = (jsonOrNull(text) ?? {}) as AdvancedMessage
  const nowMs = book.nowMs()
  for (const product of channel === 'level2' ? product_ids : []) {
    if (type === 'unsubscribe') connection.unsubscribeDepth(product)
    if (type !== 'subscribe') continue
    const depth = connection.subscribeDepth(product)
    if (depth === null) {
      return connection.send(JSON.stringify({ type: 'error', message: `${product} is not a valid product` }))
    }
    connection.send(levelMessage(connection, 'snapshot', product, depth, depth.ts))
  }
  const subscriptions = { level2: [...connection.subscribedDepth], heartbeats: ['heartbeats'] }
  connection.send(numbered(connection, 'subscriptions', nowMs, [{ subscriptions }]))
}

function depthUpdate(connection: FakeConnection, change: FakeDepthChange): string {
  return levelMessage(connection, 'update', change.depth.market.listing.marketId, change, change.ts)
}

function levelMessage(
  connection: FakeConnection,
  type: 'snapshot' | 'update',
  product_id: string,
  { bids, asks }: FakeLevels,
  ts: number,
): string {
  const event_time = isoMicros(ts, 0)
  const rows = (side: string, levels: FakeLevels['bids']) =>
    levels.map(([price_level, new_quantity]) => ({ side, event_time, price_level, new_quantity }))
  return numbered(connection, 'l2_data', ts, [
    { type, product_id, updates: [...rows('bid', bids), ...rows('offer', asks)] },
  ])
}

function advancedHeartbeat(connection: FakeConnection, nowMs: number): string | null {
  if (connection.subscribedDepth.size === 0) return null
  const events = [{ current_time: isoMicros(nowMs, 0), heartbeat_counter: Math.floor(nowMs / 1000) }]
  return numbered(connection, 'heartbeats', nowMs, events)
}

function match(type: 'match' | 'last_match', trade: FakeTrade): Record<string, unknown> {
  const order = String(trade.index).padStart(12, '0')
  return {
    type,
    trade_id: Number(trade.id),
    maker_order_id: `a1b2c3d4-0000-4000-8000-${order}`,
    taker_order_id: `e5f60718-0000-4000-8000-${order}`,
    side: makerSide(trade),
    size: trade.qty,
    price: trade.price,
    product_id: trade.market.listing.marketId,
    sequence: 40_000_000_000 + 3 * trade.index,
    time: isoMicros(trade.ts, trade.index),
  }
}

function makerSide(trade: FakeTrade): string {
  return trade.buy ? 'sell' : 'buy'
}

function rest(request: FakeRequest, book: FakeBook): FakeAnswer | null {
  if (request.path === '/products') return json(book.markets.map((market) => product(market.listing)))
  if (request.path === '/currencies') return json([])
  const trades = /^\/products\/([^/]+)\/trades$/.exec(request.path)
  if (trades === null) return null
  if (book.market(trades[1]) === null) return json({ message: 'NotFound' }, 404)
  const after = Number(request.query.get('after') ?? Infinity)
  const limit = Math.min(Number(request.query.get('limit') ?? PAGE_ROWS), PAGE_ROWS)
  const rows = book
    .released(trades[1])
    .filter((trade) => Number(trade.id) < after)
    .slice(-limit)
    .reverse()
  const body = rows.map((trade) => ({
    trade_id: Number(trade.id),
    side: makerSide(trade),
    size: trade.qty,
    price: trade.price,
    time: isoMicros(trade.ts, trade.index),
  }))
  if (rows.length === 0) return json(body)
  return { ...json(body), headers: { 'cb-before': rows[0].id, 'cb-after': rows[rows.length - 1].id } }
}

function product(listing: FakeTrade['market']['listing']): Record<string, unknown> {
  const [base, quote] = listing.marketId.split('-')
  return {
    id: listing.marketId,
    base_currency: base,
    quote_currency: quote,
    quote_increment: listing.tickSize,
    base_increment: listing.lotSize,
    display_name: listing.marketId,
    min_market_funds: '1',
    margin_enabled: false,
    post_only: false,
    limit_only: false,
    cancel_only: false,
    status: 'online',
    status_message: '',
    trading_disabled: false,
    fx_stablecoin: false,
    max_slippage_percentage: '0.02000000',
    auction_mode: false,
    high_bid_limit_percentage: '',
  }
}
