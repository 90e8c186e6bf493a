import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { Semaphore } from '../../../platform/async/index.ts'

/** Max bytes in flight to the database. */
export const MAX_UNDERWAY = 32 * 1024 * 1024

/**
 * Wraps the connection as a queue: every query waits for the previous ones. Large rows can be sent without awaiting
 * each, and later queries still see them.
 */
export function queued(client: PoolClient): PoolClient {
  const turns = new Semaphore(1)
  const query = (...args: Parameters<PoolClient['query']>): Promise<unknown> => {
    const run = turns.run(() => client.query(...args) as unknown as Promise<unknown>)
    // Callers may await it later.
    run.catch(() => {})
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
 * Writes large rows while the next ones are being packed, so that PostgreSQL and this process each use a core:
 * statements are sent without awaiting them. `done` waits for all of them and throws the first error.
 */
export class RowSink {
  readonly #client: PoolClient
  #underway: Promise<unknown>[] = []
  #bytes = 0
  #failure: { error: unknown } | null = null

  /** `client` must be wrapped by `queued`. */
  constructor(client: PoolClient) {
    this.#client = client
  }

  /** Bytes in flight to the database. */
  get bytes(): number {
    return this.#bytes
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
    // The socket only writes between turns of the event loop.
    else if (bytes > 4096) await nextTurn()
  }

  async done(): Promise<void> {
    await Promise.all(this.#underway)
    this.#underway = []
    this.#bytes = 0
    if (this.#failure !== null) throw this.#failure.error
  }
}
