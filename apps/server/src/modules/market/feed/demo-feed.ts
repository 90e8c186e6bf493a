import { MINUTE_MS } from '@flowprint/orderflow'
import { DEMO_MARKETS, DEMO_SEED } from '@flowprint/venues'
import type { SimulatedMarket } from '@flowprint/venues'
import { delay, Semaphore } from '../../../platform/async/index.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { TapeStore } from '../tape/index.ts'
import { DemoFollower } from './demo-follower.ts'

export interface DemoFeedOptions {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly env: Pick<Env, 'demo' | 'freeDelayMinutes'>
  /** Default: the built-in markets. */
  readonly markets?: readonly SimulatedMarket[]
  readonly seed?: number
}

export interface DemoFeed {
  /**
   * Resolves when every market has its history and is live, or was given up. Waits as long as another process follows
   * them.
   */
  readonly live: Promise<void>
  /** Stops after the commit in progress and releases the leases. */
  stop(): Promise<void>
}

/**
 * Max delay of readers that the initial history accounts for: a larger one would make the first start slow. Readers
 * with a longer delay see no movement for that time.
 */
const MAX_DELAY_MS = 30 * MINUTE_MS
/** Max time a market waits for the one before it, which another process may be following for days. */
const HEAD_START_MS = 5_000

/**
 * Follows the simulated markets: generates up to three days of history at once, then appends trades by the clock.
 * Returns immediately. When the database or the lease is lost, it logs and retries indefinitely.
 */
export function startDemoFeed(options: DemoFeedOptions): DemoFeed {
  const { env, markets = DEMO_MARKETS, seed = DEMO_SEED } = options
  if (!env.demo) return { live: Promise.resolve(), stop: () => Promise.resolve() }
  const stopping = new AbortController()
  // Long work runs sequentially, in order of the markets, so that the first market is ready as early as possible.
  const turns = new Semaphore(1)
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => turns.run(work)
  const delayMs = Math.min(env.freeDelayMinutes * MINUTE_MS, MAX_DELAY_MS)
  const followers: DemoFollower[] = []
  for (const market of markets) {
    const before = followers.at(-1)?.live ?? Promise.resolve()
    const after = Promise.race([before, delay(HEAD_START_MS, { signal: stopping.signal, ref: false })])
    followers.push(new DemoFollower({ ...options, market, seed, delayMs, inTurn, after, signal: stopping.signal }))
  }
  const runs = followers.map((follower) => follower.run())
  return {
    live: Promise.all(followers.map((follower) => follower.live)).then(() => undefined),
    async stop() {
      stopping.abort()
      await Promise.all(runs)
    },
  }
}
