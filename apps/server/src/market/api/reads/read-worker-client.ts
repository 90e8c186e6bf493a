import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../platform/http/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { fromSent } from './read-job.ts'
import type { ReadJob, StartedRead, FromReadWorker, ReadWorkerData, ReplicaRead, ToReadWorker } from './read-job.ts'

/** A quarter of `CACHE_MB`'s default, as the server configures it. */
const DEFAULT_CACHE = 112 * 1024 * 1024
/** Heap limit for plain objects; columns are outside the heap and bounded by the number of concurrent reads. */
const MAX_HEAP_MB = 256
/** Limit of the young generation: pieces of JSON are short-lived, and V8 does not return memory it has grown. */
const MAX_YOUNG_HEAP_MB = 16

export interface ReadWorkerOptions {
  /** Thread name, for the log. */
  readonly name: string
  /** Database URL. */
  readonly url: string
  readonly replicaUrls?: readonly string[]
  /** Limit of its caches together (`StoreOptions.cacheBytes`). */
  readonly cacheBytes?: number
  readonly log: Log
}

export interface ReadRun {
  /** Max cost in units. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly onSpent: (units: number) => void
  /** Null: the primary. */
  readonly replica?: (ReplicaRead & { readonly onFallback: (failure: string | null) => void }) | null
}

interface Pending {
  readonly onMessage: (message: FromReadWorker) => void
  readonly onFailure: (error: Error) => void
}

/** The server's side of a read worker. The thread starts with the first read or `warmUp`, and again after a failure. */
export class ReadWorker {
  readonly #options: ReadWorkerOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | null = null
  #nextId = 1
  #isClosed = false

  constructor(options: ReadWorkerOptions) {
    this.#options = options
  }

  /** Started reads that have not ended, failed or been cancelled. */
  get runningCount(): number {
    return this.#pending.size
  }

  /** Starts the thread before the first read. */
  warmUp(): void {
    if (!this.#isClosed) this.#worker ??= this.#open()
  }

  /**
   * Runs a read in the worker; `onSpent` receives its cost so far. Aborting the signal cancels it at any time.
   * Throws  what `startRead` throws, ReadTooLargeError above `limit` units; MAINTENANCE when the thread is lost.
   */
  async start(job: ReadJob, { limit, signal, onSpent, replica = null }: ReadRun): Promise<StartedRead> {
    signal.throwIfAborted()
    if (this.#isClosed) throw new AppError('MAINTENANCE')
    const id = this.#nextId++
    let waiting = Promise.withResolvers<FromReadWorker>()
    const stop = (reason: unknown): void => {
      if (!this.#pending.delete(id)) return
      signal.removeEventListener('abort', onAbort)
      waiting.reject(reason)
      // The next pull rejects as well; between two pulls nothing is awaited.
      waiting = Promise.withResolvers()
      waiting.promise.catch(() => {})
      waiting.reject(reason)
    }
    const onAbort = (): void => {
      this.#send({ kind: 'cancel', id })
      stop(signal.reason)
    }
    const onMessage = (message: FromReadWorker): void => {
      onSpent(message.spent)
      if (message.kind === 'error') return stop(fromSent(message.error))
      if (message.kind === 'fallback') return replica?.onFallback(message.failure)
      waiting.resolve(message)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    this.#pending.set(id, { onMessage, onFailure: stop })
    const next = (message: ToReadWorker): Promise<FromReadWorker> => {
      if (message.kind === 'pull') {
        if (!this.#pending.has(id)) return waiting.promise
        waiting = Promise.withResolvers()
      }
      this.#send(message)
      return waiting.promise
    }
    const source = replica === null ? null : { index: replica.index, minimum: replica.minimum }
    const first = await next({ kind: 'start', id, job, limit, replica: source })
    if (first.kind !== 'head') throw new Error(`Invariant: a read begins with its head, had ${first.kind}`)
    const finish = (): void => {
      if (this.#pending.has(id)) this.#send({ kind: 'cancel', id })
      stop(new Error('Condition: the read is over'))
    }
    return { head: first.head, pieces: piecesOf(() => next({ kind: 'pull', id }), finish) }
  }

  /** The replica failed: reads from it move to the primary. */
  onReplicaLost(index: number): void {
    this.#send({ kind: 'lost', index })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#worker = null
    this.#failAll(new AppError('MAINTENANCE'))
    await worker?.terminate()
  }

  #send(message: ToReadWorker): void {
    if (this.#worker === null && message.kind !== 'start') return
    this.#worker ??= this.#open()
    this.#worker.postMessage(message)
  }

  #open(): Worker {
    // Exposes `gc` in its contexts: see `collectAfter` in read-worker.ts.
    setFlagsFromString('--expose-gc')
    const { url, replicaUrls = [], cacheBytes = DEFAULT_CACHE } = this.#options
    const workerData: ReadWorkerData = { url, replicaUrls, cacheBytes }
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      name: this.#options.name,
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
    })
    // The worker must not keep the process alive.
    worker.unref()
    worker.on('message', (message: FromReadWorker) => this.#pending.get(message.id)?.onMessage(message))
    worker.on('error', (error) => this.#onLost(worker, error))
    worker.on('exit', () => this.#onLost(worker, new Error('Condition: the read worker ended')))
    return worker
  }

  /** Its reads fail; the next read starts another thread. */
  #onLost(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#options.log.error(
      { err: error, worker: this.#options.name },
      'a read worker failed; the next read starts another',
    )
    this.#failAll(new AppError('MAINTENANCE'))
  }

  #failAll(error: Error): void {
    for (const { onFailure } of [...this.#pending.values()]) onFailure(error)
  }
}

async function* piecesOf(next: () => Promise<FromReadWorker>, finish: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (let message = await next(); message.kind === 'piece'; message = await next()) yield message.bytes
  } finally {
    finish()
  }
}
