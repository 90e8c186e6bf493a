import type { Pool } from 'pg'
import type { Bus } from '../../../platform/bus/index.ts'
import type { BlockCache } from './block-cache.ts'
import type { SweepWriter } from './sweep-writer.ts'
import type { TradePacker } from './trade-packer.ts'
import type { DigestCache } from './digest-cache.ts'
import type { Partitions } from './partitions.ts'
import type { BigTradeCache } from './big-trade-cache.ts'
import type { PieceCache } from './sequence/piece-cache.ts'

/** State shared by every part of the store. */
export interface StoreContext {
  readonly pool: Pool
  /** For connections outside the pool (leases, LISTEN). */
  readonly url: string
  readonly bus: Bus
  readonly writeLine: (line: string) => void
  readonly partitions: Partitions
  readonly cache: BlockCache
  readonly pieces: PieceCache
  readonly digests: DigestCache
  readonly bigTrades: BigTradeCache
  readonly sweepWriter: SweepWriter
  readonly packer: TradePacker
  /** How long log entries are kept for resuming streams. */
  readonly logKeepMs: number
  /** Ids of instruments with a commit of unknown outcome: the connection broke while it was committing. */
  readonly inDoubt: Set<number>
}
