/** The last trade proves completeness only up to slightly before it: messages may be in flight. */
const BEFORE_MS = 1_000

export interface TimeRange {
  /** Exchange time, ms, both ends inclusive. */
  readonly from: number
  readonly to: number
}

/**
 * Tracks unproven time where ids prove nothing: from the last proven time until trades certainly arrive again.
 * A break ends in two steps: the venue confirms the subscription, then the exchange's time of that moment becomes
 * known, by default from the first message of the market. The end never depends on an unknown clock difference.
 */
export class UnprovenRange {
  /** Exchange time, ms. */
  #brokenFrom: number | null = null
  /** By our clock. */
  #confirmedAt: number | null = null
  #range: TimeRange | null = null

  get isBroken(): boolean {
    return this.#brokenFrom !== null
  }

  /** Since when, by our clock, trades arrive again after a break whose end is not known yet; null otherwise. */
  get confirmedAt(): number | null {
    return this.#confirmedAt
  }

  /** Trades after `provenUntil` (exchange time, ms) may be missing. A further break may start earlier. */
  break(provenUntil: number): void {
    this.#brokenFrom = Math.min(this.#brokenFrom ?? Infinity, provenUntil - BEFORE_MS)
    this.#confirmedAt = null
  }

  /**
   * The break lasts at least until `to` (exchange time, ms); due immediately, in case the process ends before the break
   * does.
   */
  extend(to: number): void {
    if (this.#brokenFrom === null || to <= this.#brokenFrom) return
    this.#add({ from: this.#brokenFrom, to })
    this.#brokenFrom = to
  }

  /** The subscription is confirmed; `at` by our clock. */
  confirm(at: number): void {
    if (this.#brokenFrom !== null) this.#confirmedAt ??= at
  }

  /** Every trade after `end` (exchange time, ms) arrives by the confirmed subscription. */
  close(end: number): void {
    if (this.#brokenFrom === null || this.#confirmedAt === null) return
    if (end >= this.#brokenFrom) this.#add({ from: this.#brokenFrom, to: end })
    this.#brokenFrom = null
    this.#confirmedAt = null
  }

  /** Returns, once, the range to store with the next commit. */
  take(): TimeRange | null {
    const range = this.#range
    this.#range = null
    return range
  }

  putBack(range: TimeRange | null): void {
    if (range !== null) this.#add(range)
  }

  #add({ from, to }: TimeRange): void {
    const known = this.#range
    this.#range = { from: Math.min(from, known?.from ?? Infinity), to: Math.max(to, known?.to ?? -Infinity) }
  }
}
