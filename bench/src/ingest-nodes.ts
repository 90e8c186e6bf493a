import { join } from 'node:path'
import type { Pool } from 'pg'
import { freePort, hasNatsServer, NatsServer } from '../../apps/server/test/platform/nats-server.ts'
import { median, plainRow, type BenchRow } from './harness.ts'
import type { HistoryServerStart } from './history-server.ts'
import { Installation, type Books, type IngestReport } from './ingest/installation.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const MARKETS = 50
const ROUNDS = 2
const WARM_UP = 100_000
/** Trades as fast as they are committed. */
const POURED = 300_000
/** Trades per second of a busy hour of these markets. */
const STEADY = 5_000
const SECONDS = 15
const SHOWN = 100_000

interface Round {
  readonly poured: IngestReport
  readonly steady: IngestReport
}

/** Fifty markets on two ingest nodes, compared with the same markets on one, on one PostgreSQL. */
export function benchIngestNodes(): Promise<BenchRow[]> {
  return withInstallation(MARKETS, async (installation, { natsUrl }) => {
    const rounds: [Round[], Round[]] = [[], []]
    await installation.setNodes(1)
    await installation.pour(WARM_UP)
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, nodes] of [1, 2].entries()) {
        await installation.setNodes(nodes)
        // The markets that moved have prepared their first commit, and a new process its code.
        await installation.stream(STEADY, 3)
        const steady = await installation.stream(STEADY, SECONDS)
        rounds[i].push({ steady, poured: await installation.pour(POURED) })
      }
    }
    return rowsOf(rounds, natsUrl !== null)
  })
}

interface Servers extends HistoryServerStart {
  readonly pool: Pool
  /** 0 without a server. */
  readonly natsPid: number
}

/** An exchange of that many markets, and ingest nodes on a new database, with NATS if there is a server. */
export function withInstallation<Result>(
  markets: number,
  work: (installation: Installation, servers: Servers) => Promise<Result>,
  books?: Books,
): Promise<Result> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const nats = new NatsServer(await freePort())
    if (hasNatsServer) await nats.start()
    const { pool, url: databaseUrl } = bench.database
    const natsUrl = hasNatsServer ? nats.url : null
    const installation = await Installation.open({
      markets,
      databaseUrl,
      pool,
      natsUrl,
      ...(books === undefined ? {} : { books }),
    })
    try {
      return await work(installation, { pool, databaseUrl, natsUrl, replicaUrl: null, natsPid: nats.pid })
    } finally {
      await installation.close()
      await nats.stop()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

function rowsOf([one, two]: readonly [readonly Round[], readonly Round[]], hasNats: boolean): BenchRow[] {
  const of = (rounds: readonly Round[], value: (round: Round) => number): number => median(rounds.map(value))
  const wall = ({ poured }: Round): number => (poured.wallMs * SHOWN) / poured.trades
  const cpu = ({ poured }: Round): number => (poured.nodesMs * 1_000) / poured.trades
  const databaseCpu = ({ poured }: Round): number => (poured.databaseMs * 1_000) / poured.trades
  const p50 = ({ steady }: Round): number => steady.p50
  const p99 = ({ steady }: Round): number => steady.p99
  const rate = (ms: number): string => `${Math.round((SHOWN * 1000) / ms)}/s`
  const bus = hasNats ? 'NATS' : 'no NATS'
  const peer = 'one node'
  return [
    plainRow(
      'ingestNodes',
      `${SHOWN} trades of ${MARKETS} markets on two ingest nodes, as fast as they are committed, ${bus} (${rate(of(two, wall))})`,
      `${peer} (${rate(of(one, wall))})`,
      of(two, wall),
      of(one, wall),
    ),
    plainRow(
      'ingestNodes',
      `processor time of both nodes for 1000 of these trades (PostgreSQL ${of(two, databaseCpu).toFixed(1)} ms)`,
      `${peer} (PostgreSQL ${of(one, databaseCpu).toFixed(1)} ms)`,
      of(two, cpu),
      of(one, cpu),
    ),
    plainRow(
      'ingestNodes',
      `${STEADY} trades/s of ${MARKETS} markets, received to published, 99th percentile (median ${of(two, p50).toFixed(0)} ms)`,
      `${peer} (median ${of(one, p50).toFixed(0)} ms)`,
      of(two, p99),
      of(one, p99),
    ),
  ]
}
