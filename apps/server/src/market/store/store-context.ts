import type { Pool } from 'pg'
import type { Bus } from '../../platform/bus/index.ts'
import type { BigTrade, SweepDigest, Trades } from '@flowprint/orderflow'
import type { ByteCache } from './read/byte-cache.ts'
import type { ReadMinimum } from './read/read-minimum.ts'
import type { SweepWriter } from './write/sweep-writer.ts'
import type { RowSink } from './rows/row-sink.ts'
import type { TradePacker } from './write/trade-packer.ts'
import type { Partitions } from './maintenance/partitions.ts'
import type { PieceCache } from './read/sequence/piece-cache.ts'

/** Big trades that begin in one hour, before the reader's own size is applied. */
export interface HourBigTrades {
  /** Finished sweeps that qualify by the usual size alone, in canonical order. */
  readonly list: readonly BigTrade[]
  /** False when fewer than 200 sweeps precede part of the hour: then only the reader's own size decides. */
  readonly isJudged: boolean
}

/** State shared by every part of the store. */
export interface StoreContext {
  readonly pool: Pool
  /** Reads from a replica: what each snapshot must contain. */
  readonly minimum?: ReadMinimum
  /** For connections outside the pool (leases, LISTEN). */
  readonly url: string
  readonly bus: Bus
  readonly writeLine: (line: string) => void
  readonly partitions: Partitions
  /** Packed rows of closed blocks. */
  readonly blocks: ByteCache<Uint8Array>
  readonly pieces: PieceCache
  /** Unpacked trades of hours that are one row. */
  readonly trades: ByteCache<Trades>
  /** Sweep digests by hour. */
  readonly digests: ByteCache<SweepDigest>
  /** Big trades by hour. */
  readonly bigTrades: ByteCache<HourBigTrades>
  readonly sweepWriter: SweepWriter
  readonly packer: TradePacker
  /** Of the commits in progress. */
  readonly sinks: Set<RowSink>
  /** How long log entries are kept for resuming streams. */
  readonly logKeepMs: number
  /** Ids of instruments with a commit of unknown outcome: the connection broke while it was committing. */
  readonly inDoubt: Set<number>
}
