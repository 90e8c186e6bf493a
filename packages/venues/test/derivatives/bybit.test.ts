import { describe, expect, test } from 'vitest'
import { readBybitDerivatives } from '../../src/derivatives/venues/bybit.ts'
import { sessionsOf } from '../live/venues/support/recorded.ts'
import type { DerivativesRecord } from './derivatives-record.ts'
import { fixtureMessages, readDerivatives } from './derivatives-record.ts'

const entry = (fields: object): object => ({
  T: 1_791_565_600_992,
  s: 'BTCUSDT',
  S: 'Buy',
  v: '0.006',
  p: '82396.90',
  ...fields,
})

const liquidations = (...data: object[]): object => ({ topic: 'allLiquidation.BTCUSDT', type: 'snapshot', ts: 1, data })

const ticker = (data: object, type = 'delta'): object => ({
  topic: 'tickers.BTCUSDT',
  type,
  data: { symbol: 'BTCUSDT', ...data },
  ts: 1_788_488_625_983,
})

const read = (...messages: object[]): DerivativesRecord => readDerivatives(readBybitDerivatives, messages)

describe('readBybitDerivatives', () => {
  test('turns the side of the position into that of the order', () => {
    expect(read(liquidations(entry({}), entry({ S: 'Sell', v: '1' }))).liquidations).toEqual([
      'BTCUSDT 1791565600992 sell 82396.90 x 0.006',
      'BTCUSDT 1791565600992 buy 82396.90 x 1',
    ])
  })

  test('takes open interest that counts a contract once', () => {
    const [stat] = read(ticker({ openInterest: '59139.99', singleOpenInterest: '29569.995' })).stats
    expect(stat.openInterest).toBe('29569.995')
  })

  test('leaves out the doubled open interest where a delta contains it alone', () => {
    expect(read(ticker({ openInterest: '59139.99' })).stats).toEqual([])
  })

  test('reports only what a delta contains, and nothing for one that moves the touch', () => {
    const record = read(ticker({ markPrice: '80687.16' }), ticker({ bid1Price: '80681.90', bid1Size: '3.684' }))
    expect(record.stats).toEqual([{ marketId: 'BTCUSDT', ts: 1_788_488_625_983, markPrice: '80687.16' }])
    expect(record.notes).toEqual([])
  })

  test('leaves out empty values: dated futures have no funding', () => {
    const record = read(ticker({ fundingRate: '', nextFundingTime: '', indexPrice: '1.5' }))
    expect(record.stats).toEqual([{ marketId: 'BTCUSDT', ts: 1_788_488_625_983, indexPrice: '1.5' }])
  })

  test.each([
    ['side', liquidations(entry({ S: 'None' }))],
    ['price', liquidations(entry({ p: 82_396.9 }))],
    ['quantity', liquidations(entry({ v: '' }))],
    ['time', liquidations(entry({ T: 'now' }))],
    ['list', { topic: 'allLiquidation.BTCUSDT' }],
  ])('rejects a whole message of which one liquidation has no valid %s', (_, message) => {
    const other = liquidations(entry({}), entry({ S: 'None' }))
    expect(read(message).notes).toEqual(['fault: a liquidation without its symbol, side, time, price or quantity'])
    expect(read(other).liquidations).toEqual([])
  })

  test('rejects a ticker without its symbol', () => {
    expect(read({ topic: 'tickers.BTCUSDT', data: {}, ts: 1 }).notes).toEqual([
      'fault: a ticker without its symbol or time',
    ])
  })

  test('reads confirmations and refusals', () => {
    const refusal = { success: false, ret_msg: 'Invalid topic', op: 'subscribe', req_id: '8' }
    const record = read(
      { success: true, op: 'subscribe', req_id: '7' },
      refusal,
      { op: 'pong' },
      { topic: 'kline.1.BTCUSDT' },
    )
    expect(record.notes).toEqual(['confirmed 7', 'refused 8: Invalid topic'])
  })
})

const LIQUIDATIONS = [
  'bybit__aal_all_liquidation.json',
  'bybit__airates_all_liquidation.jsonl',
  'bybit__lmf_all_liquidation_two.json',
  'bybit__docs_all_liquidation.json',
  'bybit__tardis_all_liquidation.json',
]
const forced = fixtureMessages(LIQUIDATIONS, 'tests on liquidations received from Bybit')
const tickers = fixtureMessages(['bybit__fra_tickers_linear_btcusdt.jsonl'], 'tests on tickers received from Bybit')

describe.skipIf(forced === null || tickers === null)('messages received from Bybit', () => {
  test('liquidations of both sides, one and two per message', () => {
    const record = readDerivatives(readBybitDerivatives, forced ?? [])
    expect(record.notes).toEqual([])
    expect(record.liquidations).toEqual([
      'STRKUSDT 1791091285156 sell 0.05165 x 2084.9',
      'ICPUSDT 1789670094099 sell 2.585 x 19.7',
      'MARSCOINUSDT 1789670278053 buy 0.12734 x 2380',
      'BTCUSDT 1791565600992 sell 82396.90 x 0.006',
      'BTCUSDT 1791565601058 sell 82394.30 x 0.038',
      'ROSEUSDT 1739502302929 buy 0.04499 x 20000',
      'PIPPINUSDT 1740480207110 buy 0.02456 x 2846',
    ])
  })

  test('a ticker snapshot and its deltas', () => {
    const { stats, notes } = readDerivatives(readBybitDerivatives, tickers ?? [])
    expect(notes).toEqual([])
    expect(stats).toHaveLength(4)
    expect(stats[0]).toEqual({
      marketId: 'BTCUSDT',
      ts: 1_788_488_625_983,
      openInterest: '29569.995',
      fundingRate: '0.00006373',
      nextFundingMs: 1_788_508_800_000,
      markPrice: '80687.21',
      indexPrice: '80721.64',
    })
    expect(stats[2]).toEqual({ marketId: 'BTCUSDT', ts: 1_788_488_626_283, openInterest: '29570.187' })
  })
})

const recorded = sessionsOf('BYBIT').find((session) => !session.isWritten)?.frames ?? []

test.skipIf(recorded.length === 0)('the recorded session of Bybit: every ticker is read', () => {
  const messages = recorded.filter(({ address }) => address.endsWith('linear')).map(({ text }) => text)
  const record = readDerivatives(readBybitDerivatives, messages)
  expect(record.notes.filter((note) => note.startsWith('fault'))).toEqual([])
  expect(new Set(record.stats.map(({ marketId }) => marketId))).toEqual(
    new Set(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'DOGEUSDT']),
  )
  expect(record.stats.filter(({ openInterest }) => openInterest !== undefined)).toHaveLength(20)
})
