// Every metric of this process that does not belong to its calls or streams.
import { hostname } from 'node:os'
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Pool } from 'pg'
import { addFeedMetrics, addRecorderMetrics } from './market/ingest/index.ts'
import type { FeedRegistry, RecorderRegistry } from './market/ingest/index.ts'
import type { OnRead } from './market/api/plugin.ts'
import type { OnCommit, TapeStore } from './market/store/index.ts'
import type { DepthHub, DerivativesHub, MarketHub } from './market/stream/index.ts'
import type { PasswordHasher } from './modules/accounts/index.ts'
import type { ScannerRegistry } from './modules/scanner/plugin.ts'
import { withTimeout } from './platform/async/index.ts'
import type { Bus, DepthState, DerivativesState } from './platform/bus/index.ts'
import { BoundedPool } from './platform/database/index.ts'
import type { Replicas } from './platform/database/index.ts'
import type { Trouble } from './platform/http/index.ts'
import type { Env } from './platform/env/index.ts'
import type { OnJobEnd } from './platform/jobs/index.ts'
import { addGauge, addQueueMetrics, addTotal } from './platform/metrics/index.ts'
import type { Queues, QueueState, Sample } from './platform/metrics/index.ts'
import { addLoadMetrics, VERSION } from './platform/http/index.ts'
import type { LoadMonitor } from './platform/http/index.ts'
import type { Leases } from './platform/lease/index.ts'
import { startSpan } from './platform/tracing/index.ts'

/** A scrape must be answered while the database is not. */
const SCRAPE_MS = 1_500

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 20, 60, 300, 1800]

/** Receives what services report while they work. */
export interface Measures {
  readonly onCommit: OnCommit
  readonly onFanOut: (ms: number) => void
  readonly onJobEnd: OnJobEnd
  readonly onPublish: (kind: string) => void
  readonly onRead: OnRead
  readonly onScan: (scan: { readonly rows: number; readonly seconds: number }) => void
}

export function createMeasures(registry: Registry): Measures {
  const registers = [registry]
  const commits = new Histogram({
    name: 'commit_seconds',
    help: 'Duration of commits of trades and bars',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  })
  const failedCommits = new Counter({
    name: 'commit_failures_total',
    help: 'Commits that failed; they are repeated',
    labelNames: ['kind'],
    registers,
  })
  const fanOut = new Histogram({
    name: 'stream_fanout_seconds',
    help: 'Time to pass one item of a market to all its readers',
    buckets: SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'job_seconds',
    help: 'Duration of background jobs',
    labelNames: ['task'],
    buckets: JOB_SECONDS,
    registers,
  })
  const failedJobs = new Counter({
    name: 'job_failures_total',
    help: 'Background jobs that failed; they are repeated',
    labelNames: ['task'],
    registers,
  })
  const published = new Counter({
    name: 'bus_messages_total',
    help: 'Messages published to the nodes',
    labelNames: ['kind'],
    registers,
  })
  const reads = new Counter({
    name: 'market_reads_total',
    help: 'Reads of history and exports, by the server that answered',
    labelNames: ['server'],
    registers,
  })
  const scans = new Histogram({
    name: 'scanner_seconds',
    help: 'Time to compute the rows of the scanner that were due',
    buckets: JOB_SECONDS,
    registers,
  })
  const scannedRows = new Counter({ name: 'scanner_rows_total', help: 'Computed rows of the scanner', registers })
  return {
    onScan({ rows, seconds }) {
      scans.observe(seconds)
      scannedRows.inc(rows)
    },
    onCommit({ kind, seconds, hasFailed }) {
      commits.observe({ kind }, seconds)
      if (hasFailed) failedCommits.inc({ kind })
    },
    onFanOut: (ms) => fanOut.observe(ms / 1000),
    onJobEnd({ task, seconds, hasFailed }) {
      jobs.observe({ task }, seconds)
      if (hasFailed) failedJobs.inc({ task })
    },
    onPublish: (kind) => published.inc({ kind }),
    onRead: (server, count = 1) => reads.inc({ server }, count),
  }
}

/** The bus, whose publications are counted and traced. */
export function observedBus(bus: Bus, onPublish: Measures['onPublish']): Bus {
  return Object.create(bus, {
    publish: {
      value(topic: string, message: unknown): void {
        const kind = (message as { readonly kind?: unknown } | null)?.kind
        const name = typeof kind === 'string' ? kind : 'other'
        onPublish(name)
        const span = startSpan(`publish ${name}`, { kind: 'producer', attributes: { 'flowprint.topic': topic } })
        bus.publish(topic, message)
        span?.end()
      },
    },
  }) as Bus
}

const POOL_NAMES = ['calls', 'work', 'depth', 'reads', 'jobs', 'queue'] as const

/** Registers what is read on each scrape. */
export function addServiceMetrics({
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
  health,
  replicas,
}: Observed): void {
  addGauge(
    metrics,
    { name: 'flowprint_info', help: 'Version and roles of this node', labelNames: ['version', 'roles', 'node'] },
    () => [[{ version: VERSION, roles: env.roles.join(','), node: `${hostname()}-${process.pid}` }, 1]],
  )
  addGauge(metrics, { name: 'node_ready', help: '1 while GET /api/ready answers 200' }, async () => [
    [{}, (await withTimeout(health.check(), SCRAPE_MS, () => 'timeout')) === null ? 1 : 0],
  ])
  const servers = replicas?.list ?? []
  const named = POOL_NAMES.map((pool): readonly [string, Pool] => [pool, pools[pool]])
  queues.add(() => named.flatMap(([name, pool]) => poolQueue(`database_${name}`, pool)))
  const hubs = [hub, depthHub, derivativesHub]
  queues.add(() => [...store.queues(), ...hubs.flatMap((one) => one.queues()), ...reads.queues(), hasher.queue()])
  queues.add(() => feedRegistry.queues())
  queues.add(() => [...depthRegistry.queues(), ...derivativesRegistry.queues()])
  queues.add(() => (pageAlerts === null ? [] : [pageAlerts.queue()]))
  queues.add(() => (bus.queue === undefined ? [] : [bus.queue()]))
  addQueueMetrics(metrics, queues)
  addLoadMetrics(metrics, load)
  addFeedMetrics(metrics, feedRegistry)
  addRecorderMetrics(metrics, depthRegistry, { name: 'depth_markets', help: 'Recorded books by state' })
  addRecorderMetrics(metrics, derivativesRegistry, {
    name: 'derivatives_markets',
    help: 'Markets whose liquidations and statistics are recorded, by state',
  })
  addScannerMetrics(metrics, scannerRegistry)
  addGauge(
    metrics,
    { name: 'database_pool_connections', help: 'Open connections of a pool', labelNames: ['pool', 'state'] },
    () =>
      named.flatMap(([pool, { totalCount, idleCount }]): Sample[] => [
        [{ pool, state: 'active' }, totalCount - idleCount],
        [{ pool, state: 'idle' }, idleCount],
      ]),
  )
  addGauge(metrics, { name: 'database_pool_max', help: 'Max connections of a pool', labelNames: ['pool'] }, () =>
    named.map(([pool, { options }]): Sample => [{ pool }, options.max ?? 0]),
  )
  addGauge(
    metrics,
    { name: 'database_pool_waiting', help: 'Callers that wait for a connection of a pool', labelNames: ['pool'] },
    () => named.map(([pool, { waitingCount }]): Sample => [{ pool }, waitingCount]),
  )
  addGauge(
    metrics,
    { name: 'database_replica_up', help: '1 while history is read from the replica', labelNames: ['replica'] },
    () => servers.map(({ name, state }): Sample => [{ replica: name }, state === 'ready' ? 1 : 0]),
  )
  addGauge(
    metrics,
    {
      name: 'database_replica_lag_seconds',
      help: 'Age of the oldest commit that is not replayed',
      labelNames: ['replica'],
    },
    () => servers.flatMap(({ name, lagMs }): Sample[] => (lagMs === null ? [] : [[{ replica: name }, lagMs / 1000]])),
  )
  addGauge(metrics, { name: 'bus_connected', help: '1 while other nodes can be reached' }, () => [
    [{}, bus.isConnected ? 1 : 0],
  ])
  addTotal(
    metrics,
    { name: 'bus_unreadable_total', help: 'Messages of other nodes that this version cannot read' },
    () => [[{}, bus.unreadableCount ?? 0]],
  )
  addGauge(metrics, { name: 'leases_held', help: 'Leases held by this process', labelNames: ['kind'] }, () =>
    Object.entries(leases.counts()).map(([kind, count]): Sample => [{ kind }, count]),
  )
  addGauge(metrics, { name: 'stream_subscriptions', help: 'Subscriptions of streams and alerts to markets' }, () => [
    [{}, hubs.reduce((sum, { subscriptionCount }) => sum + subscriptionCount, 0)],
  ])
  if (env.roles.includes('worker')) addJobQueueMetrics(metrics, pools.queue)
}

/** Exports how far the rows of the scanner are. */
function addScannerMetrics(metrics: Registry, scanner: ScannerRegistry): void {
  addGauge(metrics, { name: 'scanner_markets', help: 'Markets whose rows this node computes' }, () => [
    [{}, scanner.marketCount],
  ])
  addGauge(metrics, { name: 'scanner_waiting_seconds', help: 'Age of the oldest closed bar without a row' }, () => [
    [{}, scanner.waitingMs / 1000],
  ])
}

/** Services whose state is exported. */
interface Observed {
  readonly metrics: Registry
  readonly env: Pick<Env, 'roles'>
  readonly queues: Queues
  readonly load: LoadMonitor
  readonly pools: Readonly<Record<(typeof POOL_NAMES)[number], Pool>>
  readonly bus: Bus
  readonly leases: Leases
  readonly store: TapeStore
  readonly hub: MarketHub
  readonly depthHub: DepthHub
  readonly derivativesHub: DerivativesHub
  readonly hasher: PasswordHasher
  readonly feedRegistry: FeedRegistry
  readonly depthRegistry: RecorderRegistry<DepthState>
  readonly derivativesRegistry: RecorderRegistry<DerivativesState>
  readonly scannerRegistry: ScannerRegistry
  readonly health: { check(): Promise<Trouble | null> }
  readonly reads: QueueSource
  readonly replicas: Replicas | null
  readonly pageAlerts: { queue(): QueueState } | null
}

interface QueueSource {
  queues(): readonly QueueState[]
}

/** Tests use pools without a bound. */
const poolQueue = (queue: string, pool: Pool): readonly QueueState[] =>
  pool instanceof BoundedPool
    ? [{ queue, size: pool.waitingCount, bound: pool.maxWaiting, overflows: pool.refusedCount }]
    : []

/** The two metrics share one query. */
const FRESH_MS = 1_000

interface WaitingJobs {
  readonly task: string
  readonly waiting: number
  readonly oldest: number
}

/** Jobs are rows of PostgreSQL, the same for all workers. */
function addJobQueueMetrics(registry: Registry, pool: Pool): void {
  let loaded: Promise<readonly WaitingJobs[]> | null = null
  let loadedAt = -Infinity
  const load = async (): Promise<readonly WaitingJobs[]> => {
    const { rows } = await pool.query<WaitingJobs>(
      `select task_identifier as task, count(*)::int as waiting,
         greatest(extract(epoch from now() - min(run_at)), 0)::float8 as oldest
       from graphile_worker.jobs
       where run_at <= now() and locked_at is null and attempts < max_attempts group by 1`,
    )
    return rows
  }
  const read = (): Promise<readonly WaitingJobs[]> => {
    if (loaded === null || performance.now() - loadedAt > FRESH_MS) {
      loadedAt = performance.now()
      loaded = withTimeout(load(), SCRAPE_MS, () => [])
      loaded.catch(() => {})
    }
    return loaded
  }
  addGauge(
    registry,
    { name: 'jobs_waiting', help: 'Due jobs that no worker has taken yet', labelNames: ['task'] },
    async () => (await read()).map(({ task, waiting }): Sample => [{ task }, waiting]),
  )
  addGauge(
    registry,
    { name: 'jobs_oldest_seconds', help: 'How long the oldest due job has waited', labelNames: ['task'] },
    async () => (await read()).map(({ task, oldest }): Sample => [{ task }, oldest]),
  )
}
