import { setTimeout as sleep } from 'node:timers/promises'

/** Share of a window's weight that may be spent at once. */
const BURST_SHARE = 0.2

/**
 * Token bucket of request weight. Spending in any window stays below the weight plus a burst, both chosen to stay under
 * the venue's limit.
 */
export class RestBudget {
  readonly #perMs: number
  readonly #capacity: number
  #level: number
  #atMs: number
  #closedUntilMs = 0
  #queue: Promise<void> = Promise.resolve()

  constructor(weight: number, windowMs: number) {
    this.#perMs = weight / windowMs
    this.#capacity = Math.max(1, weight * BURST_SHARE)
    this.#level = this.#capacity
    this.#atMs = performance.now()
  }

  /** Waits for enough weight, in FIFO order. */
  async take(weight: number, signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#spend(weight, signal))
    this.#queue = turn.catch(() => {})
    return turn
  }

  /** Pauses all requests, as the venue asked. */
  pause(ms: number): void {
    this.#closedUntilMs = Math.max(this.#closedUntilMs, performance.now() + ms)
  }

  async #spend(weight: number, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const now = performance.now()
      this.#level = Math.min(this.#capacity, this.#level + (now - this.#atMs) * this.#perMs)
      this.#atMs = now
      // A request heavier than the bucket takes a full one and leaves a debt.
      const missing = Math.min(weight, this.#capacity) - this.#level
      const wait = Math.max(this.#closedUntilMs - now, missing / this.#perMs)
      if (wait <= 0) break
      await sleep(Math.ceil(wait), undefined, signal === undefined ? {} : { signal })
    }
    this.#level -= weight
  }
}

const shared = new Map<string, RestBudget>()

/** The one budget of an address in this process: venues count by IP. */
export function sharedBudget(base: string, weight: number, windowMs: number): RestBudget {
  let budget = shared.get(base)
  if (budget === undefined) shared.set(base, (budget = new RestBudget(weight, windowMs)))
  return budget
}
