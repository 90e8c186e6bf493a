import { expect, it } from 'vitest'
import { findGaps, mergeTrades, emptyTrades } from '@flowprint/orderflow'
import { fakeMarket, PERPETUAL, SPOT } from './binance-markets.ts'
import { rowsOf } from './feed-recorder.ts'
import { stageFeed } from './stage.ts'

const { symbol } = SPOT

it('trades that never came leave a gap in the ids', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 100)])
  fake.emit(40)
  fake.faults.drop = 7
  fake.emit(60)
  await heard.until(() => heard.count(symbol) === 93)
  expect(findGaps(heard.tape(symbol), 'fills')).toHaveLength(1)
})

it('trades sent twice and out of order are passed on as they come, and merge to the tape', async () => {
  const market = fakeMarket(SPOT, 300)
  const { fake, heard } = await stageFeed([market])
  fake.faults.duplicate = 50
  fake.emit(100)
  fake.faults.reorder = 40
  fake.emit(200)
  await heard.until(() => heard.count(symbol) === 350)
  const merged = mergeTrades(emptyTrades(), heard.tape(symbol))
  expect(merged.duplicates).toBe(50)
  expect(rowsOf(merged.trades)).toEqual(rowsOf(market.tape))
})

it('garbage is a fault each and costs no trade', async () => {
  const market = fakeMarket(SPOT, 200)
  const { fake, heard, feed } = await stageFeed([market])
  fake.faults.garbage = 30
  fake.emit(200)
  await heard.until(() => heard.count(symbol) === 200)
  expect(rowsOf(heard.tape(symbol))).toEqual(rowsOf(market.tape))
  expect(feed.health().faults).toBeGreaterThan(0)
  expect(heard.happened('lost')).toBe(0)
})

it('a cut connection is lost, comes back and goes on', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 100)])
  fake.emit(50)
  await heard.until(() => heard.count(symbol) === 50)
  fake.cut()
  await heard.until(() => heard.happened('subscribed') === 2)
  fake.emit(50)
  await heard.until(() => heard.count(symbol) === 100)
  expect(heard.events.map((event) => event.event)).toEqual(['subscribed', 'lost', 'subscribed'])
})

it('a half-open connection is given up, proven only until its last message', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 10)], { tuning: { silentAfterMs: 400 } })
  const before = Date.now()
  fake.faults.halfOpen = true
  await heard.until(() => heard.happened('lost') === 1)
  expect(heard.events.at(-1)).toMatchObject({ event: 'lost', reason: expect.stringContaining('silent') })
  expect(heard.events.at(-1)!.provenUntilMs).toBeLessThan(before + 400)
  fake.faults.clear()
  await heard.until(() => heard.happened('subscribed') === 2)
})

it('messages that come late all at once are no loss', async () => {
  const market = fakeMarket(SPOT, 200)
  const { fake, heard } = await stageFeed([market])
  fake.faults.frozen = true
  fake.emit(200)
  await heard.until(() => heard.alives > 10)
  expect(heard.count(symbol)).toBe(0)
  fake.thaw()
  await heard.until(() => heard.count(symbol) === 200)
  expect(rowsOf(heard.tape(symbol))).toEqual(rowsOf(market.tape))
  expect(heard.happened('lost')).toBe(0)
})

it('a route that confirms and stays silent while the market trades is found out', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(PERPETUAL, 100)], { tuning: { quietAfterMs: 100, graceMs: 50 } })
  fake.faults.silentRoute = true
  const trading = setInterval(() => fake.emit(1), 30)
  await heard.until(() => heard.happened('lost') >= 1)
  clearInterval(trading)
  expect(heard.faults[0]).toMatchObject({ symbol: PERPETUAL.symbol, what: expect.stringContaining('brings nothing') })
  const [subscribed, lost] = heard.events
  expect(lost.provenUntilMs).toBe(subscribed.provenUntilMs)
})

it('a market that does not trade is no silent route', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 10)], { tuning: { quietAfterMs: 30, graceMs: 20 } })
  fake.emit(5)
  await expect.poll(() => fake.requests.length).toBeGreaterThanOrEqual(3)
  expect(heard.happened('lost')).toBe(0)
})

it('the retired futures address is found out as well', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(PERPETUAL, 200)], {
    tuning: { quietAfterMs: 100, graceMs: 50 },
    prepare: (fake) => {
      // Without /ws at its end ccxt leaves the address as it is.
      const usdm = fake.urls['usdm'] as { ws: string }
      usdm.ws = usdm.ws.replace('/fstream/ws', '/fstream/stream')
    },
  })
  const trading = setInterval(() => fake.emit(1), 30)
  await heard.until(() => heard.happened('lost') >= 1)
  clearInterval(trading)
  expect(heard.events[0].event).toBe('subscribed')
  expect(heard.count(PERPETUAL.symbol)).toBe(0)
})

it('a subscription that is never confirmed is asked for again on a new connection', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 10)], {
    tuning: { confirmWithinMs: 200 },
    prepare: (fake) => (fake.faults.unconfirmed = true),
  })
  await expect.poll(() => fake.accepted).toBeGreaterThanOrEqual(2)
  expect(heard.events).toEqual([])
  fake.faults.unconfirmed = false
  await heard.until(() => heard.happened('subscribed') === 1)
})

it.each([451, 403])('a venue that refuses the region (%d) is reported once and tried again slowly', async (status) => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 10)], {
    prepare: (fake) => (fake.faults.refuseWith = status),
  })
  await heard.until(() => heard.faults.length === 1)
  expect(heard.faults[0].what).toMatch(new RegExp(`cannot be reached.*${status}`))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(heard.faults).toHaveLength(1)
  fake.faults.refuseWith = null
  await heard.until(() => heard.happened('subscribed') === 1)
})

it('the exchange clock is measured and a jump of it is seen', async () => {
  const { fake, heard, feed } = await stageFeed([fakeMarket(SPOT, 100)])
  fake.emit(10)
  await heard.until(() => heard.count(symbol) === 10)
  const skew = feed.health().clockSkewMs!
  fake.jumpClock(3_600_000)
  fake.emit(10)
  await heard.until(() => heard.count(symbol) === 20)
  expect(feed.health().clockSkewMs! - skew).toBeGreaterThan(3_000_000)
  expect(heard.happened('lost')).toBe(0)
})
