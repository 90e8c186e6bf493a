import type { Log } from '../../../platform/log/index.ts'

export interface OutageLogOptions {
  readonly log: Log
  /** Simulated markets run in addition to the live ones. */
  readonly hasDemo: boolean
  /** All exchanges followed now. */
  readonly venues: () => readonly string[]
  readonly maxWaitMs?: number
}

/** By then even the slowest exchange has failed. */
const MAX_WAIT_MS = 20_000

/**
 * Logs unreachable exchanges: those that fail together in one line, and a failure of all as a missing network. Waits
 * until every exchange has answered or failed.
 */
export class OutageLog {
  readonly #options: OutageLogOptions
  readonly #answered = new Set<string>()
  readonly #failed = new Map<string, string>()
  #waiting: string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(options: OutageLogOptions) {
    this.#options = options
  }

  failed(venue: string, error: string): void {
    this.#answered.delete(venue)
    this.#failed.set(venue, error)
    this.#waiting.push(venue)
    this.#timer ??= setTimeout(() => this.#report(), this.#options.maxWaitMs ?? MAX_WAIT_MS).unref()
    this.#reportIfComplete()
  }

  answered(venue: string): void {
    this.#answered.add(venue)
    this.#failed.delete(venue)
    this.#waiting = this.#waiting.filter((other) => other !== venue)
    this.#reportIfComplete()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #reportIfComplete(): void {
    if (this.#options.venues().every((venue) => this.#answered.has(venue) || this.#failed.has(venue))) this.#report()
  }

  #report(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const venues = this.#waiting
    this.#waiting = []
    if (venues.length === 0) return
    const { log, hasDemo } = this.#options
    const error = this.#failed.get(venues[0])
    const followed = this.#options.venues()
    if (followed.length > 1 && followed.every((venue) => this.#failed.has(venue))) {
      log.warn(
        { error },
        hasDemo ? 'No network: live markets wait; the simulated ones run' : 'No network: live markets wait',
      )
    } else if (venues.length === 1) {
      log.warn({ venue: venues[0], error }, 'an exchange cannot be reached; its markets wait and it is tried again')
    } else {
      log.warn({ venues, error }, 'exchanges cannot be reached; their markets wait and they are tried again')
    }
  }
}
