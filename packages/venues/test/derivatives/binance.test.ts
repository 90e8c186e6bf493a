import { describe, expect, test } from 'vitest'
import { readBinanceDerivatives, readBinanceOpenInterest } from '../../src/derivatives/venues/binance.ts'
import { DerivativesRecord, fixtureMessages, readDerivatives } from './derivatives-record.ts'

const order = (fields: object): object => ({
  e: 'forceOrder',
  E: 1_791_565_603_055,
  o: {
    s: 'BTCUSDT',
    S: 'SELL',
    q: '0.190',
    p: '82338.30',
    ap: '82651.90',
    z: '0.190',
    T: 1_791_565_602_120,
    ...fields,
  },
})

const mark = (fields: object): object => ({
  e: 'markPriceUpdate',
  E: 1_790_526_539_000,
  s: 'BTCUSDT',
  p: '84551.10762319',
  i: '84590.87304348',
  r: '-0.00000801',
  T: 1_790_553_600_000,
  ...fields,
})

const read = (...messages: object[]): DerivativesRecord => readDerivatives(readBinanceDerivatives, messages)

describe('readBinanceDerivatives', () => {
  test('takes the side of the order: SELL closes a long position, BUY a short one', () => {
    expect(read(order({}), order({ S: 'BUY' })).liquidations).toEqual([
      'BTCUSDT 1791565602120 sell 82338.30 x 0.190',
      'BTCUSDT 1791565602120 buy 82338.30 x 0.190',
    ])
  })

  test('takes the filled quantity, and leaves out orders without a fill', () => {
    expect(read(order({ q: '0.500', z: '0.120' }), order({ z: '0.000' })).liquidations).toEqual([
      'BTCUSDT 1791565602120 sell 82338.30 x 0.120',
    ])
  })

  test('reads mark prices with their digits', () => {
    expect(read(mark({})).stats).toEqual([
      {
        marketId: 'BTCUSDT',
        ts: 1_790_526_539_000,
        markPrice: '84551.10762319',
        indexPrice: '84590.87304348',
        fundingRate: '-0.00000801',
        nextFundingMs: 1_790_553_600_000,
      },
    ])
  })

  test('leaves out the funding of a contract that has none', () => {
    const [stat] = read(mark({ r: '0.00000000', T: 0 })).stats
    expect(Object.keys(stat)).toEqual(['marketId', 'ts', 'markPrice', 'indexPrice'])
  })

  test.each([
    ['side', order({ S: 'LONG' })],
    ['time', order({ T: 0 })],
    ['price', order({ p: '' })],
    ['quantity', order({ z: undefined })],
    ['symbol', order({ s: 7 })],
    ['mark price', mark({ p: '' })],
    ['time of a mark price', mark({ E: null })],
  ])('rejects a message without its %s', (_, message) => {
    const record = read(message)
    expect(record.notes).toEqual([expect.stringMatching(/^fault: a (liquidation|mark price) without its/)])
    expect([record.liquidations, record.stats]).toEqual([[], []])
  })

  test('reads confirmations, refusals and an announced shutdown', () => {
    const messages = [
      { result: null, id: 7 },
      { error: { code: 2, msg: 'Invalid request' }, id: 8 },
      { e: 'serverShutdown' },
    ]
    expect(read(...messages, { e: 'aggTrade' }).notes).toEqual(['confirmed 7', 'refused 8: Invalid request', 'closing'])
  })
})

test('readBinanceOpenInterest reads the response and rejects others', () => {
  const record = new DerivativesRecord()
  readBinanceOpenInterest('{"symbol":"BTCUSDT","openInterest":"109039.496","time":1787866530443}', record)
  readBinanceOpenInterest('{"code":-1121,"msg":"Invalid symbol."}', record)
  readBinanceOpenInterest('<html>', record)
  expect(record.stats).toEqual([{ marketId: 'BTCUSDT', ts: 1_787_866_530_443, openInterest: '109039.496' }])
  expect(record.notes).toHaveLength(2)
})

const STREAMS = [
  'binance__aal_force_order.jsonl',
  'binance__lmf_force_order_arr.json',
  'binance__live_mark_price_2026.jsonl',
  'binance__tardis_usdm_markprice.jsonl',
]
const streams = fixtureMessages(STREAMS, 'tests on liquidations and mark prices received from Binance')
const rest = fixtureMessages(['binance__live_usdm_open_interest_2026.json'], 'the test on open interest of Binance')

describe.skipIf(streams === null || rest === null)('messages received from Binance', () => {
  test('liquidations and mark prices, raw and combined', () => {
    const record = readDerivatives(readBinanceDerivatives, streams ?? [])
    expect(record.notes).toEqual([])
    expect(record.liquidations).toEqual([
      'XRPUSDT 1791091174219 buy 1.4984 x 127.2',
      'MANTAUSDT 1791091026103 sell 0.0711500 x 2049.1',
      'BTCUSDT 1791565602120 sell 82338.30 x 0.190',
    ])
    expect(record.stats).toHaveLength(6)
    expect(record.stats[1]).toMatchObject({ markPrice: '84551.10762319', fundingRate: '0.00000801' })
    // The first streams had no index price; dated futures have no funding.
    expect(record.stats[3].indexPrice).toBeUndefined()
    expect(record.stats[5].fundingRate).toBeUndefined()
  })

  test('open interest', () => {
    const record = new DerivativesRecord()
    readBinanceOpenInterest(rest?.[0] ?? '', record)
    expect(record.stats).toEqual([{ marketId: 'BTCUSDT', ts: 1_787_866_530_443, openInterest: '109039.496' }])
  })
})
