import { expect, it } from 'vitest'
import { emptyTrades, mergeTrades } from '@flowprint/orderflow'
import { fakeMarket, SPOT } from './binance-markets.ts'
import { rowsOf } from './feed-recorder.ts'
import { stageFeed } from './stage.ts'

const { symbol } = SPOT

it('replaces a connection before its life ends, without missing trades or reporting a loss', async () => {
  const market = fakeMarket(SPOT, 3000)
  const { fake, heard, feed } = await stageFeed([market], { tuning: { connectionLifeMs: 400 } })
  const trading = setInterval(() => fake.emit(20), 10)
  await heard.until(
    () => fake.left === 0 && rowsOf(mergeTrades(emptyTrades(), heard.tape(symbol)).trades).length === 3000,
  )
  clearInterval(trading)
  expect(feed.health().reconnects).toBeGreaterThanOrEqual(2)
  expect(heard.events).toHaveLength(1)
  expect(rowsOf(mergeTrades(emptyTrades(), heard.tape(symbol)).trades)).toEqual(rowsOf(market.tape))
})

it('opens a new connection before the old one ends on an announced shutdown', async () => {
  const market = fakeMarket(SPOT, 2000)
  const { fake, heard, feed } = await stageFeed([market])
  const trading = setInterval(() => fake.emit(10), 10)
  await heard.until(() => heard.count(symbol) > 100)
  fake.shutDown(1500)
  await heard.until(() => feed.health().reconnects === 1)
  await heard.until(() => fake.left === 0 && mergeTrades(emptyTrades(), heard.tape(symbol)).trades.length === 2000)
  clearInterval(trading)
  expect(heard.events).toHaveLength(1)
})

it('stays on the old connection and retries when the new one cannot connect', async () => {
  const { fake, heard, feed } = await stageFeed([fakeMarket(SPOT, 500)], { tuning: { connectionLifeMs: 300 } })
  fake.faults.refuseWith = 503
  const trading = setInterval(() => fake.emit(2), 10)
  // A slow machine may have replaced a connection before that, or be about to.
  await heard.until(() => heard.count(symbol) > 60)
  const before = feed.health().reconnects
  await heard.until(() => heard.count(symbol) > 210)
  expect(feed.health().reconnects).toBe(before)
  fake.faults.refuseWith = null
  await heard.until(() => feed.health().reconnects > before)
  clearInterval(trading)
  expect(heard.happened('lost')).toBe(0)
})

it('continues on the new connection without a loss when the old one dies during the change', async () => {
  const market = fakeMarket(SPOT, 1000)
  const { fake, heard } = await stageFeed([market], {
    tuning: { connectionLifeMs: 300, overlapMs: 5000, overlapMaxMs: 5000 },
  })
  const trading = setInterval(() => fake.emit(5), 10)
  await expect.poll(() => fake.clients.filter((client) => client.subscribed.size > 0).length).toBe(2)
  await expect.poll(() => heard.count(symbol)).toBeGreaterThan(20)
  const alone = heard.count(symbol)
  fake.clients[0].terminate()
  await heard.until(() => heard.count(symbol) > alone + 50)
  clearInterval(trading)
  expect(heard.happened('lost')).toBe(0)
})
