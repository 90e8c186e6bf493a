import pg from 'pg'
import { delay } from '../async/index.ts'
import { inChildSpan } from '../tracing/index.ts'

/** A statement got no answer in time. Its connection is closed: the server may still be executing it. */
class StatementTimeoutError extends Error {
  override readonly name = 'StatementTimeoutError'
  readonly code = 'STATEMENT_TIMEOUT'
}

/** Ends a connection whose server is silent; its statements fail at once. */
export function dropConnection(client: pg.ClientBase, reason: string): void {
  ;(client as unknown as { readonly connection: Protocol }).connection.stream.destroy(new StatementTimeoutError(reason))
}

/** Whether a connection was closed because the server was silent. */
export const isSilence = (error: unknown): boolean => error instanceof StatementTimeoutError

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
      return traced(args, () => (super.query as (...given: unknown[]) => unknown)(...args))
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

/** More work waits for a connection than the pool admits. The statement was not sent. */
export class PoolFullError extends Error {
  override readonly name = 'PoolFullError'
  readonly code = 'POOL_FULL'
}

export interface BoundedPoolConfig extends pg.PoolConfig {
  /** Max callers that wait for a connection. */
  readonly maxWaiting: number
}

/** A pool with a bounded queue: a database that stalls must not collect callers without end. */
export class BoundedPool extends pg.Pool {
  readonly maxWaiting: number
  #refused = 0

  constructor(config: BoundedPoolConfig) {
    super(config)
    this.maxWaiting = config.maxWaiting
  }

  /** Callers refused so far because the queue was full. */
  get refusedCount(): number {
    return this.#refused
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  override connect(callback?: (...results: any[]) => void): any {
    if (this.waitingCount >= this.maxWaiting) {
      this.#refused += 1
      const error = new PoolFullError(`${this.maxWaiting} callers wait for a database connection`)
      return callback === undefined ? Promise.reject(error) : callback(error, undefined, () => {})
    }
    return callback === undefined ? super.connect() : super.connect(callback)
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    return traced(args, () => (super.query as (...given: unknown[]) => unknown)(...args))
  }
}

/**
 * Runs a statement as a span of the current trace, with its text and never its values. Calls with a callback and
 * streams of rows are not traced: a pool makes such a call for each traced one.
 */
function traced(args: readonly unknown[], run: () => unknown): unknown {
  const [statement] = args
  const text = typeof statement === 'string' ? statement : ((statement as { text?: unknown } | null)?.text ?? null)
  const isStream = typeof (statement as { submit?: unknown } | null)?.submit === 'function'
  if (typeof text !== 'string' || isStream || typeof args.at(-1) === 'function') return run()
  return inChildSpan(
    `database ${/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'}`,
    () => ({ kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.text': text } }),
    run as () => Promise<unknown>,
  )
}

/** A machine short of memory or disk may stall for many seconds; connections that never open must fail eventually. */
export const CONNECT_TIMEOUT_MS = 30_000

export interface DedicatedOptions {
  readonly connectMs?: number
  /** Max wait for the result of one statement; then the connection is closed. Default: none. */
  readonly statementMs?: number
}

/** A dedicated connection for locks, notifications and work that must not wait for the pool. Not yet connected. */
export function dedicatedClient(
  url: string,
  { connectMs = CONNECT_TIMEOUT_MS, statementMs }: DedicatedOptions = {},
): pg.Client {
  const Client = statementMs === undefined ? pg.Client : boundedClient(statementMs)
  return new Client({
    connectionString: url,
    types: numberTypes,
    application_name: `flowprint/${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
  })
}

const INT8 = 20

/**
 * Parses bigint columns as numbers: all of ours (milliseconds, seq, lots) are safe integers; others must fail instead
 * of being rounded. Amounts of money are read as text (`amount::text`) and become BigInt.
 */
export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === INT8 && format !== 'binary' ? safeInteger : pg.types.getTypeParser(oid, format)
  },
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`Invariant: a bigint column holds a safe integer, had ${text}`)
  return value
}

/** Wait times and max connections of a pool. */
export interface PoolLimits {
  readonly connections: number
  /** Max wait for a connection, free or new. */
  readonly connectMs: number
  /** Max wait for the result of one statement. */
  readonly statementMs: number
  /** Max callers that wait for a connection; others fail at once with PoolFullError. */
  readonly waiting: number
  /**
   * PostgreSQL ends a transaction whose process sends nothing for this long, and with it the locks of a frozen one. Default:
   * never.
   */
  readonly idleTransactionMs?: number
}

/** Less than the timeout of the leases (platform/lease): a successor must not wait for the locks of a frozen holder. */
const IDLE_TRANSACTION_MS = 5_000

/** By kind of work: reads fail fast, background work gets more time. */
export const POOL_LIMITS = {
  /** Sessions, accounts, orders, settings: few rows by key. */
  calls: { connections: 8, connectMs: 3_000, statementMs: 8_000, waiting: 200, idleTransactionMs: IDLE_TRANSACTION_MS },
  /** Bars, trades and profiles of a market. */
  reads: { connections: 6, connectMs: 4_000, statementMs: 15_000, waiting: 300 },
  /** The read worker: one large query, exports, and cancelled reads that end with their statement. */
  /** The same reads from a replica: the primary answers when it does not. */
  replicaReads: { connections: 6, connectMs: 1_000, statementMs: 10_000, waiting: 100 },
  largeReplicaReads: { connections: 6, connectMs: 1_000, statementMs: 30_000, waiting: 100 },
  largeReads: { connections: 6, connectMs: 4_000, statementMs: 60_000, waiting: 100 },
  /** Commits of markets, deliveries, alerts. A commit may wait for an import that locks its market. */
  work: {
    connections: 10,
    connectMs: 30_000,
    statementMs: 120_000,
    waiting: 2_000,
    idleTransactionMs: IDLE_TRANSACTION_MS,
  },
  /** Commits of order books and derivatives data: trades never wait for them. */
  depth: {
    connections: 3,
    connectMs: 10_000,
    statementMs: 60_000,
    waiting: 1_000,
    idleTransactionMs: IDLE_TRANSACTION_MS,
  },
  /** The job queue: three connections listen for new jobs, the others take and close jobs. */
  queue: { connections: 8, connectMs: 30_000, statementMs: 30_000, waiting: 100 },
  /** Daily jobs over whole tables. */
  jobs: { connections: 2, connectMs: 30_000, statementMs: 30 * 60_000, waiting: 100 },
} as const satisfies Record<string, PoolLimits>

export interface ListenOptions {
  readonly url: string
  readonly channel: string
  readonly onNotification: (payload: string) => void
  /** Called when the connection is back: notifications sent while it was down are lost. */
  readonly onReconnect?: () => Promise<void>
  /** The database is unavailable; the connection is tried again. */
  readonly onFailure: (error: unknown) => void
}

export interface Listening {
  /** Resolves when the channel is subscribed for the first time, or when stopped. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

const RETRY_MS = 500
/** A network may drop a connection without a word: a listener that only waits would never notice. */
const LISTEN_CHECK_MS = 5_000
const LISTEN_TIMEOUT_MS = 10_000

/** Receives the notifications of a channel on a dedicated connection, which is opened again when it is lost. */
export function listen({ url, channel, onNotification, onReconnect, onFailure }: ListenOptions): Listening {
  const stopping = new AbortController()
  const { signal } = stopping
  const ready = Promise.withResolvers<void>()
  let client: pg.Client | null = null

  async function run(): Promise<void> {
    for (let isFirst = true; !signal.aborted;) {
      const ended = Promise.withResolvers<void>()
      const current = dedicatedClient(url, { statementMs: LISTEN_TIMEOUT_MS })
      client = current
      let isAnswered = true
      const check = setInterval(() => {
        if (!isAnswered) return
        isAnswered = false
        current.query('select').then(
          () => (isAnswered = true),
          () => {},
        )
      }, LISTEN_CHECK_MS).unref()
      client.on('error', () => ended.resolve())
      client.on('end', () => ended.resolve())
      client.on('notification', ({ payload = '' }) => onNotification(payload))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        if (!isFirst) await onReconnect?.()
        isFirst = false
        ready.resolve()
        await ended.promise
      } catch (error) {
        if (!signal.aborted) onFailure(error)
      }
      clearInterval(check)
      await client.end().catch(() => {})
      if (!signal.aborted) await delay(RETRY_MS, { signal })
    }
  }
  const running = run()
  return {
    ready: ready.promise,
    async stop() {
      stopping.abort()
      ready.resolve()
      await client?.end().catch(() => {})
      await running
    },
  }
}
