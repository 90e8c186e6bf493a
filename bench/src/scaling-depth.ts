// The measured figures of depth in docs/scaling.md.
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { encodeDepthColumns, HOUR_MS, MINUTE_MS, type DepthColumns } from '@flowprint/orderflow'
import { DEMO_BTCUSD } from '@flowprint/venues'
import { openDepthStore } from '../../apps/server/src/market/store/index.ts'
import type { DepthStore, Instrument } from '../../apps/server/src/market/store/index.ts'
import { Leases } from '../../apps/server/src/platform/lease/index.ts'
import { measureBesideDepth } from './beside-depth.ts'
import { ensureSimulated, storeSimulatedBook } from './depth/store-simulated-book.ts'
import type { IngestReport } from './ingest/installation.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const FROM = Date.UTC(2026, 4, 13, 14)
const DAY_HOURS = 24
/** Of stored rows. */
const LEVEL = 6

/** What recorded books cost: figures by name. */
export async function measureDepth(): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await measureTiers()), ...(await measureRecorder())])
}

/** Bytes of a day in every tier, from an hour of the simulated BTC/USD. */
function measureTiers(): Promise<readonly (readonly [string, string])[]> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const { pool, url } = bench.database
    const leases = new Leases(url)
    const listInstruments = () => bench.store.listInstruments()
    const depth = openDepthStore({ pool, url, leases, bus: bench.bus, listInstruments })
    try {
      const instrument = await ensureSimulated(bench.store, 'BENCH:TIERS', DEMO_BTCUSD)
      const { levels } = await storeSimulatedBook(depth, instrument, {
        market: DEMO_BTCUSD,
        fromMs: FROM,
        toMs: FROM + HOUR_MS,
      })
      const { rows } = await pool.query<{ tier: string; bytes: string }>(
        'select tier, sum(pg_column_size(payload)) as bytes from depth_chunk group by tier',
      )
      const bytesOf = (tier: string): number => Number(rows.find((row) => row.tier === tier)?.bytes)
      const name = `book of simulated BTC/USD, ${Math.round(levels / 3_600)} changes/s`
      const megabytes = (bytesOfHour: number): string => ((bytesOfHour * DAY_HOURS) / 1e6).toFixed(1)
      return [
        [`${name}: MB a day, levels`, megabytes(bytesOf('levels'))],
        [`${name}: MB a day, 1s columns`, megabytes(bytesOf('1s'))],
        [`${name}: MB a day, 5s columns`, megabytes(bytesOf('5s'))],
        [`${name}: MB a day, 1m columns`, megabytes(packedBytes(await loadMinutes(depth, instrument)))],
      ] as const
    } finally {
      await leases.close()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

/** Columns of one minute; their row is stored once a day. */
async function loadMinutes(depth: DepthStore, instrument: Instrument): Promise<DepthColumns> {
  const query = { fromMs: FROM, toMs: FROM + HOUR_MS, intervalMs: MINUTE_MS }
  const head = await depth.readHead(instrument)
  return (await depth.readColumns(instrument, { ...query, step: head?.step ?? 1 })).columns
}

const packedBytes = (columns: DepthColumns): number =>
  zstdCompressSync(encodeDepthColumns(columns), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }).length

/** What the recorder of a busy market adds to its node and to PostgreSQL. */
async function measureRecorder(): Promise<readonly (readonly [string, string])[]> {
  const { books, changesPerSecond, without, recorded, memory, frameBytes, frameMs } = await measureBesideDepth()
  const rateOf = (reports: readonly IngestReport[], of: (report: IngestReport) => number): number =>
    reports.reduce((sum, report) => sum + of(report), 0) / reports.reduce((sum, { wallMs }) => sum + wallMs, 0)
  /** More than without depth, per market and ms. */
  const more = (of: (report: IngestReport) => number): number => (rateOf([recorded], of) - rateOf(without, of)) / books
  const name = `recorded levels, ${changesPerSecond} changes/s`
  return [
    [`${name}: 1/1000 core, ingest node`, (more(({ nodesMs }) => nodesMs) * 1_000).toFixed(1)],
    [`${name}: 1/1000 core, PostgreSQL`, (more(({ databaseMs }) => databaseMs) * 1_000).toFixed(1)],
    [`${name}: kB a second, write-ahead log`, more(({ walBytes }) => walBytes).toFixed(1)],
    [`${name}: MiB, ingest node`, ((memory[1] - memory[0]) / books).toFixed(1)],
    [`${name}: kB a second, frames to each reader`, (frameBytes / frameMs / books).toFixed(1)],
  ]
}
