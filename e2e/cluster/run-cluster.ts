import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Coverage, Footprint, Menus } from '@flowprint/contract'
import { decodeDepthFrame, emptyTrades, idText, lowerBoundTs, MINUTE_MS, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { startFakeExchange } from '@flowprint/testkit'
import type { FakeExchange, FakeMarket } from '@flowprint/testkit'
import { hasNatsServer } from '../../apps/server/test/platform/nats-server.ts'
import type { NatsServer } from '../../apps/server/test/platform/nats-server.ts'
import { hasPostgres } from '../../apps/server/test/platform/postgres-server.ts'
import type { PostgresServer } from '../../apps/server/test/platform/postgres-server.ts'
import { BookSource } from '../reliability/book-source.ts'
import { callApi } from '../reliability/call-api.ts'
import { compareBars } from '../reliability/compare-bars.ts'
import { compareBooks } from '../reliability/compare-books.ts'
import { compareStream } from '../reliability/compare-stream.ts'
import { compareTape } from '../reliability/compare-tape.ts'
import { PageObserver } from '../reliability/page-observer.ts'
import { fetchTape } from '../reliability/stored-tape.ts'
import { StreamRecorder } from '../reliability/stream-recorder.ts'
import { createVenues, createVenuesWithBooks } from '../reliability/venues.ts'
import { fetchMemberToken } from '../support/accounts.ts'
import { ROOT, SPEC_DIR } from '../support/environment.ts'
import { Balancer } from './balancer.ts'
import { BusinessLoad } from './business-load.ts'
import { compareAlerts, compareDeliveries, saveAlerts } from './cluster-alerts.ts'
import { ClusterNode } from './cluster-node.ts'
import type { NodeRole } from './cluster-node.ts'
import { DatabaseProbe } from './database-probe.ts'
import type { Head } from './database-probe.ts'
import { Link } from './link.ts'
import { SentMessages } from './sent-messages.ts'
import { reservePort } from './reserve-port.ts'
import { killPostgres, startNatsCluster, startPostgresPair } from './servers.ts'
import { ResourceRecorder } from './resource-recorder.ts'
import type { ResourceSample } from './resource-trend.ts'
import { Viewers } from './viewers.ts'
import { WebhookReceiver } from './webhooks.ts'

export interface ClusterOptions {
  readonly speed: number
  readonly seed: number
  /** Names of the faults to inject; all when absent. */
  readonly only?: readonly string[]
  /** No faults: users watch for this many minutes, and what the nodes use is sampled. */
  readonly soakMinutes?: number
  readonly log: (line: string) => void
}

/** What one fault caused. */
export interface FaultReport {
  readonly fault: string
  /** Until what the failed process did is done again, s: commits, streams or alerts; Infinity: never. */
  readonly recoverySeconds: number
  /** Until every stream client received new trades of every market, s. */
  readonly streamSeconds: number
  readonly maxSeconds: number
  readonly isOfDepth: boolean
  /** Trades that a client received more than a second after the venue sent them, or by loading the history again. */
  readonly replayed: number
  readonly lost: number
}

export interface ClusterReport {
  readonly faults: readonly FaultReport[]
  /** Errors; empty when everything agrees. */
  readonly errors: readonly string[]
  readonly markets: number
  readonly trades: number
  /** Trades of venues without ids that were not fetched again, inside gaps. */
  readonly unproven: number
  readonly frames: number
  readonly alerts: number
  readonly repeatedDeliveries: number
  readonly payments: number
  readonly failedPayments: number
  /** Why, each reason once. */
  readonly paymentFailures: readonly string[]
  readonly pageBars: number
  /** Entries of the depth logs, runs of all books, and the smallest share of the time that those of a market cover. */
  readonly bookFrames: number
  readonly bookRuns: number
  readonly knownShare: number
  readonly memoryMb: Readonly<Record<string, number>>
  /** Of a run without faults, by node. */
  readonly samples: ReadonlyMap<string, readonly ResourceSample[]>
  readonly visits: number
}

/** A Monday noon. Fixed, so that a seed always replays the same trades. */
const FROM = Date.UTC(2026, 0, 5, 12)
const SYMBOLS = ['BINANCE:BTCUSDT', 'BINANCE:BTCUSDT.P', 'COINBASE:BTCUSD', 'KRAKEN:BTCUSD', 'BYBIT:BTCUSDT.P'] as const
/** Length of the tapes, wall-clock time; the run ends them earlier. */
const TAPE_MS = 12 * MINUTE_MS
const SAMPLE_MS = 10_000
/** Users who open one chart after the other while the nodes are sampled. */
const VIEWERS = 20
/** Share of visits: the machine of the suite carries the exchanges, the page and the servers as well. */
const MAX_FAILED_VISITS = 0.01
const START_LIMIT_MS = 90_000
const STEADY_LIMIT_MS = 60_000
const RECOVERY_LIMIT_MS = 60_000
const SETTLE_LIMIT_MS = 60_000
const POLL_MS = 50
const FROZEN_MS = 20_000
const SILENT_MS = 12_000
/** Requirements of the issue, and one for everything else. */
const MAX_TAKEOVER_S = 5
const MAX_FROZEN_S = 10
const MAX_RESTART_S = 15
/** A later arrival counts as replayed. */
const LATE_MS = 1_000

/** null when the Debian packages that the cluster needs are installed. */
export const missingPackages =
  hasNatsServer && hasPostgres ? null : 'the cluster suite did not run: install nats-server and postgresql-15 (Debian)'

interface LiveMarket {
  readonly exchange: FakeExchange
  readonly book: BookSource
  /** Its tape is set when the cluster is ready. */
  readonly market: { -readonly [Key in keyof FakeMarket]: FakeMarket[Key] }
}

interface Fault {
  readonly name: string
  readonly maxSeconds: number
  /** Markets whose commits are interrupted. */
  readonly symbols?: readonly string[]
  /** Whether another process must take the markets over. */
  readonly takesOver?: boolean
  readonly inject: () => Promise<void> | void
  /** Ends the fault after `holdMs`. */
  readonly heal?: () => Promise<void> | void
  readonly holdMs?: number
  /** Only order books fail: no trade may be late. */
  readonly isOfDepth?: boolean
  /** Resolves when what the failed process did is done again; default: the commits of `symbols`. */
  readonly recovered?: () => Promise<boolean>
}

/** A whole installation on this machine under one fault after the other. */
export class Cluster {
  readonly #options: ClusterOptions
  readonly #errors: string[] = []
  readonly #reports: { report: Omit<FaultReport, 'replayed' | 'lost'>; at: number }[] = []
  readonly #nodes: ClusterNode[] = []
  readonly #live: LiveMarket[] = []
  readonly #recorders: StreamRecorder[] = []
  readonly #sent = new Map<ClusterNode, SentMessages>()
  readonly #closers: (() => Promise<unknown>)[] = []
  readonly #page = new PageObserver(SYMBOLS[0])
  #nats: NatsServer[] = []
  #primary!: PostgresServer
  #replica!: PostgresServer
  #probe!: DatabaseProbe
  #balancer!: Balancer
  #webhooks!: WebhookReceiver
  #startMs = 0
  #tapeFrom = 0
  #visits = 0
  readonly #samples = new Map<string, readonly ResourceSample[]>()
  #token = ''

  constructor(options: ClusterOptions) {
    this.#options = options
  }

  async run(): Promise<ClusterReport> {
    const { log } = this.#options
    await this.#start()
    const business = await BusinessLoad.prepare(this.#balancer.url)
    await saveAlerts(this.#balancer.url, () => business.createMember(), SYMBOLS, this.#webhooks.url)
    await this.#page.open(this.#balancer.url, this.#token)
    const urls = this.#nodesOf('web').map(({ url }) => url)
    this.#recorders.push(
      new StreamRecorder(urls, this.#token, SYMBOLS),
      new StreamRecorder(urls.toReversed(), this.#token, SYMBOLS),
    )
    await this.#startTrading()
    business.start()
    try {
      const { soakMinutes } = this.#options
      if (soakMinutes === undefined) {
        for (const fault of this.#faults()) await this.#inject(await fault())
        await this.#untilSteady('the last fault')
      } else await this.#soak(soakMinutes * MINUTE_MS)
    } finally {
      await business.stop()
    }
    log('ending the trades')
    await this.#endTrading()
    return await this.#report(business)
  }

  async stop(): Promise<void> {
    for (const recorder of this.#recorders) recorder.close()
    await this.#page.close()
    await Promise.all(this.#nodes.map((node) => node.end('SIGKILL')))
    for (const close of this.#closers.toReversed()) await close().catch(() => {})
  }

  async #start(): Promise<void> {
    const { speed, seed, log } = this.#options
    const folder = join(SPEC_DIR, 'cluster')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    log('starting NATS, PostgreSQL and the venues')
    this.#nats = await startNatsCluster()
    this.#closers.push(() => Promise.all(this.#nats.map((server) => server.stop())))
    const { primary, replica } = await startPostgresPair()
    this.#primary = primary
    this.#replica = replica
    this.#closers.push(() => replica.stop().then(() => primary.stop()))
    this.#probe = new DatabaseProbe(primary.url())
    this.#closers.push(() => this.#probe.close())
    this.#webhooks = await WebhookReceiver.open(folder)
    this.#closers.push(() => this.#webhooks.close())
    const venueUrls: Record<string, unknown> = {}
    for (const { venue, markets } of createVenuesWithBooks(seed, FROM, FROM + MINUTE_MS)) {
      const followed = markets
        .filter(({ listing }) => (SYMBOLS as readonly string[]).includes(listing.symbol))
        .map((market) => ({ ...market, tape: emptyTrades() }))
      if (followed.length === 0) continue
      const exchange = await startFakeExchange({ venue, markets: followed, seed, startMs: FROM })
      this.#closers.push(() => exchange.close())
      for (const market of followed) {
        const book = new BookSource(exchange, { venue, market, seed: seed + this.#live.length })
        this.#live.push({ exchange, market, book })
        this.#closers.push(async () => book.stop())
      }
      venueUrls[followed[0].listing.venue] = exchange.urls
    }
    const ports = [await reservePort(), await reservePort()]
    this.#balancer = await Balancer.open(ports)
    this.#closers.push(() => this.#balancer.close())
    this.#startMs = Date.now()
    for (const exchange of new Set(this.#live.map((one) => one.exchange))) exchange.run(speed)
    for (const { book } of this.#live) book.start()
    const env = {
      NODE_ENV: 'test',
      APP_URL: this.#balancer.url,
      APP_KEY: 'the key that all nodes of the cluster suite share',
      DATA_DIR: join(folder, 'data'),
      MARKETS: SYMBOLS.join(','),
      VENUE_URLS: JSON.stringify(venueUrls),
      DEMO: '0',
      BACKFILL_DAYS: '0',
      TRON_API_URL: 'off',
      RATE_LIMIT_FACTOR: '100',
      // What grows without end must be told from what fills up: small caches, and an allocator that returns large blocks.
      CACHE_MB: '32',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      LOG_LEVEL: process.env.CLUSTER_LOG ?? 'info',
      TEST_CLOCK: `${FROM},${this.#startMs},${speed}`,
    }
    for (const port of ports) await this.#addNode('web', port, folder, env)
    for (let i = 0; i < 2; i++) await this.#addNode('ingest', await reservePort(), folder, env)
    await this.#addNode('worker', await reservePort(), folder, { ...env, ...this.#webhooks.env })
    for (const node of this.#nodes) node.start()
    log('waiting for the nodes')
    await this.#until('the nodes are ready', START_LIMIT_MS, async () => {
      for (const node of this.#nodes) node.assertRunning()
      return (await this.#areNodesReady()) && this.#live.every(isSubscribed)
    })
    this.#token = await fetchMemberToken(this.#balancer.url)
  }

  async #addNode(role: NodeRole, port: number, folder: string, env: Readonly<Record<string, string>>): Promise<void> {
    const open = async (target: number): Promise<Link> => {
      const link = await Link.open(target)
      this.#closers.push(() => link.close())
      return link
    }
    const nats = []
    for (const server of this.#nats) nats.push(await open(server.port))
    const links = { postgres: await open(this.#primary.port), replica: await open(this.#replica.port), nats }
    const name = `${role}-${this.#nodesOf(role).length + 1}`
    const inspectorPort = this.#options.soakMinutes === undefined ? null : await reservePort()
    const node = new ClusterNode({ name, role, port, links, inspectorPort, folder, env })
    const sent = new SentMessages()
    for (const link of nats) link.onSent = (chunk) => sent.push(chunk)
    this.#sent.set(node, sent)
    this.#nodes.push(node)
  }

  /** Tapes begin a moment from now, so that no node can miss their first trades. */
  async #startTrading(): Promise<void> {
    const { speed, seed } = this.#options
    this.#tapeFrom = this.#marketNow() + 3_000 * speed
    const lengthMs = TAPE_MS + (this.#options.soakMinutes ?? 0) * MINUTE_MS
    const venues = createVenues(seed, this.#tapeFrom, this.#tapeFrom + lengthMs * speed)
    const tapes = new Map<string, Trades>()
    for (const { markets } of venues) for (const { listing, tape } of markets) tapes.set(listing.symbol, tape)
    for (const { market } of this.#live) market.tape = tapes.get(market.listing.symbol) as Trades
    await this.#until('the first trades', 30_000, async () => this.#recorders.every(hasAll))
  }

  async #soak(runMs: number): Promise<void> {
    const { log } = this.#options
    const precisions = new Map<string, string>()
    for (const symbol of SYMBOLS) precisions.set(symbol, await this.#precision(symbol))
    const viewers = new Viewers(this.#balancer.url, this.#token, precisions)
    const replica = new DatabaseProbe(this.#replica.url())
    this.#closers.push(() => replica.close())
    const resources = new ResourceRecorder(this.#nodes, [this.#probe, replica])
    log(`sampling the nodes for ${runMs / MINUTE_MS} minutes with ${VIEWERS} viewers`)
    viewers.start(VIEWERS)
    try {
      await resources.run(runMs, SAMPLE_MS)
    } finally {
      await viewers.stop()
    }
    this.#visits = viewers.visits
    for (const [{ name }, samples] of resources.samples) this.#samples.set(name, samples)
    const { visits, failures, frames, reasons } = viewers
    log(`${visits} visits, ${failures} failed, ${frames} frames`)
    if (failures > visits * MAX_FAILED_VISITS)
      this.#errors.push(`${failures} visits failed: ${[...reasons].join('; ')}`)
    await this.#untilSteady('the samples')
  }

  async #endTrading(): Promise<void> {
    const endMs = this.#marketNow() + 500 * this.#options.speed
    for (const { market } of this.#live) market.tape = sliceTrades(market.tape, 0, lowerBoundTs(market.tape, endMs))
    while (this.#live.some(({ exchange }) => exchange.left > 0)) await sleep(POLL_MS)
    for (const { book } of this.#live) book.stop()
    await this.#until('the last repairs', SETTLE_LIMIT_MS, async () => {
      const coverages = await Promise.all(SYMBOLS.map((symbol) => this.#coverage(symbol)))
      return coverages.every(({ gaps }) => gaps.every(({ state }) => state === 'lost'))
    }).catch((error: unknown) => this.#errors.push(String(error)))
    await this.#until('the streams are at the end of the log', SETTLE_LIMIT_MS, async () => {
      const heads = await this.#probe.heads()
      return this.#recorders.every((recorder) =>
        heads.every(({ symbol, lastSeq }) => (recorder.markets.get(symbol)?.lastSeq ?? -1) >= lastSeq),
      )
    }).catch((error: unknown) => this.#errors.push(String(error)))
    // The last bars close two seconds after their end.
    await sleep(Math.max(3_000, 20_000 / this.#options.speed))
    await this.#until('the alerts are delivered', SETTLE_LIMIT_MS, async () => {
      const rows = await this.#probe.query("select 1 from alert_delivery where status in ('queued', 'sending') limit 1")
      return rows.length === 0
    }).catch((error: unknown) => this.#errors.push(String(error)))
  }

  /** Each is created when it is its turn: the victim depends on who owns what. */
  #faults(): (() => Promise<Fault>)[] {
    const findWeb = (): ClusterNode =>
      this.#nodesOf('web').find(({ url }) => url === this.#recorders[0].url) as ClusterNode
    const [worker] = this.#nodesOf('worker')
    const isEvaluated = async (): Promise<boolean> => (await this.#probe.alertOwners()).includes(worker.pid)
    const all: Record<string, () => Promise<Fault>> = {
      'kill -9 of a web node': async () => {
        const web = findWeb()
        return {
          name: 'kill -9 of a web node',
          maxSeconds: MAX_TAKEOVER_S,
          inject: () => web.end('SIGKILL'),
          heal: () => web.start(),
          holdMs: 3_000,
        }
      },
      'kill -9 of an ingest node': async () => {
        const { node, symbols } = await this.#busiestIngest()
        return {
          name: 'kill -9 of an ingest node',
          maxSeconds: MAX_TAKEOVER_S,
          symbols,
          takesOver: true,
          inject: () => node.end('SIGKILL'),
          heal: () => node.start(),
          holdMs: 4_000,
        }
      },
      'kill -9 of the worker': async () => ({
        name: 'kill -9 of the worker, which is started again at once',
        maxSeconds: MAX_RESTART_S,
        inject: async () => {
          await worker.end('SIGKILL')
          worker.start()
        },
        recovered: isEvaluated,
      }),
      'kill -9 of a NATS server': async () => ({
        name: 'kill -9 of a NATS server',
        maxSeconds: MAX_TAKEOVER_S,
        symbols: SYMBOLS,
        inject: () => this.#nats[0].stop('SIGKILL'),
        heal: () => this.#nats[0].start(),
        holdMs: 5_000,
      }),
      'kill -9 of PostgreSQL': async () => ({
        name: 'kill -9 of PostgreSQL, which is started again after a second',
        maxSeconds: MAX_RESTART_S,
        symbols: SYMBOLS,
        inject: () => killPostgres(this.#primary),
        heal: () => this.#primary.start(),
        holdMs: 1_000,
      }),
      'an ingest node frozen': async () => {
        const { node, symbols } = await this.#busiestIngest()
        return {
          name: 'an ingest node frozen for 20 s',
          maxSeconds: MAX_FROZEN_S,
          symbols,
          takesOver: true,
          inject: () => node.signal('SIGSTOP'),
          heal: async () => {
            this.#expectState(symbols, 'stale')
            await this.#watchFenced(node, symbols, () => node.signal('SIGCONT'))
          },
          holdMs: FROZEN_MS,
        }
      },
      'a web node frozen': async () => {
        const web = findWeb()
        return {
          name: 'a web node frozen for 20 s',
          maxSeconds: MAX_FROZEN_S,
          inject: () => web.signal('SIGSTOP'),
          heal: () => web.signal('SIGCONT'),
          holdMs: FROZEN_MS,
        }
      },
      'the worker frozen': async () => {
        const seq = async (): Promise<string> =>
          JSON.stringify(
            await this.#probe.query('select symbol, seq from alert_market where not delayed order by symbol'),
          )
        let before = ''
        return {
          name: 'the only worker frozen for 20 s',
          maxSeconds: FROZEN_MS / 1000 + MAX_FROZEN_S,
          inject: async () => {
            worker.signal('SIGSTOP')
            await sleep(100)
            before = await seq()
          },
          heal: () => worker.signal('SIGCONT'),
          holdMs: FROZEN_MS,
          recovered: async () => (await seq()) !== before && (await isEvaluated()),
        }
      },
      'ingest to PostgreSQL silent': async () => this.#cutPostgres('silent for 12 s, then delivered', 'resume'),
      'ingest to PostgreSQL reset': async () => this.#cutPostgres('silent for 12 s, then reset', 'reset'),
      'ingest to PostgreSQL forgotten': async () =>
        this.#cutPostgres('silent for 12 s; then only new connections pass', 'forget'),
      'web to PostgreSQL silent': async () => {
        const web = findWeb()
        return {
          name: 'link of a web node to PostgreSQL silent for 12 s',
          maxSeconds: MAX_FROZEN_S,
          inject: () => web.links.postgres.silence(),
          heal: () => web.links.postgres.resume(),
          holdMs: SILENT_MS,
        }
      },
      'ingest to NATS silent': async () => {
        const { node } = await this.#busiestIngest()
        return {
          name: 'links of an ingest node to NATS silent for 12 s',
          maxSeconds: MAX_FROZEN_S,
          inject: () => node.links.nats.forEach((link) => link.silence()),
          heal: () => node.links.nats.forEach((link) => link.resume()),
          holdMs: SILENT_MS,
        }
      },
      'web to NATS silent': async () => {
        const web = findWeb()
        return {
          name: 'links of a web node to NATS silent for 12 s',
          maxSeconds: MAX_FROZEN_S,
          inject: () => web.links.nats.forEach((link) => link.silence()),
          heal: () => web.links.nats.forEach((link) => link.reset()),
          holdMs: SILENT_MS,
        }
      },
      'all NATS servers': async () => ({
        name: 'all NATS servers killed and started again after 8 s',
        maxSeconds: MAX_FROZEN_S,
        inject: async () => void (await Promise.all(this.#nats.map((server) => server.stop('SIGKILL')))),
        heal: async () => void (await Promise.all(this.#nats.map((server) => server.start()))),
        holdMs: 8_000,
      }),
      'commits of depth blocked': async () =>
        this.#failBooks('commits of order books blocked for 8 s', 8_000, () => this.#probe.lock('depth_log')),
      'books lost': async () =>
        this.#failBooks('changes of every order book lost for 5 s', 5_000, async () => {
          this.#dropBookChanges(Infinity)
          return async () => this.#dropBookChanges(0)
        }),
      'a paused replica': async () => ({
        name: 'replay of the replica paused for 8 s',
        maxSeconds: MAX_FROZEN_S,
        inject: async () => void (await this.#replica.query('select pg_wal_replay_pause()')),
        heal: async () => {
          await this.#readWhilePaused(8_000)
          await this.#replica.query('select pg_wal_replay_resume()')
        },
      }),
    }
    const { only } = this.#options
    return Object.entries(all)
      .filter(([name]) => only === undefined || only.some((part) => name.includes(part)))
      .map(([, create]) => create)
  }

  /** Trades must not notice. Ends when every book is recorded again. */
  async #failBooks(name: string, holdMs: number, inject: () => Promise<() => Promise<void>>): Promise<Fault> {
    await this.#until('every book is recorded', RECOVERY_LIMIT_MS, () => this.#areBooksRunning())
    let end = async (): Promise<void> => {}
    let isHealed = false
    return {
      name,
      maxSeconds: holdMs / 1000 + MAX_RESTART_S,
      isOfDepth: true,
      inject: async () => void (end = await inject()),
      heal: async () => {
        await end()
        isHealed = true
      },
      holdMs,
      recovered: async () => isHealed && (await this.#areBooksRunning()),
    }
  }

  #dropBookChanges(count: number): void {
    for (const { exchange } of this.#live) exchange.faults.dropDepth = count
  }

  /** Every market has a run again, and it goes on. */
  async #areBooksRunning(): Promise<boolean> {
    const first = await this.#probe.bookHeads()
    await sleep(500)
    const second = new Map((await this.#probe.bookHeads()).map(({ symbol, lastSeq }) => [symbol, lastSeq]))
    return first.length === SYMBOLS.length && first.every(({ symbol, lastSeq }) => (second.get(symbol) ?? 0) > lastSeq)
  }

  async #cutPostgres(what: string, end: 'resume' | 'reset' | 'forget'): Promise<Fault> {
    const { node, symbols } = await this.#busiestIngest()
    return {
      name: `link of an ingest node to PostgreSQL ${what}`,
      maxSeconds: MAX_FROZEN_S,
      symbols,
      takesOver: true,
      inject: () => node.links.postgres.silence(),
      heal: () => this.#watchFenced(node, symbols, () => node.links.postgres[end]()),
      holdMs: SILENT_MS,
    }
  }

  async #inject(fault: Fault): Promise<void> {
    const { log } = this.#options
    const { name, maxSeconds, symbols = [], takesOver = false, inject, heal, holdMs = 0, recovered, isOfDepth } = fault
    const before = new Map((await this.#probe.heads()).map((head) => [head.symbol, head]))
    await inject()
    const at = Date.now()
    const healing = sleep(holdMs).then(heal)
    // Waits when the fault is PostgreSQL itself.
    const heads = await this.#probe.heads()
    const isPast = (head: Head, seq: number): boolean =>
      head.lastSeq > seq && (!takesOver || head.epoch > (before.get(head.symbol)?.epoch ?? Infinity))
    const commitsAgain = async (): Promise<boolean> => {
      const now = new Map((await this.#probe.heads()).map((head) => [head.symbol, head]))
      return heads
        .filter(({ symbol }) => symbols.includes(symbol))
        .every(({ symbol, lastSeq }) => isPast(now.get(symbol) as Head, lastSeq))
    }
    const streamsAgain = async (): Promise<boolean> =>
      this.#recorders.every((recorder) =>
        heads.every(({ symbol, lastSeq }) => (recorder.markets.get(symbol)?.lastSeq ?? -1) > lastSeq),
      )
    const [recoverySeconds, streamSeconds] = await Promise.all([
      this.#secondsUntil(at, recovered ?? commitsAgain),
      this.#secondsUntil(at, streamsAgain),
      healing,
    ])
    const report = {
      fault: name,
      recoverySeconds: symbols.length === 0 && recovered === undefined ? streamSeconds : recoverySeconds,
      streamSeconds,
      maxSeconds,
      isOfDepth: isOfDepth ?? false,
    }
    this.#reports.push({ report, at })
    log(`${name}: recovered after ${report.recoverySeconds.toFixed(1)} s, streams after ${streamSeconds.toFixed(1)} s`)
    await this.#untilSteady(name)
  }

  async #secondsUntil(at: number, isDone: () => Promise<boolean>): Promise<number> {
    while (Date.now() < at + RECOVERY_LIMIT_MS) {
      if (await isDone()) return (Date.now() - at) / 1000
      await sleep(POLL_MS)
    }
    return Infinity
  }

  /** Every node runs, every market is committed and received by every client, and shown as live. */
  async #untilSteady(after: string): Promise<void> {
    let why = ''
    await this.#until('steady', STEADY_LIMIT_MS, async () => {
      for (const node of this.#nodes) node.assertRunning()
      why = await this.#unsteady()
      return why === ''
    }).catch(() => this.#errors.push(`not steady within a minute of "${after}": ${why}`))
  }

  async #unsteady(): Promise<string> {
    if (!(await this.#areNodesReady())) return 'a node is not ready'
    const owners = await this.#probe.owners()
    const ingests = this.#nodesOf('ingest').map(({ pid }) => pid)
    const orphan = SYMBOLS.find((symbol) => !ingests.includes(owners.get(symbol) ?? 0))
    if (orphan !== undefined) return `no ingest node has the lease of ${orphan}`
    const worker = this.#nodesOf('worker')[0].pid
    if (!(await this.#probe.alertOwners()).includes(worker)) return 'no worker evaluates alerts'
    const first = await this.#probe.heads()
    await sleep(500)
    const second = new Map((await this.#probe.heads()).map((head) => [head.symbol, head.lastSeq]))
    for (const { symbol, lastSeq } of first) {
      if ((second.get(symbol) ?? 0) <= lastSeq) return `${symbol} is not committed`
      for (const recorder of this.#recorders) {
        const market = recorder.markets.get(symbol)
        if ((market?.lastSeq ?? -1) < lastSeq) return `a client is behind in ${symbol}`
        const state = market?.states.at(-1)?.state
        if (state !== 'live') return `${symbol} is shown as ${state}`
      }
    }
    return ''
  }

  async #areNodesReady(): Promise<boolean> {
    const pids = await this.#probe.nodes().catch((): number[] => [])
    if (!this.#nodes.every(({ pid }) => pids.includes(pid))) return false
    const answers = await Promise.all(
      this.#nodesOf('web').map(({ url }) =>
        fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    return answers.every(Boolean)
  }

  /** A fenced process that wakes up must send nothing about markets that another one has. */
  async #watchFenced(node: ClusterNode, symbols: readonly string[], wake: () => void): Promise<void> {
    const heads = new Map((await this.#probe.heads()).map((head) => [head.symbol, head]))
    const sent = this.#sent.get(node) as SentMessages
    const from = sent.list.length
    wake()
    await sleep(1_500)
    const owners = await this.#probe.owners()
    const fenced = sent.list
      .slice(from)
      .filter(({ symbol }) => symbols.includes(symbol) && owners.get(symbol) !== node.pid)
    // Commits of before may be published late. A backfill needs no lease of the market (docs/decisions/leases.md).
    const isNew = ({ symbol, lastSeq, reason }: (typeof fenced)[number]): boolean =>
      lastSeq !== null && lastSeq > (heads.get(symbol)?.lastSeq ?? 0) && reason !== 'backfill'
    for (const { kind, reason, symbol, lastSeq } of fenced.filter(isNew))
      this.#errors.push(`${node.name} is fenced and sent ${kind} ${lastSeq} of ${symbol} (${reason})`)
    const kinds = Object.entries(Object.groupBy(fenced, ({ kind }) => kind)).map(
      ([kind, list]) => `${list?.length} ${kind}`,
    )
    this.#options.log(`${node.name} was fenced and sent ${kinds.join(', ') || 'nothing'}`)
    for (const kind of ['clock', 'status'])
      if (fenced.some((message) => message.kind === kind)) this.#errors.push(`${node.name} is fenced and sent ${kind}`)
  }

  #expectState(symbols: readonly string[], state: string): void {
    const since = Date.now() - FROZEN_MS
    const wasShown = this.#recorders.some((recorder) =>
      symbols.some((symbol) =>
        recorder.markets.get(symbol)?.states.some((shown) => shown.state === state && shown.at >= since),
      ),
    )
    if (!wasShown) this.#errors.push(`no client was shown "${state}" while an ingest node was frozen`)
  }

  /** History is never behind what the client has seen, on whichever server it is read. */
  async #readWhilePaused(ms: number): Promise<void> {
    const precision = await this.#precision(SYMBOLS[0])
    const endMs = Date.now() + ms
    let slowestMs = 0
    while (Date.now() < endMs) {
      for (const [i, { url }] of this.#nodesOf('web').entries()) {
        const seen = this.#recorders[i].markets.get(SYMBOLS[0])?.lastSeq ?? 0
        const query = { symbol: SYMBOLS[0], cycle: '1m', precision, limit: '5' }
        const started = performance.now()
        const { last_seq: lastSeq } = await callApi<Footprint>(url, this.#token, 'footprint', query, {
          'seen-seq': String(seen),
        })
        slowestMs = Math.max(slowestMs, performance.now() - started)
        if (lastSeq < seen) this.#errors.push(`history ends at ${lastSeq}, the client has seen ${seen}`)
      }
      await sleep(100)
    }
    this.#options.log(`slowest read of the history while the replica was paused: ${Math.round(slowestMs)} ms`)
  }

  async #busiestIngest(): Promise<{ node: ClusterNode; symbols: string[] }> {
    const owners = await this.#probe.owners()
    const [busiest] = this.#nodesOf('ingest')
      .map((node) => ({ node, symbols: SYMBOLS.filter((symbol) => owners.get(symbol) === node.pid) }))
      .sort((a, b) => b.symbols.length - a.symbols.length)
    return busiest
  }

  async #report(business: BusinessLoad): Promise<ClusterReport> {
    const { url } = this.#balancer
    const token = this.#token
    const errors = this.#errors
    const toMs = this.#marketNow()
    const missing: number[] = []
    let [trades, unproven, alerts] = [0, 0, 0]
    let [bookFrames, bookRuns, knownShare] = [0, 0, 1]
    const menus = await callApi<Menus>(url, token, 'menus', {})
    for (const { exchange, market, book } of this.#live) {
      const { symbol } = market.listing
      const listed = menus.symbol.find((one) => one.value === symbol)
      if (listed === undefined) {
        errors.push(`${symbol} was never stored`)
        continue
      }
      const stored = await fetchTape({ url, token }, { ...listed, symbol }, FROM, toMs)
      const coverage = await this.#coverage(symbol)
      const lost = new Set(exchange.lost.filter((trade) => trade.market === market).map((trade) => trade.id))
      const tape = compareTape(market, stored.rows, lost, coverage)
      trades += tape.trades
      unproven += tape.unproven
      missing.push(...tape.missing)
      const query = {
        symbol,
        cycle: '1m',
        precision: await this.#precision(symbol),
        from: String(FROM),
        to: String(toMs),
      }
      const bars = compareBars(await callApi<Footprint>(url, token, 'footprint', query), stored.trades, coverage)
      const streams = this.#recorders.flatMap((recorder) => {
        const recorded = recorder.markets.get(symbol)
        return recorded === undefined ? [] : compareStream(recorded, stored.rows)
      })
      // Quiet books are still written now and then.
      const depthLog = await this.#probe.depthLog(symbol)
      await this.#untilDepthReceived(symbol, depthLog).catch((error: unknown) => errors.push(String(error)))
      const books = await compareBooks(
        { url, token },
        {
          symbol,
          tickSize: listed.tick_size,
          source: book,
          log: depthLog,
          streams: this.#recorders.flatMap((recorder) => recorder.markets.get(symbol)?.depth ?? []),
        },
      )
      bookFrames += books.frames
      bookRuns += books.runs
      knownShare = Math.min(knownShare, books.knownShare)
      const found = [...tape.faults, ...bars.faults, ...streams, ...books.faults]
      errors.push(...found.map((fault) => `${symbol}: ${fault}`))
      const first = Math.ceil(this.#tapeFrom / MINUTE_MS + 1) * MINUTE_MS
      const last = Math.floor((market.tape.ts.at(-1) ?? 0) / MINUTE_MS) * MINUTE_MS
      const compared = await compareAlerts(
        this.#probe,
        { symbol, units: market.listing },
        stored.trades,
        { from: first, to: last },
        (from, to) => coverage.gaps.some((gap) => gap.from < to && gap.to >= from),
      )
      alerts += compared.stacks + compared.volumes
      errors.push(...compared.faults)
    }
    for (const recorder of this.#recorders) errors.push(...recorder.faults)
    for (const { symbol, epoch, first_seq: seq } of await this.#probe.fencedEntries())
      errors.push(`${symbol}: entry ${seq} was written by the fenced epoch ${epoch}`)
    const deliveries = await compareDeliveries(this.#probe, this.#webhooks.received)
    errors.push(...deliveries.faults, ...(await business.compare()), ...(await this.#checkBooks()))
    const faults = this.#reports.map(({ report, at }, i): FaultReport => {
      const until = this.#reports[i + 1]?.at ?? Infinity
      const range = { from: this.#marketTime(at), to: until === Infinity ? Infinity : this.#marketTime(until) }
      const isInside = (ts: number): boolean => ts >= range.from && ts < range.to
      return {
        ...report,
        replayed: Math.max(...this.#recorders.map((recorder) => this.#countReplayed(recorder, isInside))),
        lost: missing.filter(isInside).length,
      }
    })
    const pageBars = await this.#page.compare({ url, token, toMs: Math.floor(toMs / MINUTE_MS) * MINUTE_MS })
    return {
      faults,
      errors,
      markets: this.#live.length,
      trades,
      unproven,
      frames: this.#recorders.reduce((sum, { frames }) => sum + frames, 0),
      alerts,
      repeatedDeliveries: deliveries.repeated,
      payments: business.acknowledged.length,
      failedPayments: business.failures,
      paymentFailures: [...business.reasons],
      pageBars,
      bookFrames,
      bookRuns,
      knownShare,
      memoryMb: Object.fromEntries(this.#nodes.map((node) => [node.name, node.memoryMb])),
      samples: this.#samples,
      visits: this.#visits,
    }
  }

  /** What was committed at the very last is on its way to the clients. */
  async #untilDepthReceived(symbol: string, depthLog: readonly Uint8Array[]): Promise<void> {
    const last = depthLog.at(-1)
    if (last === undefined) return
    const { seq } = decodeDepthFrame(last)
    await this.#until(`depth ${seq} of ${symbol} is received`, SETTLE_LIMIT_MS, async () =>
      this.#recorders.every((recorder) => (recorder.markets.get(symbol)?.depth.lastSeq ?? -1) >= seq),
    )
  }

  #countReplayed(recorder: StreamRecorder, isInside: (ts: number) => boolean): number {
    let count = 0
    for (const { market } of this.#live) {
      const recorded = recorder.markets.get(market.listing.symbol)
      const { tape } = market
      for (let i = 0; i < tape.length; i++) {
        if (!isInside(tape.ts[i])) continue
        const at = recorded?.receivedAt.get(idText(tape, i))
        if (at === undefined || at > this.#wallTime(tape.ts[i]) + LATE_MS) count += 1
      }
    }
    return count
  }

  async #checkBooks(): Promise<string[]> {
    const command = join(ROOT, 'apps', 'server', 'src', 'commands', 'check-books.ts')
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: this.#primary.url(), DATA_DIR: SPEC_DIR }
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [command], { env, cwd: ROOT })
      this.#options.log(`the books: ${stdout.trim()}`)
      return []
    } catch (error) {
      return [`the books do not balance: ${(error as { stdout?: string }).stdout ?? String(error)}`]
    }
  }

  async #precision(symbol: string): Promise<string> {
    const menus = await callApi<Menus>(this.#balancer.url, this.#token, 'menus', {})
    const { precision } = menus.symbol.find((one) => one.value === symbol) ?? { precision: [] }
    return precision[Math.min(6, precision.length - 1)]
  }

  #coverage(symbol: string): Promise<Coverage> {
    return callApi<Coverage>(this.#balancer.url, this.#token, 'coverage', { symbol })
  }

  async #until(what: string, limitMs: number, isDone: () => Promise<boolean>): Promise<void> {
    const endMs = Date.now() + limitMs
    while (!(await isDone())) {
      if (Date.now() > endMs) throw new Error(`${what}: not within ${limitMs / 1000} s`)
      await sleep(2 * POLL_MS)
    }
  }

  #nodesOf(role: NodeRole): ClusterNode[] {
    return this.#nodes.filter((node) => node.role === role)
  }

  #marketNow(): number {
    return this.#marketTime(Date.now())
  }

  #marketTime(wallMs: number): number {
    return FROM + (wallMs - this.#startMs) * this.#options.speed
  }

  #wallTime(marketMs: number): number {
    return this.#startMs + (marketMs - FROM) / this.#options.speed
  }
}

function isSubscribed({ exchange, market }: LiveMarket): boolean {
  return exchange.clients.some(({ subscribed }) => [...subscribed].some((key) => key.includes(market.listing.marketId)))
}

const hasAll = (recorder: StreamRecorder): boolean =>
  [...recorder.markets.values()].every(({ receivedAt }) => receivedAt.size > 0)
