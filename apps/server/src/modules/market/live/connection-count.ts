/** Connections at once: of one user, and of one address while nobody is signed in (an office or a school shares one). */
export const CONNECTIONS_A_USER = 5
export const CONNECTIONS_AN_ADDRESS = 50

/** Counts open connections by owner. */
export class ConnectionCount {
  readonly #factor: number
  readonly #open = new Map<string, number>()

  /** `factor`: RATE_LIMIT_FACTOR, which multiplies every limit. */
  constructor(factor: number) {
    this.#factor = factor
  }

  limitOf(user: string | null): number {
    return Math.max(1, Math.round((user === null ? CONNECTIONS_AN_ADDRESS : CONNECTIONS_A_USER) * this.#factor))
  }

  /** Takes a place and returns the function that gives it back (once), or null when there is none left. */
  take(user: string | null, ip: string): (() => void) | null {
    const owner = user === null ? `ip ${ip}` : `user ${user}`
    const count = this.#open.get(owner) ?? 0
    if (count >= this.limitOf(user)) return null
    this.#open.set(owner, count + 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      const left = (this.#open.get(owner) ?? 1) - 1
      if (left > 0) this.#open.set(owner, left)
      else this.#open.delete(owner)
    }
  }
}
