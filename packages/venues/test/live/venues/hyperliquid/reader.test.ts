import { describe, expect, it } from 'vitest'
import { readHyperliquidFrame, readHyperliquidTrades } from '../../../../src/live/venues/hyperliquid.ts'
import { readAll } from '../support/sink-record.ts'

const TRADE = {
  coin: 'BTC',
  side: 'B',
  px: '104310.5',
  sz: '0.02000',
  hash: '0xabc',
  time: 1_769_916_001_000,
  tid: 981894269203506,
  users: ['0xbuyer', '0xseller'],
}
const message = (...data: unknown[]) => ({ channel: 'trades', data })

describe('a message of trades', () => {
  it("has the taker's side (B bought, A sold) and the tid with a letter as id, so that it is not compared as a number", () => {
    const { record, taken } = readAll(readHyperliquidFrame, [message(TRADE, { ...TRADE, side: 'A', tid: 5 })])
    expect(record.trades).toEqual([
      {
        marketId: 'BTC',
        ts: 1_769_916_001_000,
        price: '104310.5',
        qty: '0.02000',
        buy: true,
        fills: 1,
        id: 't981894269203506',
      },
      { marketId: 'BTC', ts: 1_769_916_001_000, price: '104310.5', qty: '0.02000', buy: false, fills: 1, id: 't5' },
    ])
    expect(record.clocks).toEqual([1_769_916_001_000])
    expect(taken).toEqual([true])
  })

  it('yields the fills of one taker order, which share a hash, as separate trades in order', () => {
    const { record } = readAll(readHyperliquidFrame, [
      message({ ...TRADE, tid: 9, px: '1' }, { ...TRADE, tid: 3, px: '2' }, { ...TRADE, tid: 7, px: '3' }),
    ])
    expect(record.trades.map((trade) => [trade.id, trade.price])).toEqual([
      ['t9', '1'],
      ['t3', '2'],
      ['t7', '3'],
    ])
  })

  it('is reversed if it is a snapshot with the newest first, within a ms too', () => {
    const later = { ...TRADE, time: TRADE.time + 70 }
    const { record } = readAll(readHyperliquidFrame, [
      message({ ...later, tid: 4 }, { ...later, tid: 3 }, { ...TRADE, tid: 2 }, { ...TRADE, tid: 1 }),
    ])
    expect(record.trades.map((trade) => trade.id)).toEqual(['t1', 't2', 't3', 't4'])
  })

  it('may be empty', () => {
    const { record, taken } = readAll(readHyperliquidFrame, [message()])
    expect(record).toMatchObject({ trades: [], faults: [] })
    expect(taken).toEqual([true])
  })

  it.each([
    ['a side that is neither', { side: 'X' }, 'side X of trade 1'],
    ['a price that is a number', { px: 1.5 }, 'coin, px or sz of trade 1'],
    ['no size', { sz: undefined }, 'coin, px or sz of trade 1'],
    ['an id that is none', { tid: '1' }, 'tid 1'],
    ['a time with a fraction', { time: 1.5 }, 'time 1.5 of trade 1'],
  ])('with %s is a fault, and none of its trades is passed on', (_, change, said) => {
    const { record, taken } = readAll(readHyperliquidFrame, [message(TRADE, { ...TRADE, tid: 1, ...change })])
    expect(record.trades).toEqual([])
    expect(record.faults[0]).toContain(said)
    expect(taken).toEqual([true])
  })

  it('is a fault without its list or when truncated', () => {
    const { record } = readAll(readHyperliquidFrame, [
      { channel: 'trades', data: null },
      JSON.stringify(message(TRADE)).slice(0, -3),
    ])
    expect(record.faults).toHaveLength(2)
  })
})

describe('other messages', () => {
  it('confirms a coin; an unsubscription is not passed to ccxt, which would reject pending promises', () => {
    const answer = (method: string) => ({
      channel: 'subscriptionResponse',
      data: { method, subscription: { type: 'trades', coin: 'kPEPE' } },
    })
    const { record, taken } = readAll(readHyperliquidFrame, [answer('subscribe'), answer('unsubscribe')])
    expect(record.notes).toEqual(['acknowledged kPEPE'])
    expect(taken).toEqual([true, true])
  })

  it('names the coin of an error and does not pass it to ccxt, which would end every market of the connection', () => {
    const { record, taken } = readAll(readHyperliquidFrame, [
      { channel: 'error', data: 'Invalid subscription {"type":"trades","coin":"FOO"}' },
      { channel: 'error', data: 'Already subscribed: {"type":"trades","coin":"BTC"}' },
      { channel: 'error', data: 'Too many subscriptions' },
    ])
    expect(record.notes).toEqual([
      'refused FOO: Invalid subscription {"type":"trades","coin":"FOO"}',
      'acknowledged BTC',
      'refused null: Too many subscriptions',
    ])
    expect(taken).toEqual([true, true, true])
  })

  it('treats the greeting as plain text and the pong as proof of life', () => {
    const { record, taken } = readAll(readHyperliquidFrame, ['Websocket connection established.', { channel: 'pong' }])
    expect(record).toMatchObject({ trades: [], faults: [], clocks: [null] })
    expect(taken).toEqual([false, false])
  })
})

describe('recent trades of REST', () => {
  it('are reversed, because they are newest first', () => {
    const trade = (tid: number, side: 'A' | 'B', px: string, sz: string) => ({
      coin: 'BTC',
      side,
      px,
      sz,
      hash: `0x${'0'.repeat(60)}${tid}`,
      time: 1_800_000_000_000 + tid,
      tid,
      users: ['0xbuyer', '0xseller'],
    })
    expect(
      readHyperliquidTrades([
        trade(3003, 'A', '90020.0', '0.01500'),
        trade(3002, 'B', '90010.5', '0.02000'),
        trade(3001, 'A', '90000.0', '0.00500'),
      ]),
    ).toEqual([
      { coin: 'BTC', ts: 1_800_000_003_001, price: '90000.0', size: '0.00500', buy: false, id: 't3001' },
      { coin: 'BTC', ts: 1_800_000_003_002, price: '90010.5', size: '0.02000', buy: true, id: 't3002' },
      { coin: 'BTC', ts: 1_800_000_003_003, price: '90020.0', size: '0.01500', buy: false, id: 't3003' },
    ])
  })
})
