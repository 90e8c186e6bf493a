import { expect, it } from 'vitest'
import { fakeMarket, PERPETUAL, SPOT } from './binance-markets.ts'
import { rowsOf } from './feed-recorder.ts'
import { stageFeed } from './stage.ts'

it.each([SPOT, PERPETUAL])('delivers every trade of the tape exactly: $symbol', async (listing) => {
  const market = fakeMarket(listing, 2000)
  const { fake, heard } = await stageFeed([market])
  while (fake.emit(100) > 0);
  await heard.until(() => heard.count(listing.symbol) === 2000)
  expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(market.tape))
  expect(heard.faults).toEqual([])
})

it('subscribes USD-M on the market route and spot on its own', async () => {
  const { fake, feed } = await stageFeed([fakeMarket(SPOT, 10), fakeMarket(PERPETUAL, 10)])
  expect(fake.clients.map((client) => client.path).sort()).toEqual(['/fstream/market/ws/0', '/ws/0'])
  expect(feed.health()).toMatchObject({ connections: 2, symbols: 2, faults: 0 })
})

it('loses nothing in a burst of 5,000 trades in one turn', async () => {
  const market = fakeMarket(SPOT, 5000)
  const { fake, heard } = await stageFeed([market])
  expect(fake.emit(5000)).toBe(5000)
  await heard.until(() => heard.count(SPOT.symbol) === 5000)
  expect(rowsOf(heard.tape(SPOT.symbol))).toEqual(rowsOf(market.tape))
})

it('reports a price that is not a multiple of the tick as a fault with market and message, and reads the next message', async () => {
  const market = fakeMarket(SPOT, 3)
  const coarse = { ...SPOT, tickSize: '1000' }
  const { fake, feed, heard } = await stageFeed([{ ...market, listing: SPOT }])
  feed.unfollow(SPOT.symbol)
  feed.follow(coarse)
  await heard.until(() => heard.happened('subscribed') === 2)
  fake.emit(1)
  await heard.until(() => heard.faults.length === 1)
  expect(heard.faults[0].symbol).toBe(SPOT.symbol)
  expect(heard.faults[0].what).toMatch(/not a multiple of 1e3, in the message {"e":"aggTrade"/)
  expect(heard.count(SPOT.symbol)).toBe(0)
  expect(feed.health().lastFault?.what).toContain(SPOT.symbol)
})

it('reports nothing about a market after unfollow, and unsubscribes it', async () => {
  const other = { ...SPOT, symbol: 'BINANCE:ETHUSDT', marketId: 'ETHUSDT', ccxtSymbol: 'ETH/USDT', label: 'ETH/USDT' }
  const { fake, feed, heard } = await stageFeed([fakeMarket(SPOT, 10), fakeMarket(other, 10, 2)])
  feed.unfollow(other.symbol)
  await expect.poll(() => [...fake.clients[0].subscribed]).toEqual(['BTCUSDT'])
  fake.emit(20)
  await heard.until(() => heard.count(SPOT.symbol) === 10)
  expect(heard.count(other.symbol)).toBe(0)
  feed.unfollow(SPOT.symbol)
  await expect.poll(() => fake.clients.length).toBe(0)
})

it('distributes 450 markets over three connections and receives all of them', async () => {
  const listings = Array.from({ length: 450 }, (_, i) => ({
    ...SPOT,
    symbol: `BINANCE:C${i}USDT`,
    marketId: `C${i}USDT`,
    ccxtSymbol: `C${i}/USDT`,
    label: `C${i}/USDT`,
  }))
  const { fake, feed, heard } = await stageFeed(listings.map((listing, i) => fakeMarket(listing, 2, i)))
  expect(fake.clients.map((client) => client.subscribed.size).sort((a, b) => a - b)).toEqual([50, 200, 200])
  fake.emit(900)
  await heard.until(() => listings.every((listing) => heard.count(listing.symbol) === 2))
  expect(feed.health()).toMatchObject({ symbols: 450, connections: 3, trades: 900 })
})

it('proves quiet markets alive by heartbeats', async () => {
  const { heard } = await stageFeed([fakeMarket(SPOT, 1)])
  await heard.until(() => heard.alives >= 5)
  expect(heard.count(SPOT.symbol)).toBe(0)
})
