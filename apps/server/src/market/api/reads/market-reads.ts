import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { NodeExchange } from '../../../platform/exchange/index.ts'
import type { Replicas } from '../../../platform/database/index.ts'
import { HOUR_MS } from '@flowprint/orderflow'
import { CostBudget, FairSemaphore } from '../../../platform/http/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { QueueState } from '../../../platform/metrics/index.ts'
import { ReadBudget, ReadTooLargeError } from '../../store/index.ts'
import type { TapeStore } from '../../store/index.ts'
import type { Piece, ReadHead, ReadJob, StartedRead } from './read-job.ts'
import { ReplicaReads } from './replica-reads.ts'
import type { ReplicaReadsOptions, ReplicaTurn } from './replica-reads.ts'
import { ReadWorker } from './read-worker-client.ts'
import type { ReadRun } from './read-worker-client.ts'
import type { DepthReads } from '../load-depth.ts'
import type { DerivativesReads } from '../load-derivatives.ts'
import { startRead } from './start-read.ts'
import type { MarketStores } from './start-read.ts'

/** Max cost of a read in the server's own thread, in units (about one cell or trade each): about 20 ms. */
export const MAX_INLINE_UNITS = 150_000
/** Max cost of a read that does not queue behind large ones: about 200 ms of a separate worker. */
const MAX_MEDIUM_UNITS = 1_000_000
/** Units per caller and minute, before RATE_LIMIT_FACTOR: about ten JSON answers of two million levels. */
const UNITS_A_MINUTE = 240_000_000
/** A large answer blocks others until it is read: cost per second that it stays open. */
const UNITS_A_SECOND_OPEN = 1_000_000
/** Units of exports per caller and hour, before RATE_LIMIT_FACTOR: about as many trades. */
const EXPORT_UNITS_AN_HOUR = 500_000_000

/** An answer of the read worker holds all its columns in memory until it is read. */
const LARGE = { maxActive: 1, maxActivePerCaller: 1, maxWaiting: 64, maxWaitingPerCaller: 16, maxWaitMs: 60_000 }
const MEDIUM = { maxActive: 4, maxActivePerCaller: 2, maxWaiting: 128, maxWaitingPerCaller: 16, maxWaitMs: 30_000 }
/** Each export holds one page of trades or bars. */
const EXPORTS = { maxActive: 3, maxActivePerCaller: 1, maxWaiting: 16, maxWaitingPerCaller: 3, maxWaitMs: 60_000 }
/** Small answers stay in memory until they are read. */
const SMALL = { maxActive: 256, maxActivePerCaller: 16, maxWaiting: 1024, maxWaitingPerCaller: 128, maxWaitMs: 30_000 }

/** Kinds that are always read from the primary. */
const PRIMARY_KINDS: ReadonlySet<ReadJob['kind']> = new Set([
  'book',
  'depth',
  'liquidations',
  'openInterest',
  'funding',
])

/** How a read runs that is too large for the server's own thread. */
interface Class {
  readonly semaphore: FairSemaphore
  readonly worker: ReadWorker | null
  readonly limit: number
  readonly timeouts: ReadTimeouts
}

/** A large answer is aborted when no byte, or not the whole answer, is read within these times. */
export interface ReadTimeouts {
  readonly idleMs: number
  readonly totalMs: number
}
const LARGE_TIMEOUTS: ReadTimeouts = { idleMs: 10_000, totalMs: 60_000 }
const EXPORT_TIMEOUTS: ReadTimeouts = { idleMs: 30_000, totalMs: Infinity }

interface ReadCaller {
  readonly caller: string
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
  /** Null: read from the primary. */
  readonly turn: ReplicaTurn | null
}

export interface OpenRead {
  readonly head: ReadHead
  /** The whole of a small body; pieces of a large one, produced on demand. */
  readonly body: string | Uint8Array | AsyncIterable<Piece>
  /** For a large body. */
  readonly timeouts: ReadTimeouts | null
  /** Releases the caller's slot; call it when the response is finished. */
  readonly close: () => void
}

/** Large reads occupy their thread for hundreds of ms at a time, so medium reads have a separate thread. */
export interface ReadWorkers {
  readonly medium: ReadWorker
  /** For large reads and exports. */
  readonly large: ReadWorker
}

export interface MarketReadsOptions {
  readonly store: TapeStore
  /** Always read from the primary: its newest part is what most readers ask for. */
  readonly depth: DepthReads
  /** The same. */
  readonly derivatives: DerivativesReads
  /** Null: every read runs in the server's own thread, whatever its cost. */
  readonly workers: ReadWorkers | null
  /** Null: everything is read from the primary. */
  readonly replicas?: ReplicaReads | null
  readonly clock: Pick<Clock, 'now'>
  readonly rateLimitFactor: number
  /** A caller's costs are charged on all nodes. */
  readonly exchange: NodeExchange
}

export interface CreateMarketReadsOptions extends Omit<MarketReadsOptions, 'workers' | 'replicas'> {
  /** The database of the workers. Without it, every read runs in the server's own thread. */
  readonly url: string | undefined
  /** Limit of the caches of each worker. */
  readonly workerCacheBytes?: number
  /** Closed with the reads. */
  readonly replicas: Replicas | null
  readonly bus: Bus
  readonly onRead?: ReplicaReadsOptions['onRead']
  readonly log: Log
}

export function createMarketReads({
  url,
  workerCacheBytes,
  replicas,
  bus,
  onRead,
  log,
  ...options
}: CreateMarketReadsOptions): MarketReads {
  const replicaReads = replicas === null ? null : new ReplicaReads({ store: options.store, replicas, bus, onRead })
  const replicaUrls = replicaReads?.urls ?? []
  const open = (name: string): ReadWorker | null =>
    url === undefined ? null : new ReadWorker({ name, url, replicaUrls, cacheBytes: workerCacheBytes, log })
  const [medium, large] = [open('medium reads'), open('large reads')]
  const workers = medium === null || large === null ? null : { medium, large }
  return new MarketReads({ ...options, workers, replicas: replicaReads })
}

/**
 * Reads the tape for callers. Cheap reads run in the server's own thread; others, and all exports, in read workers:
 * large ones one at a time, smaller ones and exports a few at a time. The cost is estimated from the sizes of the
 * stored rows before unpacking.
 */
export class MarketReads {
  readonly #store: TapeStore
  readonly #depth: DepthReads
  readonly #derivatives: DerivativesReads
  readonly #workers: ReadWorkers | null
  readonly #replicas: ReplicaReads | null
  readonly #cost: CostBudget
  readonly #exportCost: CostBudget
  readonly #small = new FairSemaphore(SMALL)
  readonly #medium: Class
  readonly #large: Class
  readonly #exports = new FairSemaphore(EXPORTS)

  constructor({
    store,
    depth,
    derivatives,
    workers,
    replicas = null,
    clock,
    rateLimitFactor,
    exchange,
  }: MarketReadsOptions) {
    this.#store = store
    this.#depth = depth
    this.#derivatives = derivatives
    this.#workers = workers
    this.#replicas = replicas
    replicas?.onLost((index) => {
      for (const worker of Object.values(workers ?? {})) worker.onReplicaLost(index)
    })
    this.#medium = {
      semaphore: new FairSemaphore(MEDIUM),
      worker: workers?.medium ?? null,
      limit: MAX_MEDIUM_UNITS,
      timeouts: LARGE_TIMEOUTS,
    }
    this.#large = {
      semaphore: new FairSemaphore(LARGE),
      worker: workers?.large ?? null,
      limit: Infinity,
      timeouts: LARGE_TIMEOUTS,
    }
    this.#cost = new CostBudget({ name: 'reads', units: UNITS_A_MINUTE * rateLimitFactor, clock, exchange })
    this.#exportCost = new CostBudget({
      name: 'exports',
      units: EXPORT_UNITS_AN_HOUR * rateLimitFactor,
      periodMs: HOUR_MS,
      clock,
      exchange,
    })
  }

  queues(): readonly QueueState[] {
    return [
      this.#small.queue('reads_small'),
      this.#medium.semaphore.queue('reads_medium'),
      this.#large.semaphore.queue('reads_large'),
      this.#exports.queue('exports'),
      {
        queue: 'read_workers',
        size: (this.#workers?.medium.runningCount ?? 0) + (this.#workers?.large.runningCount ?? 0),
        bound: MEDIUM.maxActive + LARGE.maxActive + EXPORTS.maxActive,
        overflows: 0,
      },
    ]
  }

  /** Starts the workers before the first read, and the checks of the replicas. */
  warmUp(): void {
    this.#replicas?.start()
    for (const worker of Object.values(this.#workers ?? {})) worker.warmUp()
  }

  /** Ends the reads of the workers. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#workers ?? {}).map((worker) => worker.close()))
    await this.#replicas?.close()
  }

  /**
   * `seenSeq`: an entry of the market's log that the caller has seen; the answer contains at least that one.
   * Throws AppError when the call is rejected, RATE_LIMITED, or the signal's reason when it aborts.
   */
  async open(job: ReadJob, caller: string, signal: AbortSignal, seenSeq = 0): Promise<OpenRead> {
    const budget = job.kind === 'export' ? this.#exportCost : this.#cost
    budget.admit(caller)
    const symbol = job.query.symbol
    const turn = PRIMARY_KINDS.has(job.kind) ? null : ((await this.#replicas?.choose(symbol, seenSeq)) ?? null)
    try {
      const read = await this.#open(job, { caller, signal, turn })
      const close = (): void => {
        turn?.end()
        read.close()
      }
      return { ...read, close }
    } catch (error) {
      turn?.end()
      throw error
    }
  }

  async #open(job: ReadJob, by: ReadCaller): Promise<OpenRead> {
    const { caller, signal } = by
    if (job.kind === 'export') return this.#openExport(job, by)
    const close = await this.#small.enter(caller, signal)
    try {
      const read = await this.#runSmall(job, by)
      if (read !== null) return { ...read, timeouts: null, close }
    } catch (error) {
      close()
      throw error
    }
    close()
    try {
      return await this.#openLarge(this.#medium, job, by)
    } catch (error) {
      if (!(error instanceof ReadTooLargeError)) throw error
      return this.#openLarge(this.#large, job, by)
    }
  }

  /** Null: too large for the server's own thread. */
  async #runSmall(job: ReadJob, by: ReadCaller): Promise<Pick<OpenRead, 'head' | 'body'> | null> {
    const { caller, signal } = by
    const budget = new ReadBudget(this.#workers === null ? Infinity : MAX_INLINE_UNITS, signal)
    try {
      const { head, pieces } = await startRead(this.#readsFor(by), job, budget)
      const parts: Piece[] = []
      for await (const piece of pieces) parts.push(piece)
      return { head, body: joinPieces(parts) }
    } catch (error) {
      if (error instanceof ReadTooLargeError) return null
      throw error
    } finally {
      this.#cost.charge(caller, Math.min(budget.spent, MAX_INLINE_UNITS))
    }
  }

  async #openLarge({ semaphore, worker, limit, timeouts }: Class, job: ReadJob, by: ReadCaller): Promise<OpenRead> {
    const { caller, signal } = by
    const leave = await semaphore.enter(caller, signal)
    const startedMs = performance.now()
    let charged = 0
    const charge = (spent: number): void => {
      this.#cost.charge(caller, spent - charged)
      charged = spent
    }
    const close = (): void => {
      leave()
      charge(charged + ((performance.now() - startedMs) / 1000) * UNITS_A_SECOND_OPEN)
    }
    try {
      // The caller's earlier reads may have used up the budget.
      this.#cost.admit(caller)
      const { head, pieces } = await this.#start(worker, job, by, { limit, signal, onSpent: charge })
      return { head, body: inTurns(pieces), timeouts, close }
    } catch (error) {
      close()
      throw error
    }
  }

  /** Charged to a separate budget, so that an export never takes the charts of its user away. */
  async #openExport(job: ReadJob, by: ReadCaller): Promise<OpenRead> {
    const { caller, signal } = by
    const close = await this.#exports.enter(caller, signal)
    let charged = 0
    const onSpent = (spent: number): void => {
      this.#exportCost.charge(caller, spent - charged)
      charged = spent
    }
    try {
      // The caller's earlier exports may have used up the budget.
      this.#exportCost.admit(caller)
      const { head, pieces } = await this.#start(this.#workers?.large ?? null, job, by, {
        limit: Infinity,
        signal,
        onSpent,
      })
      return { head, body: inTurns(pieces), timeouts: EXPORT_TIMEOUTS, close }
    } catch (error) {
      close()
      throw error
    }
  }

  async #start(worker: ReadWorker | null, job: ReadJob, by: ReadCaller, run: ReadRun): Promise<StartedRead> {
    const { turn } = by
    if (worker !== null) {
      if (turn === null || turn.isLeft) return worker.start(job, run)
      const { replica, minimum, onFallback } = turn
      return worker.start(job, { ...run, replica: { index: replica.index, minimum, onFallback } })
    }
    const budget = new ReadBudget(Infinity, run.signal)
    const { head, pieces } = await startRead(this.#readsFor(by), job, budget)
    return { head, pieces: reported(pieces, () => run.onSpent(budget.spent)) }
  }

  #readsFor({ turn, signal }: ReadCaller): MarketStores {
    const isPrimary = turn === null || turn.isLeft || this.#replicas === null
    const tape = isPrimary ? this.#store : this.#replicas.readsOf(turn, signal)
    return { tape, depth: this.#depth, derivatives: this.#derivatives }
  }
}

async function* reported(pieces: StartedRead['pieces'], onPiece: () => void): AsyncGenerator<Piece> {
  onPiece()
  for await (const piece of pieces) {
    onPiece()
    yield piece
  }
}

/** Yield to other calls between two pieces. */
async function* inTurns(pieces: StartedRead['pieces']): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}

function joinPieces(parts: readonly Piece[]): string | Uint8Array {
  if (parts.length === 1) return parts[0]
  return parts.every((part) => typeof part === 'string')
    ? parts.join('')
    : Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)))
}
