import { crc32 } from 'node:zlib'
import type { FakeDepth, FakeLevel, FakeLevels } from '../fake-depth.ts'
import { isoMicros, json, jsonOrNull } from '../fake-venue.ts'
import type { FakeAnswer, FakeBook, FakeConnection, FakeRequest, FakeTrade, FakeVenue } from '../fake-venue.ts'

const PAGE_ROWS = 1000
const SNAPSHOT_ROWS = 50

/** Kraken's older names, in REST and in wsname. */
const OLD_NAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }
/** Asset codes with an extra letter in REST's keys. */
const CODES: Readonly<Record<string, string>> = { XBT: 'XXBT', XDG: 'XXDG', ETH: 'XETH', USD: 'ZUSD', EUR: 'ZEUR' }

/**
 * Kraken's spot exchange as publicly documented: WebSocket v2 with numbers as JSON numbers, a response per symbol, the
 * snapshot of the last 50 trades; REST with XBT and `since` in ns.
 */
export function fakeKraken(): FakeVenue {
  return {
    venue: 'KRAKEN',
    urls: (http, ws) => ({ spot: { ws: `${ws}/v2`, rest: http } }),
    accepts: (path) => path === '/v2',
    onOpen(connection) {
      const data = [{ api_version: 'v2', connection_id: 12_345, system: 'online', version: '2.0.10' }]
      connection.send(JSON.stringify({ channel: 'status', data, type: 'update' }))
    },
    onMessage,
    messages: (_connection, trades) => [tradeMessage('update', trades)],
    depthMessage: (_connection, change) => bookMessage('update', change.depth, change),
    heartbeat: (connection) =>
      connection.subscribed.size + connection.subscribedDepth.size > 0 ? '{"channel":"heartbeat"}' : null,
    farewell: () => null,
    rest,
  }
}

interface Subscription {
  readonly method?: string
  readonly req_id?: number
  readonly params?: {
    readonly channel?: string
    readonly symbol?: readonly string[]
    readonly snapshot?: boolean
    readonly depth?: number
  }
}

function onMessage(connection: FakeConnection, text: string, book: FakeBook): void {
  const message = jsonOrNull(text) as Subscription | null
  const times = { time_in: isoMicros(book.nowMs(), 0), time_out: isoMicros(book.nowMs(), 1) }
  const { method, req_id } = message ?? {}
  const answer = (fields: object) => connection.send(JSON.stringify({ method, req_id, ...fields, ...times }))
  if (method === 'ping') return connection.send(JSON.stringify({ method: 'pong', req_id, ...times }))
  const symbols = message?.params?.symbol ?? []
  const snapshot = message?.params?.snapshot === true
  for (const symbol of message?.params?.channel === 'book' ? symbols : []) {
    if (method === 'unsubscribe') connection.unsubscribeDepth(symbol)
    const depth = method === 'subscribe' ? connection.subscribeDepth(symbol) : null
    if (method === 'subscribe' && depth === null)
      answer({ error: `Currency pair not supported ${symbol}`, success: false, symbol })
    else answer({ result: { channel: 'book', symbol, depth: message?.params?.depth, snapshot }, success: true })
    if (depth !== null) connection.send(bookMessage('snapshot', depth, depth))
  }
  for (const symbol of message?.params?.channel === 'book' ? [] : symbols) {
    if (method === 'unsubscribe') {
      connection.unsubscribe(symbol)
      answer({ result: { channel: 'trade', symbol }, success: true })
    } else if (!connection.subscribe(symbol)) {
      answer({ error: `Currency pair not supported ${symbol}`, success: false, symbol })
    } else {
      answer({ result: { channel: 'trade', snapshot, symbol }, success: true })
      const last = book.released(symbol).slice(-SNAPSHOT_ROWS)
      if (snapshot && last.length > 0) connection.send(tradeMessage('snapshot', last))
    }
  }
}

/** Formatted manually: price and quantity are numbers with the venue's digits, which JSON.stringify would change. */
function tradeMessage(type: 'update' | 'snapshot', trades: readonly FakeTrade[]): string {
  const data = trades.map((trade) => {
    const { marketId } = trade.market.listing
    const side = trade.buy ? 'buy' : 'sell'
    const time = isoMicros(trade.ts, trade.index)
    return (
      `{"symbol":"${marketId}","side":"${side}","price":${trade.price},"qty":${trade.qty},"ord_type":"market",` +
      `"trade_id":${trade.id},"timestamp":"${time}"}`
    )
  })
  return `{"channel":"trade","type":"${type}","data":[${data.join(',')}]}`
}

/** Numbers keep the digits of the book: the checksum is made from them. */
function bookMessage(type: 'update' | 'snapshot', depth: FakeDepth, { bids, asks }: FakeLevels): string {
  const rows = (levels: readonly FakeLevel[]) =>
    levels.map(([price, qty]) => `{"price":${price},"qty":${qty}}`).join(',')
  const { marketId } = depth.market.listing
  const book =
    `"symbol":"${marketId}","bids":[${rows(bids)}],"asks":[${rows(asks)}],"checksum":${checksumOf(depth)},` +
    `"timestamp":"${isoMicros(depth.ts, 0)}"`
  return `{"channel":"book","type":"${type}","data":[{${book}}]}`
}

/** CRC32 of the ten best asks, then bids, as documented. */
function checksumOf(depth: FakeDepth): number {
  const digits = (text: string) => text.replace('.', '').replace(/^0+/, '')
  const best = [...depth.asks.slice(0, 10), ...depth.bids.slice(0, 10)]
  return crc32(best.map(([price, qty]) => digits(price) + digits(qty)).join(''))
}

function rest(request: FakeRequest, book: FakeBook): FakeAnswer | null {
  if (request.path === '/0/public/AssetPairs') {
    return json({ error: [], result: Object.fromEntries(book.markets.map((market) => assetPair(market.listing))) })
  }
  if (request.path === '/0/public/Assets') return json({ error: [], result: {} })
  if (request.path !== '/0/public/Trades') return null
  const pair = request.query.get('pair')
  const market = book.markets.find((one) => names(one.listing.marketId).altname === pair)
  if (market === undefined) return json({ error: ['EQuery:Unknown asset pair'] })
  const count = Math.min(Number(request.query.get('count') ?? PAGE_ROWS), PAGE_ROWS)
  const since = request.query.get('since')
  const released = book.released(market.listing.marketId)
  const found =
    since === null ? released.slice(-count) : released.filter((trade) => nanos(trade) > BigInt(since)).slice(0, count)
  const rows = found.map(
    (trade) => `["${trade.price}","${trade.qty}",${seconds(trade)},"${trade.buy ? 'b' : 's'}","m","",${trade.id}]`,
  )
  const last = found.length === 0 ? (since ?? '0') : String(nanos(found[found.length - 1]))
  const { key } = names(market.listing.marketId)
  return { status: 200, body: `{"error":[],"result":{"${key}":[${rows.join(',')}],"last":"${last}"}}` }
}

/** Ns since the epoch; the sub-ms part comes from the trade's index. */
function nanos(trade: FakeTrade): bigint {
  return BigInt(trade.ts) * 1_000_000n + BigInt(trade.index % 1_000_000)
}

/** Seconds with seven decimals, as in REST. */
function seconds(trade: FakeTrade): string {
  const text = String(nanos(trade)).padStart(10, '0')
  return `${text.slice(0, -9)}.${text.slice(-9, -2)}`
}

function names(marketId: string): { wsname: string; altname: string; key: string; base: string; quote: string } {
  const [base, quote] = marketId.split('/').map((name) => OLD_NAMES[name] ?? name)
  const codes = { base: CODES[base] ?? base, quote: CODES[quote] ?? quote }
  return { wsname: `${base}/${quote}`, altname: `${base}${quote}`, key: `${codes.base}${codes.quote}`, ...codes }
}

function assetPair(listing: FakeTrade['market']['listing']): [string, Record<string, unknown>] {
  const { wsname, altname, key, base, quote } = names(listing.marketId)
  const decimals = (text: string) => text.split('.')[1]?.length ?? 0
  return [
    key,
    {
      altname,
      wsname,
      aclass_base: 'currency',
      base,
      aclass_quote: 'currency',
      quote,
      lot: 'unit',
      cost_decimals: 5,
      pair_decimals: decimals(listing.tickSize),
      lot_decimals: decimals(listing.lotSize),
      lot_multiplier: 1,
      leverage_buy: [],
      leverage_sell: [],
      fees: [[0, 0.4]],
      fees_maker: [[0, 0.25]],
      fee_volume_currency: 'ZUSD',
      margin_call: 80,
      margin_stop: 40,
      ordermin: '0.00005',
      costmin: '0.5',
      tick_size: listing.tickSize,
      status: 'online',
    },
  ]
}
