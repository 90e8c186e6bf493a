import { expect, it } from 'vitest'
import { findGaps, mergeTrades, emptyTrades } from '@flowprint/orderflow'
import { fakeMarket, PERPETUAL, SPOT } from './binance-markets.ts'
import { rowsOf } from './feed-recorder.ts'
import { stageFeed } from './stage.ts'

const { symbol } = SPOT

it('lost trades leave a gap in the ids', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 100)])
  fake.emit(40)
  fake.faults.drop = 7
  fake.emit(60)
  await heard.until(() => heard.count(symbol) === 93)
  expect(findGaps(heard.tape(symbol), 'fills')).toHaveLength(1)
})

it('passes on duplicate and out-of-order trades as they arrive, and they merge to the tape', async () => {
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

it('reports each garbage message as a fault and loses no trade', async () => {
  const market = fakeMarket(SPOT, 200)
  const { fake, heard, feed } = await stageFeed([market])
  fake.faults.garbage = 30
  fake.emit(200)
  await heard.until(() => heard.count(symbol) === 200)
  expect(rowsOf(heard.tape(symbol))).toEqual(rowsOf(market.tape))
  expect(feed.health().faults).toBeGreaterThan(0)
  expect(heard.happened('lost')).toBe(0)
})

it('reports a cut connection as lost, reconnects and continues', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 100)])
  fake.emit(50)
  await heard.until(() => heard.count(symbol) === 50)
  fake.cut()
  await heard.until(() => heard.happened('subscribed') === 2)
  fake.emit(50)
  await heard.until(() => heard.count(symbol) === 100)
  expect(heard.events.map((event) => event.event)).toEqual(['subscribed', 'lost', 'subscribed'])
})

it('drops a half-open connection, proven only until its last message', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 10)], { tuning: { silentAfterMs: 400 } })
  const before = Date.now()
  fake.faults.halfOpen = true
  await heard.until(() => heard.happened('lost') === 1)
  expect(heard.events.at(-1)).toMatchObject({ event: 'lost', reason: expect.stringContaining('silent') })
  expect(heard.events.at(-1)!.provenUntilMs).toBeLessThan(before + 400)
  fake.faults.clear()
  await heard.until(() => heard.happened('subscribed') === 2)
})

it('does not report a loss for messages that arrive late in a burst', async () => {
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

it('detects a route that confirms but stays silent while the market trades', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(PERPETUAL, 100)], { tuning: { quietAfterMs: 100, graceMs: 50 } })
  fake.faults.silentRoute = true
  const trading = setInterval(() => fake.emit(1), 30)
  await heard.until(() => heard.happened('lost') >= 1)
  clearInterval(trading)
  expect(heard.faults[0]).toMatchObject({ symbol: PERPETUAL.symbol, what: expect.stringContaining('sends no trades') })
  const [subscribed, lost] = heard.events
  expect(lost.provenUntilMs).toBe(subscribed.provenUntilMs)
})

it('does not treat a market without trades as a silent route', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 10)], { tuning: { quietAfterMs: 30, graceMs: 20 } })
  fake.emit(5)
  await expect.poll(() => fake.requests.length).toBeGreaterThanOrEqual(3)
  expect(heard.happened('lost')).toBe(0)
})

it('detects the retired futures address', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(PERPETUAL, 200)], {
    tuning: { quietAfterMs: 100, graceMs: 50 },
    prepare: (fake) => {
      // Without /ws at its end ccxt does not change the address.
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

it('retries a subscription that is never confirmed on a new connection', async () => {
  const { fake, heard } = await stageFeed([fakeMarket(SPOT, 10)], {
    tuning: { confirmWithinMs: 200 },
    prepare: (fake) => (fake.faults.unconfirmed = true),
  })
  await expect.poll(() => fake.accepted).toBeGreaterThanOrEqual(2)
  expect(heard.events).toEqual([])
  fake.faults.unconfirmed = false
  await heard.until(() => heard.happened('subscribed') === 1)
})

it.each([451, 403])('reports a venue that refuses the region (%d) once and retries slowly', async (status) => {
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

it('measures the exchange clock and detects a jump', async () => {
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
