import type { QueueState } from '../../../platform/metrics/index.ts'

/** Max levels waiting for their commit: per market, and in this process (about 25 bytes each). */
const MAX_EACH = 200_000
const MAX_ALL = 1_000_000

/** Bounds the changes buffered in memory while the database is slow or unavailable. */
export class DepthBudget {
  readonly #maxEach: number
  readonly #maxAll: number
  readonly #used = new Map<object, number>()
  #total = 0
  #overflows = 0

  constructor(maxEach = MAX_EACH, maxAll = MAX_ALL) {
    this.#maxEach = maxEach
    this.#maxAll = maxAll
  }

  /** Updates what the owner buffers; false: it must give up its backlog. */
  admits(owner: object, levels: number): boolean {
    this.#total += levels - (this.#used.get(owner) ?? 0)
    if (levels === 0) this.#used.delete(owner)
    else this.#used.set(owner, levels)
    const isAdmitted = levels <= this.#maxEach && this.#total <= this.#maxAll
    if (!isAdmitted) this.#overflows += 1
    return isAdmitted
  }

  queues(): readonly QueueState[] {
    return [
      {
        queue: 'depth_levels',
        size: Math.max(0, ...this.#used.values()),
        bound: this.#maxEach,
        overflows: this.#overflows,
      },
    ]
  }
}
