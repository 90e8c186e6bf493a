import { idText, mergeTrades, sliceTrades } from '@flowprint/orderflow'
import { openVenueFeed, openVenueRest } from '@flowprint/venues'
import type { MarketListing } from '@flowprint/venues'
import { bybitTape, fakeBybit, simulatedTape, startFakeExchange } from '@flowprint/testkit'
import type { FakeMarket } from '@flowprint/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { QUICK } from '../../binance-markets.ts'
import { FeedRecorder, rowsOf } from '../../feed-recorder.ts'
import { readBybitFrame } from '../../../../src/live/venues/bybit.ts'
import { BYBIT_MARKETS } from '../support/markets.ts'
import { pagesOf } from '../support/pages-of.ts'
import { sessionsOf } from '../support/recorded.ts'
import { recordedTape } from '../support/sink-record.ts'

const SECTIONS = ['spot', 'linear', 'inverse'] as const
const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

function market(
  section: (typeof SECTIONS)[number],
  trades: number,
  listing: MarketListing = BYBIT_MARKETS[section],
): FakeMarket {
  return { listing, tape: bybitTape(sliceTrades(simulatedTape({ minutes: 30 }), 0, trades), section) }
}

async function stage(markets: readonly FakeMarket[]) {
  const fake = await startFakeExchange({ venue: fakeBybit(), markets })
  open.push(fake)
  const heard = new FeedRecorder()
  const feed = await openVenueFeed('BYBIT', { listener: heard, urls: fake.urls, tuning: QUICK })
  open.push(feed)
  const rest = await openVenueRest('BYBIT', { urls: fake.urls, retryBaseMs: 5 })
  open.push(rest)
  return { fake, heard, feed, rest }
}

describe.each(SECTIONS)('of Bybit %s', (section) => {
  it('delivers every trade of the tape exactly, counting and excluding block trades', async () => {
    const { listing, tape } = market(section, 2000)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    while (fake.emit(100) > 0);
    await heard.until(() => heard.count(listing.symbol) === 2000)
    expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
    expect(heard.tape(listing.symbol).id).toEqual(tape.id)
    expect(feed.health()).toMatchObject({ excluded: 21, faults: 0, trades: 2000 })
    expect(fake.clients.map((client) => client.path)).toEqual([`/v5/public/${section}`])
  })
})

describe('Bybit', () => {
  it('lists the supported markets as ccxt reads its instruments', async () => {
    const { rest } = await stage(SECTIONS.map((section) => market(section, 1)))
    const listings = await rest.listings()
    expect(listings).toEqual(SECTIONS.map((section) => BYBIT_MARKETS[section]))
  })

  it('keeps spot and linear markets with the same id apart', async () => {
    const both = [
      market('spot', 300, {
        ...BYBIT_MARKETS.spot,
        symbol: 'BYBIT:BTCUSDT',
        marketId: 'BTCUSDT',
        ccxtSymbol: 'BTC/USDT',
        label: 'BTC/USDT',
      }),
      market('linear', 300),
    ]
    const { fake, heard, feed } = await stage(both)
    for (const { listing } of both) feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 2)
    fake.emit(600)
    await heard.until(() => both.every(({ listing }) => heard.count(listing.symbol) === 300))
    for (const { listing, tape } of both) expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
  })

  it('sends a burst of 5,000 trades as messages of at most 1,024 without losing any', async () => {
    const { listing, tape } = market('linear', 5000)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(5000)
    await heard.until(() => heard.count(listing.symbol) === 5000)
    expect(heard.runs.get(listing.symbol)!.length).toBeGreaterThanOrEqual(5)
    expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
  })

  it('answers pings, which keep a market without trades connected', async () => {
    const { listing, tape } = market('inverse', 10)
    const { heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.alives >= 20)
    expect(heard.happened('lost')).toBe(0)
  })

  it('refuses one market without interrupting the others', async () => {
    const { listing, tape } = market('linear', 500)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    feed.follow({ ...listing, symbol: 'BYBIT:OLDUSDT.P', marketId: 'OLDUSDT', ccxtSymbol: 'OLD/USDT:USDT' })
    await heard.until(() => heard.faults.some(({ what }) => what.includes('publicTrade.OLDUSDT')))
    fake.emit(500)
    await heard.until(() => heard.count(listing.symbol) === 500)
    expect(heard.events.filter(({ symbol, event }) => symbol === listing.symbol && event === 'lost')).toEqual([])
  })

  it('after a cut, overlaps with the recent trades by the last id: complete while they reach back', async () => {
    const { listing, tape } = market('linear', 3000)
    const { fake, heard, feed, rest } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(1000)
    await heard.until(() => heard.count(listing.symbol) === 1000)
    fake.faults.drop = 500
    fake.emit(500)
    fake.cut()
    await heard.until(() => heard.happened('subscribed') === 2)
    const [page] = await pagesOf(rest.trades(listing, { fromId: idText(tape, 999) }))
    fake.emit(1500)
    await heard.until(() => heard.count(listing.symbol) === 2500)
    expect(page.complete).toBe(true)
    const stored = mergeTrades(sliceTrades(tape, 0, 0), heard.tape(listing.symbol)).trades
    const { trades, duplicates } = mergeTrades(stored, page.trades)
    expect(duplicates).toBe(1)
    expect(rowsOf(trades)).toEqual(rowsOf(tape))
    const [late] = await pagesOf(rest.trades(listing, { fromId: idText(tape, 999), fromTs: tape.ts[999] }))
    expect(late.complete).toBe(false)
  })
})

describe.each(sessionsOf('BYBIT'))('the tape of $name of Bybit', ({ frames }) => {
  it.each(['spot', 'linear'] as const)('of %s passes through the exchange and the feed unchanged', async (section) => {
    const listing = BYBIT_MARKETS[section]
    const texts = frames.filter(({ address }) => address.endsWith(section)).map(({ text }) => text)
    const tape = recordedTape(readBybitFrame, texts, listing, false)
    expect(tape.length).toBeGreaterThan(5)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(tape.length)
    await heard.until(() => heard.count(listing.symbol) === tape.length)
    expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
  })
})
