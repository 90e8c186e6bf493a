import { findGaps, mergeTrades, sliceTrades } from '@flowprint/orderflow'
import { openVenueFeed, openVenueRest } from '@flowprint/venues'
import { fakeOkx, okxTape, simulatedTape, startFakeExchange } from '@flowprint/testkit'
import type { FakeMarket } from '@flowprint/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { QUICK } from '../../binance-markets.ts'
import { FeedRecorder, rowsOf } from '../../feed-recorder.ts'
import { readOkxFrame } from '../../../../src/live/venues/okx.ts'
import { OKX_MARKETS } from '../support/markets.ts'
import { sessionsOf } from '../support/recorded.ts'
import { recordedTape } from '../support/sink-record.ts'

const KINDS = ['spot', 'linear', 'inverse'] as const
const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

function market(kind: (typeof KINDS)[number], trades: number): FakeMarket {
  return { listing: OKX_MARKETS[kind], tape: okxTape(sliceTrades(simulatedTape({ minutes: 30 }), 0, trades)) }
}

const total = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0)

async function stage(markets: readonly FakeMarket[]) {
  const fake = await startFakeExchange({ venue: fakeOkx(), markets })
  open.push(fake)
  const heard = new FeedRecorder()
  const feed = await openVenueFeed('OKX', { listener: heard, urls: fake.urls, tuning: QUICK })
  open.push(feed)
  const rest = await openVenueRest('OKX', { urls: fake.urls, retryBaseMs: 5 })
  open.push(rest)
  return { fake, heard, feed, rest }
}

describe.each(KINDS)('of OKX %s', (kind) => {
  it('delivers every trade of the tape exactly, merged fills with the id of their first', async () => {
    const { listing, tape } = market(kind, 2000)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    while (fake.emit(100) > 0);
    await heard.until(() => heard.count(listing.symbol) === 2000)
    expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
    expect(Math.max(...tape.fills)).toBe(4)
    expect(findGaps(heard.tape(listing.symbol), 'fills')).toEqual([])
    expect(fake.clients.map((client) => client.path)).toEqual(['/ws/v5/public'])
    expect(feed.health()).toMatchObject({ faults: 0, trades: 2000 })
  })
})

describe('OKX', () => {
  it('lists the supported markets as ccxt reads its instruments', async () => {
    const { rest } = await stage(KINDS.map((kind) => market(kind, 1)))
    const listings = await rest.listings()
    expect(listings).toEqual(KINDS.map((kind) => OKX_MARKETS[kind]))
  })

  it('loses nothing in a burst of 5,000 trades in one turn', async () => {
    const { listing, tape } = market('linear', 5000)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(5000)
    await heard.until(() => heard.count(listing.symbol) === 5000)
    expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
  })

  it('leaves a gap for lost trades that REST fills by id, fill by fill', async () => {
    const { listing, tape } = market('linear', 900)
    const { fake, heard, feed, rest } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(400)
    fake.faults.drop = 150
    fake.emit(500)
    await heard.until(() => heard.count(listing.symbol) === 750)
    const stored = heard.tape(listing.symbol)
    const [gap, ...others] = findGaps(stored, 'fills')
    expect(others).toEqual([])
    const request = { fromId: String(Number(gap.afterId) + 1), beforeId: gap.beforeId }
    let repaired = stored
    for await (const page of rest.trades(listing, request)) repaired = mergeTrades(repaired, page.trades).trades
    expect(findGaps(repaired, 'fills')).toEqual([])
    expect(total(repaired.fills)).toBe(total(tape.fills))
    expect(total(repaired.qty)).toBe(total(tape.qty))
  })

  it('answers pings in plain text, which keep a market without trades connected', async () => {
    const { listing, tape } = market('inverse', 10)
    const { heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.alives >= 20)
    expect(heard.happened('lost')).toBe(0)
  })

  it('announces a service upgrade: the feed moves to another connection and loses nothing', async () => {
    const { listing, tape } = market('linear', 1000)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(500)
    fake.shutDown(3_000)
    await heard.until(() => fake.accepted === 2)
    while (fake.emit(10) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const whole = () => mergeTrades(sliceTrades(tape, 0, 0), heard.tape(listing.symbol)).trades
    await heard.until(() => whole().length === 1000)
    expect(rowsOf(whole())).toEqual(rowsOf(tape))
    expect(heard.happened('lost')).toBe(0)
  })

  it('refuses one market without interrupting the others', async () => {
    const { listing, tape } = market('linear', 500)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow({ ...listing, symbol: 'OKX:OLDUSDT.P', marketId: 'OLD-USDT-SWAP', ccxtSymbol: 'OLD/USDT:USDT' })
    feed.follow(listing)
    await heard.until(
      () => heard.faults.some(({ what }) => what.includes('OLD-USDT-SWAP')) && heard.happened('subscribed') === 1,
    )
    fake.emit(500)
    await heard.until(() => heard.count(listing.symbol) === 500)
    expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
    expect(heard.events.filter(({ symbol, event }) => symbol === listing.symbol && event === 'lost')).toEqual([])
  })
})

describe.each(sessionsOf('OKX'))('the tape of $name of OKX', ({ frames }) => {
  it('passes through the exchange and the feed unchanged', async () => {
    const listing = OKX_MARKETS.spot
    const tape = recordedTape(
      readOkxFrame,
      frames.map(({ text }) => text),
      listing,
      true,
    )
    expect(tape.length).toBeGreaterThan(5)
    const { fake, heard, feed } = await stage([{ listing, tape }])
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(tape.length)
    await heard.until(() => heard.count(listing.symbol) === tape.length)
    expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
  })
})
