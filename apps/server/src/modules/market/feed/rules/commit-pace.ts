const MIN_MS = 50
const MAX_MS = 250
/** Commits that are looked at. */
const LAST = 3

/**
 * How long trades are gathered before they are committed together: 50 ms, and up to 250 ms where commits take long, so
 * that a busy database is asked less often (DESIGN 4). The quickest of the last commits counts: a single slow one is a
 * hiccup, and to wait for longer after it would only make it worse.
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
