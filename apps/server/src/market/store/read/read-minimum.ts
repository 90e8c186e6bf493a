import { ReplicaBehindError } from '../errors.ts'
import type { Head } from '../rows/head.ts'
import { closedUntilAt } from '../tiers.ts'
import type { TapePosition } from '../types.ts'

/** What the snapshots of one read must contain of their market. */
export class ReadMinimum {
  readonly #position: TapePosition
  #rowVersion = 0

  constructor(position: TapePosition) {
    this.#position = position
  }

  /** Throws ReplicaBehindError. */
  check(head: Head): void {
    const { lastSeq } = this.#position
    if (head.lastSeq < lastSeq || head.rowVersion < this.#rowVersion || !this.#hasClock(head.watermark))
      throw new ReplicaBehindError(`Condition failed: log entry ${lastSeq} is replayed, had ${head.lastSeq}`)
  }

  /** Later snapshots must contain at least what the one with this head did. */
  raise(head: Head): void {
    this.#rowVersion = Math.max(this.#rowVersion, head.rowVersion)
  }

  /** Clients have closed every minute that the watermark has passed (stream rule 6). */
  #hasClock(watermark: number | null): boolean {
    const seen = this.#position.watermark
    if (seen === null || watermark === null) return seen === watermark
    return closedUntilAt(watermark) >= closedUntilAt(seen)
  }
}
