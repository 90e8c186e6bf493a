import type { MarketListing } from './types.ts'

/** A shard's state of one followed market. Times are monotonic unless stated otherwise. */
export interface Followed {
  readonly listing: MarketListing
  /** The listener received `subscribed` and not yet `lost`. */
  subscribed: boolean
  /** Wall-clock time: end of the proven coverage if the stream turns out to be silent. */
  provenUntilMs: number
  /** Exchange time of the newest received trade, or of REST's newest before any arrived; null if unknown. */
  newestTradeMs: number | null
  /** Time of the last trade or check, and how long the market may stay quiet until the next check. */
  quietSinceMs: number
  quietForMs: number
  checking: boolean
  /** Do not subscribe before this time; 0 unless the venue refused. */
  refusedUntilMs: number
}

export function newlyFollowed(listing: MarketListing): Followed {
  return {
    listing,
    subscribed: false,
    provenUntilMs: 0,
    newestTradeMs: null,
    quietSinceMs: 0,
    quietForMs: 0,
    checking: false,
    refusedUntilMs: 0,
  }
}

/** Maximum time between two comparisons of a quiet market with REST. */
const MAX_QUIET_MS = 1_800_000

interface QuietWatchOptions {
  readonly quietAfterMs: number
  readonly graceMs: number
  readonly steady: () => number
  readonly lastTradeMs: (followed: Followed) => Promise<number | null>
  /** Called when the stream of this market misses trades. */
  readonly onSilent: (followed: Followed) => void
}

/**
 * Detects streams that were confirmed but stay silent while the market trades, as with the retired Binance futures
 * address. A market without a trade for a while is compared with REST; if a newer trade there does not arrive within
 * the grace period, the stream is considered silent. Compares only the exchange's times, so our clock does not matter.
 */
export class QuietWatch {
  readonly #options: QuietWatchOptions
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(options: QuietWatchOptions) {
    this.#options = options
  }

  heard(followed: Followed, newestTradeMs: number): void {
    if (followed.newestTradeMs === null || newestTradeMs > followed.newestTradeMs)
      followed.newestTradeMs = newestTradeMs
    this.restart(followed)
  }

  /** Resets the timer: the market was resubscribed, or just traded. */
  restart(followed: Followed): void {
    followed.quietSinceMs = this.#options.steady()
    followed.quietForMs = this.#options.quietAfterMs
  }

  /** Called periodically for every subscribed market. */
  look(followed: Followed): void {
    if (followed.checking || this.#options.steady() - followed.quietSinceMs < followed.quietForMs) return
    followed.checking = true
    void this.#check(followed).finally(() => {
      followed.checking = false
      followed.quietSinceMs = this.#options.steady()
    })
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  async #check(followed: Followed): Promise<void> {
    const known = await this.#options.lastTradeMs(followed).catch(() => null)
    if (known === null || !followed.subscribed) return
    if (followed.newestTradeMs === null) {
      // Nothing to compare with yet: the next check compares with this trade.
      followed.newestTradeMs = known
      return
    }
    if (known <= followed.newestTradeMs) {
      followed.quietForMs = Math.min(followed.quietForMs * 2, MAX_QUIET_MS)
      return
    }
    await this.#pause()
    if (followed.subscribed && followed.newestTradeMs < known) this.#options.onSilent(followed)
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        resolve()
      }, this.#options.graceMs)
      this.#timers.add(timer)
    })
  }
}
