import type { Pool } from 'pg'
import { withinRow, type BenchRow } from './harness.ts'
import { withInstallation } from './ingest-nodes.ts'
import { Histogram } from './ingest/lag.ts'
import type { IngestReport } from './ingest/installation.ts'
import { residentMemory } from './processor-time.ts'

const MARKETS = 20
/**
 * Markets whose levels are recorded: two, because Binance allows two snapshots of whole books a minute. Together they change as
 * often as five books of BTC perpetuals on an ordinary day.
 */
const BOOKS = 2
const CHANGES = 3_250
/** Trades per second of a busy day of twenty markets. */
const TRADES = 2_000
/**
 * Half a minute without depth, one minute with it, half a minute without: both see every second of a minute once, at whose
 * end books are folded, and drift of the machine affects both alike.
 */
const HALF_SECONDS = 30
const SETTLE_SECONDS = 3
const MAX_FACTOR = 1.1

/** Ingest beside recorded books and without them, in one run. */
export interface BesideDepth {
  readonly books: number
  readonly changesPerSecond: number
  readonly without: readonly IngestReport[]
  readonly recorded: IngestReport
  /** Memory of the node before and during the recording, MiB. */
  readonly memory: readonly [number, number]
  /** Bytes of the frames that were committed and sent, and the time that they cover, ms. */
  readonly frameBytes: number
  readonly frameMs: number
}

/** Latency of trades with and without depth recorded next to them, on the same node and PostgreSQL. */
export async function benchBesideDepth(): Promise<BenchRow[]> {
  const { without, recorded } = await measureBesideDepth()
  const lags = new Histogram()
  for (const report of without) for (const [ms, count] of report.lags) lags.add(ms, count)
  const work = `${TRADES} trades/s of ${MARKETS} markets, received to published, while the levels of ${BOOKS} are recorded at ${CHANGES} changes/s each`
  return [
    withinRow('besideDepth', `${work}: median`, 'without depth', recorded.p50, lags.percentile(50), MAX_FACTOR),
    withinRow(
      'besideDepth',
      `${work}: 99th percentile`,
      'without depth',
      recorded.p99,
      lags.percentile(99),
      MAX_FACTOR,
    ),
  ]
}

export function measureBesideDepth(): Promise<BesideDepth> {
  const books = { markets: BOOKS, changesPerSecond: CHANGES }
  return withInstallation(
    MARKETS,
    async (installation, { pool }) => {
      await installation.setNodes(1)
      const measure = async (seconds: number): Promise<IngestReport> => {
        // What began or ended just before does not count.
        await installation.stream(TRADES, SETTLE_SECONDS)
        return installation.stream(TRADES, seconds)
      }
      const before = await measure(HALF_SECONDS)
      const idle = residentMemory(installation.nodePids[0])
      await installation.startDepth(BOOKS)
      const recorded = await measure(2 * HALF_SECONDS)
      const busy = residentMemory(installation.nodePids[0])
      await installation.stopDepth(BOOKS)
      const frames = await loadFrames(pool)
      const after = await measure(HALF_SECONDS)
      return {
        books: BOOKS,
        changesPerSecond: CHANGES,
        without: [before, after],
        recorded,
        memory: [idle, busy],
        ...frames,
      }
    },
    books,
  )
}

/** The frames of changes: what a reader of the stream receives. */
async function loadFrames(pool: Pool): Promise<Pick<BesideDepth, 'frameBytes' | 'frameMs'>> {
  const { rows } = await pool.query<{ bytes: string; ms: string }>(
    `select sum(octet_length(payload)) filter (where kind = 'changes') as bytes, max(until_ts) - min(until_ts) as ms from depth_log`,
  )
  return { frameBytes: Number(rows[0].bytes), frameMs: Number(rows[0].ms) }
}
