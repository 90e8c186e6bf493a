/** The last sign of life vouches for the time up to a little before it: messages may be on their way. */
const BEFORE_MS = 1_000
/** So much after a subscription was confirmed is doubted too: clocks are never exact. */
const AFTER_MS = 250

export interface Stretch {
  /** ms of the exchange, both ends included. */
  readonly from: number
  readonly to: number
}

/**
 * Which time nobody can vouch for where ids prove nothing: from the last sign of life before a connection was lost until
 * the subscription stood again.
 */
export class ProvenLine {
  #brokenFrom: number | null = null
  #stretch: Stretch | null = null

  /** What is stored ends here: nobody knows what traded since. */
  restart(storedUntil: number | null): void {
    if (storedUntil !== null) this.break(storedUntil)
  }

  /** `provenUntil`: time of the exchange of the last sign of life. A second break before a mend changes nothing. */
  break(provenUntil: number): void {
    this.#brokenFrom ??= provenUntil - BEFORE_MS
  }

  /** The subscription stands since this time of the exchange. */
  mend(at: number): void {
    if (this.#brokenFrom === null) return
    const from = Math.min(this.#brokenFrom, this.#stretch?.from ?? Infinity)
    this.#stretch = { from, to: Math.max(from, at + AFTER_MS, this.#stretch?.to ?? -Infinity) }
    this.#brokenFrom = null
  }

  get isBroken(): boolean {
    return this.#brokenFrom !== null
  }

  /** The stretch to be stored with the next commit. */
  take(): Stretch | null {
    const stretch = this.#stretch
    this.#stretch = null
    return stretch
  }

  putBack(stretch: Stretch | null): void {
    if (stretch === null) return
    const later = this.#stretch
    this.#stretch = later === null ? stretch : { from: Math.min(stretch.from, later.from), to: Math.max(stretch.to, later.to) }
  }
}
