import { ReadTooLargeError } from '../errors.ts'

/**
 * Limits what a read unpacks and writes, in units of about one stored cell or trade.
 * `spend` throws ReadTooLargeError above the limit, before the work is done, and the signal's reason once the caller is
 * gone.
 */
export class ReadBudget {
  readonly #limit: number
  readonly #signal: AbortSignal | undefined
  #spent = 0

  constructor(limit = Infinity, signal?: AbortSignal) {
    this.#limit = limit
    this.#signal = signal
  }

  get spent(): number {
    return this.#spent
  }

  spend(units: number): void {
    this.#signal?.throwIfAborted()
    this.#spent += units
    if (this.#spent > this.#limit) throw new ReadTooLargeError()
  }
}
