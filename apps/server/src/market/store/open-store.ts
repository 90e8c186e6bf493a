import { HOUR_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import type { Bus } from '../../platform/bus/index.ts'
import { isLeased, Leases } from '../../platform/lease/index.ts'
import { appendLive, closeUpTo } from './write/append-live.ts'
import { closePassed } from './write/close-passed.ts'
import { ByteCache } from './read/byte-cache.ts'
import { endLive } from './write/live-run.ts'
import { recordVolumes, readGaps, settleGap, readSpans } from './coverage/live-gaps.ts'
import { convertTape } from './versions/convert-tape.ts'
import { dropFormer } from './versions/version-rows.ts'
import { importRun } from './write/import-run.ts'
import { ensureInstrument, listClosed, listInstruments, readPosition } from './instruments.ts'
import { acquireLease } from './lease.ts'
import type { HeldLease } from './lease.ts'
import { releasedSeq } from './rows/log-rows.ts'
import { Partitions } from './maintenance/partitions.ts'
import { historyView, inSnapshot } from './read/history-view.ts'
import { openReads } from './read/open-reads.ts'
import { readMinutes } from './read/read-minutes.ts'
import { bytesOfHour } from './read/read-big-trades.ts'
import { bytesOfDigest } from './read/read-digests.ts'
import { ReadMinimum } from './read/read-minimum.ts'
import { bytesOfTrades, readFrames, readLog } from './read/read-trades.ts'
import { refreshRecommended } from './maintenance/recommend.ts'
import { startRelay } from './write/relay.ts'
import { PieceCache } from './read/sequence/piece-cache.ts'
import { applyRetention } from './maintenance/retention.ts'
import { MAX_UNDERWAY } from './rows/row-sink.ts'
import type { StoreContext } from './store-context.ts'
import { inSpan } from '../../platform/tracing/index.ts'
import { SweepWriter } from './write/sweep-writer.ts'
import { TradePacker } from './write/trade-packer.ts'
import type { Instrument, TapeStore } from './types.ts'

export interface StoreOptions {
  /** Used for commits, and for everything else unless other pools are given. */
  readonly pool: Pool
  /** Used for interactive reads. */
  readonly reads?: Pool
  /** Used for daily jobs over whole tables. */
  readonly jobs?: Pool
  /** For connections outside the pool (leases, LISTEN); defaults to the pool's own. */
  readonly url?: string
  /** Shared with other parts of the process; default: separate leases that end with their connection. */
  readonly leases?: Leases
  readonly bus: Bus
  readonly writeLine?: (line: string) => void
  /** Limit of all caches of the store together. */
  readonly cacheBytes?: number
  /** How long log entries are kept for resuming streams; default two hours. */
  readonly logKeepMs?: number
  /** Receives the outcome of every commit. */
  readonly onCommit?: OnCommit
  /** Relay commits of other processes: required in the server, not in a command that only writes. */
  readonly relay?: boolean
}

/** `live`: trades as they arrive; `close`: bars of passed minutes; `import`: backfills, repairs and files. */
export type OnCommit = (commit: {
  readonly kind: 'live' | 'close' | 'import'
  readonly seconds: number
  readonly hasFailed: boolean
}) => void

/** Half of `CACHE_MB`'s default, as the server configures it. */
const DEFAULT_CACHE = 224 * 1024 * 1024
/** How the caches divide `cacheBytes`. */
const CACHE_SHARES = { blocks: 6 / 16, pieces: 2 / 16, trades: 3 / 16, digests: 2 / 16, bigTrades: 3 / 16 } as const
const DEFAULT_LOG_KEEP = 2 * HOUR_MS
const DEFAULT_LOG_PAGE = 10_000

/** Opens the tape over a migrated database. Publishes its commits, and nothing else, on the bus. */
export function openStore(options: StoreOptions): TapeStore {
  const {
    pool,
    url = pool.options.connectionString as string,
    bus,
    writeLine = () => {},
    cacheBytes = DEFAULT_CACHE,
    logKeepMs = DEFAULT_LOG_KEEP,
  } = options
  const context: StoreContext = {
    pool,
    url,
    bus,
    writeLine,
    partitions: new Partitions(url),
    blocks: new ByteCache({
      limitBytes: cacheBytes * CACHE_SHARES.blocks,
      bytesOf: (payload) => payload.length,
      maxShare: 1 / 4,
    }),
    pieces: new PieceCache(cacheBytes * CACHE_SHARES.pieces),
    trades: new ByteCache({ limitBytes: cacheBytes * CACHE_SHARES.trades, bytesOf: bytesOfTrades, maxShare: 1 / 2 }),
    digests: new ByteCache({ limitBytes: cacheBytes * CACHE_SHARES.digests, bytesOf: bytesOfDigest }),
    bigTrades: new ByteCache({ limitBytes: cacheBytes * CACHE_SHARES.bigTrades, bytesOf: bytesOfHour }),
    sweepWriter: new SweepWriter(pool),
    packer: new TradePacker(),
    sinks: new Set(),
    logKeepMs,
    inDoubt: new Set(),
  }
  const { reads: readPool = pool, jobs: jobPool = pool } = options
  const reads: StoreContext = { ...context, pool: readPool }
  const jobs: StoreContext = { ...context, pool: jobPool }
  const leases = options.leases ?? new Leases(url)
  const symbols = async (): Promise<string[]> =>
    (await listInstruments(reads, undefined)).map((instrument) => instrument.symbol)
  /** Measures and traces a commit. */
  const commit = <Result>(
    kind: Parameters<OnCommit>[0]['kind'],
    { symbol }: Instrument,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    inSpan(`commit ${kind}`, { attributes: { 'flowprint.symbol': symbol } }, async () => {
      const started = performance.now()
      let hasFailed = true
      try {
        const result = await work()
        hasFailed = false
        return result
      } finally {
        options.onCommit?.({ kind, seconds: (performance.now() - started) / 1000, hasFailed })
      }
    })
  const relay = options.relay === true ? startRelay(context, symbols) : null
  return {
    ensureInstrument: (spec) => ensureInstrument(context, spec),
    convert: (lease, units, signal) => convertTape(context, lease as HeldLease, units, signal),
    dropFormer: () => dropFormer(jobs),
    acquireLease: (instrument, signal) => acquireLease(leases, pool, instrument, signal),
    appendLive: (lease, trades, watermark, liveOptions) =>
      commit('live', lease.instrument, () => appendLive(context, lease as HeldLease, trades, watermark, liveOptions)),
    closeUpTo: (lease, watermark, closing) => closeUpTo(context, lease as HeldLease, watermark, closing),
    closePassed: (lease) => commit('close', lease.instrument, () => closePassed(context, lease as HeldLease)),
    gaps: (instrument) => readGaps(context, instrument),
    settleGap: (lease, gap, state) => settleGap(context, lease as HeldLease, gap, state),
    recordVolumes: (lease, until, minutes) => recordVolumes(context, lease as HeldLease, until, minutes),
    endLive: (lease) => endLive(context, lease as HeldLease),
    importRun: (instrument, batches, importOptions = {}) =>
      commit('import', instrument, () => importRun(context, instrument, batches, importOptions)),
    ...openReads(reads),
    readsFrom: (replica, position) => openReads({ ...context, pool: replica, minimum: new ReadMinimum(position) }),
    readPosition: (symbol) => readPosition(reads, symbol),
    listClosed: (since) => listClosed(reads, since),
    readMinutes: (wanted) => readMinutes(reads, wanted),
    spans: (instrument) => readSpans(reads, instrument),
    isLeased: (instrument) => isLeased(readPool, 'market', instrument.id),
    lockBackfill: (symbol, signal) => leases.take({ kind: 'backfill', about: symbol }, { signal }),
    readLog: (instrument, fromSeq, limit = DEFAULT_LOG_PAGE) => readLog(reads, instrument, fromSeq, limit),
    readFrames: (instrument, fromSeq, toSeq) => readFrames(reads, instrument, fromSeq, toSeq),
    releasedSeq: (instrument, cut) =>
      inSnapshot(readPool, async (client) => {
        const { head } = await historyView(client, instrument, {})
        return releasedSeq(client, instrument.id, cut, head.lastSeq)
      }),
    refreshRecommended: (instrument) => refreshRecommended(jobs, instrument),
    applyRetention: async (keepMs, nowMs) =>
      applyRetention(jobs, await listInstruments(reads, undefined), keepMs, nowMs),
    createPartitions: (nowMs) => context.partitions.createAhead(nowMs),
    queues: () => [
      context.sweepWriter.queue(),
      {
        queue: 'store_rows',
        size: Math.max(0, ...[...context.sinks].map(({ bytes }) => bytes)),
        bound: MAX_UNDERWAY,
        overflows: 0,
      },
    ],
    async close() {
      await leases.close()
      await relay?.stop()
      await context.sweepWriter.done()
      await context.packer.close()
    },
  }
}
