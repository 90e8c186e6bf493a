import { openDepthFeed } from '@flowprint/venues'
import type { DepthFeed, DepthListener, DepthStart, DepthTuning, DepthUpdate, MarketListing } from '@flowprint/venues'
import {
  fakeBinance,
  fakeBybit,
  fakeCoinbase,
  fakeHyperliquid,
  fakeKraken,
  fakeOkx,
  simulatedTape,
  startFakeExchange,
} from '@flowprint/testkit'
import type { FakeExchange, FakeLevels, FakeMarket, FakeVenue } from '@flowprint/testkit'
import { ASK, BID } from '@flowprint/orderflow'
import { afterEach, expect } from 'vitest'
import { PERPETUAL, SPOT } from '../../live/binance-markets.ts'
import { COINBASE_BTCUSD, HYPERLIQUID_BTC, KRAKEN_BTCUSD } from '../../live/venues/support/listings.ts'
import { BYBIT_MARKETS, OKX_MARKETS } from '../../live/venues/support/markets.ts'
import { BookTrack } from './book-track.ts'

/** A market with a book, its fake, and its key there. */
export interface DepthCase {
  readonly name: string
  readonly create: () => FakeVenue
  readonly listing: MarketListing
  readonly key: string
  readonly proof: string
  /** Losing a message is noticed. */
  readonly noticesLoss: boolean
}

const proven = { proof: 'proven', noticesLoss: true } as const

export const BINANCE_SPOT: DepthCase = {
  name: 'Binance spot',
  create: fakeBinance,
  listing: SPOT,
  key: 'BTCUSDT',
  ...proven,
}
export const OKX: DepthCase = {
  name: 'OKX',
  create: fakeOkx,
  listing: OKX_MARKETS.spot,
  key: 'BTC-USDT',
  ...proven,
}
export const COINBASE: DepthCase = {
  name: 'Coinbase',
  create: fakeCoinbase,
  listing: COINBASE_BTCUSD,
  key: 'BTC-USD',
  ...proven,
}

export const DEPTH_CASES: readonly DepthCase[] = [
  BINANCE_SPOT,
  { name: 'Binance USD-M', create: fakeBinance, listing: PERPETUAL, key: 'usdm BTCUSDT', ...proven },
  OKX,
  { name: 'Bybit', create: fakeBybit, listing: BYBIT_MARKETS.linear, key: 'linear BTCUSDT', ...proven },
  COINBASE,
  {
    name: 'Kraken',
    create: fakeKraken,
    listing: KRAKEN_BTCUSD,
    key: 'BTC/USD',
    proof: 'connection',
    noticesLoss: true,
  },
  {
    name: 'Hyperliquid',
    create: fakeHyperliquid,
    listing: HYPERLIQUID_BTC,
    key: 'BTC',
    proof: 'sampled',
    noticesLoss: false,
  },
]

/** Prices are multiples of every tick used here. */
export const LEVELS: FakeLevels = {
  bids: [
    ['100.0', '1.000'],
    ['99.5', '2.000'],
    ['99.0', '3.000'],
  ],
  asks: [
    ['101.0', '1.000'],
    ['101.5', '2.000'],
    ['102.0', '3.000'],
  ],
}

const QUICK: Partial<DepthTuning> = {
  heartbeatMs: 40,
  silentAfterMs: 5_000,
  confirmWithinMs: 5_000,
  connectWithinMs: 5_000,
  backoffBaseMs: 20,
  backoffCapMs: 100,
  unreachableRetryMs: 150,
  giveUpAttempts: 3,
  stableAfterMs: 300,
  maxCrossedMs: 1_000,
  probeEveryMs: 20,
  restWindowMs: 1_000,
}

/** Records the books of a feed. */
export class DepthRecorder implements DepthListener {
  readonly tracks = new Map<string, BookTrack>()
  readonly faults: string[] = []
  alives = 0
  #waiting: (() => void)[] = []

  track(symbol: string): BookTrack {
    let track = this.tracks.get(symbol)
    if (track === undefined) this.tracks.set(symbol, (track = new BookTrack()))
    return track
  }

  snapshot(symbol: string, start: DepthStart): void {
    this.track(symbol).snapshot(start)
    this.#wake()
  }
  changes(symbol: string, update: DepthUpdate): void {
    this.track(symbol).changes(update)
    this.#wake()
  }
  unit(symbol: string, qtyUnit: string, factor: number): void {
    this.track(symbol).unit(qtyUnit, factor)
  }
  lost(symbol: string, reason: string): void {
    this.track(symbol).lost(reason)
    this.#wake()
  }
  alive(symbol: string, exchangeTimeMs: number): void {
    this.track(symbol).extended(exchangeTimeMs)
    this.alives += 1
    this.#wake()
  }
  fault(symbol: string | null, what: string): void {
    this.faults.push(symbol === null ? what : `${symbol}: ${what}`)
    this.#wake()
  }

  /** Waits until the condition holds; the test's timeout ends the wait otherwise. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

export interface DepthStage {
  readonly fake: FakeExchange
  readonly feed: DepthFeed
  readonly heard: DepthRecorder
  readonly track: BookTrack
  readonly listing: MarketListing
  /** Changes the book at the exchange, one ms later each time. */
  change(levels: Partial<FakeLevels>): void
  /** Waits for a run whose book is that of the exchange. */
  equal(): Promise<void>
  runs(): number
  losses(): string[]
}

/** A fake exchange with one book, and a feed that follows it. */
export async function stageDepth(
  { create, listing, key }: DepthCase,
  options: { tuning?: Partial<DepthTuning>; prepare?: (fake: FakeExchange) => void } = {},
): Promise<DepthStage> {
  const market: FakeMarket = { listing, tape: simulatedTape({ seed: 1, minutes: 1 }), levels: LEVELS }
  const fake = await startFakeExchange({ venue: create(), markets: [market] })
  open.push(fake)
  options.prepare?.(fake)
  const heard = new DepthRecorder()
  const feed = openDepthFeed(listing.venue, {
    listener: heard,
    urls: fake.urls,
    retryBaseMs: 5,
    attempts: 1,
    tuning: { ...QUICK, ...options.tuning },
    random: () => 0.5,
  })
  open.push(feed)
  feed.follow(listing)
  const track = heard.track(listing.symbol)
  return {
    fake,
    feed,
    heard,
    track,
    listing,
    change: (levels) => fake.changeBook(key, levels, fake.nowMs() + 1),
    async equal() {
      await heard.until(() => track.isRunning && isEqual(track, fake.bookOf(key), listing))
    },
    runs: () => track.log.filter((line) => line.startsWith('snapshot')).length,
    losses: () => track.log.filter((line) => line.startsWith('lost')),
  }
}

function isEqual(track: BookTrack, levels: FakeLevels, listing: MarketListing): boolean {
  const numbers = (rows: readonly string[]) => rows.map((row) => row.split(' ').map(Number).join(' ')).join()
  const texts = (rows: FakeLevels['bids']) => rows.map(([price, qty]) => `${price} ${qty}`)
  return (
    numbers(track.levels(listing, BID)) === numbers(texts(levels.bids)) &&
    numbers(track.levels(listing, ASK)) === numbers(texts(levels.asks))
  )
}

/** Binance needs an update before it can prove a snapshot: sends one as soon as the market is subscribed. */
export async function stageRunning(
  one: DepthCase,
  options: Parameters<typeof stageDepth>[1] = {},
): Promise<DepthStage> {
  const stage = await stageDepth(one, options)
  await subscribed(stage, one.key)
  await startRun(stage)
  expect(stage.track.log[0]).toMatch(/^snapshot|^needs/)
  return stage
}

/** Waits until the exchange knows the subscription. */
export async function subscribed({ fake }: DepthStage, key: string): Promise<void> {
  while (!fake.clients.some((client) => client.subscribedDepth.has(key))) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Changes the book until a run has started and equals it. */
export async function startRun(stage: DepthStage): Promise<void> {
  const { change, track, equal } = stage
  for (let i = 1; !track.isRunning; i++) {
    change({ bids: [['98.0', `${i}.000`]] })
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await equal()
}
