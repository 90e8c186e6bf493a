import { describe, expect, test } from 'vitest'
import { readOkxDerivatives } from '../../src/derivatives/venues/okx.ts'
import type { DerivativesRecord } from './derivatives-record.ts'
import { fixtureMessages, readDerivatives } from './derivatives-record.ts'

const TS = '1791565600771'

const liquidations = (...details: object[]): object => ({
  arg: { channel: 'liquidation-orders', instType: 'SWAP' },
  data: [{ instId: 'BTC-USDT-SWAP', instType: 'SWAP', details }],
})

const detail = (fields: object): object => ({
  bkPx: '82655.7',
  posSide: 'long',
  side: 'sell',
  sz: '8.55',
  ts: TS,
  ...fields,
})

const entry = (channel: string, fields: object): object => ({
  arg: { channel, instId: 'BTC-USDT-SWAP' },
  data: [{ instId: 'BTC-USDT-SWAP', ts: TS, ...fields }],
})

const read = (...messages: object[]): DerivativesRecord => readDerivatives(readOkxDerivatives, messages)

describe('readOkxDerivatives', () => {
  test('takes the side of the order, of long, short and net positions', () => {
    const short = detail({ posSide: 'short', side: 'buy' })
    const net = detail({ posSide: 'net', side: 'buy', sz: '1' })
    expect(read(liquidations(detail({}), short, net)).liquidations).toEqual([
      `BTC-USDT-SWAP ${TS} sell 82655.7 x 8.55`,
      `BTC-USDT-SWAP ${TS} buy 82655.7 x 8.55`,
      `BTC-USDT-SWAP ${TS} buy 82655.7 x 1`,
    ])
  })

  test.each([
    ['a side that contradicts the position', detail({ side: 'buy' })],
    ['a short position closed by a sell order', detail({ posSide: 'short' })],
    ['no side', detail({ side: '', posSide: 'net' })],
    ['no price', detail({ bkPx: '' })],
    ['no size', detail({ sz: undefined })],
    ['no time', detail({ ts: '' })],
  ])('rejects a whole message with %s', (_, wrong) => {
    const record = read(liquidations(detail({}), wrong))
    expect(record.notes).toEqual(['fault: a liquidation without its instId, side, time, price or size'])
    expect(record.liquidations).toEqual([])
  })

  test('reads open interest in contracts, mark price and the funding of the current interval', () => {
    const funding = {
      fundingRate: '0.0000691479391544',
      fundingTime: '1788508800000',
      nextFundingRate: '',
      nextFundingTime: '1788537600000',
    }
    const { stats } = read(
      entry('open-interest', { oi: '6385848.98', oiCcy: '638584.898', oiUsd: '1737793854.62' }),
      entry('mark-price', { markPx: '83679.8' }),
      entry('funding-rate', funding),
    )
    const base = { marketId: 'BTC-USDT-SWAP', ts: Number(TS) }
    expect(stats).toEqual([
      { ...base, openInterest: '6385848.98' },
      { ...base, markPrice: '83679.8' },
      { ...base, fundingRate: '0.0000691479391544', nextFundingMs: 1_788_508_800_000 },
    ])
  })

  test.each([
    ['open-interest', {}, 'openInterest'],
    ['mark-price', { markPx: '83679.8', ts: '' }, 'markPrice'],
    ['funding-rate', { fundingRate: '0.1' }, 'fundingRate or nextFundingMs'],
  ])('rejects an incomplete entry of %s', (channel, fields, what) => {
    const record = read(entry(channel, fields))
    expect(record.notes).toEqual([`fault: an entry without its instId, ts or ${what}`])
    expect(record.stats).toEqual([])
  })

  test('confirms a market with its last channel, and reads refusals and the notice', () => {
    const arg = { channel: 'open-interest', instId: 'BTC-USDT-SWAP' }
    const refusal = "Wrong URL or channel:mark-price,instId:XYZ-SWAP doesn't exist."
    const record = read(
      { event: 'subscribe', arg },
      { event: 'subscribe', arg: { ...arg, channel: 'funding-rate' } },
      { event: 'error', code: '60018', msg: refusal },
      { event: 'notice', code: '64008' },
      { event: 'unsubscribe', arg },
    )
    expect(record.notes).toEqual(['confirmed BTC-USDT-SWAP', `refused XYZ-SWAP: ${refusal}`, 'closing'])
    expect(record.stats).toEqual([])
  })
})

const NAMES = [
  'okx__lmf_liquidation_orders.jsonl',
  'okx__airates_liquidation_orders.json',
  'okx__tardis_liquidation_orders.json',
  'okx__fra_funding_rate.jsonl',
  'okx__live_mark_price_2026.json',
  'okx__live_open_interest_2026.json',
]
const messages = fixtureMessages(NAMES, 'tests on liquidations and statistics received from OKX')

test.skipIf(messages === null)('messages received from OKX', () => {
  const record = readDerivatives(readOkxDerivatives, messages ?? [])
  expect(record.notes).toEqual([])
  expect(record.liquidations).toEqual([
    'BTC-USDT-SWAP 1791565600771 sell 82655.7 x 8.55',
    'CELO-USDT-SWAP 1791565462608 buy 0.09583 x 19979',
    'CNPY-USDT-SWAP 1789669898955 buy 0.4162 x 2137',
    'XRP-USD-230929 1680173247614 buy 0.55205 x 39',
  ])
  expect(record.stats).toEqual([
    {
      marketId: 'BTC-USDT-SWAP',
      ts: 1_788_488_645_809,
      fundingRate: '0.0000691479391544',
      nextFundingMs: 1_788_508_800_000,
    },
    {
      marketId: 'ETH-USDT-SWAP',
      ts: 1_788_488_645_868,
      fundingRate: '0.0001000000000000',
      nextFundingMs: 1_788_508_800_000,
    },
    { marketId: 'BTC-USDT-SWAP', ts: 1_790_358_817_778, markPrice: '83679.8' },
    { marketId: 'ETH-USDT-SWAP', ts: 1_790_165_111_452, openInterest: '6385848.98' },
  ])
})
