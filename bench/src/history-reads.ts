import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeAnswer, type Trades } from '@flowprint/orderflow'
import { openStore } from '../../apps/server/src/market/store/index.ts'
import { createBus } from '../../apps/server/src/platform/bus/index.ts'
import { openDatabase } from '../../apps/server/src/platform/database/index.ts'
import { freePort, hasNatsServer, NatsServer } from '../../apps/server/test/platform/nats-server.ts'
import { hasPostgres, PostgresServer } from '../../apps/server/test/platform/postgres-server.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { percentile, plainRow, type BenchRow } from './harness.ts'
import type { HistoryServerStart } from './history-server.ts'
import { Worker } from './ingest/calls.ts'
import { FIRST_ID } from './ingest/flow.ts'
import { Installation, type IngestReport } from './ingest/installation.ts'
import { processorTime } from './processor-time.ts'
import { ensureMarket } from './relay.ts'

/** The market whose history is read: as many trades as a market of medium size has. */
const SYMBOL = 'BENCH:HISTORY'
const TRADES_A_MINUTE = 150
/** Near the recommended one. */
const PRECISION = '10'
const BARS = 500
/** Disjoint windows: each is read for the first time once, by each server. */
const WINDOWS = 144
const MARKETS = 50
/** Trades per second: a hundred on the average market, 430 million a day. */
const LOAD = 5_000
const WARM_UP = 50_000
/** Readers at once. */
const READERS = 2
const PAUSE_MS = 5
const ROUNDS = 2
/** Times that the windows are read again. */
const REPEATS = 3
const CALM_SECONDS = 8
const NOT_RUN = 'bench: historyReads is not run: install postgresql-15 (Debian package)'

type Format = 'packed' | 'JSON'
interface Kind {
  readonly format: Format
  /** cold: neither the caches of the web node nor a former request have these bars. */
  readonly temperature: 'cold' | 'warm' | 'live'
}
const KINDS: readonly Kind[] = [
  { format: 'packed', temperature: 'cold' },
  { format: 'packed', temperature: 'warm' },
  { format: 'packed', temperature: 'live' },
  { format: 'JSON', temperature: 'cold' },
  { format: 'JSON', temperature: 'warm' },
]
const nameOf = ({ format, temperature }: Kind): string => `${format} ${temperature}`

const ACCEPT: Readonly<Record<Format, string>> = { packed: '*/*', JSON: 'application/json' }

/** What reads of one kind took. */
interface Reads {
  readonly ms: number[]
  bytes: number
  /** Processor time of the web node, and of the PostgreSQL that it reads from, ms. */
  cpuMs: number
  databaseMs: number
}

interface Side {
  readonly server: Worker
  readonly url: string
  readonly postgresPid: number
  readonly reads: Map<string, Reads>
  readonly ingest: IngestReport[]
}

export interface HistoryReads {
  readonly primary: Side
  readonly replica: Side
  /** Ingest without reads. */
  readonly calm: IngestReport
  /** Share of the reads that the replica answered. */
  readonly replicaShare: number
}

/** History read by web nodes from the primary and from a streaming replica, while fifty markets are ingested. */
export async function benchHistoryReads(): Promise<BenchRow[]> {
  const measured = await measureHistoryReads()
  return measured === null ? [] : rowsOf(measured)
}

/** Null without Debian's PostgreSQL. */
export async function measureHistoryReads(): Promise<HistoryReads | null> {
  if (!hasPostgres) {
    console.log(NOT_RUN)
    return null
  }
  const primary = await PostgresServer.create()
  const nats = new NatsServer(await freePort())
  const natsUrl = hasNatsServer ? nats.url : null
  const closers: (() => Promise<unknown>)[] = [() => primary.stop()]
  try {
    if (hasNatsServer) await nats.start()
    closers.push(() => nats.stop())
    await primary.query('create database flowprint', 'postgres')
    const database = await openDatabase({
      env: { databaseUrl: primary.url(), dataDir: '' },
      command: 'npm run bench',
      mode: 'own',
      writeLine: (line) => console.log(`bench: ${line}`),
    })
    closers.push(() => database.close())
    await storeHistories(database)
    const replica = await primary.createReplica()
    closers.push(() => replica.stop())
    const installation = await Installation.open({
      markets: MARKETS,
      databaseUrl: primary.url(),
      pool: database.pool,
      natsUrl,
    })
    closers.push(() => installation.close())
    await installation.setNodes(1)
    const open = async (replicaUrl: string | null): Promise<Side> => {
      const server = await Worker.start(
        [process.execPath, ...process.execArgv],
        join(import.meta.dirname, 'history-server.ts'),
      )
      closers.push(() => server.end())
      const given: HistoryServerStart = { databaseUrl: primary.url(), replicaUrl, natsUrl }
      const url = await server.call<string>('start', given)
      const reads = new Map(
        KINDS.map((kind): [string, Reads] => [nameOf(kind), { ms: [], bytes: 0, cpuMs: 0, databaseMs: 0 }]),
      )
      const postgresPid = (replicaUrl === null ? primary : replica).pid
      return { server, url, postgresPid, reads, ingest: [] }
    }
    const sides = { primary: await open(null), replica: await open(replica.url()) }
    return await measure(installation, sides)
  } finally {
    for (const close of closers.toReversed()) await close().catch((error: unknown) => console.log(String(error)))
  }
}

/** A long history of a market that is not followed, and the hours before the live trades of one that is. */
async function storeHistories({ pool, url }: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  const bus = createBus((error) => {
    throw error
  })
  const store = openStore({ pool, url, bus })
  const tape = new BtcTape(7, TRADES_A_MINUTE)
  const hours = function* (): Iterable<Trades> {
    for (let hour = 0; hour * 60 < WINDOWS * BARS; hour++) yield tape.next(60)
  }
  const instrument = await store.ensureInstrument({
    symbol: SYMBOL,
    exchange: 'BENCH',
    kind: 'spot',
    label: 'HISTORY',
    tickSize: BTC.tickSize,
    lotSize: BTC.lotSize,
    side: 'given',
    qtyUnit: 'base',
    ids: 'contiguous',
    live: false,
    simulated: true,
  })
  await store.importRun(instrument, hours(), { reason: 'backfill' })
  const live = await ensureMarket(store)
  await store.importRun(live, [beforeLive(new BtcTape(8, TRADES_A_MINUTE).next(BARS))], { reason: 'backfill' })
  await store.close()
}

/** Moves trades to the minutes before now, with the ids before those of the exchange. */
function beforeLive(trades: Trades): Trades {
  const later = Math.floor(Date.now() / 60_000) * 60_000 - BARS * 60_000 - BTC.from
  const nextId = FIRST_ID - trades.length
  return { ...trades, ts: trades.ts.map((ts) => ts + later), id: trades.id.map((_, i) => nextId + i) }
}

async function measure(
  installation: Installation,
  sides: Pick<HistoryReads, 'primary' | 'replica'>,
): Promise<HistoryReads> {
  const both = [sides.primary, sides.replica]
  const askFor = (format: Format, window: number): Ask => ({ format, symbol: SYMBOL, window })
  const live = installation.symbols[0]
  await installation.pour(WARM_UP)
  // Compiles the code of both servers, on bars that are not measured.
  for (const { url } of both) {
    for (let i = 0; i < 30; i++) {
      for (const format of ['packed', 'JSON'] as const) await ask(url, { format, symbol: live, window: null })
    }
  }
  const calm = await installation.stream(LOAD, CALM_SECONDS)
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of both) {
      const run = (kind: Kind, asks: readonly Ask[]): Promise<void> => readAll(side, kind, asks)
      side.ingest.push(
        await installation.streamDuring(LOAD, async () => {
          for (const [i, format] of (['packed', 'JSON'] as const).entries()) {
            const share = WINDOWS / ROUNDS / 2
            const first = (round * 2 + i) * share
            const asks = Array.from({ length: share }, (_, window) => askFor(format, first + window))
            await run({ format, temperature: 'cold' }, asks)
            await run({ format, temperature: 'warm' }, Array.from({ length: REPEATS }, () => asks).flat())
            if (format === 'packed')
              await run(
                { format, temperature: 'live' },
                Array.from({ length: REPEATS * share }, () => ({ format, symbol: live, window: null })),
              )
          }
        }),
      )
    }
  }
  const counts = await sides.replica.server.call<Record<string, number>>('reads')
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { ...sides, calm, replicaShare: 1 - (counts['primary'] ?? 0) / total }
}

interface Ask {
  readonly format: Format
  readonly symbol: string
  /** Number of a window of history; null: the latest bars. */
  readonly window: number | null
}

/** All of them, a few at a time. */
async function readAll({ url, server, postgresPid, reads }: Side, kind: Kind, asks: readonly Ask[]): Promise<void> {
  const into = reads.get(nameOf(kind)) as Reads
  const before = [processorTime(server.pid), processorTime(postgresPid)]
  let next = 0
  const reader = async (): Promise<void> => {
    while (next < asks.length) {
      const started = performance.now()
      into.bytes += await ask(url, asks[next++])
      into.ms.push(performance.now() - started)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  into.cpuMs += processorTime(server.pid) - before[0]
  into.databaseMs += processorTime(postgresPid) - before[1]
}

/** Returns the length of the answer. */
async function ask(url: string, { format, symbol, window }: Ask): Promise<number> {
  const to = window === null ? null : BTC.from + (window + 1) * BARS * 60_000
  const range = to === null ? '' : `&to=${to}`
  const answer = await fetch(
    `${url}/api/footprint?symbol=${symbol}&cycle=1m&precision=${PRECISION}&limit=${BARS}${range}`,
    { headers: { accept: ACCEPT[format] } },
  )
  if (!answer.ok) throw new Error(`bench: /footprint returned ${answer.status}: ${await answer.text()}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (format === 'packed' && decodeAnswer(bytes).bars.length === 0) throw new Error('bench: an answer has no bars')
  return bytes.length
}

function rowsOf({ primary, replica, calm, replicaShare }: HistoryReads): BenchRow[] {
  const rows = KINDS.map((kind) => {
    const [ours, theirs] = [replica, primary].map(({ reads }) => (reads.get(nameOf(kind)) as Reads).ms)
    const bars = kind.temperature === 'live' ? 'the latest bars of a market that is ingested' : `${BARS} bars of 1m`
    const work = `${bars}, ${kind.format}${kind.temperature === 'live' ? '' : `, ${kind.temperature}`}, from the replica`
    const median = (all: readonly number[]): string => `median ${percentile(all, 50).toFixed(1)} ms`
    return plainRow(
      'historyReads',
      `${work}, ${MARKETS} markets ingested at ${LOAD} trades/s: 99th percentile (${median(ours)})`,
      `from the primary (${median(theirs)})`,
      percentile(ours, 99),
      percentile(theirs, 99),
    )
  })
  const commit = (reports: readonly IngestReport[], of: (report: IngestReport) => number): number =>
    Math.max(...reports.map(of))
  const medianCommit = ({ ingest }: Side): string =>
    `median ${commit(ingest, ({ commitP50 }) => commitP50).toFixed(1)} ms`
  const share = `${Math.round(replicaShare * 100)} % of the reads`
  rows.push(
    plainRow(
      'historyReads',
      `commits of these trades while ${READERS} readers read from the replica (${share}), 99th percentile (${medianCommit(replica)}; without reads ${calm.commitP99.toFixed(1)} ms)`,
      `while they read from the primary (${medianCommit(primary)})`,
      commit(replica.ingest, ({ commitP99 }) => commitP99),
      commit(primary.ingest, ({ commitP99 }) => commitP99),
    ),
  )
  return rows
}
