import type { QueueState } from '../../../platform/metrics/index.ts'

/** Max liquidations of a market waiting for their commit; a cascade has some thousands. */
const MAX_EACH = 20_000

/** Measures the liquidations buffered in memory while the database is slow or unavailable. */
export class LiquidationQueue {
  readonly bound: number
  readonly #sizes = new Map<object, number>()
  #overflows = 0

  constructor(bound = MAX_EACH) {
    this.bound = bound
  }

  /** Updates what the owner buffers. */
  measure(owner: object, size: number): void {
    if (size === 0) this.#sizes.delete(owner)
    else this.#sizes.set(owner, size)
  }

  /** One was dropped. */
  overflowed(): void {
    this.#overflows += 1
  }

  queues(): readonly QueueState[] {
    return [
      {
        queue: 'liquidations',
        size: Math.max(0, ...this.#sizes.values()),
        bound: this.bound,
        overflows: this.#overflows,
      },
    ]
  }
}
