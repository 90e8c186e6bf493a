import { withTimeout } from '../async/index.ts'
import type { Log } from '../log/index.ts'

/** Total time limit; supervisors kill after 10 s. Everything acknowledged is already in the database. */
const TOTAL_MS = 9_000
/** A part that does not stop in time is abandoned, to leave time for the next. */
const PART_MS = 2_500
const MIN_PART_MS = 100
/** Reserved for the part that was added first, the database: others depend on it and are stopped before it. */
const FIRST_PART_MS = 4_000

/** Stops a part; it need not return after `timeoutMs`. */
type Stop = (timeoutMs: number) => Promise<void>

/** The state of a web node that stops: it finishes its calls, and its clients move to other nodes. */
export class Drain {
  readonly #listeners = new Set<(ms: number) => void>()
  #isStarted = false

  get isStarted(): boolean {
    return this.#isStarted
  }

  /** `listener` receives the time in which the clients should leave, ms. */
  onStart(listener: (ms: number) => void): void {
    this.#listeners.add(listener)
  }

  start(ms: number): void {
    if (this.#isStarted) return
    this.#isStarted = true
    for (const listener of this.#listeners) listener(ms)
  }
}

/** Stops the registered parts in reverse order, on a signal or an uncaught error. */
export class Shutdown {
  readonly #log: Log
  readonly #parts: { name: string; stop: Stop }[] = []
  #running: Promise<void> | null = null

  constructor(log: Log) {
    this.#log = log
    process.once('SIGINT', () => void this.#onSignal('SIGINT'))
    process.once('SIGTERM', () => void this.#onSignal('SIGTERM'))
    process.on('uncaughtException', (fault) => this.#onFault(fault))
    process.on('unhandledRejection', (fault) => this.#onFault(fault))
  }

  add(name: string, stop: Stop): void {
    this.#parts.push({ name, stop })
  }

  /** Stops everything once, however often it is called. */
  run(): Promise<void> {
    this.#running ??= this.#stopAll()
    return this.#running
  }

  async #onSignal(signal: string): Promise<void> {
    // The second signal exits immediately.
    process.once(signal, () => process.exit(130))
    this.#log.info(`${signal}: stopping`)
    await this.run()
    process.exit(0)
  }

  #onFault(fault: unknown): void {
    this.#log.fatal(fault instanceof Error ? fault : { error: String(fault) }, 'uncaught error: stopping')
    void this.run().finally(() => process.exit(1))
  }

  async #stopAll(): Promise<void> {
    const until = performance.now() + TOTAL_MS
    for (let part = this.#parts.pop(); part !== undefined; part = this.#parts.pop()) {
      const { name, stop } = part
      const left = until - performance.now()
      const timeoutMs = Math.max(MIN_PART_MS, this.#parts.length === 0 ? left : Math.min(PART_MS, left - FIRST_PART_MS))
      try {
        await withTimeout(stop(timeoutMs), timeoutMs, () => this.#log.warn(`${name} did not stop in time`))
      } catch (error) {
        this.#log.warn({ err: error }, `${name} did not stop cleanly`)
      }
    }
  }
}
