import { delay } from '../../../platform/async/index.ts'

/** Min time between two revisions of a running backfill per symbol (stream rule 4). */
const COMMIT_GAP_MS = 5_000

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * Spaces out the commits of a symbol's backfill while a live feed writes the same tape: readers get at most one
 * revision every five seconds, and the feed is not blocked in between. Without a live feed nothing waits: the hub joins
 * consecutive revisions.
 */
export class CommitPace {
  readonly #now: () => number
  readonly #sleep: Sleep
  #last = -Infinity

  constructor(now: () => number = () => performance.now(), wait: Sleep = (ms, signal) => delay(ms, { signal })) {
    this.#now = now
    this.#sleep = wait
  }

  /** Waits until the next commit is allowed. */
  async ready(isFollowed: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (!isFollowed) return
    const left = this.#last + COMMIT_GAP_MS - this.#now()
    if (left > 0) await this.#sleep(left, signal)
    signal.throwIfAborted()
  }

  committed(): void {
    this.#last = this.#now()
  }
}
