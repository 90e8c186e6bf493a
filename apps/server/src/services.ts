// The composition root: every service of the server is created here, once.
import { hostname } from 'node:os'
import { HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { openVenueRest } from '@flowprint/venues'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { createMarketReads } from './market/api/plugin.ts'
import type { MarketOptions } from './market/api/plugin.ts'
import { FeedOverview, FeedRegistry, RecorderRegistry, storedChanges, storedDepthModes } from './market/ingest/index.ts'
import type { DepthModes, MarketChanges } from './market/ingest/index.ts'
import {
  openDepthStore,
  openDerivativesStore,
  openStore,
  partitionJobs,
  periodJobs,
  recommendJobs,
  retentionJobs,
} from './market/store/index.ts'
import type { DepthStore, DerivativesStore, TapeStore } from './market/store/index.ts'
import { DepthHub, DerivativesHub, LessonHub, MarketHub } from './market/stream/index.ts'
import { createAccessOf, createPasswordHasher, listAdministrators } from './modules/accounts/index.ts'
import type { PasswordHasher } from './modules/accounts/index.ts'
import { accountJobs } from './modules/accounts/plugin.ts'
import type { AccountOptions } from './modules/accounts/plugin.ts'
import type { AdminDeps } from './modules/admin/plugin.ts'
import { AlertWorker, alertJobs, createAlertOutbox, createPageAlerts, findEventTime } from './modules/alerts/plugin.ts'
import type { AlertOptions } from './modules/alerts/plugin.ts'
import { bookJobs } from './modules/books/plugin.ts'
import { loadTexts } from './modules/content/plugin.ts'
import type { ContentDeps } from './modules/content/plugin.ts'
import { createTronNode, membershipJobs } from './modules/membership/plugin.ts'
import type { MembershipDeps } from './modules/membership/plugin.ts'
import { earnedShare, registerBusinessEventHandlers, shareOfPayment } from './modules/promotion/plugin.ts'
import type { PromotionDeps } from './modules/promotion/plugin.ts'
import { ScannerHub, ScannerRegistry, ScannerWorker } from './modules/scanner/plugin.ts'
import type { ScannerDeps } from './modules/scanner/plugin.ts'
import type { WorkspaceDeps } from './modules/workspace/plugin.ts'
import { removeAddresses } from './platform/audit/index.ts'
import { connectNatsBus, createBus } from './platform/bus/index.ts'
import type { Bus, DepthState, DerivativesState } from './platform/bus/index.ts'
import { createClock } from './platform/clock/index.ts'
import type { Clock } from './platform/clock/index.ts'
import { createHealthCheck, databaseTrouble, loadDatabaseId, POOL_LIMITS, Replicas } from './platform/database/index.ts'
import type { Database, DatabaseTrouble } from './platform/database/index.ts'
import type { Env } from './platform/env/index.ts'
import { addServiceMetrics, createMeasures, observedBus } from './metrics.ts'
import type { Measures } from './metrics.ts'
import { BusinessEvents } from './platform/events/index.ts'
import { createKeyedLimits, createMetrics, LoadMonitor, VERSION } from './platform/http/index.ts'
import type { AccessOf, Trouble } from './platform/http/index.ts'
import { NodeExchange } from './platform/exchange/index.ts'
import { DAILY, deleteDeadJobs, EVERY_TEN_MINUTES } from './platform/jobs/index.ts'
import type { Jobs } from './platform/jobs/index.ts'
import { createKeys, loadAppKeys } from './platform/keys/index.ts'
import type { Keys } from './platform/keys/index.ts'
import { LEASE_TIMEOUT_MS, Leases } from './platform/lease/index.ts'
import type { Log } from './platform/log/index.ts'
import { Nodes } from './platform/nodes/index.ts'
import {
  createComposer,
  createMailOutbox,
  createMailQueue,
  deleteMailsBefore,
  openSmtp,
} from './platform/mail/index.ts'
import { Queues } from './platform/metrics/index.ts'
import type { Composer, MailQueue } from './platform/mail/index.ts'
import { createPoster } from './platform/outbound/index.ts'
import type { Post } from './platform/outbound/index.ts'
import { Drain } from './platform/shutdown/index.ts'

/** A pool for each kind of work: POOL_LIMITS. */
export type Pools = Readonly<Record<'calls' | 'work' | 'depth' | 'reads' | 'jobs' | 'queue', Pool>>

export interface ServiceOptions {
  readonly env: Env
  readonly log: Log
  /**
   * Without `openPool`, one pool serves all work. Without `url`, reads run in the server's own thread and pages receive
   * no alerts.
   */
  readonly database: Pick<Database, 'pool'> & Partial<Pick<Database, 'url' | 'openPool' | 'trouble' | 'reconnect'>>
  /** Services that tests and benchmarks replace. */
  readonly overrides?: Partial<
    Pick<
      Services,
      | 'accessOf'
      | 'bus'
      | 'changes'
      | 'clock'
      | 'depth'
      | 'derivatives'
      | 'feedRegistry'
      | 'hasher'
      | 'keys'
      | 'post'
      | 'store'
    >
  >
  /** Stream tick interval, ms. Tests shorten it. */
  readonly streamTickMs?: number | undefined
  /** Interval at which nodes exchange counts and reports, ms. Tests shorten it. */
  readonly exchangeMs?: number | undefined
}

export interface Services {
  readonly env: Env
  readonly log: Log
  readonly clock: Clock
  readonly bus: Bus
  /** Counts and reports of all nodes. */
  readonly exchange: NodeExchange
  readonly keys: Keys
  readonly pools: Pools
  /** All leases of this process, on one connection. */
  readonly leases: Leases
  /** The processes that run on this database. */
  readonly nodes: Nodes
  readonly drain: Drain
  /** Returns why the server is not ready, or null when it is. */
  readonly health: { check(): Promise<Trouble | null>; close(): Promise<void> }
  readonly metrics: Registry
  /** Null without DATABASE_REPLICA_URL. */
  readonly replicas: Replicas | null
  readonly measures: Measures
  /** Every bounded queue of this process: docs/decisions/overload.md. */
  readonly queues: Queues
  /** How busy this process is. */
  readonly load: LoadMonitor
  readonly store: TapeStore
  /** Recorded order books. */
  readonly depth: DepthStore
  /** Liquidations, open interest, funding and mark prices. */
  readonly derivatives: DerivativesStore
  /** What is stored of the books of followed markets. */
  readonly depthModes: DepthModes
  /** Operators' changes to the followed markets. */
  readonly changes: MarketChanges
  /** Status of the live feeds of this process, if it runs any. */
  readonly feedRegistry: FeedRegistry
  /** State of the recorders of this process, if it runs any. */
  readonly depthRegistry: RecorderRegistry<DepthState>
  readonly derivativesRegistry: RecorderRegistry<DerivativesState>
  /** Status of the live feeds of all nodes. */
  readonly feedOverview: FeedOverview
  /** The live markets of this process, for streams and alerts. */
  readonly hub: MarketHub
  /** The order books that readers of this process follow. */
  readonly depthHub: DepthHub
  /** The derivatives data that readers of this process follow. */
  readonly derivativesHub: DerivativesHub
  readonly mail: MailQueue
  readonly composer: Composer
  /** Sends requests to user-supplied URLs: public internet hosts only. */
  readonly post: Post
  readonly hasher: PasswordHasher
  readonly events: BusinessEvents
  /** Resolves what a token may access: from accounts and memberships. */
  readonly accessOf: AccessOf
  /** The services of each module. */
  readonly accounts: AccountOptions
  readonly membership: MembershipDeps
  readonly promotion: PromotionDeps
  readonly admin: AdminDeps
  readonly workspace: WorkspaceDeps
  readonly alerts: AlertOptions
  readonly scanner: ScannerDeps
  readonly lessons: LessonHub
  /** State of the scanner of this process, if it runs one. */
  readonly scannerRegistry: ScannerRegistry
  readonly content: ContentDeps
  readonly market: MarketOptions
}

/** Shown in logs, in the list of nodes and by NATS. */
const NODE_NAME = `${hostname()}-${process.pid}`

/** Retention of finished mails and of request addresses. */
const RETENTION_MS = 90 * 86_400_000

/** A delayed client may resume as far back as its delay, plus a margin. */
const logKeepMs = (env: Env): number => env.freeDelayMinutes * MINUTE_MS + 2 * HOUR_MS

export function createServices({
  env,
  log,
  database,
  overrides = {},
  streamTickMs,
  exchangeMs,
}: ServiceOptions): Services {
  const { appUrl, businessTz, rateLimitFactor, productName, passwordMin } = env
  const clock = overrides.clock ?? createClock(env.testClock)
  const metrics = createMetrics()
  const measures = createMeasures(metrics)
  const keys = overrides.keys ?? createKeys(loadAppKeys(env))
  const pools = openPools(database)
  const pool = pools.calls
  const bus = observedBus(overrides.bus ?? openBus(env, pools.work, log), measures.onPublish)
  const exchange = new NodeExchange({ bus, log, intervalMs: exchangeMs })
  const load = new LoadMonitor({ maxLoopDelayMs: env.maxLoopDelayMs, pools: [pools.calls, pools.reads], log })
  const leases = new Leases(database.url ?? (pool.options.connectionString as string), {
    timeoutMs: LEASE_TIMEOUT_MS,
    onSilence: () => database.reconnect?.(),
  })
  const drain = new Drain()
  const self = { name: NODE_NAME, roles: env.roles, version: VERSION, usesNats: env.natsUrls.length > 0 }
  const nodes = new Nodes({ pool: pools.work, leases, self, log })
  const store =
    overrides.store ??
    openStore({
      pool: pools.work,
      reads: pools.reads,
      jobs: pools.jobs,
      ...(database.url === undefined ? {} : { url: database.url }),
      leases,
      bus,
      onCommit: measures.onCommit,
      writeLine: (line) => log.info(line),
      relay: true,
      logKeepMs: logKeepMs(env),
      cacheBytes: env.cacheBytes / 2,
    })
  const depth =
    overrides.depth ??
    openDepthStore({
      pool: pools.depth,
      reads: pools.reads,
      url: database.url ?? (pool.options.connectionString as string),
      leases,
      bus,
      listInstruments: () => store.listInstruments(),
      logKeepMs: logKeepMs(env),
    })
  const derivatives =
    overrides.derivatives ??
    openDerivativesStore({
      pool: pools.depth,
      reads: pools.reads,
      url: database.url ?? (pool.options.connectionString as string),
      leases,
      bus,
      listInstruments: () => store.listInstruments(),
    })
  const depthModes = storedDepthModes(pools.work)
  const replicas = openReplicas(env, database, log)
  const changes = overrides.changes ?? storedChanges(pools.work, clock)
  const feedRegistry = overrides.feedRegistry ?? new FeedRegistry()
  const depthRegistry = new RecorderRegistry<DepthState>()
  const derivativesRegistry = new RecorderRegistry<DerivativesState>()
  const feedOverview = new FeedOverview(feedRegistry, exchange)
  const shared = { store, bus, clock, log, onFanOut: measures.onFanOut }
  const hub = new MarketHub({ ...shared, derivatives })
  const depthHub = new DepthHub({ ...shared, depth })
  const derivativesHub = new DerivativesHub({ ...shared, derivatives })
  const scannerRegistry = new ScannerRegistry()
  const scannerHub = new ScannerHub({ pool, bus, clock, log })
  const lessons = new LessonHub({ bus, clock })
  const hasher = overrides.hasher ?? createPasswordHasher()
  const post = overrides.post ?? createPoster()
  const composer = createComposer({ keys, ...env })
  const mail = createMailQueue({ keys, clock, keep: env.smtpUrl === null })
  const events = new BusinessEvents()
  registerBusinessEventHandlers(events, { mail, appUrl })
  const limits = createKeyedLimits({ pool, keys, clock, factor: rateLimitFactor })
  const pageAlerts = database.url === undefined ? null : createPageAlerts({ pool, url: database.url, log })

  const common = { pool, clock, keys, mail, limits, appUrl, rateLimitFactor }
  const site = {
    appUrl,
    productName,
    passwordMin,
    production: env.nodeEnv === 'production',
    freeDelayMs: env.freeDelayMinutes * MINUTE_MS,
  }
  const accounts: AccountOptions = { ...common, hasher, events, site, dataDir: env.dataDir }
  const accessOf = overrides.accessOf ?? createAccessOf(accounts)
  const reads = createMarketReads({
    store,
    depth,
    derivatives,
    url: database.url,
    // There are two.
    workerCacheBytes: env.cacheBytes / 4,
    replicas,
    bus,
    onRead: measures.onRead,
    log,
    clock,
    rateLimitFactor,
    exchange,
  })
  const queues = new Queues()
  const health = healthOf(database, store, drain)
  addServiceMetrics({
    health,
    metrics,
    env,
    queues,
    load,
    pools,
    bus,
    leases,
    store,
    hub,
    depthHub,
    derivativesHub,
    reads,
    hasher,
    pageAlerts,
    feedRegistry,
    depthRegistry,
    derivativesRegistry,
    scannerRegistry,
    replicas,
  })
  return {
    env,
    log,
    clock,
    bus,
    exchange,
    keys,
    pools,
    leases,
    nodes,
    drain,
    health,
    metrics,
    replicas,
    measures,
    queues,
    load,
    store,
    depth,
    derivatives,
    depthModes,
    changes,
    feedRegistry,
    depthRegistry,
    derivativesRegistry,
    feedOverview,
    hub,
    depthHub,
    derivativesHub,
    mail,
    composer,
    post,
    hasher,
    events,
    accessOf,
    accounts,
    membership: {
      ...common,
      events,
      node: createTronNode({ url: env.tronApiUrl, key: env.tronApiKey, now: () => clock.now() }),
      shares: shareOfPayment,
      earned: earnedShare,
    },
    promotion: { ...common, businessTz },
    admin: { ...common, businessTz, feeds: () => feedOverview.markets().map(presentFeed) },
    workspace: common,
    alerts: { ...common, store, depth, depthModes, derivatives, post, pageAlerts },
    scannerRegistry,
    lessons,
    scanner: { hub: scannerHub, clock, isEnabled: env.scanner },
    content: { ...common, productName, passwordMin, texts: loadTexts() },
    market: {
      ...common,
      store,
      hub,
      depthHub,
      derivativesHub,
      log,
      drain,
      accessOf,
      metrics,
      changes,
      feedRegistry,
      freeDelayMs: env.freeDelayMinutes * MINUTE_MS,
      feedOverview,
      exchange,
      queues,
      reads,
      configured: env.markets,
      alerts: pageAlerts,
      findAlertTime: (query) => findEventTime(pool, query),
      scanner: scannerHub,
      lessons,
      streamTickMs,
      recheckMs: env.testRecheckSeconds * 1000,
      openRest: openVenueRest,
      venueUrls: env.venueUrls,
    },
  }
}

/** Evaluates alerts. */
export function createAlertWorker({
  env,
  pools,
  queues,
  leases,
  store,
  depth,
  derivatives,
  hub,
  bus,
  clock,
  log,
}: Services): AlertWorker {
  const worker = new AlertWorker({
    pool: pools.work,
    leases,
    store,
    depth,
    derivatives,
    hub,
    bus,
    clock,
    log,
    freeDelayMs: env.freeDelayMinutes * MINUTE_MS,
  })
  queues.add(() => worker.queues())
  return worker
}

/** Computes the rows of the scanner. */
export function createScannerWorker({
  env,
  pools,
  measures,
  scannerRegistry,
  leases,
  store,
  bus,
  clock,
  log,
}: Services): ScannerWorker {
  const worker = new ScannerWorker({
    pool: pools.work,
    leases,
    store,
    bus,
    clock,
    log,
    freeDelayMs: env.freeDelayMinutes * MINUTE_MS,
    onScan: measures.onScan,
  })
  scannerRegistry.show(worker)
  return worker
}

/** All background work of the job queue. */
export function createJobs({
  env,
  log,
  clock,
  keys,
  pools,
  measures,
  mail,
  composer,
  post,
  store,
  depth,
  derivatives,
  accounts,
}: Services): Jobs {
  const { appUrl } = env
  const { work: pool, queue } = pools
  const outboxes = [createAlertOutbox({ pool, keys, clock, log, mail, post, appUrl })]
  if (env.smtpUrl !== null) {
    const transport = openSmtp(env.smtpUrl, env.mailFrom)
    outboxes.push(createMailOutbox({ pool, clock, log, composer, transport, host: new URL(appUrl).hostname }))
  }
  return {
    outboxes,
    onJobEnd: measures.onJobEnd,
    scheduled: [
      ...membershipJobs({ pool, clock, mail, appUrl, listAdministrators }),
      ...bookJobs({ pool: pools.jobs, clock, log }),
      ...accountJobs({ pool, clock, log }),
      ...alertJobs({ pool, clock }),
      ...recommendJobs(store),
      ...partitionJobs({ store, clock }),
      ...periodJobs('depth', depth, { clock, log }),
      ...periodJobs('derivatives', derivatives, { clock, log }),
      ...retentionJobs({ store, clock, log, days: env.retentionDays }),
      { name: 'rate_limit_cleanup', cron: EVERY_TEN_MINUTES, run: () => accounts.limits.sweep() },
      {
        name: 'mail_cleanup',
        cron: EVERY_TEN_MINUTES,
        run: () => deleteMailsBefore(pool, clock.now() - RETENTION_MS),
      },
      {
        name: 'address_cleanup',
        cron: EVERY_TEN_MINUTES,
        run: () => removeAddresses(pool, clock.now() - RETENTION_MS),
      },
      { name: 'dead_job_cleanup', cron: DAILY, run: () => deleteDeadJobs(queue) },
    ],
  }
}

/** NATS connects the buses of all nodes on the same database. */
function openBus({ natsUrls }: Env, pool: Pool, log: Log): Bus {
  if (natsUrls.length === 0)
    return createBus((error, topic) => log.error({ err: error, topic }, 'a bus subscriber failed'))
  return connectNatsBus({ servers: natsUrls, prefix: () => loadDatabaseId(pool), name: NODE_NAME, log })
}

function openPools({ pool, openPool = () => pool }: ServiceOptions['database']): Pools {
  return {
    calls: openPool(POOL_LIMITS.calls),
    work: pool,
    depth: openPool(POOL_LIMITS.depth),
    reads: openPool(POOL_LIMITS.reads),
    jobs: openPool(POOL_LIMITS.jobs),
    queue: openPool(POOL_LIMITS.queue),
  }
}

/** Checked once the web server listens: other processes read nothing from replicas. */
function openReplicas(
  { databaseReplicaUrls: urls }: Env,
  { url: primaryUrl }: ServiceOptions['database'],
  log: Log,
): Replicas | null {
  return primaryUrl === undefined || urls.length === 0 ? null : new Replicas({ urls, primaryUrl, log })
}

function healthOf(
  { url, trouble: troubleOf }: ServiceOptions['database'],
  store: TapeStore,
  drain: Drain,
): Services['health'] {
  const health = url === undefined || troubleOf === undefined ? null : createHealthCheck(url)
  const findTrouble = async (): Promise<DatabaseTrouble | null> => {
    if (health !== null) {
      const trouble = await health.check()
      return trouble === null ? null : (troubleOf?.() ?? trouble)
    }
    return store.findInstrument('-').then(
      () => null,
      (error: unknown) => databaseTrouble(error) ?? 'failing',
    )
  }
  return {
    check: async () => (drain.isStarted ? 'stopping' : findTrouble()),
    close: async () => health?.close(),
  }
}

const presentFeed = ({
  symbol,
  state,
  lagMs,
  gaps,
}: ReturnType<FeedRegistry['markets']>[number]): ReturnType<AdminDeps['feeds']>[number] => ({
  symbol,
  state,
  lag_ms: lagMs === null ? null : Math.round(lagMs),
  gaps,
})
