// The program of the ingest bench: the server's live feeds over a real tape, and ccxt for comparison, on one core.
import { setTimeout as sleep } from 'node:timers/promises'
import { openVenueFeed, type VenueUrls } from '@flowprint/venues'
import { startLiveFeeds } from '../../../apps/server/src/market/ingest/feed/live-feeds.ts'
import { FeedRegistry, storedChanges } from '../../../apps/server/src/market/ingest/index.ts'
import { openStore } from '../../../apps/server/src/market/store/index.ts'
import { createBus, tapeTopic, type TapeEvent } from '../../../apps/server/src/platform/bus/index.ts'
import { createClock } from '../../../apps/server/src/platform/clock/index.ts'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { createLog } from '../../../apps/server/src/platform/log/index.ts'
import { answerCalls } from './calls.ts'
import { MARKETS } from './flow.ts'
import { LagWatch, type Lags } from './lag.ts'
import { ccxtParser, framesOf } from './peer.ts'
import { startPlainWay, type PlainLags } from './plain-way.ts'
import { WatchedFeeds } from './watched-feeds.ts'

/** Milliseconds of CPU time and of wall-clock time. */
export interface Spent {
  readonly cpuMs: number
  readonly wallMs: number
}

/** Results of a period of steady flow. */
export interface LagsAndMemory extends Lags {
  /** The naive implementation at the same time. */
  readonly plain: PlainLags
  /** Live heap in MiB at the start and the end. */
  readonly heap: readonly [number, number]
  /** Trades dropped because they arrived faster than they could be stored. */
  readonly dropped: number
}

const FRAMES = 100_000
const POLL_MS = 20
const TIMEOUT_MS = 60_000
const SWEEP_MS = 200

const symbols = MARKETS.map(({ listing }) => listing.symbol)
const bus = createBus((error) => {
  throw error
})
const clock = createClock()
const feedRegistry = new FeedRegistry()
const parse = ccxtParser()
const frames = framesOf(FRAMES)

const feeds = new WatchedFeeds()
let broadcast = 0
let watch: {
  readonly heap: number
  readonly plain: Awaited<ReturnType<typeof startPlainWay>>
} | null = null
let query: (text: string, values: unknown[]) => Promise<unknown>
for (const symbol of symbols) {
  bus.subscribe<TapeEvent>(tapeTopic(symbol), (event) => {
    if (event.kind === 'trades') broadcast += event.lastSeq - event.firstSeq + 1
  })
}

async function until(fact: () => boolean): Promise<void> {
  const started = performance.now()
  while (!fact()) {
    if (performance.now() - started > TIMEOUT_MS)
      throw new Error(`bench: timed out waiting for ${fact.toString()}, ${JSON.stringify(feedRegistry.markets())}`)
    await sleep(POLL_MS)
  }
}

const droppedTrades = (): number => feedRegistry.markets().reduce((sum, one) => sum + one.dropped, 0)
const isIdle = (): boolean => feedRegistry.markets().every(({ waiting }) => waiting === 0)

function measure(): () => Spent {
  const cpu = process.cpuUsage()
  const wall = performance.now()
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return { cpuMs: (user + system) / 1000, wallMs: performance.now() - wall }
  }
}

/** The memory of columns is released some time after their collection. */
async function livingMemory(): Promise<number> {
  for (let i = 0; i < 2; i++) {
    globalThis.gc?.()
    await sleep(SWEEP_MS)
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

let spent: () => Spent
let from = 0

answerCalls({
  /** Follows all markets; resolves when every subscription is confirmed. */
  async follow({ databaseUrl, urls }: { databaseUrl: string; urls: VenueUrls }) {
    const database = await openDatabase({
      env: { databaseUrl, dataDir: '' },
      command: 'npm run bench',
      mode: 'share',
      writeLine: (line) => console.log(`bench: ${line}`),
      onLost: () => process.exit(1),
    })
    query = (text, values) => database.pool.query(text, values)
    const store = openStore({ pool: database.pool, url: database.url, bus, relay: true })
    startLiveFeeds({
      store: feeds.store(store),
      bus,
      clock,
      feedRegistry,
      log: createLog('warn'),
      changes: storedChanges(database.pool, clock),
      env: { markets: symbols, venueUrls: { BINANCE: urls } },
      openFeed: (venue, options) => openVenueFeed(venue, { ...options, listener: feeds.listener(options.listener) }),
    })
    await until(() => feedRegistry.markets().filter(({ state }) => state === 'live').length === symbols.length)
  },
  async beginCount() {
    spent = measure()
    from = feeds.committed
  },
  /** Waits until that many trades are committed and on the bus since the count started. */
  async counted({ trades }: { trades: number }): Promise<Spent> {
    await until(() => feeds.committed - from >= trades || droppedTrades() > 0)
    return spent()
  },
  async parse({ trades }: { trades: number }): Promise<Spent> {
    const taken = measure()
    for (let done = 0; done < trades; done += FRAMES) parse(frames)
    return taken()
  },
  async beginLags() {
    await until(isIdle)
    watch = { heap: await livingMemory(), plain: await startPlainWay(query) }
    feeds.lag = new LagWatch()
  },
  /** Ends once everything is committed: what is in memory then is permanent. */
  async endLags(): Promise<LagsAndMemory> {
    const { lag } = feeds
    if (watch === null || lag === null) throw new Error('bench: no lag measurement is running')
    await until(isIdle)
    const { plain: peer, heap } = watch
    const plain = await peer.stop()
    watch = null
    feeds.lag = null
    return { ...lag.result(), plain, heap: [heap, await livingMemory()], dropped: droppedTrades() }
  },
  /** Throws if anything was lost. Every trade is broadcast, except those too late for a frame. */
  async check() {
    await until(isIdle)
    const faults = feedRegistry.venues().reduce((sum, { health }) => sum + (health?.faults ?? 0), 0)
    const wrong = feedRegistry.markets().filter((one) => one.gaps + one.dropped + one.losses + one.duplicates > 0)
    if (faults > 0 || wrong.length > 0)
      throw new Error(`bench: trades were lost: ${faults} faults, ${JSON.stringify(wrong)}`)
    const late = feedRegistry.markets().reduce((sum, one) => sum + one.late, 0)
    if (feeds.committed !== broadcast + late)
      throw new Error(`bench: ${feeds.committed} trades committed, ${broadcast} broadcast, ${late} late`)
    if (late > 0) console.log(`bench: ${late} trades were too late for their frame: the machine is busy`)
  },
})
