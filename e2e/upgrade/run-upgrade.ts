import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Coverage, Menus } from '@flowprint/contract'
import { emptyTrades, lowerBoundTs, MINUTE_MS, sliceTrades } from '@flowprint/orderflow'
import { startFakeExchange } from '@flowprint/testkit'
import type { FakeExchange, FakeMarket } from '@flowprint/testkit'
import { startEmbeddedServer } from '../../apps/server/src/platform/database/index.ts'
import { hasNatsServer, NatsServer } from '../../apps/server/test/platform/nats-server.ts'
import { Program } from '../../apps/server/test/platform/program.ts'
import { compareAlerts, compareDeliveries, saveAlerts } from '../cluster/cluster-alerts.ts'
import { DatabaseProbe } from '../cluster/database-probe.ts'
import { reservePort } from '../cluster/reserve-port.ts'
import { WebhookReceiver } from '../cluster/webhooks.ts'
import { callApi } from '../reliability/call-api.ts'
import { compareStream } from '../reliability/compare-stream.ts'
import { compareTape } from '../reliability/compare-tape.ts'
import { fetchTape } from '../reliability/stored-tape.ts'
import { StreamRecorder } from '../reliability/stream-recorder.ts'
import { createVenues } from '../reliability/venues.ts'
import { callAs, fetchMemberToken } from '../support/accounts.ts'
import { SPEC_DIR } from '../support/environment.ts'
import { createNextRelease, extractPreviousRelease, missingRelease, NEXT_MIGRATION, NEXT_VERSION } from './releases.ts'

/** null when the suite can run. */
export const missingRequirement = hasNatsServer ? missingRelease : 'the upgrade suite did not run: install nats-server'

export interface UpgradeReport {
  /** Errors; empty when everything agrees. */
  readonly errors: readonly string[]
  readonly trades: number
  readonly alerts: number
  /** How often stream clients connected again. */
  readonly reconnects: readonly number[]
}

/** A Monday noon. Fixed, so that a seed always replays the same trades. */
const FROM = Date.UTC(2026, 0, 5, 12)
const SPEED = 6
const SEED = 1
/** Markets whose ids prove that nothing is missing. */
const SYMBOLS = ['BINANCE:BTCUSDT', 'KRAKEN:BTCUSD'] as const
const TAPE_MS = 4 * MINUTE_MS
/** Market time whose alerts are compared at least. */
const MIN_COMPARED_MS = 2 * MINUTE_MS
const LIMIT_MS = 60_000
const POLL_MS = 100

interface LiveMarket {
  readonly exchange: FakeExchange
  /** Its tape is set when the nodes are ready. */
  readonly market: { -readonly [Key in keyof FakeMarket]: FakeMarket[Key] }
}

/** A process of one release, which can be started again on its port. */
class ReleaseNode {
  readonly url: string
  readonly #folder: string
  readonly #env: Record<string, string>
  program!: Program

  constructor(folder: string, roles: string, port: number, env: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${port}`
    this.#folder = folder
    this.#env = { ...env, ROLES: roles, PORT: String(port) }
  }

  start(): void {
    this.program = new Program(join(this.#folder, 'apps', 'server', 'src', 'main.ts'), this.#env)
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/api/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}

/** Two nodes of the previous release and one of the next, one after the other, on one database and one NATS server. */
export class Upgrade {
  readonly #log: (line: string) => void
  readonly #folder = join(SPEC_DIR, 'upgrade')
  readonly #closers: (() => unknown)[] = []
  readonly #live: LiveMarket[] = []
  readonly #recorders: StreamRecorder[] = []
  readonly #errors: string[] = []
  #probe!: DatabaseProbe
  #webhooks!: WebhookReceiver
  #oldWeb!: ReleaseNode
  #oldWorker!: ReleaseNode
  #next!: ReleaseNode
  #token = ''
  #startMs = 0
  #tapeFrom = 0

  constructor(log: (line: string) => void) {
    this.#log = log
  }

  async run(): Promise<UpgradeReport> {
    await this.#prepare()
    await this.#startOld()
    await this.#joinNext()
    await this.#restartOld()
    await this.#drainOld()
    await this.#endTrading()
    return this.#report()
  }

  async stop(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close()
  }

  async #prepare(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true })
    const [previous, next] = ['previous', 'next'].map((name) => join(this.#folder, name))
    extractPreviousRelease(previous)
    createNextRelease(next)
    const nats = new NatsServer(await reservePort())
    this.#closers.push(() => nats.stop())
    await nats.start()
    const dataDir = join(this.#folder, 'postgres')
    const database = await startEmbeddedServer({ dataDir, writeLine: this.#log })
    this.#closers.push(() => database.stop())
    this.#probe = new DatabaseProbe(database.url)
    this.#closers.push(() => this.#probe.close())
    this.#webhooks = await WebhookReceiver.open(this.#folder)
    this.#closers.push(() => this.#webhooks.close())
    const venueUrls: Record<string, unknown> = {}
    for (const { venue, markets } of createVenues(SEED, FROM, FROM + MINUTE_MS)) {
      const followed = markets
        .filter(({ listing }) => (SYMBOLS as readonly string[]).includes(listing.symbol))
        .map((market) => ({ ...market, tape: emptyTrades() }))
      if (followed.length === 0) continue
      const exchange = await startFakeExchange({ venue, markets: followed, seed: SEED, startMs: FROM })
      this.#closers.push(() => exchange.close())
      for (const market of followed) this.#live.push({ exchange, market })
      venueUrls[followed[0].listing.venue] = exchange.urls
    }
    this.#startMs = Date.now()
    for (const { exchange } of this.#live) exchange.run(SPEED)
    const ports = [await reservePort(), await reservePort(), await reservePort()]
    const env = {
      ...this.#webhooks.env,
      NODE_ENV: 'test',
      APP_KEY: 'the key that all nodes of the upgrade suite share',
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      DATA_DIR: join(this.#folder, 'data'),
      MARKETS: SYMBOLS.join(','),
      VENUE_URLS: JSON.stringify(venueUrls),
      DEMO: '0',
      BACKFILL_DAYS: '0',
      TRON_API_URL: 'off',
      RATE_LIMIT_FACTOR: '100',
      LOG_LEVEL: 'info',
      TEST_CLOCK: `${FROM},${this.#startMs},${SPEED}`,
    }
    this.#oldWeb = new ReleaseNode(previous, 'web,ingest', ports[0], env)
    this.#oldWorker = new ReleaseNode(previous, 'worker', ports[1], env)
    this.#next = new ReleaseNode(next, 'web,ingest,worker', ports[2], env)
  }

  async #startOld(): Promise<void> {
    this.#log('two nodes of the previous release')
    this.#start(this.#oldWeb, this.#oldWorker)
    await this.#untilReady(this.#oldWeb, this.#oldWorker)
    await this.#until('the exchanges are followed', async () => this.#live.every(isSubscribed))
    this.#token = await fetchMemberToken(this.#oldWeb.url)
    await saveAlerts(this.#oldWeb.url, async () => this.#token, SYMBOLS, this.#webhooks.url)
    this.#openStream()
    this.#tapeFrom = this.#marketNow() + 2_000 * SPEED
    const venues = createVenues(SEED, this.#tapeFrom, this.#tapeFrom + TAPE_MS * SPEED)
    const tapes = new Map(venues.flatMap(({ markets }) => markets).map((one) => [one.listing.symbol, one.tape]))
    for (const { market } of this.#live) market.tape = tapes.get(market.listing.symbol) ?? emptyTrades()
    await this.#untilTradesArrive('of the previous release', [this.#oldWeb], [this.#oldWorker])
  }

  async #joinNext(): Promise<void> {
    this.#log('a node of the next release joins')
    const before = await this.#migrations()
    const pids = [this.#oldWeb, this.#oldWorker].map(({ program }) => program.pid)
    this.#start(this.#next)
    await this.#untilReady(this.#next)
    const after = await this.#migrations()
    this.#log(`${after - before} migrations were applied`)
    if (!this.#next.program.output.includes(`Migrated the schema to ${NEXT_MIGRATION}`))
      this.#errors.push('the next release did not apply its migration')
    const versions = await this.#probe.query<{ version: string }>('select distinct version from node')
    if (versions.length !== 2 || !versions.some(({ version }) => version === NEXT_VERSION))
      this.#errors.push(`the list of nodes has the versions ${versions.map(({ version }) => version).join(', ')}`)
    await this.#untilTradesArrive('of both releases', [this.#oldWeb, this.#next], [this.#oldWorker, this.#next])
    for (const [i, { program }] of [this.#oldWeb, this.#oldWorker].entries())
      if (!isAlive(program.pid) || program.pid !== pids[i]) this.#errors.push('an old node ended after the migration')
  }

  async #restartOld(): Promise<void> {
    this.#log('the old nodes are killed and started again')
    await Promise.all([this.#oldWeb, this.#oldWorker].map(({ program }) => program.kill('SIGKILL')))
    this.#start(this.#oldWeb, this.#oldWorker)
    await this.#untilReady(this.#oldWeb, this.#oldWorker)
    for (const { program } of [this.#oldWeb, this.#oldWorker])
      if (!program.output.includes('migrated by a newer version'))
        this.#errors.push('an old node does not report that its database is newer')
    // The first client has moved to the next release; this one is moved when the old node is stopped.
    this.#openStream()
    // The node of the next release evaluates all alerts now, and may follow all markets.
    await this.#untilTradesArrive('of both releases after the restart', [this.#oldWeb, this.#next], [this.#next])
  }

  async #drainOld(): Promise<void> {
    for (const node of [this.#oldWorker, this.#oldWeb]) {
      this.#log(
        `${node === this.#oldWeb ? 'the web and ingest node' : 'the worker'} of the previous release is stopped`,
      )
      const code = await node.program.kill('SIGTERM')
      if (code !== 0) this.#errors.push(`an old node ended with ${code}`)
      const ingests = node === this.#oldWeb ? [this.#next] : [this.#oldWeb, this.#next]
      await this.#untilTradesArrive('after a drain', ingests, [this.#next])
    }
  }

  async #endTrading(): Promise<void> {
    this.#log('ending the trades')
    await this.#until('minutes to compare', async () => this.#marketNow() > this.#comparedFrom + MIN_COMPARED_MS)
    const endMs = this.#marketNow() + 500 * SPEED
    for (const { market } of this.#live) market.tape = sliceTrades(market.tape, 0, lowerBoundTs(market.tape, endMs))
    while (this.#live.some(({ exchange }) => exchange.left > 0)) await sleep(POLL_MS)
    await this.#until('gaps are repaired', async () => {
      const coverages = await Promise.all(SYMBOLS.map((symbol) => this.#coverage(symbol)))
      return coverages.every(({ gaps }) => gaps.length === 0)
    })
    await this.#until('the stream is at the end of the log', async () => this.#hasReceived(await this.#probe.heads()))
    // The last bars close two seconds after their end.
    await sleep(3_000)
    await this.#until('the alerts are delivered', async () => {
      const rows = await this.#probe.query("select 1 from alert_delivery where status in ('queued', 'sending') limit 1")
      return rows.length === 0
    })
  }

  async #report(): Promise<UpgradeReport> {
    const { url } = this.#next
    const token = this.#token
    const errors = this.#errors
    let [trades, alerts] = [0, 0]
    const { code } = await callAs(url, '/user_info', { body: {}, token })
    if (code !== 200) errors.push(`the session of the previous release is answered with ${code}`)
    const menus = await callApi<Menus>(url, token, 'menus', {})
    for (const { market } of this.#live) {
      const { symbol } = market.listing
      const listed = menus.symbol.find((one) => one.value === symbol)
      if (listed === undefined) throw new Error(`${symbol} was never stored`)
      const stored = await fetchTape({ url, token }, { ...listed, symbol }, FROM, this.#marketNow())
      const tape = compareTape(market, stored.rows, new Set(), await this.#coverage(symbol))
      const streams = this.#recorders.flatMap(({ markets }) => {
        const recorded = markets.get(symbol)
        return recorded === undefined ? ['no client subscribed'] : compareStream(recorded, stored.rows)
      })
      const last = Math.floor((market.tape.ts.at(-1) ?? 0) / MINUTE_MS) * MINUTE_MS
      const compared = await compareAlerts(
        this.#probe,
        { symbol, units: market.listing },
        stored.trades,
        { from: this.#comparedFrom, to: last },
        () => false,
      )
      trades += tape.trades
      alerts += compared.stacks + compared.volumes
      errors.push(...[...tape.faults, ...streams].map((fault) => `${symbol}: ${fault}`))
      errors.push(...compared.faults)
    }
    for (const recorder of this.#recorders) errors.push(...recorder.faults)
    errors.push(...(await compareDeliveries(this.#probe, this.#webhooks.received)).faults)
    for (const { symbol, epoch } of await this.#probe.fencedEntries())
      errors.push(`${symbol}: an entry was written by the fenced epoch ${epoch}`)
    return { errors, trades, alerts, reconnects: this.#recorders.map((recorder) => recorder.reconnects) }
  }

  #openStream(): void {
    const recorder = new StreamRecorder([this.#oldWeb.url, this.#next.url], this.#token, SYMBOLS)
    this.#recorders.push(recorder)
    this.#closers.push(() => recorder.close())
  }

  #start(...nodes: readonly ReleaseNode[]): void {
    for (const node of nodes) {
      node.start()
      this.#closers.push(() => node.program.end())
    }
  }

  async #untilReady(...nodes: readonly ReleaseNode[]): Promise<void> {
    await this.#until('the nodes are ready', async () => {
      for (const { program } of nodes)
        if (!isAlive(program.pid)) throw new Error(`a node has ended:\n${program.output.slice(-2_000)}`)
      return (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean)
    })
  }

  /**
   * Every market is followed by one of `ingests`, its alerts are evaluated by one of `workers`, and from then on trades are
   * committed and received by every client, and an alert fires.
   */
  async #untilTradesArrive(
    when: string,
    ingests: readonly ReleaseNode[],
    workers: readonly ReleaseNode[],
  ): Promise<void> {
    const pidsOf = (nodes: readonly ReleaseNode[]): number[] => nodes.map(({ program }) => program.pid)
    await this.#until(`the leases are held ${when}`, async () => {
      const owners = await this.#probe.owners()
      const evaluating = await this.#probe.alertOwners()
      return (
        SYMBOLS.every((symbol) => pidsOf(ingests).includes(owners.get(symbol) ?? 0)) &&
        evaluating.length > 0 &&
        evaluating.every((pid) => pidsOf(workers).includes(pid))
      )
    })
    const before = new Map((await this.#probe.heads()).map(({ symbol, lastSeq }) => [symbol, lastSeq]))
    const fired = await this.#lastAlert()
    await this.#until(`trades are committed and received ${when}`, async () => {
      const heads = await this.#probe.heads()
      return (
        heads.length === SYMBOLS.length &&
        heads.every(({ symbol, lastSeq }) => lastSeq > (before.get(symbol) ?? 0)) &&
        this.#hasReceived([...before].map(([symbol, lastSeq]) => ({ symbol, lastSeq: lastSeq + 1 })))
      )
    })
    await this.#until(`an alert fires ${when}`, async () => (await this.#lastAlert()) > fired)
  }

  #hasReceived(heads: readonly { readonly symbol: string; readonly lastSeq: number }[]): boolean {
    return this.#recorders.every(({ markets }) =>
      heads.every(({ symbol, lastSeq }) => (markets.get(symbol)?.lastSeq ?? -1) >= lastSeq),
    )
  }

  async #lastAlert(): Promise<number> {
    const [{ id }] = await this.#probe.query<{ id: number }>('select coalesce(max(id), 0)::int as id from alert_event')
    return id
  }

  async #migrations(): Promise<number> {
    const [{ count }] = await this.#probe.query<{ count: number }>(
      'select count(*)::int as count from drizzle.__drizzle_migrations',
    )
    return count
  }

  #coverage(symbol: string): Promise<Coverage> {
    return callApi<Coverage>(this.#next.url, this.#token, 'coverage', { symbol })
  }

  async #until(what: string, isDone: () => Promise<boolean>): Promise<void> {
    const endMs = Date.now() + LIMIT_MS
    while (!(await isDone())) {
      if (Date.now() > endMs) throw new Error(`not within ${LIMIT_MS / 1000} s: ${what}`)
      await sleep(POLL_MS)
    }
  }

  /** The first minute that begins well after the first trade. */
  get #comparedFrom(): number {
    return Math.ceil(this.#tapeFrom / MINUTE_MS + 1) * MINUTE_MS
  }

  #marketNow(): number {
    return FROM + (Date.now() - this.#startMs) * SPEED
  }
}

function isSubscribed({ exchange, market }: LiveMarket): boolean {
  return exchange.clients.some(({ subscribed }) => [...subscribed].some((key) => key.includes(market.listing.marketId)))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
