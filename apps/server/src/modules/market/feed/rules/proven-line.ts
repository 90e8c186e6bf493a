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
 * Which time nobody can vouch for where ids prove nothing: from the last sign of life before prints were lost until they
 * certainly come again. All times are the exchange's.
 *
 * What is known of a break is due at once, so that it is stored even if the process ends before the mend.
 */
export class ProvenLine {
  #brokenFrom: number | null = null
  #stretch: Stretch | null = null

  get isBroken(): boolean {
    return this.#brokenFrom !== null
  }

  /** Nobody vouches for what traded since `provenUntil`; `at` is now. A further break may reach further back. */
  break(provenUntil: number, at: number): void {
    this.#add({ from: provenUntil - BEFORE_MS, to: at })
    this.#brokenFrom ??= at
  }

  /** Prints certainly come again since this moment. */
  mend(at: number): void {
    if (this.#brokenFrom === null) return
    this.#add({ from: this.#brokenFrom, to: at + AFTER_MS })
    this.#brokenFrom = null
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
    this.#stretch = { from: Math.min(from, known?.from ?? Infinity), to: Math.max(from, to, known?.to ?? -Infinity) }
  }
}
