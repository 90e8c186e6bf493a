import type { Log } from '../log/index.ts'

/** A part that does not end in this time is left behind: everything acknowledged is in the database. */
const PATIENCE_MS = 15_000

/** Stops what was started, last first: at a signal, at a fault nobody caught, or when a part is lost for good. */
export class Shutdown {
  readonly #log: Log
  readonly #parts: { name: string; stop: () => Promise<void> }[] = []
  #running: Promise<void> | null = null

  constructor(log: Log) {
    this.#log = log
    process.once('SIGINT', () => void this.#onSignal('SIGINT'))
    process.once('SIGTERM', () => void this.#onSignal('SIGTERM'))
    process.on('uncaughtException', (fault) => this.#onFault(fault))
    process.on('unhandledRejection', (fault) => this.#onFault(fault))
  }

  add(name: string, stop: () => Promise<void>): void {
    this.#parts.push({ name, stop })
  }

  /** Stops everything once, however often it is called. */
  run(): Promise<void> {
    this.#running ??= this.#stopAll()
    return this.#running
  }

  /** A part is lost and cannot come back: everything else stops, and the program ends with 1. */
  fail(reason: string): void {
    this.#log.fatal(reason)
    this.#exitWith(1)
  }

  async #onSignal(signal: string): Promise<void> {
    // The second one means now.
    process.once(signal, () => process.exit(130))
    this.#log.info(`${signal}: stopping`)
    await this.run()
    process.exit(0)
  }

  #onFault(fault: unknown): void {
    this.#log.fatal(fault instanceof Error ? fault : { error: String(fault) }, 'an error reached nobody: stopping')
    this.#exitWith(1)
  }

  #exitWith(code: number): void {
    void this.run().finally(() => process.exit(code))
  }

  async #stopAll(): Promise<void> {
    for (let part = this.#parts.pop(); part !== undefined; part = this.#parts.pop()) {
      const { name, stop } = part
      const timer = Promise.withResolvers<'late'>()
      const patience = setTimeout(() => timer.resolve('late'), PATIENCE_MS)
      try {
        if ((await Promise.race([stop(), timer.promise])) === 'late') this.#log.warn(`${name} did not stop in time`)
      } catch (error) {
        this.#log.warn({ err: error }, `${name} did not stop cleanly`)
      } finally {
        clearTimeout(patience)
      }
    }
  }
}
