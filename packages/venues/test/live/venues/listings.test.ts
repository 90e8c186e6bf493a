import { openVenueRest } from '@flowprint/venues'
import { contiguousTape, fakeKraken, simulatedTape, startFakeExchange } from '@flowprint/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import type { CcxtMarket } from '../../../src/live/ccxt.ts'
import { TradeRun } from '../../../src/live/trade-run.ts'
import { coinbaseListing } from '../../../src/live/venues/coinbase.ts'
import { hyperliquidListing } from '../../../src/live/venues/hyperliquid.ts'
import { krakenListing, restPair } from '../../../src/live/venues/kraken.ts'
import { KRAKEN_BTCUSD } from './support/listings.ts'
import { sessionsOf } from './support/recorded.ts'

const market = (info: Record<string, unknown>, fields: Partial<CcxtMarket> = {}): CcxtMarket => ({
  id: 'x',
  symbol: 'BTC/USD',
  base: 'BTC',
  quote: 'USD',
  type: 'spot',
  spot: true,
  swap: false,
  future: false,
  ...fields,
  info,
})

describe('a product of Coinbase', () => {
  const product = {
    id: 'BTC-USD',
    quote_increment: '0.01',
    base_increment: '0.00000001',
    status: 'online',
    trading_disabled: false,
    cancel_only: false,
  }

  it('has the increments as tick and lot, in their own texts', () => {
    expect(coinbaseListing(market(product))).toMatchObject({
      symbol: 'COINBASE:BTCUSD',
      label: 'BTC/USD',
      marketId: 'BTC-USD',
      tickSize: '0.01',
      lotSize: '0.00000001',
      ids: 'contiguous',
    })
  })

  it.each([
    ['is delisted', { status: 'delisted' }],
    ['does not trade', { trading_disabled: true }],
    ['is an auction', { id: 'BTCAUCTION-USD', cancel_only: true }],
    ['names no increment', { quote_increment: undefined }],
    ['has no quote', { id: 'BTC' }],
  ])('that %s is not listed', (_, change) => {
    expect(coinbaseListing(market({ ...product, ...change }))).toBeNull()
  })
})

describe('a pair of Kraken', () => {
  const pair = {
    altname: 'XBTUSD',
    wsname: 'XBT/USD',
    pair_decimals: 1,
    lot_decimals: 8,
    tick_size: '0.1',
    status: 'online',
  }

  it('has the names of WebSocket v2', () => {
    expect(krakenListing(market(pair))).toMatchObject({
      symbol: 'KRAKEN:BTCUSD',
      label: 'BTC/USD',
      marketId: 'BTC/USD',
      tickSize: '0.1',
      lotSize: '0.00000001',
      ids: 'contiguous',
    })
    expect(krakenListing(market({ ...pair, wsname: 'XDG/EUR' }))).toMatchObject({
      symbol: 'KRAKEN:DOGEEUR',
      marketId: 'DOGE/EUR',
    })
  })

  it('has another name in REST', () => {
    expect(['BTC/USD', 'ETH/BTC', 'DOGE/USDT', 'AAPLx/USD'].map(restPair)).toEqual([
      'XBTUSD',
      'ETHXBT',
      'XDGUSDT',
      'AAPLxUSD',
    ])
  })

  it.each([
    [0, '1'],
    [1, '0.1'],
    [5, '0.00001'],
    ['3', '0.001'],
  ])('of %s decimals and no tick_size has the tick %s', (decimals, tick) => {
    expect(krakenListing(market({ ...pair, tick_size: undefined, pair_decimals: decimals }))).toMatchObject({
      tickSize: tick,
    })
  })

  it.each([
    ['has no WebSocket name', { wsname: undefined }],
    ['only cancels', { status: 'cancel_only' }],
    ['names no decimals', { lot_decimals: undefined }],
  ])('that %s is not listed', (_, change) => {
    expect(krakenListing(market({ ...pair, ...change }))).toBeNull()
  })

  it('accepts a trade of up to 2^53 - 1 lots, and rejects a larger one', () => {
    const run = new TradeRun(KRAKEN_BTCUSD, true)
    run.add(1, '0.1', '90071992.54740991', true, 1, 7)
    expect(run.take().qty[0]).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => run.add(1, '0.1', '90071992.54740992', true, 1, 8)).toThrow()
  })
})

describe('a coin of Hyperliquid', () => {
  const swap: Partial<CcxtMarket> = {
    symbol: 'BTC/USDC:USDC',
    quote: 'USDC',
    settle: 'USDC',
    type: 'swap',
    spot: false,
    swap: true,
  }
  const coin = (szDecimals: unknown, fields: Record<string, unknown> = {}) =>
    hyperliquidListing(market({ name: 'BTC', szDecimals, ...fields }, swap))

  it.each([
    [5, '0.1', '0.00001'],
    ['4', '0.01', '0.0001'],
    [0, '0.000001', '1'],
    [6, '1', '0.000001'],
  ])('of %s size decimals has the finest tick %s and the lot %s', (decimals, tick, lot) => {
    expect(coin(decimals)).toMatchObject({
      symbol: 'HYPERLIQUID:BTCUSDC.P',
      kind: 'perpetual',
      marketId: 'BTC',
      tickSize: tick,
      lotSize: lot,
      qtyUnit: 'base',
      ids: 'none',
    })
  })

  it('is not listed if delisted, of another deployer, without decimals or not a perpetual', () => {
    expect(coin(5, { isDelisted: true })).toBeNull()
    expect(coin(5, { name: 'xyz:NVDA' })).toBeNull()
    expect(coin(undefined)).toBeNull()
    expect(hyperliquidListing(market({ name: '@107', szDecimals: 2 }))).toBeNull()
  })
})

describe.each(sessionsOf('KRAKEN'))('the list of pairs in $name of Kraken', ({ answers, isWritten }) => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })

  it('is read completely through ccxt: every pair with a WebSocket name, each under one name', async () => {
    const { text } = answers[0]
    const fake = fakeKraken()
    const tape = contiguousTape(simulatedTape({ minutes: 1 }))
    const exchange = await startFakeExchange({
      venue: {
        ...fake,
        rest: (request, book) =>
          request.path === '/0/public/AssetPairs' ? { status: 200, body: text } : fake.rest(request, book),
      },
      markets: [{ listing: KRAKEN_BTCUSD, tape }],
    })
    const rest = await openVenueRest('KRAKEN', { urls: exchange.urls })
    open.push(exchange, rest)
    const listings = await rest.listings()
    expect(listings).toHaveLength(isWritten ? 5 - 1 : 304 - 11)
    expect(new Set(listings.map((listing) => listing.symbol)).size).toBe(listings.length)
    expect(listings.filter((listing) => /\b(XBT|XDG)\b/.test(listing.marketId))).toEqual([])
    expect(listings.find((listing) => listing.symbol === 'KRAKEN:BTCEUR')).toMatchObject({
      ccxtSymbol: 'BTC/EUR',
      tickSize: '0.1',
      lotSize: '0.00000001',
    })
  })
})
