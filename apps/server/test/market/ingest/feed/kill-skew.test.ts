// @module-tag long
import { fileURLToPath } from 'node:url'
import { createSimulator, DEMO_BTCUSD } from '@flowprint/venues'
import type { MarketListing } from '@flowprint/venues'
import { bybitTape, fakeBybit, fakeHyperliquid, hashedTape, seededRandom, startFakeExchange } from '@flowprint/testkit'
import type { FakeExchange, FakeMarket, FakeVenue } from '@flowprint/testkit'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { cleanUp, Program } from '../../../platform/program.ts'
import { testStore } from '../../../test-database.ts'
import type { TestStore } from '../../../test-database.ts'

const FEED = fileURLToPath(new URL('kill-feed.ts', import.meta.url))
afterAll(cleanUp)
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const UNITS = {
  kind: 'perpetual',
  tickSize: '0.1',
  lotSize: '0.0001',
  qtyUnit: 'base',
  contractSize: null,
  ids: 'none',
} as const
const BYBIT: MarketListing = {
  ...UNITS,
  symbol: 'BYBIT:BTCUSDT.P',
  venue: 'BYBIT',
  label: 'BTC/USDT',
  marketId: 'BTCUSDT',
  ccxtSymbol: 'BTC/USDT:USDT',
}
const HYPERLIQUID: MarketListing = {
  ...UNITS,
  symbol: 'HYPERLIQUID:BTCUSDC.P',
  venue: 'HYPERLIQUID',
  label: 'BTC/USDC',
  marketId: 'BTC',
  ccxtSymbol: 'BTC/USDC:USDC',
}

interface Venue {
  readonly market: FakeMarket
  readonly exchange: FakeExchange
}

/** The venue's past: a list that began with the first stored trade could not prove the millisecond of that trade. */
const PAST_MS = 10_000

/** A venue whose clock is `skewMs` ahead of ours, with trades before its start and for three minutes after it. */
async function open(venue: FakeVenue, listing: MarketListing, seed: number, skewMs: number): Promise<Venue> {
  const startMs = Date.now() + skewMs
  const trades = createSimulator({ seed, market: DEMO_BTCUSD }).trades(startMs - PAST_MS, startMs + 180_000)
  const market = { listing, tape: listing.venue === 'BYBIT' ? bybitTape(trades, 'linear') : hashedTape(trades) }
  const exchange = await startFakeExchange({ venue, markets: [market], startMs })
  exchange.run(1)
  return { market, exchange }
}

/** Trades up to `untilTs` that are neither stored nor in a gap, and the number that are only in a gap. */
async function compare(
  { store }: TestStore,
  { market }: Venue,
  untilTs: number,
): Promise<{ unmarked: number[]; inGaps: number; states: string[]; around: () => string }> {
  const instrument = await store.findInstrument(market.listing.symbol)
  if (instrument === null) throw new Error(`${market.listing.symbol} was never stored`)
  const trades = await store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
  expect(new Set(trades.textId).size).toBe(trades.length)
  const stored = new Set(trades.textId)
  const { gaps } = await store.coverage(instrument)
  const { tape } = market
  // The tape begins inside the millisecond of its first trade.
  const missing = Array.from(tape.ts).filter(
    (ts, i) => ts > trades.ts[0] && ts <= untilTs && !stored.has((tape.textId as string[])[i]),
  )
  const unmarked = missing.filter((ts) => !gaps.some((gap) => gap.from <= ts && ts <= gap.to))
  // For the message of a failure: the gaps, and what is stored around the first missing trade.
  const around = (): string => {
    const near = (ts: number): boolean => unmarked.length > 0 && Math.abs(ts - unmarked[0]) < 3_000
    const states = Array.from(tape.ts).flatMap((ts, i) =>
      near(ts) ? [`${ts} ${stored.has((tape.textId as string[])[i]) ? 'stored' : 'missing'}`] : [],
    )
    return JSON.stringify({ untilTs, gaps, states })
  }
  return {
    unmarked,
    inGaps: missing.length - unmarked.length,
    states: gaps.filter((gap) => gap.to <= untilTs).map(({ state }) => state),
    around,
  }
}

// A new process does not know its clock skew to the exchange.
describe.concurrent('kill and restart with a clock skew', () => {
  test.each([
    ['4 s behind', -4_000, 6],
    ['1.5 s behind', -1_500, 4],
    ['3 s ahead', 3_000, 4],
  ])(
    '%s: no trade is missing without a gap',
    async (_, skewMs, kills) => {
      const world = await testStore()
      const venues = await Promise.all([
        open(fakeBybit(), BYBIT, 11, skewMs),
        open(fakeHyperliquid(), HYPERLIQUID, 12, skewMs),
      ])
      const urls = JSON.stringify(
        Object.fromEntries(venues.map(({ market, exchange }) => [market.listing.venue, exchange.urls])),
      )
      const start = () =>
        new Program(FEED, {}, [world.database.url, venues.map(({ market }) => market.listing.symbol).join(','), urls])
      const storesTrades = async (running: Program) => {
        for (const { market } of venues) await running.says(`trades ${market.listing.symbol}`)
      }
      const random = seededRandom(kills + skewMs)
      let program = start()
      try {
        for (let kill = 0; kill < kills; kill++) {
          await storesTrades(program)
          await sleep(random() * 1_500)
          await program.kill('SIGKILL')
          await sleep(random() * 800)
          program = start()
        }
        await storesTrades(program)
        const until = venues.map(({ exchange }) => exchange.nowMs())
        const [bybit, hyperliquid] = venues
        await vi.waitFor(
          async () => {
            // What Bybit still lists is fetched; Hyperliquid lists ten trades.
            const whole = await compare(world, bybit, until[0])
            expect(whole, whole.around()).toMatchObject({ unmarked: [], inGaps: 0, states: [] })
            const rest = await compare(world, hyperliquid, until[1])
            expect(rest.unmarked, rest.around()).toEqual([])
            const left = rest.states.filter((state) => state !== 'lost')
            expect(left, `${rest.around()}\n${program.output.slice(-4_000)}`).toEqual([])
          },
          { timeout: 90_000, interval: 250 },
        )
      } finally {
        await program.kill('SIGKILL')
        await Promise.all(venues.map(({ exchange }) => exchange.close()))
        await world.close()
      }
    },
    240_000,
  )
})
