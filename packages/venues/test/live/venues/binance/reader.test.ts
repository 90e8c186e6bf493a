import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBinance } from '../../../../src/live/venues/binance.ts'
import { sessionsOf } from '../support/recorded.ts'
import { readAll, SinkRecord } from '../support/sink-record.ts'

const SPOT_TRADE = {
  e: 'aggTrade',
  E: 1_723_161_255_343,
  s: 'BTCUSDT',
  a: 26_129,
  p: '61837.63000000',
  q: '0.02000000',
  f: 3_735_683_259,
  l: 3_735_683_261,
  T: 1_723_161_255_342,
  m: true,
  M: true,
}
const FUTURES_TRADE = {
  e: 'aggTrade',
  E: 1_723_161_256_322,
  s: 'BTCUSDT',
  a: 5_933_014,
  p: '61800.30',
  q: '0.006',
  nq: '0.006',
  f: 5_266_583_935,
  l: 5_266_583_935,
  T: 1_723_161_256_321,
  m: false,
  st: 1,
}

describe('trades', () => {
  it('reads a raw spot aggregate: the buyer was the maker, so the aggressor sold; id and fills from f and l', () => {
    const { record, taken } = readAll(readBinance, [SPOT_TRADE])
    expect(taken).toEqual([true])
    expect(record.trades).toEqual([
      {
        marketId: 'BTCUSDT',
        ts: 1_723_161_255_342,
        price: '61837.63000000',
        qty: '0.02000000',
        buy: false,
        fills: 3,
        id: '3735683259',
      },
    ])
    expect(record.clocks).toEqual([1_723_161_255_343])
  })

  it('reads a combined futures aggregate with an id beyond 32 bits and unknown fields', () => {
    const { record } = readAll(readBinance, [{ stream: 'btcusdt@aggTrade', data: FUTURES_TRADE }])
    expect(record.trades).toEqual([
      {
        marketId: 'BTCUSDT',
        ts: 1_723_161_256_321,
        price: '61800.30',
        qty: '0.006',
        buy: true,
        fills: 1,
        id: '5266583935',
      },
    ])
  })

  it('floors times in microseconds to milliseconds', () => {
    const micros = { ...SPOT_TRADE, T: 1_723_161_255_342_999, E: 1_723_161_255_343_500 }
    const { record } = readAll(readBinance, [micros])
    expect(record.trades[0].ts).toBe(1_723_161_255_342)
    expect(record.clocks).toEqual([1_723_161_255_343])
  })

  it.each(['INSURANCE_FUND', 'ADL', 'NA'])('excludes and counts a futures trade of the kind %s', (X) => {
    const trade = {
      e: 'trade',
      E: 1,
      T: 1_723_161_256_322,
      s: 'BTCUSDT',
      t: 5_266_583_936,
      p: '61800.30',
      q: '0.199',
      X,
      m: false,
    }
    const { record } = readAll(readBinance, [trade, { ...trade, X: 'MARKET' }])
    expect(record.notes).toEqual(['excluded BTCUSDT 1'])
    expect(record.trades).toHaveLength(1)
  })
})

describe('other messages', () => {
  it('reports a confirmation and passes it to ccxt', () => {
    const { record, taken } = readAll(readBinance, [{ result: null, id: 1 }])
    expect([record.notes, taken]).toEqual([['acknowledged null'], [false]])
  })

  it('reports a refusal with its reason', () => {
    const { record, taken } = readAll(readBinance, [
      { error: { code: 2, msg: 'Invalid request: invalid stream' }, id: 1 },
    ])
    expect([record.notes, taken]).toEqual([['refused null: Invalid request: invalid stream'], [false]])
  })

  it('reports an announced shutdown, raw and combined', () => {
    const notice = { e: 'serverShutdown', E: 1_723_161_255_343 }
    const { record } = readAll(readBinance, [notice, { stream: 'x', data: notice }])
    expect(record.notes).toEqual(['closing', 'closing'])
  })
})

describe('malformed messages', () => {
  it.each([
    '',
    'null',
    '[]',
    '{"e":"aggTrade"',
    JSON.stringify({ ...SPOT_TRADE, p: 61837.63 }),
    JSON.stringify({ ...SPOT_TRADE, m: 1 }),
    JSON.stringify({ ...SPOT_TRADE, f: '1' }),
    JSON.stringify({ ...SPOT_TRADE, T: null }),
    '{"e":"aggTrade","s":"BTCUSDT"}',
  ])('is a fault and yields no trade: %s', (text) => {
    const { record, taken } = readAll(readBinance, [text])
    expect([record.trades, record.faults.length, taken]).toEqual([[], 1, [true]])
  })

  it('never throws and never reports an invalid number, for any text', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double())
    fc.assert(
      fc.property(
        fc.record({
          e: fc.constantFrom('aggTrade', 'trade'),
          s: value,
          p: value,
          q: value,
          f: value,
          l: value,
          T: value,
          m: value,
        }),
        (raw) => {
          const record = new SinkRecord()
          readBinance(JSON.stringify(raw), record)
          for (const trade of record.trades)
            expect(Number.isSafeInteger(trade.ts) && Number.isSafeInteger(trade.fills)).toBe(true)
        },
      ),
    )
  })
})

for (const [venue, expected] of [
  ['BINANCE', 2],
  ['BINANCE_FUTURES', 91],
] as const) {
  describe.each(sessionsOf(venue))(`$name of ${venue}`, ({ frames, isWritten }) => {
    it('gives exactly one trade per aggregate, with the texts of its message', () => {
      const trades = frames.filter(({ text }) => text.includes('"aggTrade"'))
      const { record, taken } = readAll(
        readBinance,
        frames.map(({ text }) => text),
      )
      expect(taken.filter(Boolean)).toHaveLength(isWritten ? trades.length : expected)
      expect(record.faults).toEqual([])
      expect(record.trades).toEqual(
        trades.map(({ text }) => {
          const { s, T, p, q, m, f, l } = (JSON.parse(text) as { data: typeof SPOT_TRADE }).data
          return { marketId: s, ts: T, price: p, qty: q, buy: !m, fills: l - f + 1, id: String(f) }
        }),
      )
    })
  })
}
