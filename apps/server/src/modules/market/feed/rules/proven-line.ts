/** The last trade proves the time up to a little before it: messages may be on their way. */
const BEFORE_MS = 1_000

export interface Stretch {
  /** ms of the exchange, both ends included. */
  readonly from: number
  readonly to: number
}

/**
 * Tracks which time is unproven where ids prove nothing: from the last proven time until trades certainly come again.
 *
 * A break ends in two steps: the venue confirms the subscription, and then something tells the exchange's time of it, by
 * default the first message of the market. The end never depends on an unknown difference of clocks.
 */
export class ProvenLine {
  /** ms of the exchange. */
  #brokenFrom: number | null = null
  /** By our clock. */
  #confirmedAt: number | null = null
  #stretch: Stretch | null = null

  get isBroken(): boolean {
    return this.#brokenFrom !== null
  }

  /** Since when, by our clock, trades come again after a break whose end is not known yet; null otherwise. */
  get confirmedAt(): number | null {
    return this.#confirmedAt
  }

  /** Trades after `provenUntil` (ms of the exchange) may be missing. A further break may reach further back. */
  break(provenUntil: number): void {
    this.#brokenFrom = Math.min(this.#brokenFrom ?? Infinity, provenUntil - BEFORE_MS)
    this.#confirmedAt = null
  }

  /** The break lasts at least until `to` (ms of the exchange): due at once, in case the process ends before the break does. */
  extend(to: number): void {
    if (this.#brokenFrom === null || to <= this.#brokenFrom) return
    this.#add({ from: this.#brokenFrom, to })
    this.#brokenFrom = to
  }

  /** The subscription is confirmed; `at` by our clock. */
  confirm(at: number): void {
    if (this.#brokenFrom !== null) this.#confirmedAt ??= at
  }

  /** Every trade after `end` (ms of the exchange) comes by the confirmed subscription. */
  close(end: number): void {
    if (this.#brokenFrom === null || this.#confirmedAt === null) return
    if (end >= this.#brokenFrom) this.#add({ from: this.#brokenFrom, to: end })
    this.#brokenFrom = null
    this.#confirmedAt = null
  }

  /** The stretch to be stored with the next commit. */
  take(): Stretch | null {
    const stretch = this.#stretch
    this.#stretch = null
    return stretch
  }

  putBack(stretch: Stretch | null): void {
    if (stretch !== null) this.#add(stretch)
  }

  #add({ from, to }: Stretch): void {
    const known = this.#stretch
    this.#stretch = { from: Math.min(from, known?.from ?? Infinity), to: Math.max(to, known?.to ?? -Infinity) }
  }
}
