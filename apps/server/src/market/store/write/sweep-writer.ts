import type { Pool } from 'pg'
import type { QueueState } from '../../../platform/metrics/index.ts'

/** Max rows waiting to be written; skipped ones are written when their hour is read again. */
const MAX_WAITING = 200

export interface RowSweeps {
  readonly instrumentId: number
  readonly hourTs: number
  readonly part: number
  /** null: they cannot be packed, and remain computed from the trades. */
  readonly sweeps: Uint8Array | null
}

/**
 * Adds sweeps to rows of trades that were stored without them, one statement per row, in the background. A row replaced
 * since is not found, and a failure leaves the row unchanged.
 */
export class SweepWriter {
  readonly #pool: Pool
  #waiting: RowSweeps[] = []
  #writing: Promise<void> | null = null
  #skipped = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  queue(): QueueState {
    return { queue: 'store_sweeps', size: this.#waiting.length, bound: MAX_WAITING, overflows: this.#skipped }
  }

  add(row: RowSweeps): void {
    if (row.sweeps === null) return
    if (this.#waiting.length >= MAX_WAITING) {
      this.#skipped += 1
      return
    }
    this.#waiting.push(row)
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
  }

  async done(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    for (let row = this.#waiting.shift(); row !== undefined; row = this.#waiting.shift()) {
      try {
        await this.#pool.query({
          name: 'store_sweeps',
          text: 'update tape_chunk set sweeps = $4 where instrument_id = $1 and hour_ts = $2 and part = $3 and sweeps is null',
          values: [row.instrumentId, row.hourTs, row.part, row.sweeps],
        })
      } catch {
        this.#waiting = []
      }
    }
  }
}
