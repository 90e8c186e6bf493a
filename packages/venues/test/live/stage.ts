import { afterEach } from 'vitest'
import { openVenueFeed, openVenueRest, type RestOptions, type VenueFeed, type VenueRest } from '@flowprint/venues'
import type { FeedTuning } from '../../src/live/options.ts'
import { fakeBinance, startFakeExchange, type FakeExchange, type FakeMarket } from '@flowprint/testkit'
import { QUICK } from './binance-markets.ts'
import { FeedRecorder } from './feed-recorder.ts'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** Closes it after the test. */
export function closing<T extends { close(): Promise<void> }>(one: T): T {
  open.push(one)
  return one
}

export interface Stage {
  readonly fake: FakeExchange
  readonly feed: VenueFeed
  readonly heard: FeedRecorder
}

export interface StageOptions {
  readonly tuning?: Partial<FeedTuning>
  readonly prepare?: (fake: FakeExchange) => void
}

/**
 * Starts a fake Binance with these markets and a feed pointed at it; follows every market and, unless `prepare`
 * prevents it, waits for its subscription.
 */
export async function stageFeed(markets: readonly FakeMarket[], options: StageOptions = {}): Promise<Stage> {
  const fake = closing(await startFakeExchange({ venue: fakeBinance(), markets }))
  options.prepare?.(fake)
  const heard = new FeedRecorder()
  const feed = closing(
    await openVenueFeed('BINANCE', { listener: heard, urls: fake.urls, tuning: { ...QUICK, ...options.tuning } }),
  )
  for (const { listing } of markets) feed.follow(listing)
  if (options.prepare === undefined) await heard.until(() => heard.happened('subscribed') === markets.length)
  return { fake, feed, heard }
}

/** A fake Binance that has released the complete tapes of these markets, and its REST client. */
export async function stageRest(
  markets: readonly FakeMarket[],
  options: RestOptions = {},
): Promise<{ fake: FakeExchange; rest: VenueRest }> {
  const fake = closing(await startFakeExchange({ venue: fakeBinance(), markets }))
  fake.emit(Infinity)
  const rest = closing(
    await openVenueRest('BINANCE', { urls: fake.urls, retryBaseMs: 5, clock: () => fake.nowMs(), ...options }),
  )
  return { fake, rest }
}
