import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { ASK, BID, type BookChanges, BookChangesBuilder, encodeDepthFrame, MINUTE_MS } from '@flowprint/orderflow'
import { FrameMaker } from '../../apps/server/src/market/ingest/depth/rules/frame-maker.ts'
import { openDepthStore } from '../../apps/server/src/market/store/index.ts'
import type { DepthLease, DepthStore } from '../../apps/server/src/market/store/index.ts'
import { Leases } from '../../apps/server/src/platform/lease/index.ts'
import { BookBuilder } from '../../packages/venues/src/depth/book-builder.ts'
import { BinanceBookRule } from '../../packages/venues/src/depth/rules/binance.ts'
import { FILE, readRecording, type Recording } from './depth/recording.ts'
import { MARKETS } from './ingest/flow.ts'
import { fasterRow, median, withinRow, type BenchRow } from './harness.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const ROUNDS = 3
/** As gathered by the recorder, by the exchange's clock. */
const GATHER_MS = 250
/** Level changes per second of a core. */
const GOAL_PER_SECOND = 200_000
const GOAL_ENTROPY = 1.2
const SNAPSHOT_LEVELS = 1_000
const LISTING = {
  ...MARKETS[0].listing,
  kind: 'perpetual',
  marketId: 'BTCUSDT',
  tickSize: '0.1',
  lotSize: '0.001',
} as const

interface Recorded {
  /** Stored level changes. */
  readonly levels: number
  readonly cpuMs: number
  readonly changes: readonly BookChanges[]
}

/** Raw recorded text to committed frames, and the size of whole minutes. */
export async function benchDepth(): Promise<BenchRow[]> {
  const recording = readRecording()
  if (recording === null) {
    console.log(`bench: depth is skipped, because ${FILE} is not there`)
    return []
  }
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const { pool, url } = bench.database
    const leases = new Leases(url)
    const listInstruments = () => bench.store.listInstruments()
    const depth = openDepthStore({ pool, url, leases, bus: bench.bus, listInstruments })
    try {
      await depth.createPartitions(recording.updates[0].t)
      const runs: Recorded[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const instrument = await bench.store.ensureInstrument({
          symbol: `BENCH:BOOK${round}`,
          exchange: 'BENCH',
          kind: 'perpetual',
          label: 'BTC/USDT',
          tickSize: LISTING.tickSize,
          lotSize: LISTING.lotSize,
          side: 'given',
          qtyUnit: 'base',
          ids: 'contiguous',
          live: true,
          simulated: false,
        })
        const lease = await depth.acquireLease(instrument, { mode: 'levels' })
        const run = await recordAll(depth, lease, recording)
        await lease.release()
        if (round > 0) runs.push(run)
      }
      return [rateRow(runs), sizeRow(runs[0].changes)]
    } finally {
      await leases.close()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

/** Reads every message as the feed does, and commits as the recorder does. */
async function recordAll(depth: DepthStore, lease: DepthLease, { snapshot, updates }: Recording): Promise<Recorded> {
  const frames = new FrameMaker()
  const changes: BookChanges[] = []
  let levels = 0
  let isNeeded = false
  const builder = new BookBuilder({
    listing: LISTING,
    qtyUnit: LISTING.lotSize,
    window: { kind: 'snapshot', levels: SNAPSHOT_LEVELS },
    maxCrossedMs: 1_000,
    createRule: () => new BinanceBookRule(LISTING),
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
    for (const frame of frames.take()) {
      await depth.append(lease, frame)
      if (frame.changes !== null) changes.push(frame.changes)
    }
  }
  await depth.closeMinutes(lease, lease.untilMs ?? 0)
  const { user, system } = process.cpuUsage(started)
  if (levels === 0) throw new Error('bench: no changes were recorded')
  return { levels, cpuMs: (user + system) / 1_000, changes }
}

function rateRow(runs: readonly Recorded[]): BenchRow {
  const [{ levels }] = runs
  const perSecond = median(runs.map((run) => (run.levels * 1_000) / run.cpuMs))
  return fasterRow(
    'depth',
    `${GOAL_PER_SECOND} level changes of BTCUSDT perpetuals, raw text to commit and folded: processor time of the program (${Math.round(perSecond)}/s, ${levels} changes)`,
    'a second of a core',
    (GOAL_PER_SECOND * 1_000) / perSecond,
    1_000,
    1,
  )
}

/** Whole minutes, encoded as they are stored. */
function sizeRow(frames: readonly BookChanges[]): BenchRow {
  const minutes = [...minutesOf(frames).values()].slice(1, -1)
  const perLevel = median(minutes.map((changes) => storedBytes(changes) / changes.ticks.length))
  return withinRow(
    'depth',
    `stored kB of a minute of changes, not ms (median of ${minutes.length} minutes, ${perLevel.toFixed(2)} bytes per change)`,
    'order-0 entropy of times, counts, price differences and quantities, kB',
    median(minutes.map(storedBytes)) / 1_000,
    median(minutes.map(entropyOf)) / 1_000,
    GOAL_ENTROPY,
  )
}

function minutesOf(frames: readonly BookChanges[]): Map<number, BookChanges> {
  const builders = new Map<number, BookChangesBuilder>()
  for (const { events, t, end, side, ticks, lots } of frames) {
    for (let i = 0, k = 0; i < events; i++) {
      const minute = Math.floor(t[i] / MINUTE_MS)
      const builder = builders.get(minute) ?? new BookChangesBuilder()
      builders.set(minute, builder)
      builder.startEvent(t[i])
      for (; k < end[i]; k++) builder.push(side[k] === BID ? BID : ASK, ticks[k], lots[k])
    }
  }
  return new Map([...builders].map(([minute, builder]) => [minute, builder.build()]))
}

function storedBytes(changes: BookChanges): number {
  const bytes = encodeDepthFrame({
    symbol: LISTING.symbol,
    kind: 'changes',
    seq: 1,
    proof: 'proven',
    qtyUnit: LISTING.lotSize,
    until: changes.t[changes.events - 1],
    window: { low: 0, high: 10_000_000 },
    snapshot: null,
    changes,
    reason: '',
  })
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }).length
}

/** Sum of the order-0 entropies of the columns, bytes; prices as differences from the level before of the same side. */
function entropyOf({ events, t, end, side, ticks, lots }: BookChanges): number {
  const times: number[] = []
  const counts: [number[], number[]] = [[], []]
  const prices: number[] = []
  const before = [0, 0]
  for (let i = 0, k = 0; i < events; i++) {
    const own = [0, 0]
    for (; k < end[i]; k++) {
      prices.push(ticks[k] - before[side[k]])
      before[side[k]] = ticks[k]
      own[side[k]] += 1
    }
    times.push(i === 0 ? 0 : t[i] - t[i - 1])
    counts[BID].push(own[BID])
    counts[ASK].push(own[ASK])
  }
  return [times, ...counts, prices, [...lots]].reduce((sum, column) => sum + entropy(column), 0)
}

function entropy(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / values.length)
  return bits / 8
}
