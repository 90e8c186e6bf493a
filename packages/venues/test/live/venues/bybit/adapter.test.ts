import { describe, expect, it } from 'vitest'
import type { CcxtMarket } from '../../../../src/live/ccxt.ts'
import { BYBIT_ADAPTER, bybitListing } from '../../../../src/live/venues/bybit.ts'
import { ccxtOf, subscriptionOf } from '../support/ccxt.ts'
import { BYBIT_MARKETS } from '../support/markets.ts'
import { sessionsOf } from '../support/recorded.ts'

const section = (name: string) => BYBIT_ADAPTER.sections.find(({ traits }) => traits.section === name)!

describe('subscribing through ccxt', () => {
  it.each([
    ['spot', 'wss://stream.bybit.com/v5/public/spot', 'publicTrade.ETHUSDT'],
    ['linear', 'wss://stream.bybit.com/v5/public/linear', 'publicTrade.BTCUSDT'],
    ['inverse', 'wss://stream.bybit.com/v5/public/inverse', 'publicTrade.BTCUSD'],
  ] as const)('of %s goes to %s and asks for %s', async (name, url, topic) => {
    const asked = await subscriptionOf(section(name), [BYBIT_MARKETS[name]])
    expect(asked).toMatchObject({ url, message: { op: 'subscribe', args: [topic] } })
  })

  it('requests many markets at once, at most ten on spot', async () => {
    const many = Array.from({ length: 10 }, (_, k) => ({
      ...BYBIT_MARKETS.spot,
      symbol: `BYBIT:C${k}USDT`,
      marketId: `C${k}USDT`,
      ccxtSymbol: `C${k}/USDT`,
    }))
    const { message } = await subscriptionOf(section('spot'), many)
    expect((message as { args: string[] }).args).toEqual(many.map(({ marketId }) => `publicTrade.${marketId}`))
    expect(section('spot').traits.live.marketsPerRequest).toBe(10)
  })

  it('uses another address if configured, also for the listings', async () => {
    const urls = { ws: 'ws://127.0.0.1:1/v5/public/linear', rest: 'http://127.0.0.1:1' }
    const exchange = ccxtOf(section('linear'))
    section('linear').useUrls(exchange, urls)
    const { api } = exchange.urls as unknown as { api: { public: string; ws: { public: Record<string, string> } } }
    expect(api.ws.public['linear']).toBe(urls.ws)
    expect(api.ws.public['spot']).toBe('wss://stream.{hostname}/v5/public/spot')
    expect(api.public).toBe(urls.rest)
  })
})

describe('a market belongs to', () => {
  it.each(['spot', 'linear', 'inverse'] as const)('%s alone', (name) => {
    const holding = BYBIT_ADAPTER.sections.filter(({ traits }) => traits.holds(BYBIT_MARKETS[name]))
    expect(holding.map(({ traits }) => traits.section)).toEqual([name])
  })
})

describe('a listing', () => {
  const linear: CcxtMarket = {
    id: '1000PEPEUSDT',
    symbol: '1000PEPE/USDT:USDT',
    base: '1000PEPE',
    quote: 'USDT',
    settle: 'USDT',
    type: 'swap',
    spot: false,
    swap: true,
    future: false,
    linear: true,
    inverse: false,
    active: true,
    info: {
      baseCoin: '1000PEPE',
      quoteCoin: 'USDT',
      priceFilter: { tickSize: '0.0000001' },
      lotSizeFilter: { qtyStep: '100' },
    },
  }

  it("has the exchange's own texts for tick and lot", () => {
    expect(bybitListing(linear)).toMatchObject({
      symbol: 'BYBIT:1000PEPEUSDT.P',
      tickSize: '0.0000001',
      lotSize: '100',
      qtyUnit: 'base',
      contractSize: null,
      ids: 'none',
    })
  })

  it('counts contracts of one US dollar for an inverse contract', () => {
    const inverse = { ...linear, id: 'BTCUSD', symbol: 'BTC/USD:BTC', linear: false, inverse: true }
    const info = {
      baseCoin: 'BTC',
      quoteCoin: 'USD',
      priceFilter: { tickSize: '0.50' },
      lotSizeFilter: { qtyStep: '1' },
    }
    expect(bybitListing({ ...inverse, info })).toMatchObject({
      symbol: 'BYBIT:BTCUSD.P',
      qtyUnit: 'contract',
      contractSize: '1',
    })
  })

  it('names USDC perpetuals by their pair, not by their id', () => {
    const info = { ...linear.info, baseCoin: 'BTC', quoteCoin: 'USDC' }
    expect(bybitListing({ ...linear, id: 'BTCPERP', info })).toMatchObject({
      symbol: 'BYBIT:BTCUSDC.P',
      marketId: 'BTCPERP',
    })
  })

  it.each([
    ['that does not trade', { active: false }],
    ['of a dated future', { swap: false, future: true }],
    ['without a tick', { info: { ...linear.info, priceFilter: {} } }],
  ])('%s there is none', (_, change) => {
    expect(bybitListing({ ...linear, ...change })).toBeNull()
  })
})

describe.each(sessionsOf('BYBIT'))('the listings of $name, read by ccxt', ({ answers }) => {
  // The recorded session has none of inverse.
  const [written] = sessionsOf('BYBIT')
  const listOf = (category: string) =>
    [...answers, ...written.answers].find(
      ({ url }) => url.includes('instruments-info') && url.includes(`category=${category}`),
    )!.text
  const texts = { spot: listOf('spot'), linear: listOf('linear'), inverse: listOf('inverse') }

  it.each([
    [
      'spot',
      { symbol: 'BYBIT:BTCUSDT', marketId: 'BTCUSDT', ccxtSymbol: 'BTC/USDT', tickSize: '0.1', lotSize: '0.000001' },
    ],
    [
      'linear',
      {
        symbol: 'BYBIT:BTCUSDT.P',
        marketId: 'BTCUSDT',
        ccxtSymbol: 'BTC/USDT:USDT',
        tickSize: '0.10',
        lotSize: '0.001',
      },
    ],
    [
      'inverse',
      { symbol: 'BYBIT:BTCUSD.P', marketId: 'BTCUSD', ccxtSymbol: 'BTC/USD:BTC', tickSize: '0.5', lotSize: '1' },
    ],
  ] as const)('list %s markets, each under a unique name', async (name, expected) => {
    const exchange = ccxtOf(section(name)) as ReturnType<typeof ccxtOf> & { fetch: unknown }
    exchange.fetch = (url: string) =>
      Promise.resolve(JSON.parse(url.includes('PreLaunch') ? '{"retCode":0,"result":{"list":[]}}' : texts[name]))
    const listings = (await exchange.fetchMarkets()).map(bybitListing).filter((listing) => listing !== null)
    expect(listings.find(({ symbol }) => symbol === expected.symbol)).toMatchObject(expected)
    expect(new Set(listings.map(({ symbol }) => symbol)).size).toBe(listings.length)
    expect(listings.every((listing) => section(name).traits.holds(listing))).toBe(true)
  })
})
