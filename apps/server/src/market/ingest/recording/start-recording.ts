import { DEMO_MARKETS, DEMO_SEED } from '@flowprint/venues'
import type { SimulatedMarket } from '@flowprint/venues'
import { delay, Signal } from '../../../platform/async/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { QueueState } from '../../../platform/metrics/index.ts'
import { followedMarkets, venueOf } from '../feed/followed-markets.ts'
import type { RecorderRegistry } from './recorder-registry.ts'
import type { CommonRecordingOptions } from './recording-options.ts'
import type { Recorder } from './venue-recorder.ts'

/** What is recorded: books, or liquidations and statistics. */
export interface RecordedData<Setting, State extends string> {
  /** For logs: 'books'. */
  readonly name: string
  readonly registry: RecorderRegistry<State>
  createPartitions(nowMs: number): Promise<void>
  /** Those of the followed markets that are to be recorded, by symbol. */
  loadSettings(followed: readonly string[]): Promise<ReadonlyMap<string, Setting>>
  createVenueRecorder(venue: string): {
    /** Sets the exact set of markets to record. */
    want(settings: ReadonlyMap<string, Setting>): Promise<void>
    states(): readonly State[]
    stop(): Promise<void>
  }
  createDemoRecorder(demo: DemoMarket): Recorder<State>
  queues(): readonly QueueState[]
}

/** A simulated market to record. */
export interface DemoMarket {
  readonly market: SimulatedMarket
  readonly seed: number
  /** Max past that is generated, at the first start or after a pause. */
  readonly historyMs?: number | undefined
}

export interface Recording {
  /** Commits what was received and releases the leases. */
  stop(): Promise<void>
}

/** Interval for applying changes of settings and of the followed markets. */
const POLL_MS = 2_000
/** Another process may be following the simulated markets for days. */
const MAX_DEMO_WAIT_MS = 30_000

/**
 * Records this node's share of the followed markets, and the simulated ones. Returns immediately; works on its own connections,
 * so that trades never wait for it.
 */
export function startRecording<Setting, State extends string>(
  { env, log, clock, nodes, changes, demoLive, demoMarkets, demoSeed, demoHistoryMs }: CommonRecordingOptions,
  data: RecordedData<Setting, State>,
): Recording {
  const stopping = new AbortController()
  const nodesChanged = new Signal()
  const unsubscribe = nodes?.onChange(() => nodesChanged.notify())
  const venues = new Map<string, ReturnType<typeof data.createVenueRecorder>>()
  const demos = (env.demo ? (demoMarkets ?? DEMO_MARKETS) : []).map((market) =>
    data.createDemoRecorder({ market, seed: demoSeed ?? DEMO_SEED, historyMs: demoHistoryMs }),
  )

  const runDemos = async (): Promise<void> => {
    await Promise.race([demoLive, delay(MAX_DEMO_WAIT_MS, { signal: stopping.signal, ref: false })])
    await Promise.all(demos.map((demo) => demo.run(stopping.signal)))
  }

  const applySettings = async (): Promise<void> => {
    await data.createPartitions(clock.now())
    const followed = followedMarkets(env.markets, await changes.load())
      .filter(({ symbol, followed }) => followed && (nodes?.owns(symbol, 'ingest') ?? true))
      .map(({ symbol }) => symbol)
    const byVenue = Map.groupBy(await data.loadSettings(followed), ([symbol]) => venueOf(symbol))
    for (const venue of byVenue.keys()) if (!venues.has(venue)) venues.set(venue, data.createVenueRecorder(venue))
    if (!stopping.signal.aborted)
      await Promise.all([...venues].map(([venue, recorder]) => recorder.want(new Map(byVenue.get(venue)))))
  }

  const run = async (): Promise<void> => {
    let hasFailed = false
    while (!stopping.signal.aborted) {
      try {
        await applySettings()
        hasFailed = false
      } catch (error) {
        if (!hasFailed)
          log.warn({ error: messageOf(error) }, `the list of recorded ${data.name} cannot be read, will retry`)
        hasFailed = true
      }
      await nodesChanged.wait(POLL_MS, { signal: stopping.signal, ref: false })
    }
  }

  const running = Promise.all([run(), runDemos()])
  data.registry.show({
    queues: () => data.queues(),
    states: () => [...[...venues.values()].flatMap((venue) => venue.states()), ...demos.map((demo) => demo.state)],
  })
  return {
    async stop() {
      stopping.abort()
      unsubscribe?.()
      await running
      await Promise.all([...venues.values()].map((venue) => venue.stop()))
      data.registry.show(null)
    },
  }
}

/** How feeds of exchanges are opened. */
export const feedOptionsOf = (
  { env: { venueUrls }, clock }: Pick<CommonRecordingOptions, 'env' | 'clock'>,
  venue: string,
) => ({
  clock: () => clock.now(),
  ...(venueUrls[venue] === undefined ? {} : { urls: venueUrls[venue] }),
})
