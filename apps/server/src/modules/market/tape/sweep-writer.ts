import type { Pool } from 'pg'

/** Rows that wait to be written at most; what is left out is written when its hour is read again. */
const MAX_WAITING = 200

export interface RowSweeps {
  readonly instrumentId: number
  readonly hourTs: number
  readonly part: number
  /** null: they cannot be packed, and stay computed from the trades. */
  readonly sweeps: Uint8Array | null
}

/**
 * Adds the sweeps to rows of trades that were written without them, one statement a row, in the background. A row that was
 * replaced since is not found and nothing happens; a failure leaves it as it was.
 */
export class SweepWriter {
  readonly #pool: Pool
  #waiting: RowSweeps[] = []
  #writing: Promise<void> | null = null

  constructor(pool: Pool) {
    this.#pool = pool
  }

  add(row: RowSweeps): void {
    if (row.sweeps === null || this.#waiting.length >= MAX_WAITING) return
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
