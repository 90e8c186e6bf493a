import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { connectNatsBus, tapeTopic } from '../../../apps/server/src/platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../../apps/server/src/platform/bus/index.ts'
import { loadDatabaseId } from '../../../apps/server/src/platform/database/index.ts'
import { createLog } from '../../../apps/server/src/platform/log/index.ts'
import { findPostgres, processorTime } from '../processor-time.ts'
import { Worker } from './calls.ts'
import { marketsOf } from './flow.ts'
import { Histogram } from './lag.ts'
import type { NodeReport, NodeStart, NodeState } from './node.ts'

const SLICE = 5_000
const UNDER_WAY = 40_000
const POLL_MS = 5
const WAIT_MS = 60_000

/** What a period of ingest took. */
export interface IngestReport {
  readonly trades: number
  readonly commits: number
  readonly wallMs: number
  /** Processor time of all ingest nodes, ms. */
  readonly nodesMs: number
  /** Processor time of PostgreSQL, ms. */
  readonly databaseMs: number
  /** Bytes of PostgreSQL's write-ahead log, which its replicas receive. */
  readonly walBytes: number
  /** Messages and bytes that another node received through NATS; 0 without NATS. */
  readonly busMessages: number
  readonly busBytes: number
  readonly p50: number
  readonly p99: number
  readonly commitP50: number
  readonly commitP99: number
  /** Lags of trades from received to published: counts by tenths of a ms. */
  readonly lags: readonly (readonly [number, number])[]
}

/** Books that change all the time. */
export interface Books {
  readonly markets: number
  /** Level changes of each book. */
  readonly changesPerSecond: number
}

/** A fake exchange and ingest nodes on one PostgreSQL, each in a separate process. */
export class Installation {
  readonly symbols: readonly string[]
  readonly #pool: Pool
  readonly #given: NodeStart
  readonly #exchange: Worker
  readonly #nodes: Worker[] = []
  readonly #bus: Bus | null
  #busMessages = 0
  #busBytes = 0

  static async open(options: {
    readonly markets: number
    readonly databaseUrl: string
    readonly pool: Pool
    /** Null: nodes do not exchange what they publish. */
    readonly natsUrl: string | null
    /** How many of the markets have a book that changes, and how often; none by default. */
    readonly books?: Books
  }): Promise<Installation> {
    const { markets, databaseUrl, pool, natsUrl, books = { markets: 0, changesPerSecond: 0 } } = options
    const given = [String(markets), String(books.markets)]
    const exchange = await Worker.start([process.execPath], here('exchange.ts'), given)
    if (books.markets > 0) await exchange.call('moveBooks', { perSecond: books.changesPerSecond })
    const symbols = marketsOf(markets).map(({ listing }) => listing.symbol)
    const log = createLog('silent')
    const bus =
      natsUrl === null
        ? null
        : connectNatsBus({ servers: [natsUrl], prefix: () => loadDatabaseId(pool), name: 'reader', log })
    while (bus !== null && !bus.isConnected) await sleep(POLL_MS)
    return new Installation(pool, { databaseUrl, natsUrl, symbols, urls: await exchange.call('urls') }, exchange, bus)
  }

  private constructor(pool: Pool, given: NodeStart, exchange: Worker, bus: Bus | null) {
    this.#pool = pool
    this.#given = given
    this.#exchange = exchange
    this.#bus = bus
    this.symbols = given.symbols
    for (const symbol of given.symbols) {
      bus?.subscribe<TapeEvent>(tapeTopic(symbol), (event) => {
        this.#busMessages += 1
        if (event.kind === 'trades') this.#busBytes += event.frame.length
      })
    }
  }

  /** Starts or ends nodes, and waits until every market is followed by one of them. */
  async setNodes(count: number): Promise<void> {
    while (this.#nodes.length > count) await this.#nodes.pop()?.end()
    while (this.#nodes.length < count) {
      const node = await Worker.start([process.execPath, ...process.execArgv], here('node.ts'))
      this.#nodes.push(node)
      await node.call('start', this.#given)
    }
    await this.#until('all markets are live', async () => {
      const live = (await this.#states()).map((state) => state.live)
      return live.reduce((sum, one) => sum + one, 0) === this.symbols.length && live.every((one) => one > 0)
    })
  }

  /** Process ids of the nodes. */
  get nodePids(): readonly number[] {
    return this.#nodes.map(({ pid }) => pid)
  }

  /** Records the books of the first markets on the first node, and waits until all of them are known. */
  async startDepth(books: number): Promise<void> {
    await this.#nodes[0].call('startDepth', { books })
    await this.#until('all books are recorded', async () => {
      const [{ proven }] = await this.#states()
      return proven === books
    })
  }

  /** Throws if a book was lost. */
  async stopDepth(books: number): Promise<void> {
    const [{ proven }] = await this.#states()
    if (proven !== books) throw new Error(`bench: ${books - proven} of ${books} books are not recorded any more`)
    await this.#nodes[0].call('stopDepth')
  }

  /** As many trades as fast as they are committed. */
  pour(trades: number): Promise<IngestReport> {
    return this.#measure(async () => {
      const before = await this.#committed()
      let sent = 0
      while (sent < trades) {
        // An order is sent as a whole.
        sent += await this.#exchange.call<number>('pour', { trades: SLICE })
        await this.#until('trades are committed', async () => (await this.#committed()) - before >= sent - UNDER_WAY)
      }
      return sent
    })
  }

  /** Trades at a steady rate. */
  stream(perSecond: number, seconds: number): Promise<IngestReport> {
    return this.#measure(() => this.#exchange.call('stream', { perSecond, seconds }))
  }

  /** Trades at a steady rate while `work` runs. */
  streamDuring(perSecond: number, work: () => Promise<void>): Promise<IngestReport> {
    return this.#measure(async () => {
      const streaming = this.#exchange.call<number>('stream', { perSecond, seconds: 3_600 })
      try {
        await work()
      } finally {
        await this.#exchange.call('stop')
      }
      return streaming
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.end()))
    await this.#exchange.end()
    await this.#bus?.close()
  }

  /** Ends when every trade is committed; `work` returns how many were sent. */
  async #measure(work: () => Promise<number>): Promise<IngestReport> {
    const before = await this.#committed()
    const postgres = await findPostgres(this.#pool)
    const from = { databaseMs: processorTime(postgres), wal: await this.#wal() }
    const [busMessages, busBytes] = [this.#busMessages, this.#busBytes]
    await Promise.all(this.#nodes.map((node) => node.call('begin')))
    const started = performance.now()
    const sent = await work()
    await this.#until('the last trades are committed', async () => (await this.#committed()) - before >= sent)
    const wallMs = performance.now() - started
    const reports = await Promise.all(this.#nodes.map((node) => node.call<NodeReport>('end')))
    const dropped = (await this.#states()).reduce((sum, state) => sum + state.dropped, 0)
    if (dropped > 0) throw new Error(`bench: ${dropped} trades could not be stored in time`)
    const total = (of: (report: NodeReport) => number): number => reports.reduce((sum, one) => sum + of(one), 0)
    const [lags, commitMs] = [new Histogram(), new Histogram()]
    for (const report of reports) {
      for (const [ms, count] of report.lags) lags.add(ms, count)
      for (const [ms, count] of report.commitMs) commitMs.add(ms, count)
    }
    return {
      trades: total((one) => one.trades),
      commits: total((one) => one.commits),
      wallMs,
      nodesMs: total((one) => one.cpuMs),
      databaseMs: processorTime(postgres) - from.databaseMs,
      walBytes: (await this.#wal()) - from.wal,
      busMessages: this.#busMessages - busMessages,
      busBytes: this.#busBytes - busBytes,
      p50: lags.percentile(50),
      p99: lags.percentile(99),
      commitP50: commitMs.percentile(50),
      commitP99: commitMs.percentile(99),
      lags: lags.entries(),
    }
  }

  #states(): Promise<NodeState[]> {
    return Promise.all(this.#nodes.map((node) => node.call<NodeState>('state')))
  }

  async #committed(): Promise<number> {
    return (await this.#states()).reduce((sum, { committed }) => sum + committed, 0)
  }

  async #wal(): Promise<number> {
    const { rows } = await this.#pool.query<{ bytes: string }>("select pg_current_wal_lsn() - '0/0' as bytes")
    return Number(rows[0].bytes)
  }

  async #until(what: string, isDone: () => Promise<boolean>): Promise<void> {
    const started = performance.now()
    while (!(await isDone())) {
      if (performance.now() - started > WAIT_MS)
        throw new Error(`bench: timed out until ${what}: ${JSON.stringify(await this.#states())}`)
      await sleep(POLL_MS)
    }
  }
}

const here = (file: string): string => join(import.meta.dirname, file)
