// The measured figures of docs/scaling.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { sharedFile } from '@flowprint/testkit'
import { DEMO_MARKETS, simulateTrades } from '@flowprint/venues'
import { WebSocket } from 'ws'
import { createAccessOf } from '../../apps/server/src/modules/accounts/index.ts'
import { createClock } from '../../apps/server/src/platform/clock/index.ts'
import { connectNatsBus, tapeTopic } from '../../apps/server/src/platform/bus/index.ts'
import { createLog } from '../../apps/server/src/platform/log/index.ts'
import { freePort, hasNatsServer, NatsServer } from '../../apps/server/test/platform/nats-server.ts'
import { openBenchApp } from './bench-app.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { loadTrades, LTC } from './data.ts'
import { withFanOut } from './fan-out.ts'
import { median, type BenchRow } from './harness.ts'
import { measureHistoryReads } from './history-reads.ts'
import { withInstallation } from './ingest-nodes.ts'
import type { HistoryServerStart } from './history-server.ts'
import { Worker } from './ingest/calls.ts'
import type { IngestReport } from './ingest/installation.ts'
import { login, makePeople, PASSWORD } from './logins.ts'
import { findPostgres, processorTime, residentMemory } from './processor-time.ts'
import type { Received } from './scaling-bus.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { measureDepth } from './scaling-depth.ts'
import { withTempFolder } from './temp-folder.ts'

/** A million trades a day on the average market. */
const TYPICAL = 12
const BUSY = 100
const MARKETS = 50
const SECONDS = 20
const WARM_UP = 50_000
const POURED = 300_000
const CROWD = 5_000
/** Messages a second of 500 markets in a busy hour, to nodes that follow all of them. */
const BUS_RATE = 6_000
const BUS_NODES = 4
const FRAME_BYTES = 150
const CHECKS = 10_000
const NOT_RUN = 'not run'

/** Name of a figure with its unit, and its value. */
type Figures = Map<string, string>

/** Prints the figures; with --readme it writes them into the table of docs/scaling.md. */
export async function benchScaling(machine: string): Promise<BenchRow[]> {
  const figures: Figures = new Map(await measureDepth())
  await measureStorage(figures)
  await measureIngest(figures)
  await measureBus(figures)
  await measureViewers(figures)
  await measureSessions(figures)
  await measureReads(figures)
  showFigures(figures, machine)
  return []
}

/** Only the figures of depth. */
export async function benchScalingDepth(machine: string): Promise<BenchRow[]> {
  showFigures(await measureDepth(), machine)
  return []
}

function showFigures(figures: ReadonlyMap<string, string>, machine: string): void {
  for (const [name, value] of figures) console.log(`${name.padEnd(90)} ${value}`)
  if (process.argv.includes('--readme')) writeFigures(figures, machine)
}

interface Sample {
  readonly name: string
  readonly tickSize: string
  readonly lotSize: string
  readonly hours: () => Iterable<Trades>
}

const HOURS = 12

async function samples(): Promise<Sample[]> {
  const [market] = DEMO_MARKETS
  const from = Date.UTC(2026, 0, 6)
  const dense = new BtcTape(3)
  const all: Sample[] = [
    {
      name: 'simulated BTC/USD, tick 0.1',
      tickSize: market.tickSize,
      lotSize: market.lotSize,
      *hours() {
        for (let hour = 0; hour < HOURS; hour++)
          yield simulateTrades({ market, seed: 1 }, from + hour * HOUR_MS, from + (hour + 1) * HOUR_MS)
      },
    },
    {
      name: 'simulated BTC/USDT, tick 0.01',
      tickSize: BTC.tickSize,
      lotSize: BTC.lotSize,
      *hours() {
        for (let hour = 0; hour < HOURS; hour++) yield dense.next(60)
      },
    },
  ]
  const file = sharedFile(LTC)
  if (file === null) return all
  const trades = await loadTrades(file)
  return [...all, { name: 'real LTC/USDT', tickSize: '0.01', lotSize: '0.001', hours: () => [trades] }]
}

/** Bytes on disk of closed hours, with indexes and the rows of open days and months. */
function measureStorage(figures: Figures): Promise<void> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const { pool } = bench.database
    const sizeOf = async (table: string): Promise<number> => {
      const { rows } = await pool.query<{ bytes: string }>(
        `select coalesce(sum(pg_total_relation_size(relid)), 0) as bytes from pg_partition_tree('${table}') where isleaf`,
      )
      return Number(rows[0].bytes)
    }
    try {
      for (const { name, tickSize, lotSize, hours } of await samples()) {
        const before = [await sizeOf('tape_chunk'), await sizeOf('footprint_block')]
        const instrument = await bench.store.ensureInstrument({
          symbol: `BENCH:S${figures.size}`,
          exchange: 'BENCH',
          kind: 'spot',
          label: name,
          tickSize,
          lotSize,
          side: 'given',
          qtyUnit: 'base',
          ids: 'contiguous',
          live: false,
          simulated: true,
        })
        const { imported } = await bench.store.importRun(instrument, hours(), { reason: 'backfill' })
        const counted = async (table: string): Promise<number> => {
          const { rows } = await pool.query<{ count: number }>(
            `select count(*)::integer as count from ${table} where instrument_id = $1`,
            [instrument.id],
          )
          return rows[0].count
        }
        const spans = await pool.query<{ hours: number }>(
          'select count(distinct hour_ts)::integer as hours from tape_chunk where instrument_id = $1',
          [instrument.id],
        )
        const span = spans.rows[0].hours
        const bytes = [(await sizeOf('tape_chunk')) - before[0], (await sizeOf('footprint_block')) - before[1]]
        const rows = [await counted('tape_chunk'), await counted('footprint_block')]
        figures.set(`${name}: trades an hour`, String(Math.round(imported / span)))
        figures.set(`${name}: bytes a trade, tape`, (bytes[0] / imported).toFixed(1))
        figures.set(`${name}: bytes a trade, bars`, (bytes[1] / imported).toFixed(1))
        figures.set(
          `${name}: rows an hour, tape and bars`,
          rows.map((count) => (count / span).toFixed(1)).join(' and '),
        )
      }
    } finally {
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

function measureIngest(figures: Figures): Promise<void> {
  return withInstallation(MARKETS, async (installation, servers) => {
    await installation.setNodes(1)
    await installation.pour(WARM_UP)
    const idle = await installation.stream(0, SECONDS)
    const viewers = servers.natsUrl === null ? null : await watchStreams(servers, installation.symbols)
    const typical = await installation.stream(TYPICAL * MARKETS, SECONDS)
    for (const [name, value] of (await viewers?.end(typical.wallMs)) ?? []) figures.set(name, value)
    const busy = await installation.stream(BUSY * MARKETS, SECONDS)
    const memory = residentMemory(installation.nodePids[0])
    const poured = await installation.pour(POURED)
    const cores = (ms: number, report: IngestReport): string => ((ms / report.wallMs / MARKETS) * 1000).toFixed(2)
    const named: readonly (readonly [string, IngestReport])[] = [
      ['market without trades', idle],
      [`market of ${TYPICAL} trades/s`, typical],
      [`market of ${BUSY} trades/s`, busy],
    ]
    for (const [name, report] of named) {
      figures.set(`${name}: 1/1000 core, ingest node`, cores(report.nodesMs, report))
      figures.set(`${name}: 1/1000 core, PostgreSQL`, cores(report.databaseMs, report))
      if (report.trades === 0) continue
      figures.set(`${name}: commits a second`, ((report.commits / report.wallMs / MARKETS) * 1000).toFixed(1))
      figures.set(`${name}: bytes a trade, write-ahead log`, String(Math.round(report.walBytes / report.trades)))
    }
    const each = (ms: number): string => ((ms * 1000) / poured.trades).toFixed(1)
    figures.set(
      'as fast as possible: trades a second, one ingest node',
      String(Math.round((poured.trades * 1000) / poured.wallMs)),
    )
    figures.set('as fast as possible: ms of a core for 1,000 trades, ingest node', each(poured.nodesMs))
    figures.set('as fast as possible: ms of a core for 1,000 trades, PostgreSQL', each(poured.databaseMs))
    figures.set(`ingest node with ${MARKETS} markets: MiB`, memory.toFixed(0))
    // Each commit publishes one frame; the other messages are clocks.
    const frameBytes = typical.busBytes / typical.commits
    figures.set('frame on the bus: bytes', typical.busMessages === 0 ? NOT_RUN : frameBytes.toFixed(0))
  })
}

/** Clients of a web node, one of a busy and one of an average market: what they receive. */
async function watchStreams(
  given: HistoryServerStart,
  symbols: readonly string[],
): Promise<{ end(wallMs: number): Promise<Figures> }> {
  const server = await Worker.start(
    [process.execPath, ...process.execArgv],
    join(import.meta.dirname, 'history-server.ts'),
  )
  const url = await server.call<string>('start', given)
  const watch = async (symbol: string): Promise<() => { bytes: number; frames: number }> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { perMessageDeflate: false })
    const subscribed = Promise.withResolvers<void>()
    let bytes = 0
    let frames = 0
    socket.on('message', (data: Buffer, binary) => {
      // With the header of the WebSocket message.
      bytes += data.length + (data.length < 126 ? 2 : 4)
      if (binary) frames += 1
      else if (data.includes('"subscribed"')) subscribed.resolve()
    })
    socket.on('open', () => {
      socket.send(JSON.stringify({ op: 'hello', authorization: '', language: 'en', version: 1 }))
      socket.send(JSON.stringify({ op: 'subscribe', symbol }))
    })
    await subscribed.promise
    ;[bytes, frames] = [0, 0]
    return () => {
      socket.terminate()
      return { bytes, frames }
    }
  }
  // By the distribution of the bench, the first market has 22 % of all trades and the tenth 2.2 %.
  const ends = [await watch(symbols[0]), await watch(symbols[9])]
  await sleep(500)
  return {
    async end(wallMs) {
      const figures: Figures = new Map()
      for (const [i, name] of [
        `market of ${Math.round(TYPICAL * MARKETS * 0.22)} trades/s`,
        `market of ${Math.round(TYPICAL * MARKETS * 0.022)} trades/s`,
      ].entries()) {
        const { bytes, frames } = ends[i]()
        figures.set(`viewer of a ${name}: frames a second`, ((frames * 1000) / wallMs).toFixed(1))
        figures.set(`viewer of a ${name}: MB an hour`, ((bytes * 3.6) / wallMs).toFixed(1))
      }
      await server.end()
      return figures
    },
  }
}

/** Frames of many markets to several nodes. */
async function measureBus(figures: Figures): Promise<void> {
  const names = ['bus message: µs of a core, NATS, for each node', 'bus message: µs of a core, receiving node']
  if (!hasNatsServer) {
    for (const name of names) figures.set(name, NOT_RUN)
    return
  }
  const nats = new NatsServer(await freePort())
  await nats.start()
  const nodes = await Worker.start([process.execPath], join(import.meta.dirname, 'scaling-bus.ts'))
  const log = createLog('silent')
  const bus = connectNatsBus({ servers: [nats.url], prefix: async () => 'bench', name: 'ingest', log })
  try {
    const symbols = Array.from({ length: 500 }, (_, i) => `BENCH:M${i}`)
    await nodes.call('start', { natsUrl: nats.url, nodes: BUS_NODES, symbols })
    while (!bus.isConnected) await sleep(10)
    const publish = async (seconds: number): Promise<void> => {
      const started = performance.now()
      for (let sent = 0; sent < seconds * BUS_RATE;) {
        for (const due = ((performance.now() - started) / 1000) * BUS_RATE; sent < due; sent++) {
          const symbol = symbols[sent % symbols.length]
          const seq = { firstSeq: sent, lastSeq: sent, watermark: sent, newestTs: sent }
          bus.publish(tapeTopic(symbol), { kind: 'trades', symbol, ...seq, frame: new Uint8Array(FRAME_BYTES) })
        }
        await sleep(5)
      }
      await sleep(200)
    }
    await publish(1)
    await nodes.call('begin')
    const before = processorTime(nats.pid)
    await publish(5)
    const { messages, cpuMs } = await nodes.call<Received>('end')
    const natsMs = processorTime(nats.pid) - before
    for (const [i, ms] of [natsMs, cpuMs].entries()) figures.set(names[i], ((ms * 1000) / messages).toFixed(1))
  } finally {
    await bus.close()
    await nodes.end()
    await nats.stop()
  }
}

async function measureViewers(figures: Figures): Promise<void> {
  const { cpuMs, kibPerClient } = await withFanOut(({ own, natsUrl }) => own(CROWD, natsUrl))
  figures.set('viewer: µs of a core for a frame, web node', ((cpuMs * 1000) / CROWD).toFixed(1))
  figures.set('viewer: KiB of memory, web node', kibPerClient.toFixed(0))
}

/** Every open stream checks its session and its membership again each 15 s. */
function measureSessions(figures: Figures): Promise<void> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const { pool } = bench.database
    const { app, url } = await openBenchApp(bench, { TRUST_PROXY: 'loopback', MARKETS: '', DATA_DIR: dataDir })
    try {
      await makePeople(url, bench)
      const authorization = await login(url, 'person-0@example.com', PASSWORD)
      const site = { freeDelayMs: 0, production: false }
      const accessOf = createAccessOf({ pool, clock: createClock(), site })
      const check = async (times: number): Promise<void> => {
        for (let i = 0; i < times; i++) {
          const access = await accessOf({ authorization, ip: '127.0.0.1' })
          if (access === null || access.user === null) throw new Error('bench: the session is not known')
        }
      }
      await check(CHECKS / 10)
      const postgres = await findPostgres(pool)
      const before = { cpu: process.cpuUsage(), database: processorTime(postgres) }
      await Promise.all(Array.from({ length: 4 }, () => check(CHECKS / 4)))
      const { user, system } = process.cpuUsage(before.cpu)
      const databaseMs = processorTime(postgres) - before.database
      figures.set('session check of a stream: µs of a core, web node', ((user + system) / CHECKS).toFixed(0))
      figures.set('session check of a stream: µs of a core, PostgreSQL', ((databaseMs * 1000) / CHECKS).toFixed(0))
    } finally {
      await app.close()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

async function measureReads(figures: Figures): Promise<void> {
  const measured = await measureHistoryReads()
  for (const temperature of ['cold', 'warm']) {
    const reads = measured?.replica.reads.get(`packed ${temperature}`)
    const of = (value: (one: NonNullable<typeof reads>) => number, digits: number): string =>
      reads === undefined ? NOT_RUN : value(reads).toFixed(digits)
    figures.set(
      `500 bars, ${temperature}: ms of a core, web node`,
      of(({ cpuMs, ms }) => cpuMs / ms.length, 1),
    )
    figures.set(
      `500 bars, ${temperature}: ms of a core, replica`,
      of(({ databaseMs, ms }) => databaseMs / ms.length, 1),
    )
    figures.set(
      `500 bars, ${temperature}: KB`,
      of(({ bytes, ms }) => bytes / ms.length / 1000, 0),
    )
    figures.set(
      `500 bars, ${temperature}: ms, median, beside 5,000 trades/s`,
      of(({ ms }) => median(ms), 1),
    )
  }
}

/** Replaces the second column of the measured rows; figures that were not run keep theirs. */
function writeFigures(figures: ReadonlyMap<string, string>, machine: string): void {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'scaling.md')
  const lines = readFileSync(file, 'utf8').split('\n')
  const written = lines.map((line) => {
    const cells = line.split('|')
    const value = figures.get(cells[1]?.trim() ?? '')
    if (value === undefined || value === NOT_RUN)
      return line.startsWith('Measured on ') ? `Measured on ${machine}.` : line
    const plan = Number(cells[3].replaceAll(',', ''))
    const isExceeded = cells[1].includes('trades a second') ? Number(value) < plan : plan > 0 && Number(value) > plan
    if (isExceeded) console.log(`bench: the plans of docs/scaling.md assume${cells[1]}${plan}: calculate them again`)
    return ['', cells[1], ` ${value} `, ...cells.slice(3)].join('|')
  })
  writeFileSync(file, written.join('\n'))
}
