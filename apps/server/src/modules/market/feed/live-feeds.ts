import { setTimeout as sleep } from 'node:timers/promises'
import { openVenueFeed, openVenueRest } from '@flowprint/venues'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { TapeStore } from '../tape/index.ts'
import { CommitGate } from './commit-gate.ts'
import type { FeedBoard } from './feed-board.ts'
import { followedMarkets, venueOf } from './followed-markets.ts'
import type { MarketChanges } from './followed-markets.ts'
import type { KnownListings } from './known-listings.ts'
import { OutageLog } from './outage-log.ts'
import { TradeRoom } from './trade-room.ts'
import { VenueDesk } from './venue-desk.ts'
import type { DeskOptions, PastOfMarkets } from './venue-desk.ts'

export interface LiveFeedOptions {
  readonly store: TapeStore
  readonly changes: MarketChanges
  readonly listings?: KnownListings
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly env: Pick<Env, 'markets' | 'venueUrls'> & Partial<Pick<Env, 'demo'>>
  readonly board: FeedBoard
  /** Backfills the followed markets. */
  readonly past?: PastOfMarkets
  /** Default: the real exchanges. */
  readonly openFeed?: DeskOptions['openFeed']
  readonly openRest?: DeskOptions['openRest']
  readonly room?: TradeRoom
  readonly relistMs?: number
}

/** Interval for applying operators' changes. */
const LOOK_EVERY_MS = 2_000
/** Minutes close in all markets at the same moment, so they are folded one market after the other, with pauses. */
const CLOSE_REST_SHARE = 1
/** Interval for deleting versions that conversions replaced. */
const TIDY_EVERY_MS = 5 * 60_000

/**
 * Follows the live markets: those of MARKETS and those added by an operator. Returns immediately; an unreachable
 * exchange blocks nothing, and ccxt is only loaded when there is something to follow.
 */
export function startLiveFeeds(options: LiveFeedOptions): { stop(): Promise<void> } {
  const { changes, env, log, board } = options
  const desks = new Map<string, VenueDesk>()
  const outages = new OutageLog({ log, hasDemo: env.demo === true, venues: () => [...desks.keys()] })
  const deskOptions = {
    ...options,
    outages,
    openFeed: options.openFeed ?? openVenueFeed,
    openRest: options.openRest ?? openVenueRest,
    room: options.room ?? new TradeRoom(),
    gate: new CommitGate(),
    closeGate: new CommitGate(1, CLOSE_REST_SHARE),
  }
  const stopping = new AbortController()

  function want(symbols: readonly string[]): void {
    const byVenue = Map.groupBy(symbols, venueOf)
    for (const venue of byVenue.keys()) {
      if (!desks.has(venue)) desks.set(venue, new VenueDesk(venue, { ...deskOptions, urls: env.venueUrls[venue] }))
    }
    for (const [venue, desk] of desks) desk.want(new Set(byVenue.get(venue)))
  }

  async function run(): Promise<void> {
    let known = ''
    let failed = false
    let tidiedAt = -Infinity
    while (!stopping.signal.aborted) {
      try {
        const wanted = followedMarkets(env.markets, await changes.load())
          .filter(({ followed }) => followed)
          .map(({ symbol }) => symbol)
        if (stopping.signal.aborted) return
        if (known !== wanted.join()) want(wanted)
        known = wanted.join()
        failed = false
        if (performance.now() - tidiedAt >= TIDY_EVERY_MS) {
          tidiedAt = performance.now()
          await options.store.dropFormer()
        }
      } catch (error) {
        if (!failed) log.warn({ error: messageOf(error) }, 'the list of followed markets cannot be read now')
        failed = true
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  board.show({
    venues: () => [...desks.values()].map((desk) => desk.venueReport()),
    markets: () => [...desks.values()].flatMap((desk) => desk.marketReports()),
    listed: (venue) => desks.get(venue)?.listed() ?? null,
  })
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      await Promise.all([...desks.values()].map((desk) => desk.stop()))
      outages.close()
      board.show(null)
    },
  }
}
