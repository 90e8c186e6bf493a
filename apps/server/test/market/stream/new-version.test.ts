import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstDifference } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { Instrument } from '../../../src/market/store/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import { testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'
import { ChartClient } from './chart-client.ts'
import { DatabaseTape } from './database-tape.ts'
import { StreamClient } from './stream-client.ts'

const START = Date.UTC(2025, 5, 21, 12)
const DELAY = 90_000
let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

const numbers = (bars: Bars): Bars => ({
  ...bars,
  rawPoc: new Int32Array(bars.length),
  revision: new Uint32Array(bars.length),
})

/** A live market with five minutes of trades, one per commit, and a server whose clock is at the last one. */
async function liveMarket(delayMs = 0) {
  const tape = await DatabaseTape.open(world.store, world.bus, `VERSION:S${++count}`)
  let now = START
  const clock = { now: () => now, setOffset: () => {} }
  const server = await appUnderTest({
    store: world.store,
    bus: world.bus,
    clock,
    accessOf: () => ({ user: '7', delayMs }),
    streamTickMs: 50,
  })
  const trade = async (into: DatabaseTape, factor: number, trades: number, pauseMs = 55): Promise<void> => {
    for (let i = 0; i < trades; i++) {
      now += 5_000
      await into.commit([{ ts: now, price: (8_300 + (i % 9)) * factor, qty: 1 + i, buy: i % 3 === 0 }], now)
      // Commits that follow each other faster than frames may are relayed as one.
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  // There is no subscriber yet.
  await trade(tape, 1, 60, 0)
  const url = await server.listen()
  return {
    tape,
    url,
    trade,
    view: { symbol: tape.instrument.symbol, cycle: '1m', precision: '0.02' },
    close: () => server.app.close(),
    now: () => now,
  }
}

/** The tape in tenths of its ticks, and its next writer. */
async function convert(tape: DatabaseTape): Promise<DatabaseTape> {
  const next = await tape.convert({ tickSize: '0.001', lotSize: '0.001' })
  await tape.close()
  return next
}

describe('market continued as a new version', () => {
  test('makes a chart reload at its precision and match one opened afterwards', async () => {
    const market = await liveMarket()
    const chart = new ChartClient(market.url, market.view)
    await chart.start()
    await market.trade(market.tape, 1, 3)
    const next = await convert(market.tape)
    await market.trade(next, 10, 20)
    await chart.reached(await next.lastSeq(), market.now())
    expect(chart.resyncs).toEqual(['version'])
    const fresh = new ChartClient(market.url, market.view)
    await fresh.start()
    expect(firstDifference(numbers(chart.bars), numbers(fresh.bars))).toBe(null)
    expect([...chart.faults(), ...fresh.faults()]).toEqual([])
    chart.drop()
    fresh.drop()
    await next.close()
    await market.close()
  })

  test('sends nothing of the former version to a client that reconnects', async () => {
    const market = await liveMarket()
    const { symbol } = market.view
    const client = await StreamClient.open(market.url)
    const before = await market.tape.lastSeq()
    const next = await convert(market.tape)
    await market.trade(next, 10, 2)
    const { tape } = next.instrument
    for (const fromSeq of [before - 5, before]) {
      client.messages.length = 0
      client.send({ op: 'subscribe', symbol, from_seq: fromSeq, tape })
      expect(await client.message('resync')).toEqual({ op: 'resync', symbol, reason: 'version' })
    }
    expect(client.frames).toEqual([])
    client.send({ op: 'subscribe', symbol, from_seq: before + 1, tape })
    expect(await client.message('subscribed')).toMatchObject({ instrument_version: 2 })
    await client.until(() => client.frames.at(-1)?.lastSeq === before + 3)
    expect(client.frames.map(({ instrumentVersion }) => instrumentVersion)).not.toContain(1)
    expect(client.frames[0].trades.price[0]).toBe(83_000)
    client.close()
    await next.close()
    await market.close()
  })

  test('makes a delayed reader reload and stay delayed, in the new units', { tags: ['long'] }, async () => {
    const market = await liveMarket(DELAY)
    const chart = new ChartClient(market.url, market.view)
    await chart.start()
    const next = await convert(market.tape)
    for (let round = 0; round < 4; round++) {
      await market.trade(next, 10, 10)
      const cut = Math.floor((market.now() - DELAY) / 1000) * 1000
      await chart.reached(await world.store.releasedSeq(next.instrument, cut), cut)
      const whole = new ChartClient(market.url, market.view)
      await whole.start()
      expect(firstDifference(numbers(chart.bars), numbers(whole.bars))).toBe(null)
      const seen = whole.bars.trades.reduce((sum, one) => sum + one, 0)
      expect(seen).toBe((await world.store.readTrades(next.instrument, { from: 0, to: cut, limit: 10_000 })).length)
      whole.drop()
    }
    chart.drop()
    await next.close()
    await market.close()
  })

  test('shows the same decimals for a link with a former precision', async () => {
    const market = await liveMarket()
    const { symbol } = market.view
    const ask = async (): Promise<{ bars: Record<'open' | 'high' | 'low' | 'close' | 'volume', string>[] }> => {
      const answer = await fetch(`${market.url}/api/footprint?symbol=${symbol}&cycle=1m&precision=0.05&limit=4`, {
        headers: { accept: 'application/json' },
      })
      return ((await answer.json()) as { data: never }).data
    }
    const before = await ask()
    const next = await convert(market.tape)
    const after = await ask()
    const prices = ({ bars }: typeof before) =>
      bars.map(({ open, high, low, close, volume }) => [open, high, low, close, volume].map(Number))
    expect(prices(after).length).toBeGreaterThan(0)
    expect(prices(after)).toEqual(prices(before))
    expect(((await world.store.findInstrument(symbol)) as Instrument).version).toBe(2)
    await next.close()
    await market.close()
  })
})
