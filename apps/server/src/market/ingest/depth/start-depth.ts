import { DEMO_MARKETS, DEMO_SEED, openDepthFeed } from '@flowprint/venues'
import type { SimulatedMarket, VenueName } from '@flowprint/venues'
import { delay, Semaphore, Signal } from '../../../platform/async/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Nodes } from '../../../platform/nodes/index.ts'
import type { DepthMode } from '../../store/index.ts'
import { followedMarkets, venueOf } from '../feed/followed-markets.ts'
import type { KnownListings, MarketChanges } from '../feed/followed-markets.ts'
import { DemoRecorder } from './demo-recorder.ts'
import { DepthBudget } from './depth-budget.ts'
import type { DepthRegistry } from './depth-registry.ts'
import { DEFAULT_DEPTH_MODE } from './depth-modes.ts'
import type { DepthModes } from './depth-modes.ts'
import type { RecorderOptions } from './depth-options.ts'
import { VenueRecorder } from './venue-recorder.ts'
import type { VenueRecorderOptions } from './venue-recorder.ts'

export interface DepthRecordingOptions extends Pick<RecorderOptions, 'depth' | 'store' | 'bus' | 'clock' | 'log'> {
  readonly env: Pick<Env, 'markets' | 'venueUrls' | 'demo' | 'recordDepth'>
  readonly changes: MarketChanges
  readonly modes: DepthModes
  readonly listings: Pick<KnownListings, 'load'>
  readonly isOverloaded: () => boolean
  readonly depthRegistry: DepthRegistry
  /** Distributes the markets over the nodes; absent: this process records all of them. */
  readonly nodes?: Pick<Nodes, 'owns' | 'onChange'>
  /** Resolves when the trades of the simulated markets are live: their books wait for it. */
  readonly demoLive?: Promise<void>
  /** Default: the real exchanges, and the built-in simulated markets. */
  readonly openFeed?: VenueRecorderOptions['openFeed']
  readonly demoMarkets?: readonly SimulatedMarket[]
  readonly demoSeed?: number
  readonly demoHistoryMs?: number
  readonly budget?: DepthBudget
}

export interface DepthRecording {
  /** Ends every run and releases the leases. */
  stop(): Promise<void>
}

/** Interval for applying changes of settings and of the followed markets. */
const POLL_MS = 2_000
/** Leaves a connection of the pool for folding. */
const MAX_COMMITS = 2
/** Minutes end in all markets at the same moment, so they are folded one market after the other, with pauses. */
const CLOSE_REST_SHARE = 1
/** Another process may be following the simulated markets for days. */
const MAX_DEMO_WAIT_MS = 30_000

/**
 * Records the books of this node's share of the followed markets, and of the simulated ones. Returns immediately; works on its
 * own connections, so that trades never wait for it.
 */
export function startDepth(options: DepthRecordingOptions): DepthRecording {
  const { env, log, clock, depth, nodes, listings, depthRegistry, budget = new DepthBudget() } = options
  if (!env.recordDepth) return { stop: async () => {} }
  const recorderOptions: VenueRecorderOptions = {
    ...options,
    budget,
    commitSemaphore: new Semaphore(MAX_COMMITS),
    closeSemaphore: new Semaphore(1, CLOSE_REST_SHARE),
    loadListings: (venue) => listings.load(venue),
    openFeed:
      options.openFeed ??
      ((venue, listener) =>
        openDepthFeed(venue as VenueName, {
          listener,
          clock: () => clock.now(),
          ...(env.venueUrls[venue] === undefined ? {} : { urls: env.venueUrls[venue] }),
        })),
  }
  const stopping = new AbortController()
  const nodesChanged = new Signal()
  const unsubscribe = nodes?.onChange(() => nodesChanged.notify())
  const venues = new Map<string, VenueRecorder>()
  const demos = env.demo
    ? (options.demoMarkets ?? DEMO_MARKETS).map(
        (market) =>
          new DemoRecorder({
            ...recorderOptions,
            market,
            seed: options.demoSeed ?? DEMO_SEED,
            historyMs: options.demoHistoryMs,
          }),
      )
    : []

  const runDemos = async (): Promise<void> => {
    await Promise.race([options.demoLive, delay(MAX_DEMO_WAIT_MS, { signal: stopping.signal, ref: false })])
    await Promise.all(demos.map((demo) => demo.run(stopping.signal)))
  }

  const wanted = async (): Promise<ReadonlyMap<string, Exclude<DepthMode, 'off'>>> => {
    const modes = await options.modes.load()
    const recorded = new Map<string, Exclude<DepthMode, 'off'>>()
    for (const { symbol, followed } of followedMarkets(env.markets, await options.changes.load())) {
      const mode = modes.get(symbol) ?? DEFAULT_DEPTH_MODE
      if (followed && mode !== 'off' && (nodes?.owns(symbol, 'ingest') ?? true)) recorded.set(symbol, mode)
    }
    return recorded
  }

  const run = async (): Promise<void> => {
    let hasFailed = false
    while (!stopping.signal.aborted) {
      try {
        await depth.createPartitions(clock.now())
        const byVenue = Map.groupBy(await wanted(), ([symbol]) => venueOf(symbol))
        for (const venue of byVenue.keys())
          if (!venues.has(venue)) venues.set(venue, new VenueRecorder(venue, recorderOptions))
        if (!stopping.signal.aborted)
          await Promise.all([...venues].map(([venue, recorder]) => recorder.want(new Map(byVenue.get(venue)))))
        hasFailed = false
      } catch (error) {
        if (!hasFailed) log.warn({ error: messageOf(error) }, 'the list of recorded books cannot be read, will retry')
        hasFailed = true
      }
      await nodesChanged.wait(POLL_MS, { signal: stopping.signal, ref: false })
    }
  }

  const running = Promise.all([run(), runDemos()])
  depthRegistry.show({
    queues: () => budget.queues(),
    states: () => [...[...venues.values()].flatMap((venue) => venue.states()), ...demos.map((demo) => demo.state)],
  })
  return {
    async stop() {
      stopping.abort()
      unsubscribe?.()
      await running
      await Promise.all([...venues.values()].map((venue) => venue.stop()))
      depthRegistry.show(null)
    },
  }
}
