import { HOUR_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Leases } from '../../../platform/lease/index.ts'
import type { Instrument } from '../types.ts'
import { WorkThread } from '../work-thread.ts'
import { appendFrame } from './append.ts'
import { closeMinutes } from './close-minutes.ts'
import type { DepthContext } from './context.ts'
import { acquireDepthLease } from './lease.ts'
import type { HeldDepthLease } from './lease.ts'
import { DepthPartitions } from './partitions.ts'
import { readBook, readDepthFrames, readDepthHead } from './read-book.ts'
import { readColumnParts } from './read-column-parts.ts'
import { readColumns } from './read-columns.ts'
import { retainDepth } from './retain.ts'
import type { DepthStore } from './types.ts'

export interface DepthStoreOptions {
  /** For commits: trades use another one, so that they never wait for depth. */
  readonly pool: Pool
  /** Default: `pool`. */
  readonly reads?: Pool
  /** For connections outside the pool. */
  readonly url: string
  readonly leases: Leases
  readonly bus: Bus
  /** All markets that may have recorded books. */
  readonly listInstruments: () => Promise<readonly Instrument[]>
  /** How long log entries are kept for readers that resume or are delayed; default two hours. */
  readonly logKeepMs?: number
}

/** Heap limit for plain objects of the folding thread; columns are outside the heap, one row at a time. */
const MAX_FOLD_HEAP_MB = 256

/** Opens the recorded books over a migrated database. */
export function openDepthStore(options: DepthStoreOptions): DepthStore {
  const { pool, reads = pool, url, leases, bus, listInstruments, logKeepMs = 2 * HOUR_MS } = options
  const folder: DepthContext['folder'] = new WorkThread({
    script: new URL('./fold-worker.ts', import.meta.url),
    name: 'depth folder',
    maxHeapMb: MAX_FOLD_HEAP_MB,
  })
  const context: DepthContext = { pool, reads, leases, bus, partitions: new DepthPartitions(url), folder, logKeepMs }
  return {
    acquireLease: (instrument, leaseOptions) => acquireDepthLease(context, instrument, leaseOptions),
    append: (lease, frame) => appendFrame(context, lease as HeldDepthLease, frame),
    closeMinutes: (lease, until) => closeMinutes(context, lease as HeldDepthLease, until),
    readHead: (instrument, cut) => readDepthHead(context, instrument, cut),
    readBook: (instrument, bookOptions) => readBook(context, instrument, bookOptions),
    readFrames: (instrument, fromSeq, frameOptions) => readDepthFrames(context, instrument, fromSeq, frameOptions),
    readColumns: (instrument, query) => readColumns(context, instrument, query),
    readColumnParts: (instrument, query) => readColumnParts(context, instrument, query),
    retain: async (nowMs) => retainDepth(context, await listInstruments(), nowMs),
    createPartitions: (nowMs) => context.partitions.createAhead(nowMs),
    close: () => folder.close(),
  }
}
