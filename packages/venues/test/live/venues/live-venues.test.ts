import type { TradesPage } from '@flowprint/venues'
import { concatTrades, findGaps, idText, lowerBoundTs, mergeTrades, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { afterEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../feed-recorder.ts'
import { COINBASE, HYPERLIQUID, KRAKEN, venueStage } from './support/venue-stage.ts'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

describe.each([COINBASE, KRAKEN, HYPERLIQUID])('$venue', (one) => {
  const [first, second] = one.listings

  it("lists its markets with the venue's names, and we assign our symbols, independent of ccxt's names", async () => {
    const { rest } = await venueStage(one, 1, open)
    expect(await rest.listings()).toEqual(one.listings)
  })

  it('sends every trade of two markets on one connection, exactly', async () => {
    const { fake, feed, heard, markets } = await venueStage(one, 700, open)
    for (const listing of one.listings) feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 2)
    while (fake.emit(70) > 0);
    await heard.until(() => one.listings.every((listing) => heard.count(listing.symbol) === 700))
    for (const { listing, tape } of markets) expect(rowsOf(heard.tape(listing.symbol))).toEqual(rowsOf(tape))
    expect(fake.clients.map((client) => [...client.subscribed].toSorted())).toEqual([
      one.listings.map((listing) => listing.marketId).toSorted(),
    ])
    expect(heard.faults).toEqual([])
  })

  it('loses nothing in a burst of 5,000 trades in one turn', async () => {
    const { fake, feed, heard, markets } = await venueStage(one, 5_000, open)
    feed.follow(first)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(10_000)
    await heard.until(() => heard.count(first.symbol) === 5_000)
    expect(rowsOf(heard.tape(first.symbol))).toEqual(rowsOf(markets[0].tape))
  })

  it('tolerates duplicates, reordering and garbage without losing or double counting trades', async () => {
    const { fake, feed, heard, markets } = await venueStage(one, 400, open)
    const { tape } = markets[0]
    feed.follow(first)
    await heard.until(() => heard.happened('subscribed') === 1)
    Object.assign(fake.faults, { duplicate: 9, garbage: 12, reorder: 5 })
    while (fake.emit(4) > 0);
    await heard.until(() => stored().length === 400)
    expect(ids(stored())).toEqual(ids(tape))
    expect(heard.count(first.symbol)).toBeGreaterThan(400)
    expect(heard.happened('lost')).toBe(0)
    if (first.ids === 'contiguous') expect(rowsOf(stored())).toEqual(rowsOf(tape))

    function stored(): Trades {
      return mergeTrades(sliceTrades(tape, 0, 0), heard.tape(first.symbol)).trades
    }
  })

  it('refuses an unknown market while the other continues', async () => {
    const { fake, feed, heard } = await venueStage(one, 50, open)
    const unknown = {
      ...second,
      symbol: `${one.venue}:NONE`,
      marketId: second.marketId.replace(/^[A-Za-z]+/, 'NONE'),
      ccxtSymbol: second.ccxtSymbol.replace(/^[A-Z]+/, 'NONE'),
    }
    feed.follow(first)
    feed.follow(unknown)
    await heard.until(
      () => heard.happened('subscribed') === 1 && heard.faults.some((fault) => fault.symbol === unknown.symbol),
    )
    fake.emit(100)
    await heard.until(() => heard.count(first.symbol) === 50)
    expect(heard.happened('lost')).toBe(0)
    expect(heard.faults[0].what).toContain('the subscription was refused')
  })

  it('receives an unsubscription, and a new subscription afterwards', async () => {
    const { fake, feed, heard } = await venueStage(one, 60, open)
    for (const listing of one.listings) feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 2)
    feed.unfollow(second.symbol)
    await until(() => fake.clients[0].subscribed.size === 1)
    feed.follow(second)
    await until(() => fake.clients[0].subscribed.size === 2)
    await heard.until(() => heard.happened('subscribed') === 3)
    while (fake.emit(10) > 0);
    await heard.until(() => one.listings.every((listing) => heard.count(listing.symbol) === 60))
    expect(fake.accepted).toBe(1)
  })

  it('keeps a quiet connection alive by its heartbeat', async () => {
    const { fake, feed, heard } = await venueStage(one, 1, open)
    feed.follow(first)
    await heard.until(() => heard.happened('subscribed') === 1)
    const before = heard.alives
    await heard.until(() => heard.alives > before + 20)
    expect(fake.accepted).toBe(1)
    expect(heard.happened('lost')).toBe(0)
  })
})

describe.each([COINBASE, KRAKEN])('$venue after an outage', (one) => {
  const [listing] = one.listings

  it('shows the gap in its ids, and REST fills exactly that', async () => {
    const { fake, feed, heard, markets, rest } = await venueStage(one, 3_000, open)
    const { tape } = markets[0]
    const released = () => tape.id[lowerBoundTs(tape, fake.nowMs() + 1) - 1]
    const lastHeard = () => heard.runs.get(listing.symbol)?.at(-1)?.id.at(-1)
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(1_000)
    await heard.until(() => lastHeard() === released())
    fake.cut()
    fake.emit(3_500)
    await heard.until(() => heard.happened('subscribed') === 2)
    while (fake.emit(100) > 0);
    await heard.until(() => lastHeard() === tape.id[tape.length - 1])

    const stored = mergeTrades(sliceTrades(tape, 0, 0), heard.tape(listing.symbol)).trades
    const gaps = findGaps(stored, listing.ids)
    expect(gaps).toHaveLength(1)
    const [gap] = gaps
    expect(gap.missing).toBeGreaterThan(1_000)
    const pages: TradesPage[] = []
    const fromId = String(BigInt(gap.afterId) + 1n)
    for await (const page of rest.trades(listing, {
      fromId,
      beforeId: gap.beforeId,
      fromTs: gap.fromTs,
      toTs: gap.toTs + 1,
    }))
      pages.push(page)
    expect(pages.at(-1)?.complete).toBe(true)
    const repair = concatTrades(pages.map((page) => page.trades))
    expect(repair.length).toBe(gap.missing)
    expect(rowsOf(mergeTrades(stored, repair).trades)).toEqual(rowsOf(tape))
  })
})

describe('HYPERLIQUID after an outage', () => {
  const [listing] = HYPERLIQUID.listings

  it('gets a few missed trades from the snapshot, without duplicates', async () => {
    const { fake, feed, heard, markets } = await venueStage(HYPERLIQUID, 500, open)
    feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 1)
    fake.emit(500)
    await heard.until(() => heard.count(listing.symbol) > 0)
    const before = heard.count(listing.symbol)
    fake.cut()
    fake.emit(6)
    await heard.until(() => heard.happened('subscribed') === 2)
    while (fake.emit(100) > 0);
    // The snapshot's ten newest overlap with trades received before.
    const { tape } = markets[0]
    const lastId = tape.textId?.at(-1)
    await heard.until(() => heard.runs.get(listing.symbol)?.at(-1)?.textId?.at(-1) === lastId)
    expect(before).toBeLessThan(500)
    expect(heard.count(listing.symbol)).toBeGreaterThan(500)
    const stored = mergeTrades(sliceTrades(tape, 0, 0), heard.tape(listing.symbol)).trades
    expect(stored.length).toBe(500)
    expect(ids(stored)).toEqual(ids(tape))
  })
})

function ids(trades: Trades): string[] {
  return Array.from({ length: trades.length }, (_, i) => idText(trades, i)).toSorted()
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
