import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import type { BookChanges, DepthFrame } from '@flowprint/orderflow'
import type { MarketListing } from '@flowprint/venues'
import type { Pool } from 'pg'
import { FrameMaker } from '../../apps/server/src/market/ingest/depth/rules/frame-maker.ts'
import { unpackFrames } from '../../apps/server/src/market/store/depth/frames.ts'
import { openDepthStore } from '../../apps/server/src/market/store/index.ts'
import type { DepthLease, DepthStore } from '../../apps/server/src/market/store/index.ts'
import { Leases } from '../../apps/server/src/platform/lease/index.ts'
import { BookBuilder } from '../../packages/venues/src/depth/book-builder.ts'
import { BinanceBookRule } from '../../packages/venues/src/depth/rules/binance.ts'
import { computeChangesEntropy } from './depth/entropy.ts'
import { readRecording, type Recording } from './depth/recording.ts'
import { MARKETS } from './ingest/flow.ts'
import { fasterRow, median, plainRow, withinRow, type BenchRow } from './harness.ts'
import { findPostgres, processorTime } from './processor-time.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const ROUNDS = 3
/** As gathered by the recorder, by the exchange's clock. */
const GATHER_MS = 250
/** Level changes per second of a core. */
const GOAL_PER_SECOND = 200_000
const GOAL_ENTROPY = 1.2

interface Recorded {
  /** Stored level changes. */
  readonly levels: number
  /** Processor time of the program, and of PostgreSQL, ms. */
  readonly cpuMs: number
  readonly databaseMs: number
}

/** Raw recorded text to committed frames, and the size of whole minutes. */
export async function benchDepth(): Promise<BenchRow[]> {
  const recording = readRecording()
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const { pool, url } = bench.database
    const leases = new Leases(url)
    const listInstruments = () => bench.store.listInstruments()
    const depth = openDepthStore({ pool, url, leases, bus: bench.bus, listInstruments })
    try {
      await depth.createPartitions(recording.updates[0].t)
      const postgres = await findPostgres(pool)
      const runs: Recorded[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const instrument = await bench.store.ensureInstrument({
          symbol: `BENCH:BOOK${round}`,
          exchange: 'BENCH',
          kind: 'perpetual',
          label: 'BTC/USDT',
          tickSize: recording.tickSize,
          lotSize: recording.lotSize,
          side: 'given',
          qtyUnit: 'base',
          ids: 'contiguous',
          live: true,
          simulated: false,
        })
        const lease = await depth.acquireLease(instrument, { mode: 'levels' })
        const before = processorTime(postgres)
        const run = await recordAll(depth, lease, recording)
        const databaseMs = processorTime(postgres) - before
        await lease.release()
        if (round > 0) runs.push({ ...run, databaseMs })
      }
      return [...rateRows(runs, recording), sizeRow(await loadStoredMinutes(pool), recording)]
    } finally {
      await leases.close()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

/** Reads every message as the feed does, and commits as the recorder does. */
async function recordAll(
  depth: DepthStore,
  lease: DepthLease,
  { tickSize, lotSize, snapshot, snapshotLevels, updates }: Recording,
): Promise<Omit<Recorded, 'databaseMs'>> {
  const listing: MarketListing = { ...MARKETS[0].listing, kind: 'perpetual', marketId: 'BTCUSDT', tickSize, lotSize }
  const frames = new FrameMaker()
  let levels = 0
  let isNeeded = false
  const builder = new BookBuilder({
    listing,
    qtyUnit: lotSize,
    window: { kind: 'snapshot', levels: snapshotLevels },
    maxCrossedMs: 1_000,
    createRule: () => new BinanceBookRule(listing),
    events: {
      snapshot: (start) => frames.start(start.snapshot, { ...start, reason: '' }),
      changes: (update) => {
        frames.changes(update.changes, update.window)
        levels += update.changes.ticks.length
      },
      unit: (qtyUnit, factor) => frames.unit(qtyUnit, factor),
      unchanged: (t) => frames.alive(t),
      extended: (t) => frames.alive(t),
      lost: (reason) => {
        throw new Error(`bench: the recorded book was lost: ${reason}`)
      },
      needsSnapshot: () => (isNeeded = true),
    },
  })
  const started = process.cpuUsage()
  builder.start('bench')
  let commitAt = 0
  for (const { text, t } of updates) {
    builder.read({ text, value: JSON.parse(text) as Record<string, unknown>, receivedAtMs: t })
    if (isNeeded) {
      isNeeded = false
      builder.readSnapshot(snapshot, t)
    }
    if (t < commitAt) continue
    commitAt = t + GATHER_MS
    for (const frame of frames.take()) await depth.append(lease, frame)
  }
  await depth.closeMinutes(lease, lease.untilMs ?? 0)
  const { user, system } = process.cpuUsage(started)
  if (levels === 0) throw new Error('bench: no changes were recorded')
  return { levels, cpuMs: (user + system) / 1_000 }
}

function rateRows(runs: readonly Recorded[], { name, isBusy }: Recording): BenchRow[] {
  const [{ levels }] = runs
  const rateOf = (msOf: (run: Recorded) => number): number => median(runs.map((run) => (levels * 1_000) / msOf(run)))
  const msOf = (perSecond: number): number => (GOAL_PER_SECOND * 1_000) / perSecond
  const own = rateOf((run) => run.cpuMs)
  const both = rateOf((run) => run.cpuMs + run.databaseMs)
  const work = `${GOAL_PER_SECOND} level changes of ${name}, raw text to commit and folded`
  const programWork = `${work}: processor time of the program (${Math.round(own)}/s, ${levels} changes)`
  const second = 'a second of a core'
  return [
    isBusy
      ? fasterRow('depth', programWork, second, msOf(own), 1_000, 1)
      : plainRow('depth', programWork, second, msOf(own), 1_000),
    plainRow(
      'depth',
      `the same, of the program and PostgreSQL together (${Math.round(both)}/s)`,
      second,
      msOf(both),
      1_000,
    ),
  ]
}

/** A stored row of levels. */
interface StoredMinute {
  /** In its column. */
  readonly bytes: number
  readonly changes: readonly BookChanges[]
}

/** The rows of the first round, without the minutes that are not whole. */
async function loadStoredMinutes(pool: Pool): Promise<readonly StoredMinute[]> {
  const { rows } = await pool.query<{ bytes: number; payload: Buffer }>(
    `select pg_column_size(payload) as bytes, payload from depth_chunk join instrument on instrument.id = instrument_id
    where tier = 'levels' and symbol = 'BENCH:BOOK1' order by from_ts`,
  )
  return rows.slice(1, -1).map(({ bytes, payload }) => ({
    bytes,
    changes: unpackFrames(zstdDecompressSync(payload)).flatMap(({ changes }: DepthFrame) => changes ?? []),
  }))
}

/** Rows of levels as they are stored, with the book at the start of their minute. */
function sizeRow(minutes: readonly StoredMinute[], { name, isBusy }: Recording): BenchRow {
  const levelsOf = ({ changes }: StoredMinute): number => changes.reduce((sum, { ticks }) => sum + ticks.length, 0)
  const entropyOf = ({ changes }: StoredMinute): number =>
    changes.reduce((sum, one) => sum + computeChangesEntropy(one), 0)
  const perChange = median(minutes.map((minute) => minute.bytes / levelsOf(minute)))
  const work = `kB of a stored minute of levels with its book, not ms: ${name} (median of ${minutes.length} minutes, ${perChange.toFixed(2)} bytes per change)`
  const peer = 'order-0 entropy of its times, counts, price differences and quantities, kB'
  const [stored, least] = [median(minutes.map(({ bytes }) => bytes)) / 1_000, median(minutes.map(entropyOf)) / 1_000]
  return isBusy
    ? withinRow('depth', work, peer, stored, least, GOAL_ENTROPY)
    : plainRow('depth', work, peer, stored, least)
}
