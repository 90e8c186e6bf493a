// An ingest node of the benches: the live feeds of `npm start` with the roles of a node, in a separate process.
import { setTimeout as sleep } from 'node:timers/promises'
import { openVenueFeed, type VenueUrls } from '@flowprint/venues'
import { startDepth, startLiveFeeds } from '../../../apps/server/src/market/ingest/index.ts'
import { openDatabase, POOL_LIMITS } from '../../../apps/server/src/platform/database/index.ts'
import { readEnv } from '../../../apps/server/src/platform/env/index.ts'
import { createLog } from '../../../apps/server/src/platform/log/index.ts'
import { createServices } from '../../../apps/server/src/services.ts'
import { answerCalls } from './calls.ts'
import { marketsOf } from './flow.ts'
import { Histogram, LagWatch } from './lag.ts'
import { WatchedFeeds } from './watched-feeds.ts'

export interface NodeStart {
  readonly databaseUrl: string
  readonly natsUrl: string | null
  readonly urls: VenueUrls
  readonly symbols: readonly string[]
}

export interface NodeState {
  /** Live markets of this node. */
  readonly live: number
  readonly committed: number
  readonly dropped: number
  /** Books that are recorded without a gap. */
  readonly proven: number
}

export interface NodeReport {
  readonly trades: number
  readonly commits: number
  /** Processor time of the node, ms. */
  readonly cpuMs: number
  /** Lags of trades from received to published, and durations of commits: counts by tenths of a ms. */
  readonly lags: readonly (readonly [number, number])[]
  readonly commitMs: readonly (readonly [number, number])[]
}

const feeds = new WatchedFeeds()
let stateOf = (): NodeState => ({ live: 0, committed: 0, dropped: 0, proven: 0 })
let openDepth = (_books: number): ReturnType<typeof startDepth> => {
  throw new Error('bench: the node was not started')
}
let recording: ReturnType<typeof startDepth> | null = null
let begun = { cpu: process.cpuUsage(), committed: 0, commits: 0 }

answerCalls({
  async start({ databaseUrl, natsUrl, urls, symbols }: NodeStart) {
    const env = readEnv({
      NODE_ENV: 'test',
      ROLES: 'ingest',
      APP_KEY: 'the key that all nodes of the benches share',
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl ?? '',
      MARKETS: symbols.join(','),
      DEMO: '0',
      BACKFILL_DAYS: '0',
      TRON_API_URL: 'off',
    })
    const log = createLog('warn')
    const database = await openDatabase({
      env,
      command: 'npm run bench',
      mode: 'own',
      writeLine: (line) => console.log(`bench: ${line}`),
      limits: POOL_LIMITS.work,
    })
    const services = createServices({ env, log, database })
    await services.nodes.start()
    while (!services.bus.isConnected) await sleep(10)
    startLiveFeeds({
      ...services,
      env: { ...env, venueUrls: { BINANCE: urls } },
      store: feeds.store(services.store),
      openFeed: (venue, options) => openVenueFeed(venue, { ...options, listener: feeds.listener(options.listener) }),
    })
    stateOf = () => {
      const markets = services.feedRegistry.markets()
      return {
        live: markets.filter(({ state }) => state === 'live').length,
        committed: feeds.committed,
        dropped: markets.reduce((sum, one) => sum + one.dropped, 0),
        proven: services.depthRegistry.states().filter((state) => state === 'proven').length,
      }
    }
    const listings = marketsOf(symbols.length).map(({ listing }) => listing)
    openDepth = (books) => {
      const recorded = symbols.slice(0, books)
      return startDepth({
        ...services,
        env: { ...env, markets: recorded, venueUrls: { BINANCE: urls } },
        modes: { load: async () => new Map(recorded.map((symbol) => [symbol, 'levels'])) },
        listings: { load: async () => listings },
        isOverloaded: () => services.load.level() > 0,
      })
    }
  },
  state: async () => stateOf(),
  /** Records the books of the first markets. */
  async startDepth({ books }: { books: number }) {
    recording = openDepth(books)
  },
  async stopDepth() {
    await recording?.stop()
    recording = null
  },
  async begin() {
    begun = { cpu: process.cpuUsage(), committed: feeds.committed, commits: feeds.commits }
    feeds.lag = new LagWatch()
    feeds.commitMs = new Histogram()
  },
  async end(): Promise<NodeReport> {
    const { user, system } = process.cpuUsage(begun.cpu)
    const { lag, commitMs } = feeds
    feeds.lag = null
    return {
      trades: feeds.committed - begun.committed,
      commits: feeds.commits - begun.commits,
      cpuMs: (user + system) / 1000,
      lags: lag?.entries() ?? [],
      commitMs: commitMs.entries(),
    }
  },
})
