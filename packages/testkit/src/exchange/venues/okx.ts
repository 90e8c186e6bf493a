import { decimalUnit, fromUnits, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { FakeDepth, FakeDepthChange, FakeLevels } from '../fake-depth.ts'
import { json, jsonOrNull } from '../fake-venue.ts'
import type {
  FakeAnswer,
  FakeBook,
  FakeConnection,
  FakeMarket,
  FakeRequest,
  FakeTrade,
  FakeVenue,
} from '../fake-venue.ts'

const HISTORY_ROWS = 100
const RECENT_ROWS = 500
const CONN_ID = 'a4d3ae55'

/**
 * OKX v5 as publicly documented: channel `trades` with the last of `count` merged fills as its id, a response per
 * instrument, plain text pongs, the notice before a service upgrade; REST with the listings and single fills paged into
 * the past. /ws/v5/business exists but has no `trades`.
 */
export function fakeOkx(): FakeVenue {
  return {
    venue: 'OKX',
    urls(http, ws) {
      const urls = { ws: `${ws}/ws/v5`, rest: http }
      return { spot: urls, swap: urls }
    },
    accepts: (path) => path === '/ws/v5/public' || path === '/ws/v5/business',
    onMessage,
    messages: (connection, trades) => (connection.path === '/ws/v5/public' ? trades.map(tradeMessage) : []),
    depthMessage: (_connection, change) => depthUpdate(change),
    farewell() {
      const msg = 'The connection will soon be closed for a service upgrade. Please reconnect.'
      return JSON.stringify({ event: 'notice', code: '64008', msg, connId: CONN_ID })
    },
    rest,
  }
}

interface Message {
  readonly op?: string
  readonly args?: readonly { readonly channel?: string; readonly instId?: string }[]
}

function onMessage(connection: FakeConnection, text: string): void {
  if (text === 'ping') return connection.send('pong')
  const { op, args = [] } = (jsonOrNull(text) ?? {}) as Message
  const answer = (fields: object) => connection.send(JSON.stringify({ ...fields, connId: CONN_ID }))
  if (op !== 'subscribe' && op !== 'unsubscribe') {
    return answer({ event: 'error', code: '60012', msg: `Illegal request: ${text}` })
  }
  for (const arg of args) {
    const { channel, instId = '' } = arg
    if (channel === 'books' && connection.path === '/ws/v5/public') {
      if (op === 'unsubscribe') connection.unsubscribeDepth(instId)
      const depth = op === 'subscribe' ? connection.subscribeDepth(instId) : null
      if (op === 'unsubscribe' || depth !== null) {
        answer({ event: op, arg })
        if (depth !== null) connection.send(depthSnapshot(depth))
        continue
      }
    }
    const known = channel === 'trades' && connection.path === '/ws/v5/public'
    if (op === 'unsubscribe') connection.unsubscribe(instId)
    else if (!known || !connection.subscribe(instId)) {
      const msg = `Wrong URL or channel:${channel},instId:${instId} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`
      answer({ event: 'error', code: '60018', msg })
      continue
    }
    answer({ event: op, arg })
  }
}

/** One message per taker order and price, as OKX sends them. */
function tradeMessage(trade: FakeTrade): string {
  const { marketId: instId } = trade.market.listing
  const row = {
    instId,
    tradeId: String(Number(trade.id) + trade.fills - 1),
    px: trade.price,
    sz: trade.qty,
    side: trade.buy ? 'buy' : 'sell',
    ts: String(trade.ts),
    count: String(trade.fills),
    source: trade.index % 13 === 5 ? '1' : '0',
    seqId: 1_000_000 + trade.index,
  }
  return JSON.stringify({ arg: { channel: 'trades', instId }, data: [row] })
}

const BOOK_LEVELS = 400

function depthSnapshot(depth: FakeDepth): string {
  const levels = { bids: depth.bids.slice(0, BOOK_LEVELS), asks: depth.asks.slice(0, BOOK_LEVELS) }
  return bookMessage(depth, 'snapshot', levels, depth.seq, -1)
}

function depthUpdate(change: FakeDepthChange): string {
  return bookMessage(change.depth, 'update', change, change.last, change.first - 1)
}

function bookMessage(
  { market, ts }: FakeDepth,
  action: 'snapshot' | 'update',
  { bids, asks }: FakeLevels,
  seqId: number,
  prevSeqId: number,
): string {
  const rows = (levels: FakeLevels['bids']) => levels.map(([price, qty]) => [price, qty, '0', '1'])
  const data = [{ asks: rows(asks), bids: rows(bids), ts: String(ts), checksum: 0, seqId, prevSeqId }]
  return JSON.stringify({ arg: { channel: 'books', instId: market.listing.marketId }, action, data })
}

function rest(request: FakeRequest, book: FakeBook): FakeAnswer | null {
  const { path, query } = request
  if (path === '/api/v5/public/instruments') {
    const type = query.get('instType')
    const markets = book.markets.filter(({ listing }) => type === (listing.kind === 'spot' ? 'SPOT' : 'SWAP'))
    return json({ code: '0', msg: '', data: markets.map(instrument) })
  }
  if (path !== '/api/v5/market/history-trades' && path !== '/api/v5/market/trades') return null
  const instId = query.get('instId') ?? ''
  if (book.market(instId) === null) {
    return json({ code: '51001', data: [], msg: "Instrument ID, Instrument ID code, or Spread ID doesn't exist." })
  }
  const history = path.endsWith('history-trades')
  const most = history ? HISTORY_ROWS : RECENT_ROWS
  const limit = Math.min(Number(query.get('limit') ?? 100), most)
  const after = Number((history && query.get('after')) || Infinity)
  const byTime = history && query.get('type') === '2'
  return json({ code: '0', msg: '', data: fillRows(book.released(instId), limit, after, byTime) })
}

/** Single fills older than `after`, newest first. */
function fillRows(
  released: readonly FakeTrade[],
  limit: number,
  after: number,
  byTime: boolean,
): Record<string, string>[] {
  const rows: Record<string, string>[] = []
  for (let i = released.length - 1; i >= 0 && rows.length < limit; i--) {
    const trade = released[i]
    if (byTime ? trade.ts >= after : Number(trade.id) >= after) continue
    for (const fill of fillsOf(trade).reverse()) {
      if (rows.length < limit && (byTime || Number(fill.tradeId) < after)) rows.push(fill)
    }
  }
  return rows
}

/** The fills merged into a trade, oldest first: equal sizes, the last with the remainder. */
function fillsOf(trade: FakeTrade): Record<string, string>[] {
  const { listing, tape } = trade.market
  const lot = decimalUnit(listing.lotSize)
  const lots = tape.qty[trade.index]
  const each = Math.max(1, Math.floor(lots / trade.fills))
  return Array.from({ length: trade.fills }, (_, k) => ({
    instId: listing.marketId,
    side: trade.buy ? 'buy' : 'sell',
    px: trade.price,
    sz: trade.fills === 1 ? trade.qty : fromUnits(k < trade.fills - 1 ? each : lots - each * (trade.fills - 1), lot),
    tradeId: String(Number(trade.id) + k),
    ts: String(trade.ts),
    source: trade.index % 13 === 5 ? '1' : '0',
  }))
}

function instrument({ listing }: FakeMarket): Record<string, unknown> {
  const spot = listing.kind === 'spot'
  const [base, quote] = listing.marketId.split('-')
  const settleCcy = listing.ccxtSymbol.split(':')[1] ?? ''
  const ofSwap = (text: string) => (spot ? '' : text)
  return {
    alias: '',
    auctionEndTime: '',
    baseCcy: spot ? base : '',
    category: '1',
    contTdSwTime: '',
    ctMult: ofSwap('1'),
    ctType: ofSwap(settleCcy === base ? 'inverse' : 'linear'),
    ctVal: ofSwap(listing.contractSize ?? ''),
    ctValCcy: ofSwap(settleCcy === base ? quote : base),
    expTime: '',
    futureSettlement: false,
    instFamily: ofSwap(`${base}-${quote}`),
    instId: listing.marketId,
    instIdCode: 10_459,
    instType: spot ? 'SPOT' : 'SWAP',
    lever: '100',
    listTime: '1573557408000',
    lotSz: listing.lotSize,
    maxLmtAmt: '20000000',
    maxLmtSz: '100000000',
    maxMktSz: '12000',
    minSz: listing.lotSize,
    optType: '',
    quoteCcy: spot ? quote : '',
    ruleType: 'normal',
    settleCcy,
    state: 'live',
    stk: '',
    tickSz: listing.tickSize,
    uly: ofSwap(`${base}-${quote}`),
  }
}

/**
 * The tape as numbered by OKX: trades of one to four merged fills, at least a lot each, with ids that increase by one.
 */
export function okxTape(tape: Trades, firstId = 130_000_001): Trades {
  const builder = new TradeBuilder(tape.length)
  let id = firstId
  for (let i = 0; i < tape.length; i++) {
    const fills = Math.min(1 + ((i * 7) % 10 < 6 ? 0 : i % 4), tape.qty[i])
    builder.push(tape.ts[i], tape.price[i], tape.qty[i], tape.buy[i] === 1, fills, id)
    id += fills
  }
  return builder.build()
}
