import { setTimeout as sleepFor } from 'node:timers/promises'

/** A running backfill sends at most one revision per symbol in this time (stream rule 4). */
const COMMIT_GAP_MS = 5_000

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

const sleep: Sleep = (ms, signal) => sleepFor(ms, undefined, { signal })

/**
 * Keeps the commits of one symbol's backfill apart while a live feed writes beside it: its readers hear a revision every
 * five seconds at most, and the feed finds the tape free in between. Alone, nothing waits: the hub joins what follows
 * without a frame in between.
 */
export class CommitPace {
  readonly #now: () => number
  readonly #sleep: Sleep
  #last = -Infinity

  constructor(now: () => number = () => performance.now(), wait: Sleep = sleep) {
    this.#now = now
    this.#sleep = wait
  }

  /** Waits until the next commit may be made. */
  async ready(isFollowed: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (!isFollowed) return
    const left = this.#last + COMMIT_GAP_MS - this.#now()
    if (left > 0) await this.#sleep(left, signal)
  }

  committed(): void {
    this.#last = this.#now()
  }
}
