import { MINUTE_MS } from '@flowprint/orderflow'
import { openVenueFeed, openVenueRest } from '@flowprint/venues'
import { Semaphore, Signal } from '../../../platform/async/index.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Nodes } from '../../../platform/nodes/index.ts'
import type { TapeStore } from '../../store/index.ts'
import type { FeedRegistry } from './feed-registry.ts'
import { followedMarkets, venueOf } from './followed-markets.ts'
import type { MarketChanges, KnownListings } from './followed-markets.ts'
import { OutageLog } from './outage-log.ts'
import { TradeBudget } from './market-writer.ts'
import { VenueFollower } from './venue-follower.ts'
import type { VenueFollowerOptions, BackfillHooks } from './venue-follower.ts'

export interface LiveFeedOptions {
  readonly store: TapeStore
  readonly changes: MarketChanges
  readonly listings?: KnownListings
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly env: Pick<Env, 'markets' | 'venueUrls'> & Partial<Pick<Env, 'demo'>>
  readonly feedRegistry: FeedRegistry
  /** Distributes the markets over the nodes; absent: this process follows all of them. */
  readonly nodes?: Pick<Nodes, 'owns' | 'onChange'>
  /** Backfills the followed markets. */
  readonly past?: BackfillHooks
  /** Default: the real exchanges. */
  readonly openFeed?: VenueFollowerOptions['openFeed']
  readonly openRest?: VenueFollowerOptions['openRest']
  readonly tradeBudget?: TradeBudget
  readonly relistMs?: number
}

/** Interval for applying operators' changes. */
const POLL_MS = 2_000
/** Max concurrent commits of live markets: leaves connections of the pool for history reads. */
const MAX_COMMITS = 8
/** Minutes close in all markets at the same moment, so they are folded one market after the other, with pauses. */
const CLOSE_REST_SHARE = 1
/** Interval for deleting versions that conversions replaced. */
const TIDY_EVERY_MS = 5 * MINUTE_MS

/**
 * Follows this node's share of the live markets: those of MARKETS and those added by an operator. Returns immediately; an unreachable
 * exchange blocks nothing, and ccxt is only loaded when there is something to follow.
 */
export function startLiveFeeds(options: LiveFeedOptions): { stop(): Promise<void> } {
  const { changes, env, log, feedRegistry, nodes } = options
  const venueFollowers = new Map<string, VenueFollower>()
  const outages = new OutageLog({ log, hasDemo: env.demo === true, venues: () => [...venueFollowers.keys()] })
  const followerOptions = {
    ...options,
    outages,
    openFeed: options.openFeed ?? openVenueFeed,
    openRest: options.openRest ?? openVenueRest,
    tradeBudget: options.tradeBudget ?? new TradeBudget(),
    commitSemaphore: new Semaphore(MAX_COMMITS),
    closeSemaphore: new Semaphore(1, CLOSE_REST_SHARE),
  }
  const stopping = new AbortController()
  const nodesChanged = new Signal()
  const unsubscribe = nodes?.onChange(() => nodesChanged.notify())

  function want(symbols: readonly string[], followed: ReadonlySet<string>): void {
    const byVenue = Map.groupBy(symbols, venueOf)
    for (const venue of byVenue.keys()) {
      if (!venueFollowers.has(venue))
        venueFollowers.set(venue, new VenueFollower(venue, { ...followerOptions, urls: env.venueUrls[venue] }))
    }
    for (const [venue, venueFollower] of venueFollowers) venueFollower.want(new Set(byVenue.get(venue)), followed)
  }

  async function run(): Promise<void> {
    let known = ''
    let failed = false
    let tidiedAt = -Infinity
    while (!stopping.signal.aborted) {
      try {
        const followed = followedMarkets(env.markets, await changes.load())
          .filter((market) => market.followed)
          .map(({ symbol }) => symbol)
        const wanted = followed.filter((symbol) => nodes?.owns(symbol, 'ingest') ?? true)
        if (stopping.signal.aborted) return
        const now = `${wanted.join()} of ${followed.join()}`
        if (known !== now) want(wanted, new Set(followed))
        known = now
        failed = false
        if (performance.now() - tidiedAt >= TIDY_EVERY_MS) {
          tidiedAt = performance.now()
          await options.store.dropFormer()
        }
      } catch (error) {
        if (!failed) log.warn({ error: messageOf(error) }, 'the list of followed markets cannot be read, will retry')
        failed = true
      }
      await nodesChanged.wait(POLL_MS, { signal: stopping.signal, ref: false })
    }
  }

  feedRegistry.show({
    venues: () => [...venueFollowers.values()].map((venueFollower) => venueFollower.venueReport()),
    markets: () => [...venueFollowers.values()].flatMap((venueFollower) => venueFollower.marketReports()),
    queues: () => followerOptions.tradeBudget.queues(),
    listed: (venue) => venueFollowers.get(venue)?.listed() ?? null,
  })
  const running = run()
  return {
    async stop() {
      stopping.abort()
      unsubscribe?.()
      await running
      await Promise.all([...venueFollowers.values()].map((venueFollower) => venueFollower.stop()))
      outages.close()
      feedRegistry.show(null)
    },
  }
}
