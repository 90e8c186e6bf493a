import type { QueueState } from '../../platform/metrics/index.ts'

interface EventQueueOptions<Event> {
  /** Called for one event after the other. */
  handle(event: Event): void
  /** A query failed. */
  onFailure(error: unknown): void
  /** Bytes of an event; default 0. */
  sizeOf?(event: Event): number
}

/** Max events, and bytes of them, that wait while the database is queried. */
const MAX_EVENTS = 1_000
const MAX_BYTES = 16 * 1024 * 1024

/** The events of a market in order of arrival. While the database is queried they wait: at the start, until `resume`. */
export class EventQueue<Event> {
  readonly #options: EventQueueOptions<Event>
  #events: Event[] = []
  #bytes = 0
  #overflows = 0
  /** Queries that wait for the one under way. */
  #queries: (() => Promise<void>)[] = []
  #isBusy = true

  constructor(options: EventQueueOptions<Event>) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  get state(): Omit<QueueState, 'queue'> {
    return { size: this.#events.length, bound: MAX_EVENTS, overflows: this.#overflows }
  }

  add(event: Event): void {
    const bytes = this.#sizeOf(event)
    if (this.#events.length >= MAX_EVENTS || this.#bytes + bytes > MAX_BYTES) {
      // The database has what is dropped; the next event shows the jump.
      this.#events = []
      this.#bytes = 0
      this.#overflows += 1
    }
    this.#events.push(event)
    this.#bytes += bytes
    this.#next()
  }

  /** Queries the database before the next event is handled. */
  query(work: () => Promise<void>): void {
    this.#queries.push(work)
    this.#next()
  }

  resume(): void {
    this.#isBusy = false
    this.#next()
  }

  clear(): void {
    this.#events = []
    this.#bytes = 0
    this.#queries = []
  }

  #next(): void {
    while (!this.#isBusy) {
      const work = this.#queries.shift()
      if (work !== undefined) {
        this.#isBusy = true
        work()
          .catch((error: unknown) => this.#options.onFailure(error))
          .finally(() => this.resume())
        return
      }
      const event = this.#events.shift()
      if (event === undefined) return
      this.#bytes -= this.#sizeOf(event)
      this.#options.handle(event)
    }
  }

  #sizeOf(event: Event): number {
    return this.#options.sizeOf?.(event) ?? 0
  }
}
