import { expect, it } from 'vitest'
import { openVenueFeed, openVenueRest, type MarketListing, type TradesRequest, type VenueRest } from '@flowprint/venues'
import { fakeBinance, startFakeExchange } from '@flowprint/testkit'
import { fakeMarket, PERPETUAL, QUICK, SPOT } from './binance-markets.ts'
import { FeedRecorder } from './feed-recorder.ts'
import { closing, stageRest } from './stage.ts'
import { allPages, rowsOf } from './venues/support/pages.ts'

const MARKET = fakeMarket(SPOT, 3000)
const { tape } = MARKET
const GAP = { fromId: String(tape.id[1000]), beforeId: String(tape.id[1200]) }

async function filled(rest: VenueRest, request: TradesRequest = GAP, listing: MarketListing = SPOT): Promise<void> {
  const answer = await allPages(rest.trades(listing, request))
  expect(answer).toMatchObject({ rows: rowsOf(tape, 1000, 1200), complete: true })
}

it('lists tick and lot as the exchange writes them, without trailing zeros', async () => {
  const { rest } = await stageRest([MARKET, fakeMarket(PERPETUAL, 10)])
  expect((await rest.listings()).sort((a, b) => a.symbol.length - b.symbol.length)).toEqual([SPOT, PERPETUAL])
})

it('lists the other section when one fails', async () => {
  const fake = closing(await startFakeExchange({ venue: fakeBinance(), markets: [MARKET] }))
  const lines: string[] = []
  const urls = { ...fake.urls, usdm: { rest: 'http://127.0.0.1:1' } }
  const rest = closing(await openVenueRest('BINANCE', { urls, log: (line) => lines.push(line) }))
  expect((await rest.listings()).map((listing) => listing.symbol)).toEqual([SPOT.symbol])
  expect(lines).toEqual([expect.stringContaining('BINANCE usdm cannot be listed')])
})

it.each([
  ['serverErrors', 3],
  ['brokenAnswers', 2],
  ['tooMany', 2],
  ['hangingAnswers', 1],
] as const)('a gap is filled in spite of %s', async (fault, times) => {
  const { fake, rest } = await stageRest([MARKET], { timeoutMs: 500 })
  fake.faults.retryAfterSeconds = 0.05
  fake.faults[fault] = times
  await filled(rest)
})

it('sends nothing before the Retry-After of a 429 has passed', async () => {
  const { fake, rest } = await stageRest([MARKET])
  fake.faults.tooMany = 1
  fake.faults.retryAfterSeconds = 0.4
  const other = closing(await openVenueRest('BINANCE', { urls: fake.urls }))
  // The wait begins later than this, with the answer to the first request.
  const started = performance.now()
  const since = () => performance.now() - started
  const first = filled(rest).then(since)
  await expect.poll(() => fake.requests.length).toBe(1)
  const second = filled(other).then(since)
  expect(Math.min(...(await Promise.all([first, second])))).toBeGreaterThan(399)
})

it('does not retry a permanent refusal', async () => {
  const { fake, rest } = await stageRest([MARKET])
  const unlisted = { ...SPOT, marketId: 'UNLISTED' }
  await expect(allPages(rest.trades(unlisted, GAP))).rejects.toThrow(/400.*Invalid symbol/)
  expect(fake.requests).toHaveLength(1)
})

it('reports the failure after the last attempt', async () => {
  const { fake, rest } = await stageRest([MARKET], { attempts: 3 })
  fake.faults.serverErrors = 99
  await expect(allPages(rest.trades(SPOT, GAP))).rejects.toThrow(/503/)
  expect(fake.requests).toHaveLength(3)
})

it('rejects at once when the caller aborts', async () => {
  const { fake, rest } = await stageRest([MARKET])
  fake.faults.hangingAnswers = 9
  const stop = new AbortController()
  const pages = allPages(rest.trades(SPOT, GAP, stop.signal))
  stop.abort(new Error('enough'))
  await expect(pages).rejects.toThrow('enough')
})

it("reads an exchange without a dedicated adapter through ccxt's unified trades", async () => {
  const fake = closing(await startFakeExchange({ venue: fakeBinance(), markets: [MARKET] }))
  const urls = { all: { ws: fake.urls['spot'].ws!.replace(/\/ws$/, ''), rest: fake.http } }
  const rest = closing(await openVenueRest('BINANCEUS', { urls }))
  const [listing] = await rest.listings()
  expect(listing).toMatchObject({ symbol: 'BINANCEUS:BTCUSDT', tickSize: '0.01', lotSize: '0.00001', ids: 'none' })
  const heard = new FeedRecorder()
  const feed = closing(await openVenueFeed('BINANCEUS', { listener: heard, urls, tuning: QUICK }))
  feed.follow(listing)
  await expect.poll(() => fake.clients[0]?.asked.join(' ')).toContain('btcusdt@trade')
  fake.clients[0].subscribe('BTCUSDT')
  fake.emit(3000)
  await heard.until(() => heard.count(listing.symbol) === 3000)
  const heardTape = heard.tape(listing.symbol)
  expect([...heardTape.price]).toEqual([...tape.price])
  expect([...heardTape.qty]).toEqual([...tape.qty])
  expect([...heardTape.buy]).toEqual([...tape.buy])
  expect(heardTape.textId).toHaveLength(3000)
})

it('rejects an exchange unknown to ccxt', async () => {
  await expect(openVenueRest('NOWHERE')).rejects.toThrow(/ccxt has an exchange NOWHERE/)
})
