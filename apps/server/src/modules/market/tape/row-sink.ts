import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'

/** Bytes on their way to the database at once. */
const MAX_UNDERWAY = 32 * 1024 * 1024

/**
 * The connection as a queue: every query waits for the ones before it. So big rows can be sent without waiting for each,
 * and whatever is asked afterwards still sees them.
 */
export function queued(client: PoolClient): PoolClient {
  let last: Promise<unknown> = Promise.resolve()
  const query = (...args: Parameters<PoolClient['query']>): Promise<unknown> => {
    const run = last.then(() => client.query(...args) as unknown as Promise<unknown>)
    last = run.catch(() => {})
    return run
  }
  return { query } as unknown as PoolClient
}

export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/**
 * Writes big rows while the next ones are being packed: the statement is sent and not waited for, so that PostgreSQL
 * stores one row on its core while ours packs the next. `done` waits for all, and throws what one of them threw.
 */
export class RowSink {
  readonly #client: PoolClient
  #underway: Promise<unknown>[] = []
  #bytes = 0
  #failure: { error: unknown } | null = null

  /** `client` is queued. */
  constructor(client: PoolClient) {
    this.#client = client
  }

  async write(statement: Statement | Promise<Statement>, bytes: number): Promise<void> {
    const sending: Promise<unknown> =
      statement instanceof Promise
        ? statement.then((ready) => this.#client.query(ready))
        : this.#client.query(statement)
    const sent = sending.catch((error: unknown) => {
      this.#failure ??= { error }
    })
    this.#underway.push(sent)
    this.#bytes += bytes
    if (this.#bytes > MAX_UNDERWAY) await this.done()
    // The sending happens between our turns.
    else if (bytes > 4096) await nextTurn()
  }

  async done(): Promise<void> {
    await Promise.all(this.#underway)
    this.#underway = []
    this.#bytes = 0
    if (this.#failure !== null) throw this.#failure.error
  }
}
