import { DEMO_MARKETS, DEMO_SEED, derivativesTraitsOf, openDerivativesFeed } from '@flowprint/venues'
import type { MarketListing, SimulatedMarket, VenueName } from '@flowprint/venues'
import { delay, Semaphore, Signal } from '../../../platform/async/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Nodes } from '../../../platform/nodes/index.ts'
import { followedMarkets, venueOf } from '../feed/followed-markets.ts'
import type { KnownListings, MarketChanges } from '../feed/followed-markets.ts'
import { DemoRecorder } from './demo-recorder.ts'
import type { DerivativesRecorderOptions } from './derivatives-options.ts'
import type { DerivativesRegistry } from './derivatives-registry.ts'
import { LiquidationQueue } from './liquidation-queue.ts'
import { VenueRecorder } from './venue-recorder.ts'
import type { VenueRecorderOptions } from './venue-recorder.ts'

export interface DerivativesRecordingOptions extends Pick<
  DerivativesRecorderOptions,
  'derivatives' | 'store' | 'bus' | 'clock' | 'log'
> {
  readonly env: Pick<Env, 'markets' | 'venueUrls' | 'demo' | 'recordDerivatives'>
  readonly changes: MarketChanges
  readonly listings: Pick<KnownListings, 'load'>
  readonly derivativesRegistry: DerivativesRegistry
  /** Distributes the markets over the nodes; absent: this process records all of them. */
  readonly nodes?: Pick<Nodes, 'owns' | 'onChange'>
  /** Resolves when the trades of the simulated markets are live: the rest of their data waits for it. */
  readonly demoLive?: Promise<void>
  /** Default: the real exchanges, and the built-in simulated markets. */
  readonly openFeed?: VenueRecorderOptions['openFeed']
  readonly demoMarkets?: readonly SimulatedMarket[]
  readonly demoSeed?: number
  readonly demoHistoryMs?: number
  readonly queue?: LiquidationQueue
}

export interface DerivativesRecording {
  /** Commits what was received and releases the leases. */
  stop(): Promise<void>
}

/** Interval for applying changes of the followed markets. */
const POLL_MS = 2_000
/** Pause after each piece of a simulated past, as a share of its work. */
const PAST_REST_SHARE = 2
/** Books use the same pool. */
const MAX_COMMITS = 1
/** Another process may be following the simulated markets for days. */
const MAX_DEMO_WAIT_MS = 30_000

/**
 * Records liquidations and statistics of this node's share of the followed perpetuals, and of the simulated markets. Returns
 * immediately; works on its own connections, so that trades never wait for it.
 */
export function startDerivatives(options: DerivativesRecordingOptions): DerivativesRecording {
  const { env, log, clock, derivatives, nodes, listings, derivativesRegistry } = options
  const { queue = new LiquidationQueue() } = options
  if (!env.recordDerivatives) return { stop: async () => {} }
  const recorderOptions: VenueRecorderOptions = {
    ...options,
    queue,
    commitSemaphore: new Semaphore(MAX_COMMITS),
    openFeed:
      options.openFeed ??
      ((venue, listener) =>
        openDerivativesFeed(venue as VenueName, {
          listener,
          clock: () => clock.now(),
          ...(env.venueUrls[venue] === undefined ? {} : { urls: env.venueUrls[venue] }),
        })),
  }
  const stopping = new AbortController()
  const nodesChanged = new Signal()
  const unsubscribe = nodes?.onChange(() => nodesChanged.notify())
  const venues = new Map<string, VenueRecorder>()
  const pastSemaphore = new Semaphore(1, PAST_REST_SHARE)
  const demos = env.demo
    ? (options.demoMarkets ?? DEMO_MARKETS).map(
        (market) =>
          new DemoRecorder({
            ...recorderOptions,
            market,
            seed: options.demoSeed ?? DEMO_SEED,
            historyMs: options.demoHistoryMs,
            pastSemaphore,
          }),
      )
    : []

  const runDemos = async (): Promise<void> => {
    await Promise.race([options.demoLive, delay(MAX_DEMO_WAIT_MS, { signal: stopping.signal, ref: false })])
    await Promise.all(demos.map((demo) => demo.run(stopping.signal)))
  }

  /** The followed perpetuals of which their exchange publishes something, as last listed. */
  const wanted = async (): Promise<ReadonlyMap<string, readonly MarketListing[]>> => {
    const symbols = followedMarkets(env.markets, await options.changes.load())
      .filter(({ symbol, followed }) => followed && (nodes?.owns(symbol, 'ingest') ?? true))
      .map(({ symbol }) => symbol)
    const recorded = new Map<string, readonly MarketListing[]>()
    for (const [venue, followed] of Map.groupBy(symbols, venueOf)) {
      const listed = await listings.load(venue)
      const published = listed.filter(
        (listing) => followed.includes(listing.symbol) && derivativesTraitsOf(listing) !== null,
      )
      if (published.length > 0) recorded.set(venue, published)
    }
    return recorded
  }

  const run = async (): Promise<void> => {
    let hasFailed = false
    while (!stopping.signal.aborted) {
      try {
        await derivatives.createPartitions(clock.now())
        const byVenue = await wanted()
        for (const venue of byVenue.keys())
          if (!venues.has(venue)) venues.set(venue, new VenueRecorder(venue, recorderOptions))
        if (!stopping.signal.aborted)
          await Promise.all([...venues].map(([venue, recorder]) => recorder.want(byVenue.get(venue) ?? [])))
        hasFailed = false
      } catch (error) {
        if (!hasFailed)
          log.warn({ error: messageOf(error) }, 'the list of recorded perpetuals cannot be read, will retry')
        hasFailed = true
      }
      await nodesChanged.wait(POLL_MS, { signal: stopping.signal, ref: false })
    }
  }

  const running = Promise.all([run(), runDemos()])
  derivativesRegistry.show({
    queues: () => queue.queues(),
    states: () => [...[...venues.values()].flatMap((venue) => venue.states()), ...demos.map((demo) => demo.state)],
  })
  return {
    async stop() {
      stopping.abort()
      unsubscribe?.()
      await running
      await Promise.all([...venues.values()].map((venue) => venue.stop()))
      derivativesRegistry.show(null)
    },
  }
}
