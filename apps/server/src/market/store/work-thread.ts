import { parentPort, Worker } from 'node:worker_threads'

interface ToThread<Job> {
  readonly id: number
  readonly job: Job
}

/** `id` 0: the thread is ready. */
interface FromThread<Result> {
  readonly id: number
  readonly done: { readonly result: Result } | { readonly error: Error } | null
}

interface Pending<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

export interface WorkThreadOptions {
  /** A script that calls `serveWork`. */
  readonly script: URL
  /** For the log and error messages. */
  readonly name: string
  /** Limit for plain objects; columns are outside the heap. Default: V8's. */
  readonly maxHeapMb?: number
}

/**
 * Objects that survive are moved to the limited heap at once. With V8's default for large machines that can be more than
 * Node's reserve for ending a thread that reached its limit, and V8 then aborts the whole process.
 */
const MAX_YOUNG_GENERATION_MB = 16

/**
 * A thread for one kind of work that would block the caller's event loop. It starts with the first job, and again after it
 * was lost; jobs are done in order. It keeps the process alive only while it works.
 */
export class WorkThread<Job, Result> {
  readonly #options: WorkThreadOptions
  readonly #pending = new Map<number, Pending<Result>>()
  #worker: Worker | null = null
  #isReady = false
  #isClosed = false
  #nextId = 1

  constructor(options: WorkThreadOptions) {
    this.#options = options
  }

  /** Whether a job would begin without waiting for the thread to load its script. */
  get isReady(): boolean {
    return this.#isReady && !this.#isClosed
  }

  /** Starts the thread before its first job. */
  warmUp(): void {
    if (!this.#isClosed) this.#worker ??= this.#open()
  }

  /** Rejects with what the work threw, and when the thread is lost or closed. `transfer`: buffers to move instead of copy. */
  run(job: Job, transfer: readonly ArrayBuffer[] = []): Promise<Result> {
    if (this.#isClosed) return Promise.reject(this.#ended())
    const worker = (this.#worker ??= this.#open())
    const id = this.#nextId++
    return new Promise<Result>((resolve, reject) => {
      worker.postMessage({ id, job } satisfies ToThread<Job>, transfer)
      this.#pending.set(id, { resolve, reject })
      worker.ref()
    })
  }

  /** Ends the thread; unfinished jobs reject. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  #open(): Worker {
    const { script, name, maxHeapMb } = this.#options
    const resourceLimits =
      maxHeapMb === undefined
        ? {}
        : { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB }
    const worker = new Worker(script, { name, execArgv: [], resourceLimits })
    worker.unref()
    worker.on('message', ({ id, done }: FromThread<Result>) => {
      if (done === null) {
        this.#isReady = true
        return
      }
      const pending = this.#pending.get(id)
      this.#pending.delete(id)
      if (this.#pending.size === 0) worker.unref()
      if ('error' in done) pending?.reject(done.error)
      else pending?.resolve(done.result)
    })
    worker.on('error', (error) => this.#onLost(worker, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#onLost(worker, this.#ended()))
    return worker
  }

  #onLost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#isReady = false
    const waiting = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of waiting) reject(error)
  }

  #ended(): Error {
    return new Error(`Condition: the ${this.#options.name} thread ended`)
  }
}

/** The other half, in the thread's script: does every job, and moves the buffers of its result. */
export function serveWork<Job, Result>(
  work: (job: Job) => Result,
  buffersOf: (result: Result) => readonly ArrayBuffer[],
): void {
  const port = parentPort
  if (port === null) throw new Error('Invariant: this script runs in a thread')
  port.on('message', ({ id, job }: ToThread<Job>) => {
    let result: Result
    try {
      result = work(job)
    } catch (error) {
      const done = { error: error instanceof Error ? error : new Error(String(error)) }
      port.postMessage({ id, done } satisfies FromThread<Result>)
      return
    }
    port.postMessage({ id, done: { result } } satisfies FromThread<Result>, buffersOf(result))
  })
  port.postMessage({ id: 0, done: null } satisfies FromThread<Result>)
}
