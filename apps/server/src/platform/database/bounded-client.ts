import pg from 'pg'

/** A statement got no answer in time. Its connection is closed: the server may still be executing it. */
export class StatementTimeoutError extends Error {
  override readonly name = 'StatementTimeoutError'
  readonly code = 'STATEMENT_TIMEOUT'
}

/** Emits pg's protocol events. */
interface Protocol {
  readonly stream: { destroy(error: Error): void }
  on(event: 'readyForQuery', listener: () => void): void
}

/**
 * A client class whose statements fail after `timeoutMs`, measured here: PostgreSQL's statement_timeout does not help
 * when the server is stopped or the network drops packets. The connection is closed on a timeout, so that statements
 * queued behind it fail at once too.
 */
export function boundedClient(timeoutMs: number): typeof pg.Client {
  return class BoundedClient extends pg.Client {
    #pending = 0
    #timer: NodeJS.Timeout | undefined

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.#protocol.on('readyForQuery', () => {
        // The first ready message ends the login.
        if (this.#pending > 0) this.#pending -= 1
        this.#restart()
      })
      this.on('end', () => clearTimeout(this.#timer))
    }

    // oxlint-disable-next-line typescript/no-explicit-any
    override query(...args: any[]): any {
      this.#pending += 1
      if (this.#pending === 1) this.#restart()
      return (super.query as (...given: unknown[]) => unknown)(...args)
    }

    get #protocol(): Protocol {
      return (this as unknown as { readonly connection: Protocol }).connection
    }

    #restart(): void {
      clearTimeout(this.#timer)
      if (this.#pending === 0) return
      this.#timer = setTimeout(() => {
        this.#protocol.stream.destroy(
          new StatementTimeoutError(`the database did not answer within ${timeoutMs / 1000} s`),
        )
      }, timeoutMs)
      this.#timer.unref()
    }
  }
}
