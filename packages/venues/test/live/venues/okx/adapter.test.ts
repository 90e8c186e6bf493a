import { describe, expect, it } from 'vitest'
import type { CcxtMarket } from '../../../../src/live/ccxt.ts'
import { OKX_ADAPTER, okxListing } from '../../../../src/live/venues/okx.ts'
import { ccxtOf, subscriptionOf } from '../support/ccxt.ts'
import { OKX_MARKETS } from '../support/markets.ts'
import { sessionsOf } from '../support/recorded.ts'

const section = (name: string) => OKX_ADAPTER.sections.find(({ traits }) => traits.section === name)!
const SECTION_OF = { spot: 'spot', linear: 'swap', inverse: 'swap' } as const

describe('subscribing through ccxt', () => {
  it.each(['spot', 'linear', 'inverse'] as const)(
    'uses the public address of %s without the port retired in October 2026, and requests trades',
    async (name) => {
      const listing = OKX_MARKETS[name]
      expect(await subscriptionOf(section(SECTION_OF[name]), [listing])).toEqual({
        url: 'wss://ws.okx.com/ws/v5/public',
        message: { op: 'subscribe', args: [{ channel: 'trades', instId: listing.marketId }] },
      })
    },
  )

  it('requests many markets at once', async () => {
    const { message } = await subscriptionOf(section('swap'), [OKX_MARKETS.linear, OKX_MARKETS.inverse])
    expect((message as { args: object[] }).args).toHaveLength(2)
  })

  it('uses another address if configured, also for the listings', () => {
    const exchange = ccxtOf(section('spot'))
    section('spot').useUrls(exchange, { ws: 'ws://127.0.0.1:1/ws/v5', rest: 'http://127.0.0.1:1' })
    expect(exchange.urls.api).toMatchObject({ ws: 'ws://127.0.0.1:1/ws/v5', rest: 'http://127.0.0.1:1' })
  })
})

describe('a market belongs to', () => {
  it.each(['spot', 'linear', 'inverse'] as const)('one section: %s', (name) => {
    const holding = OKX_ADAPTER.sections.filter(({ traits }) => traits.holds(OKX_MARKETS[name]))
    expect(holding.map(({ traits }) => traits.section)).toEqual([SECTION_OF[name]])
  })
})

describe('a listing', () => {
  const swap: CcxtMarket = {
    id: 'BTC-USDT-SWAP',
    symbol: 'BTC/USDT:USDT',
    base: 'BTC',
    quote: 'USDT',
    settle: 'USDT',
    type: 'swap',
    spot: false,
    swap: true,
    future: false,
    linear: true,
    inverse: false,
    active: true,
    info: { tickSz: '0.1', lotSz: '0.01', ctVal: '0.01', ctMult: '1' },
  }

  it('counts contracts for a swap and has the size of one', () => {
    expect(okxListing(swap)).toMatchObject({
      symbol: 'OKX:BTCUSDT.P',
      label: 'BTC/USDT',
      tickSize: '0.1',
      lotSize: '0.01',
      qtyUnit: 'contract',
      contractSize: '0.01',
      ids: 'fills',
    })
  })

  it('multiplies ctVal by ctMult exactly', () => {
    expect(okxListing({ ...swap, info: { ...swap.info, ctMult: '0.1' } })?.contractSize).toBe('0.001')
    expect(okxListing({ ...swap, info: { ...swap.info, ctVal: '1000000', ctMult: '10' } })?.contractSize).toBe(
      '10000000',
    )
  })

  it.each([
    ['that does not trade', { active: false }],
    ['of a dated future', { swap: false, future: true }],
    ['that is announced without its units', { info: { instId: 'ETH-USD_UM-SWAP', state: 'preopen' } }],
    ['of a swap without a contract value', { info: { ...swap.info, ctVal: '' } }],
  ])('%s there is none', (_, change) => {
    expect(okxListing({ ...swap, ...change })).toBeNull()
  })
})

describe('handwritten responses, read by ccxt', () => {
  const [{ answers }] = sessionsOf('OKX')

  it.each([
    [
      'spot',
      'SPOT',
      { symbol: 'OKX:BTCUSD', marketId: 'BTC-USD', tickSize: '0.1', lotSize: '0.00000001', qtyUnit: 'base' },
    ],
    ['swap', 'SWAP', { symbol: 'OKX:BTCUSDT.P', marketId: 'BTC-USDT-SWAP', lotSize: '0.01', contractSize: '0.01' }],
    [
      'swap',
      'SWAP',
      {
        symbol: 'OKX:BTCUSD.P',
        marketId: 'BTC-USD-SWAP',
        ccxtSymbol: 'BTC/USD:BTC',
        lotSize: '1',
        contractSize: '100',
      },
    ],
  ])('list a market of %s out of %s', async (name, type, expected) => {
    const exchange = ccxtOf(section(name)) as ReturnType<typeof ccxtOf> & { fetch: unknown }
    exchange.fetch = () =>
      Promise.resolve(JSON.parse(answers.find(({ url }) => url.endsWith(`instType=${type}`))!.text))
    const listings = (await exchange.fetchMarkets()).map(okxListing).filter((listing) => listing !== null)
    expect(listings.find(({ symbol }) => symbol === expected.symbol)).toMatchObject(expected)
    expect(listings.every((listing) => section(name).traits.holds(listing))).toBe(true)
  })
})
