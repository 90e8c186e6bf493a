import { describe, expect, it } from 'vitest'
import { readOkxFrame } from '../../../../src/live/venues/okx/reader.ts'
import { sessionsOf } from '../support/recorded.ts'
import { readAll } from '../support/sink-record.ts'

const TRADE = {
  instId: 'BTC-USDT-SWAP',
  tradeId: '130639474',
  px: '42219.9',
  sz: '0.12',
  side: 'buy',
  ts: '1630048897897',
  count: '3',
  source: '0',
  seqId: 1234,
}
const message = (...data: object[]) => ({ arg: { channel: 'trades', instId: 'BTC-USDT-SWAP' }, data })

describe('a message of trades', () => {
  it("merges count fills, whose last id is the trade's id", () => {
    const { record, taken } = readAll(readOkxFrame, [message(TRADE)])
    expect(record.trades).toEqual([
      {
        marketId: 'BTC-USDT-SWAP',
        ts: 1_630_048_897_897,
        price: '42219.9',
        qty: '0.12',
        buy: true,
        fills: 3,
        id: '130639472',
      },
    ])
    expect(record.clocks).toEqual([1_630_048_897_897])
    expect(taken).toEqual([true])
  })

  it('follows the previous one if its first fill is the next id', () => {
    const { record } = readAll(readOkxFrame, [
      message(TRADE),
      message({ ...TRADE, tradeId: '130639475', count: '1' }),
      message({ ...TRADE, tradeId: '130639479', count: '4', side: 'sell' }),
    ])
    for (let i = 1; i < 3; i++) {
      const before = record.trades[i - 1]
      expect(Number(record.trades[i].id)).toBe(Number(before.id) + before.fills)
    }
    expect(record.trades.map((trade) => trade.buy)).toEqual([true, true, false])
  })

  it('is one fill without count, as in 2022', () => {
    const { count: _, ...old } = TRADE
    const { record } = readAll(readOkxFrame, [message(old)])
    expect(record.trades[0]).toMatchObject({ fills: 1, id: '130639474' })
  })

  it('includes fills of the liquidity programme', () => {
    const { record } = readAll(readOkxFrame, [message({ ...TRADE, source: '1' })])
    expect(record.trades).toHaveLength(1)
  })

  it.each([
    ['a side that is neither', { side: 'none' }, 'side none'],
    ['a size that is a number', { sz: 0.12 }, 'not a string'],
    ['an id that is none', { tradeId: 'x' }, 'id x'],
    ['an id beyond whole doubles', { tradeId: '9007199254740993' }, 'id 9007199254740993'],
    ['no time', { ts: '' }, 'time '],
    ['a count of none', { count: '0' }, 'count 0'],
    ['more fills than ids', { tradeId: '1', count: '3' }, 'count 3'],
    ['no instrument', { instId: '' }, 'instrument'],
  ])('with %s is a fault, and none of its trades is passed on', (_, change, said) => {
    const { record, taken } = readAll(readOkxFrame, [message(TRADE, { ...TRADE, ...change })])
    expect(record.trades).toEqual([])
    expect(record.faults).toHaveLength(1)
    expect(record.faults[0]).toContain(said)
    expect(taken).toEqual([true])
  })

  it('is a fault when truncated; other garbage is left to ccxt', () => {
    const { record, taken } = readAll(readOkxFrame, [JSON.stringify(message(TRADE)).slice(0, -3), 'garbage'])
    expect(record.faults).toEqual(['trade message is not valid JSON'])
    expect(taken).toEqual([true, false])
  })
})

describe('other messages', () => {
  it('announces the end of the connection by a notice, not passed to ccxt, which would treat its code as a failure', () => {
    const { record, taken } = readAll(readOkxFrame, [
      { event: 'notice', code: '64008', msg: 'The connection will soon be closed for a service upgrade.', connId: 'a' },
    ])
    expect(record.notes).toEqual(['closing'])
    expect(taken).toEqual([true])
  })

  it('confirms its instrument; unsubscriptions are not passed to ccxt; the plain text pong is', () => {
    const { record, taken } = readAll(readOkxFrame, [
      { event: 'subscribe', arg: { channel: 'trades', instId: 'BTC-USDT' }, connId: 'a' },
      { event: 'unsubscribe', arg: { channel: 'trades', instId: 'BTC-USDT' }, connId: 'a' },
      'pong',
    ])
    expect(record.notes).toEqual(['acknowledged BTC-USDT'])
    expect(taken).toEqual([false, true, false])
  })

  it('does not pass the refusal of one instrument to ccxt, which would fail the others too; other errors are passed on', () => {
    const { record, taken } = readAll(readOkxFrame, [
      {
        event: 'error',
        code: '60018',
        msg: "Wrong URL or channel:trades,instId:OLD-USDT doesn't exist. Please use the correct URL.",
        connId: 'a',
      },
      { event: 'error', code: '60012', msg: 'Illegal request', connId: 'a' },
    ])
    expect(record.notes.map((note) => note.split(':')[0])).toEqual(['refused OLD-USDT'])
    expect(taken).toEqual([true, false])
  })
})

describe.each(sessionsOf('OKX'))('$name of OKX', ({ frames, isWritten }) => {
  const { record } = readAll(
    readOkxFrame,
    frames.map(({ text }) => text),
  )

  it('gives exactly its trades: count, time, side, price, size and id', () => {
    const rows = frames
      .filter(({ text }) => text.includes('"channel":"trades"') && text.includes('"data"'))
      .flatMap(({ text }) => [
        ...text.matchAll(
          /\{"instId":"([\w-]+)","tradeId":"(\d+)","px":"([\d.]+)","sz":"([\d.]+)","side":"(\w+)","ts":"(\d+)"\}/g,
        ),
      ])
    expect(rows).toHaveLength(isWritten ? 10 : 74)
    expect(record.faults).toEqual([])
    expect(record.trades).toEqual(
      rows.map(([, marketId, id, price, qty, side, ts]) => ({
        marketId,
        ts: Number(ts),
        price,
        qty,
        buy: side === 'buy',
        fills: 1,
        id,
      })),
    )
  })

  it('has contiguous ids for every instrument', () => {
    const byMarket = Map.groupBy(record.trades, (trade) => trade.marketId)
    for (const trades of byMarket.values()) {
      const ids = trades.map((trade) => Number(trade.id))
      expect(ids).toEqual(ids.map((_, k) => ids[0] + k))
    }
  })

  it('confirms its three subscriptions', () => {
    expect(new Set(record.notes)).toEqual(
      new Set(['acknowledged BTC-USD-220527', 'acknowledged UNI-USD-SWAP', 'acknowledged BTC-USDT']),
    )
  })
})
