import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'

/** Bytes on their way to the database at once. */
const MOST_UNDERWAY = 32 * 1024 * 1024

/**
 * Writes big rows while the next ones are being packed: the statement is sent and not waited for, so that PostgreSQL
 * stores one row on its core while ours packs the next. `done` waits for all, and throws what one of them threw.
 */
export class RowSink {
  readonly #client: PoolClient
  #underway: Promise<unknown>[] = []
  #bytes = 0
  #failure: { error: unknown } | null = null

  constructor(client: PoolClient) {
    this.#client = client
  }

  async write(statement: { name: string; text: string; values: unknown[] }, bytes: number): Promise<void> {
    const sent = this.#client.query(statement).catch((error: unknown) => {
      this.#failure ??= { error }
    })
    this.#underway.push(sent)
    this.#bytes += bytes
    if (this.#bytes > MOST_UNDERWAY) await this.done()
    else if (bytes > 4096) await nextTurn()
  }

  async done(): Promise<void> {
    await Promise.all(this.#underway)
    this.#underway = []
    this.#bytes = 0
    if (this.#failure !== null) throw this.#failure.error
  }
}
