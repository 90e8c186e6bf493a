const MIN_MS = 50
const MAX_MS = 250
/** Number of recent commits considered. */
const LAST = 3

/**
 * Decides how long trades are collected before a commit: 50 ms, and up to 250 ms when commits are slow, to relieve a
 * busy database (DESIGN 4). Uses the fastest of the recent commits, so that a single slow one has no effect.
 */
export class CommitPace {
  #lastMs: number[] = []

  add(commitMs: number): void {
    this.#lastMs = [...this.#lastMs.slice(1 - LAST), commitMs]
  }

  get delayMs(): number {
    const quickest = Math.min(...this.#lastMs)
    return Number.isFinite(quickest) ? Math.min(MAX_MS, Math.max(MIN_MS, Math.round(quickest * 4))) : MIN_MS
  }
}
