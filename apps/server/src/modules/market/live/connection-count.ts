/** Max concurrent connections per user. */
const CONNECTIONS_A_USER = 5

/** Counts open connections by user. */
export class ConnectionCount {
  readonly limit: number
  readonly #open = new Map<string, number>()

  /** `factor`: RATE_LIMIT_FACTOR, which multiplies every limit. */
  constructor(factor: number) {
    this.limit = Math.max(1, Math.round(CONNECTIONS_A_USER * factor))
  }

  /** Acquires a slot and returns a function that releases it (once), or null when none is left. */
  acquire(user: string): (() => void) | null {
    const count = this.#open.get(user) ?? 0
    if (count >= this.limit) return null
    this.#open.set(user, count + 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      const left = (this.#open.get(user) ?? 1) - 1
      if (left > 0) this.#open.set(user, left)
      else this.#open.delete(user)
    }
  }
}
