import { MINUTE_MS, parseSettings, type BigTrade } from '@flowprint/orderflow'
import { expect, test } from 'vitest'
import { slowBigTrades } from '@flowprint/testkit'
import { tradesOf, type Trade } from '../order-flow/bars.ts'
import { FakeMarket } from './fake-market.ts'
import { REQUEST, sessionUnderTest } from './client-under-test.ts'

const size = '20'
const LIVE = { ...REQUEST, live: true, settings: parseSettings({ bigTrades: { size } }) }
/** Every third trade is big by itself: 1.00 x 30 = 30. */
const tradeAt = (ts: number, i: number): Trade => [ts, 100, i % 3 === 0 ? 30_000 : 1000, i % 2 === 0]
const trades = (from: number, count: number, every = 700) =>
  Array.from({ length: count }, (_, i) => tradeAt(from + i * every, i))

/** What the page shows after all messages. */
function shown(posted: readonly { readonly type: string }[]): readonly BigTrade[] {
  let list: readonly BigTrade[] = []
  let fresh: readonly BigTrade[] = []
  for (const message of posted as readonly {
    type: string
    list: readonly BigTrade[] | null
    added: readonly BigTrade[]
    fresh: readonly BigTrade[]
  }[]) {
    if (message.type !== 'bigTrades') continue
    list = [...(message.list ?? list), ...message.added]
    fresh = message.fresh
  }
  return [...list, ...fresh]
}
const expected = (market: FakeMarket) =>
  slowBigTrades(tradesOf([...market.stored].sort(([a], [b]) => a - b)), 2_000_000).big
const names = (trades: readonly BigTrade[]) => trades.map(({ firstTs, notional }) => `${firstTs} ${notional}`)

test('a live chart shows the big trades of the whole tape, however frames are split', async () => {
  const market = new FakeMarket(trades(0, 400), MINUTE_MS, 280_000)
  const page = sessionUnderTest(market)
  await page.open(LIVE)
  expect(names(shown(page.posted))).toEqual(names(expected(market)))
  for (let frame = 0; frame < 30; frame++) {
    const from = 280_500 + frame * 9000
    const some = trades(from, 12)
    page.session.frame(market.trade(frame % 2 === 0 ? some : some.toReversed(), from + 8500))
    if (frame % 4 === 3) await page.settle()
  }
  await page.settle()
  expect(expected(market).length).toBeGreaterThan(200)
  expect(names(shown(page.posted))).toEqual(names(expected(market)))
  expect(page.bigAsked.length).toBe(1)
})

test('a revision reloads the past, including late trades of the open minute', async () => {
  const market = new FakeMarket(trades(0, 400), MINUTE_MS, 280_000)
  const page = sessionUnderTest(market)
  await page.open(LIVE)
  page.session.message(
    market.revise(
      [
        [100_100, 100, 90_000, true],
        [260_050, 100, 80_000, false],
      ],
      60_000,
      300_000,
    ),
  )
  await page.settle()
  expect(names(shown(page.posted))).toEqual(names(expected(market)))
  expect(page.bigAsked.length).toBe(2)
})

test('disabled big trades are not requested, and are removed', async () => {
  const page = sessionUnderTest(new FakeMarket(trades(0, 400), MINUTE_MS, 280_000))
  await page.open({ ...LIVE, settings: parseSettings({ bigTrades: { show: false } }) })
  expect(page.bigAsked).toEqual([])
  page.session.receive({ type: 'settings', view: 1, settings: LIVE.settings })
  await page.settle()
  expect([page.bigAsked.length, shown(page.posted).length > 0]).toEqual([1, true])
  page.session.receive({ type: 'settings', view: 1, settings: parseSettings({ bigTrades: { show: false } }) })
  await page.settle()
  expect(shown(page.posted)).toEqual([])
})

test('cycles of an hour and more show big trades only when enabled', async () => {
  const hourly = { ...LIVE, cycle: '1h' }
  const page = sessionUnderTest(new FakeMarket(trades(0, 400), 3_600_000, 280_000))
  await page.open(hourly)
  expect(page.bigAsked).toEqual([])
  page.session.receive({
    type: 'settings',
    view: 1,
    settings: parseSettings({ bigTrades: { size, showLong: true, show: false } }),
  })
  await page.settle()
  expect(page.bigAsked.length).toBe(1)
})

test('a failed call is retried', async () => {
  const market = new FakeMarket(trades(0, 400), MINUTE_MS, 280_000)
  const page = sessionUnderTest(market)
  await page.open({ ...LIVE, settings: parseSettings({ bigTrades: { show: false } }) })
  page.control.fail = new Error('away')
  page.session.receive({ type: 'settings', view: 1, settings: LIVE.settings })
  await new Promise((resolve) => setImmediate(resolve))
  page.control.fail = null
  await page.settle()
  expect(names(shown(page.posted))).toEqual(names(expected(market)))
})

test('older bars load their big trades', async () => {
  const market = new FakeMarket(trades(0, 4000, 15_000), MINUTE_MS, 60_000_000)
  const page = sessionUnderTest(market)
  await page.open(LIVE)
  page.session.receive({ type: 'older', view: 1 })
  await page.settle()
  const from = page.shown().t[0]
  expect(names(shown(page.posted))).toEqual(names(expected(market).filter(({ firstTs }) => firstTs >= from)))
  expect(page.bigAsked.length).toBe(2)
})
