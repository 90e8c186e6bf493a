import { describe, expect, it } from 'vitest'
import { readCoinbaseFrame } from '../../../../src/live/venues/coinbase.ts'
import { sessionsOf } from '../support/recorded.ts'
import { readAll } from '../support/sink-record.ts'
import type { TradeRecord } from '../support/sink-record.ts'

const MATCH = {
  type: 'match',
  trade_id: 82047307,
  maker_order_id: '0f358725-2134-435e-be11-753912a326e0',
  taker_order_id: '252b7002-87a3-425c-ac73-f5b9e23f3caf',
  side: 'sell',
  size: '0.00513192',
  price: '9314.78',
  product_id: 'BTC-USD',
  sequence: 12038915443,
  time: '2020-01-31T20:03:41.158814Z',
}

const TRADE = {
  product_id: 'BTC-USD',
  trade_id: '1068572091',
  price: '65083.66',
  size: '0.002186',
  time: '2026-08-09T21:05:48.167934Z',
  side: 'BUY',
}
const advanced = (type: string, ...trades: object[]) => ({
  channel: 'market_trades',
  client_id: '',
  timestamp: '2026-08-09T21:05:48.228568804Z',
  sequence_num: 9,
  events: [{ type, trades }],
})

describe('a match of Coinbase Exchange', () => {
  it("inverts the maker's side, floors microseconds and preserves texts", () => {
    const { record, taken } = readAll(readCoinbaseFrame, [
      MATCH,
      { ...MATCH, trade_id: 82047308, side: 'buy', size: '0.10' },
    ])
    expect(record.trades).toEqual([
      {
        marketId: 'BTC-USD',
        ts: 1_580_501_021_158,
        price: '9314.78',
        qty: '0.00513192',
        buy: true,
        fills: 1,
        id: '82047307',
      },
      {
        marketId: 'BTC-USD',
        ts: 1_580_501_021_158,
        price: '9314.78',
        qty: '0.10',
        buy: false,
        fills: 1,
        id: '82047308',
      },
    ])
    expect(record.clocks).toEqual([1_580_501_021_158, 1_580_501_021_158])
    expect(taken).toEqual([true, true])
  })

  it('is also a trade if it was the last before the subscription, but its time is not used as a clock', () => {
    const { record } = readAll(readCoinbaseFrame, [{ ...MATCH, type: 'last_match' }])
    expect(record.trades.map((trade) => trade.id)).toEqual(['82047307'])
    expect(record.clocks).toEqual([null])
  })

  it('follows heartbeats, which prove the connection alive with the exchange clock and are not trades', () => {
    const { record, taken } = readAll(readCoinbaseFrame, [
      {
        type: 'heartbeat',
        last_trade_id: 20,
        product_id: 'BTC-USD',
        sequence: 90,
        time: '2014-11-07T08:19:28.464459Z',
      },
    ])
    expect(record).toMatchObject({ trades: [], clocks: [1_415_348_368_464], faults: [] })
    expect(taken).toEqual([true])
  })
})

describe('a message of Coinbase Advanced', () => {
  it('is reversed when newest first', () => {
    const { record } = readAll(readCoinbaseFrame, [
      advanced(
        'update',
        { ...TRADE, trade_id: '1068572093' },
        { ...TRADE, trade_id: '1068572092', side: 'SELL' },
        TRADE,
      ),
    ])
    expect(record.trades.map(({ id, buy }) => [id, buy])).toEqual([
      ['1068572091', false],
      ['1068572092', true],
      ['1068572093', false],
    ])
    expect(record.trades[0]).toEqual({
      marketId: 'BTC-USD',
      ts: 1_786_309_548_167,
      price: '65083.66',
      qty: '0.002186',
      buy: false,
      fills: 1,
      id: '1068572091',
    })
    expect(record.clocks).toEqual([Date.parse('2026-08-09T21:05:48.228Z')])
  })

  it('is left as it is when oldest first', () => {
    const { record } = readAll(readCoinbaseFrame, [advanced('update', TRADE, { ...TRADE, trade_id: '1068572092' })])
    expect(record.trades.map((trade) => trade.id)).toEqual(['1068572091', '1068572092'])
  })

  it('may be a snapshot, whose trades overlap earlier ones', () => {
    const { record } = readAll(readCoinbaseFrame, [advanced('snapshot', TRADE), advanced('update', TRADE)])
    expect(record.trades.map((trade) => trade.id)).toEqual(['1068572091', '1068572091'])
  })
})

describe('answers', () => {
  it('a confirmation names every product of the connection, on both streams, and is passed to ccxt', () => {
    const { record, taken } = readAll(readCoinbaseFrame, [
      {
        type: 'subscriptions',
        channels: [
          { name: 'heartbeat', product_ids: ['BTC-USD'] },
          { name: 'matches', product_ids: ['BTC-USD', 'ETH-USD'] },
        ],
      },
      {
        channel: 'subscriptions',
        timestamp: '2026-04-07T14:30:00.000000Z',
        sequence_num: 0,
        events: [{ subscriptions: { market_trades: ['SOL-USD'] } }],
      },
      { type: 'subscriptions', channels: [] },
    ])
    expect(record.notes).toEqual(['acknowledged BTC-USD', 'acknowledged ETH-USD', 'acknowledged SOL-USD'])
    expect(taken).toEqual([false, false, false])
  })

  it('a refusal applies to the oldest request and is not passed to ccxt, which would end every market of the connection', () => {
    const { record, taken } = readAll(readCoinbaseFrame, [
      { type: 'error', message: 'Failed to subscribe', reason: 'FOO-USD is not a valid product' },
    ])
    expect(record.notes).toEqual(['refused null: Failed to subscribe: FOO-USD is not a valid product'])
    expect(taken).toEqual([true])
  })

  it('garbage is left to ccxt', () => {
    const { record, taken } = readAll(readCoinbaseFrame, ['garbage', '[]', 'null', '{"type":"ma'])
    expect(record).toMatchObject({ trades: [], faults: [] })
    expect(taken).toEqual([false, false, false, false])
  })
})

describe('a malformed trade message', () => {
  it.each([
    ['a side that is neither', { side: 'none' }, 'side none of trade 1068572092'],
    ['a price that is a number', { price: 65083.66 }, 'price or size of trade 1068572092'],
    ['no size', { size: undefined }, 'price or size of trade 1068572092'],
    ['an id that is none', { trade_id: 'x' }, 'trade_id x'],
    ['an id beyond whole doubles', { trade_id: '9007199254740993' }, 'trade_id 9007199254740993'],
    ['no time', { time: 'yesterday' }, 'time yesterday'],
    ['no product', { product_id: undefined }, 'product_id'],
  ])('for %s is a fault, and nothing of its message is passed on', (_, change, said) => {
    const { record, taken } = readAll(readCoinbaseFrame, [
      advanced('update', TRADE, { ...TRADE, trade_id: '1068572092', ...change }),
    ])
    expect(record.trades).toEqual([])
    expect(record.faults).toHaveLength(1)
    expect(record.faults[0]).toContain(said)
    expect(taken).toEqual([true])
  })

  it('is a fault when truncated', () => {
    const { record, taken } = readAll(readCoinbaseFrame, [JSON.stringify(MATCH).slice(0, -2)])
    expect(record).toMatchObject({ trades: [], faults: ['trade message is not valid JSON'] })
    expect(taken).toEqual([true])
  })

  it('is a fault without its list', () => {
    const { record } = readAll(readCoinbaseFrame, [
      { channel: 'market_trades', events: {} },
      { channel: 'market_trades', events: [{ trades: {} }] },
    ])
    expect(record.faults).toHaveLength(2)
  })
})

const COUNTS = {
  written: { trades: 28, market: 12, heartbeats: 3 },
  recorded: { trades: 279, market: 101, heartbeats: 25 },
}

describe.each(sessionsOf('COINBASE'))('$name of Coinbase Advanced', (session) => {
  const counts = session.isWritten ? COUNTS.written : COUNTS.recorded
  const frames = session.frames.map((frame) => frame.text)
  const { record } = readAll(readCoinbaseFrame, frames)
  const sent = frames
    .map((text) => JSON.parse(text) as { channel: string; events: { trades: (typeof TRADE)[] }[] })
    .filter((message) => message.channel === 'market_trades')
    .flatMap((message) => message.events.flatMap((event) => event.trades))

  it('gives every trade exactly, and nothing else', () => {
    expect(record.faults).toEqual([])
    expect(sent).toHaveLength(counts.trades)
    const summaryOf = (trade: TradeRecord) =>
      `${trade.marketId} ${trade.id} ${trade.ts} ${trade.price} ${trade.qty} ${trade.buy}`
    const expected = sent.map(
      (trade) =>
        `${trade.product_id} ${trade.trade_id} ${Date.parse(`${trade.time.slice(0, 23)}Z`)} ${trade.price} ${trade.size} ${trade.side === 'SELL'}`,
    )
    expect(record.trades.map(summaryOf).toSorted()).toEqual(expected.toSorted())
  })

  it.each(['BTC-USD', 'ETH-USD'])('has contiguous ids of %s from the snapshot through every update', (product) => {
    const ids = record.trades.filter((trade) => trade.marketId === product).map((trade) => Number(trade.id))
    expect(ids.length).toBeGreaterThanOrEqual(counts.market)
    for (let i = 1; i < ids.length; i++) expect(ids[i]).toBe(ids[i - 1] + 1)
  })

  it("has buyers on upticks and sellers on downticks, since the maker's side is inverted", () => {
    const ticks = { upBuy: 0, upSell: 0, downBuy: 0, downSell: 0 }
    const trades = record.trades.filter((trade) => trade.marketId === 'BTC-USD')
    for (let i = 1; i < trades.length; i++) {
      const move = Number(trades[i].price) - Number(trades[i - 1].price)
      if (move > 0) ticks[trades[i].buy ? 'upBuy' : 'upSell'] += 1
      else if (move < 0) ticks[trades[i].buy ? 'downBuy' : 'downSell'] += 1
    }
    expect(ticks.upBuy).toBeGreaterThan(4 * ticks.upSell)
    expect(ticks.downSell).toBeGreaterThan(4 * ticks.downBuy)
  })

  it('proves the connection alive by every trade message and every heartbeat', () => {
    const heartbeats = frames.filter(
      (text) => text.includes('"heartbeats"') && text.includes('heartbeat_counter'),
    ).length
    expect(heartbeats).toBe(counts.heartbeats)
    expect(record.clocks.length).toBe(frames.length)
    expect(record.notes).toContain('acknowledged ETH-USD')
  })
})
