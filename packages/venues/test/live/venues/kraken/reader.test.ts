import { describe, expect, it } from 'vitest'
import { readKrakenFrame } from '../../../../src/live/venues/kraken.ts'
import { sessionsOf } from '../support/recorded.ts'
import { readAll } from '../support/sink-record.ts'

const trade = (fields: string) =>
  `{"symbol":"BTC/USD","side":"buy","price":105944.20,"qty":0.00027625,"ord_type":"limit","trade_id":10218208,` +
  `"timestamp":"2023-10-06T17:35:55.440295Z"${fields}}`
const message = (...trades: string[]) => `{"channel":"trade","type":"update","data":[${trades.join(',')}]}`
const numbered = (id: number, price = '1', qty = '1', symbol = 'BTC/USD', side = 'buy') =>
  `{"symbol":"${symbol}","side":"${side}","price":${price},"qty":${qty},"ord_type":"market","trade_id":${id},"timestamp":"2023-10-06T17:35:55.440295Z"}`

describe('a message of trades', () => {
  it('preserves the digits of its JSON numbers, including trailing zeros', () => {
    const { record, taken } = readAll(readKrakenFrame, [message(trade(''))])
    expect(record.trades).toEqual([
      {
        marketId: 'BTC/USD',
        ts: 1_696_613_755_440,
        price: '105944.20',
        qty: '0.00027625',
        buy: true,
        fills: 1,
        id: '10218208',
      },
    ])
    expect(record.clocks).toEqual([1_696_613_755_440])
    expect(taken).toEqual([true])
  })

  it.each(['123456789.12345678', '0.10000000', '1e-8', '1.5E+3', '40.0', '9007199254740993.1'])(
    'preserves the number %s as text',
    (number) => {
      const { record } = readAll(readKrakenFrame, [message(numbered(7, number, number))])
      expect(record.trades[0]).toMatchObject({ price: number, qty: number })
    },
  )

  it('may contain spaces and fields in any order', () => {
    const { record } = readAll(readKrakenFrame, [
      '{ "data" : [ { "trade_id" : 5 , "qty" : 0.10 , "price" : 2.50 , "side" : "sell" , "symbol" : "ADA/USD" , "timestamp" : "2023-10-06T17:35:55Z" } ] , "type" : "update" , "channel" : "trade" }',
    ])
    expect(record.trades).toEqual([
      { marketId: 'ADA/USD', ts: 1_696_613_755_000, price: '2.50', qty: '0.10', buy: false, fills: 1, id: '5' },
    ])
  })

  it('may contain several taker orders, each entry one trade, in id order', () => {
    const { record } = readAll(readKrakenFrame, [
      message(numbered(12), numbered(10, '1', '2', 'BTC/USD', 'sell'), numbered(11)),
    ])
    expect(record.trades.map(({ id, buy }) => [id, buy])).toEqual([
      ['10', false],
      ['11', true],
      ['12', true],
    ])
  })

  it('may be the snapshot, whose trades overlap and whose times are not a clock', () => {
    const { record } = readAll(readKrakenFrame, [message(trade('')).replace('update', 'snapshot')])
    expect(record.trades).toHaveLength(1)
    expect(record.clocks).toEqual([null])
  })

  it.each([
    ['a side that is neither', numbered(2, '1', '1', 'BTC/USD', 'both'), 'side both'],
    ['a price that is no number', numbered(2, 'null'), 'price or qty of trade 2'],
    ['an id that is none', numbered(0), 'trade_id 0'],
    ['no time', numbered(2).replace('2023-10-06T17:35:55.440295Z', 'now'), 'timestamp now'],
    ['no symbol', numbered(2).replace('"BTC/USD"', 'null'), 'symbol of trade 2'],
    ['no object', '7', 'no object'],
  ])('with %s is a fault, and none of its trades is passed on', (_, bad, said) => {
    const { record, taken } = readAll(readKrakenFrame, [message(numbered(1), bad)])
    expect(record.trades).toEqual([])
    expect(record.faults).toHaveLength(1)
    expect(record.faults[0]).toContain(said)
    expect(taken).toEqual([true])
  })
})

it('is a fault when truncated', () => {
  const { record, taken } = readAll(readKrakenFrame, [message(trade('')).slice(0, -3)])
  expect(record).toMatchObject({ trades: [], faults: ['trade message is not valid JSON'] })
  expect(taken).toEqual([true])
})

describe('other messages', () => {
  const answer = (fields: object) => ({
    method: 'subscribe',
    req_id: 1,
    time_in: '2023-09-25T09:04:31.742599Z',
    ...fields,
  })

  it('confirms one symbol per response', () => {
    const { record, taken } = readAll(readKrakenFrame, [
      answer({ result: { channel: 'trade', snapshot: true, symbol: 'BTC/USD' }, success: true }),
    ])
    expect(record.notes).toEqual(['acknowledged BTC/USD'])
    expect(taken).toEqual([false])
  })

  it('names the symbol of a refusal; one for a repeated subscription confirms it', () => {
    const { record } = readAll(readKrakenFrame, [
      answer({ error: 'Currency pair not supported FOO/USD', success: false, symbol: 'FOO/USD' }),
      answer({ error: 'Already subscribed', success: false, symbol: 'BTC/USD' }),
    ])
    expect(record.notes).toEqual(['refused FOO/USD: Currency pair not supported FOO/USD', 'acknowledged BTC/USD'])
  })

  it('heartbeat, status and pong prove the connection alive; garbage does not', () => {
    const { record, taken } = readAll(readKrakenFrame, [
      '{"channel":"heartbeat"}',
      { channel: 'status', type: 'update', data: [{ system: 'online' }] },
      { method: 'pong', req_id: 3 },
      'garbage',
    ])
    expect(record).toMatchObject({ trades: [], faults: [], clocks: [null, null, null] })
    expect(taken).toEqual([true, false, false, false])
  })
})

describe.each(sessionsOf('KRAKEN'))('$name of the old WebSocket v1', (session) => {
  const frames = session.frames.map((frame) => frame.text)

  it('gives the reader of v2 no trade and no fault, and leaves every message to ccxt', () => {
    const { record, taken } = readAll(readKrakenFrame, frames)
    expect(frames.length).toBeGreaterThan(session.isWritten ? 6 : 4000)
    expect(record).toMatchObject({ trades: [], faults: [], notes: [] })
    expect(taken.every((one) => !one)).toBe(true)
  })

  it('gives its trades exactly when rewritten in the v2 format', () => {
    const v1 = frames
      .map((text) => JSON.parse(text) as unknown)
      .filter((one): one is [number, string[][], string, string] => Array.isArray(one) && one[2] === 'trade')
    let id = 100
    const messages = v1.map(([, trades, , pair]) =>
      message(
        ...trades.map(([price, qty, time, side]) =>
          numbered(id++, price, qty, pair, side === 'b' ? 'buy' : 'sell').replace(
            '2023-10-06T17:35:55.440295Z',
            isoOf(time),
          ),
        ),
      ),
    )
    const { record } = readAll(readKrakenFrame, messages)
    const expected = v1.flatMap(([, trades, , pair]) =>
      trades.map(([price, qty, time, side]) => [
        pair,
        price,
        qty,
        side === 'b',
        Number(`${time.split('.')[0]}${time.split('.')[1].slice(0, 3)}`),
      ]),
    )
    expect(expected.length).toBeGreaterThanOrEqual(session.isWritten ? 4 : 8)
    expect(record.trades.map((trade) => [trade.marketId, trade.price, trade.qty, trade.buy, trade.ts])).toEqual(
      expected,
    )
    expect(record.trades.map((trade) => Number(trade.id))).toEqual(expected.map((_, i) => 100 + i))
  })
})

/** 1618678142.557535 as 2021-04-17T16:49:02.557535Z. */
function isoOf(time: string): string {
  const [whole, part] = time.split('.')
  return new Date(Number(whole) * 1000).toISOString().replace('.000Z', `.${part}Z`)
}
