import type pg from 'pg'
import { Semaphore, Signal } from '../async/index.ts'
import { dedicatedClient, isSilence } from '../database/index.ts'
import type { Queryable } from '../database/index.ts'

/** Another process took the lease, or its connection was lost. Nothing was stored or sent. */
export class FencedError extends Error {
  override readonly name = 'FencedError'
}

/** Classes of the advisory locks; the second key is the id, or a hash of the name. */
const CLASSES = {
  /** Writing live trades of an instrument, by its id. */
  market: 4_701,
  /** Backfilling a symbol: two backfills would load the same files and send twice as many revisions. */
  backfill: 4_702,
  /** Recording the order book of an instrument, by its id. */
  depth: 4_710,
  /** Recording the derivatives data of an instrument, by its id. */
  derivatives: 4_711,
  /** Evaluating the alerts of a market. */
  alerts: 4_705,
  /** Computing the rows of the scanner. */
  scanner: 4_712,
  /** Running, by the id of the node. */
  node: 4_706,
  /** Running a scheduled job, by its name. */
  job: 4_707,
} as const

/** What a lease is about. */
export interface LeaseKey {
  readonly kind: keyof typeof CLASSES
  readonly about: number | string
}

/** An exclusive right of this process, until released or lost with its connection. */
export interface Held<Value = void> {
  readonly value: Value
  /** Aborts with FencedError when the lease is released or lost. */
  readonly signal: AbortSignal
  /**
   * False once it is released or lost, and while that is possible: PostgreSQL has not confirmed it within the timeout, for
   * instance because this process was frozen.
   */
  readonly isConfirmed: boolean
  release(): Promise<void>
}

export interface TakeOptions<Value> {
  readonly signal?: AbortSignal | undefined
  /** Runs when the lock is held, before anyone learns of it: raises the fencing token. A rejection releases the lock. */
  readonly fence: () => Promise<Value>
}

export interface LeaseOptions {
  /** PostgreSQL ends the leases of a process that is silent for this long. Default: only with the connection. */
  readonly timeoutMs?: number
  /** Called when the connection was given up because PostgreSQL did not answer: other connections are lost too. */
  readonly onSilence?: (() => void) | undefined
}

/**
 * Timeout of the server's leases: a frozen process is replaced within 10 s, and one that only stalls for some seconds
 * keeps them.
 */
export const LEASE_TIMEOUT_MS = 6_000

/** Retry interval for locks held by other processes; one query tries all of them. */
const TRY_EVERY_MS = 500
const HEARTBEATS_PER_TIMEOUT = 3
/** A connection without an answer for this many timeouts is closed: a network may drop everything without a word. */
const SILENT_TIMEOUTS = 2

interface Waiter {
  readonly key: LeaseKey
  /** Tries once instead of waiting. */
  readonly isOnce: boolean
  hasGivenUp: boolean
  readonly fence: () => Promise<unknown>
  readonly resolve: (lease: Held<unknown> | null) => void
  readonly reject: (reason: unknown) => void
}

/** A connection that holds locks; its users are notified when it is lost. */
interface Session {
  readonly query: Queryable['query']
  readonly end: () => Promise<void>
  readonly lost: AbortController
  /** When the last heartbeat that was answered was sent, ms of the monotonic clock. */
  confirmedAt: number
}

/**
 * Leases: advisory locks of PostgreSQL, all on one dedicated connection, whatever their number. When the connection is
 * lost, all are lost, and the next one taken opens a new connection. A process may learn of the loss late: what it
 * writes under a lease must carry a fencing token (`fence`) where a late write does harm.
 */
export class Leases {
  readonly #url: string
  readonly #timeoutMs: number | null
  readonly #onSilence: LeaseOptions['onSilence']
  readonly #held = new Set<string>()
  #waiting: Waiter[] = []
  #session: Session | null = null
  #isRunning = false
  #hasNew = false
  readonly #wakeUp = new Signal()

  constructor(url: string, { timeoutMs, onSilence }: LeaseOptions = {}) {
    this.#url = url
    this.#timeoutMs = timeoutMs ?? null
    this.#onSilence = onSilence
  }

  /** Waits until the lease is free. Rejects when the signal aborts or the database is unreachable. */
  take(key: LeaseKey): Promise<Held>
  take<Value>(key: LeaseKey, options: TakeOptions<Value>): Promise<Held<Value>>
  take(key: LeaseKey, options: Partial<TakeOptions<void>>): Promise<Held>
  take(key: LeaseKey, options: Partial<TakeOptions<unknown>> = {}): Promise<Held<unknown>> {
    return this.#enqueue(key, options, false) as Promise<Held<unknown>>
  }

  /** Null: another process, or another caller in this one, has it. */
  tryTake<Value>(key: LeaseKey, options: TakeOptions<Value>): Promise<Held<Value> | null> {
    return this.#enqueue(key, options, true) as Promise<Held<Value> | null>
  }

  /** Number of leases held, by kind. */
  counts(): Readonly<Record<LeaseKey['kind'], number>> {
    const counts = Object.fromEntries(Object.keys(CLASSES).map((kind) => [kind, 0])) as Record<LeaseKey['kind'], number>
    for (const name of this.#held) counts[name.split(' ', 1)[0] as LeaseKey['kind']] += 1
    return counts
  }

  async close(): Promise<void> {
    await this.#session?.end()
  }

  async #enqueue(
    key: LeaseKey,
    { signal, fence = async () => {} }: Partial<TakeOptions<unknown>>,
    isOnce: boolean,
  ): Promise<Held<unknown> | null> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Held<unknown> | null>()
    const waiter: Waiter = { key, isOnce, hasGivenUp: false, fence, resolve, reject }
    const giveUp = (): void => {
      waiter.hasGivenUp = true
      this.#remove(waiter)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#waiting.push(waiter)
    this.#hasNew = true
    this.#wakeUp.notify()
    if (!this.#isRunning) void this.#run()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /** False: it no longer waits. */
  #remove(waiter: Waiter): boolean {
    const count = this.#waiting.length
    this.#waiting = this.#waiting.filter((other) => other !== waiter)
    return this.#waiting.length < count
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      this.#hasNew = false
      try {
        await this.#tryAll((this.#session ??= await this.#connect()))
      } catch (error) {
        for (const waiter of this.#waiting.splice(0)) waiter.reject(error)
      }
      if (this.#waiting.length > 0 && !this.#hasNew) await this.#wakeUp.wait(TRY_EVERY_MS)
    }
    this.#isRunning = false
    await this.#endIdle()
  }

  async #connect(): Promise<Session> {
    const timeoutMs = this.#timeoutMs
    const client = dedicatedClient(this.#url, {
      ...(timeoutMs === null ? {} : { statementMs: SILENT_TIMEOUTS * timeoutMs }),
    })
    const lost = new AbortController()
    let heartbeat: NodeJS.Timeout | undefined
    const session: Session = {
      query: inTurns(client),
      end: () => client.end().catch(() => {}),
      lost,
      confirmedAt: performance.now(),
    }
    const lose = (): void => {
      clearInterval(heartbeat)
      if (this.#session === session) {
        this.#session = null
        this.#held.clear()
      }
      lost.abort(new FencedError('the connection of the leases was lost'))
    }
    client.on('error', (error) => {
      lose()
      if (isSilence(error)) this.#onSilence?.()
    })
    client.on('end', lose)
    await client.connect()
    if (timeoutMs !== null) {
      session.confirmedAt = performance.now()
      await session.query(`set idle_session_timeout = ${timeoutMs}`)
      heartbeat = setInterval(() => void sendHeartbeat(session), timeoutMs / HEARTBEATS_PER_TIMEOUT).unref()
    }
    return session
  }

  async #tryAll(session: Session): Promise<void> {
    const asked = [...this.#waiting]
    // Postgres lets one connection take the same lock twice; within the process the first waiter gets it.
    const wanted = new Map(asked.map(({ key }) => [nameOf(key), key]))
    for (const name of this.#held) wanted.delete(name)
    const keys = [...wanted.values()]
    if (keys.length > 0) {
      const { rows } = await session.query<{ n: number; got: boolean }>(
        `select n::int, pg_try_advisory_lock(class, coalesce(id, hashtext(name))) as got
         from unnest($1::int[], $2::int[], $3::text[]) with ordinality as wanted (class, id, name, n)`,
        [
          keys.map(({ kind }) => CLASSES[kind]),
          keys.map(({ about }) => (typeof about === 'number' ? about : null)),
          keys.map(({ about }) => (typeof about === 'string' ? about : null)),
        ],
      )
      for (const { n } of rows.filter(({ got }) => got)) {
        this.#held.add(nameOf(keys[n - 1]))
        void this.#give(session, keys[n - 1])
      }
    }
    for (const waiter of asked) if (waiter.isOnce && this.#remove(waiter)) waiter.resolve(null)
  }

  async #give(session: Session, key: LeaseKey): Promise<void> {
    const name = nameOf(key)
    const waiter = this.#waiting.find((one) => nameOf(one.key) === name)
    if (waiter === undefined) return this.#release(session, key)
    this.#remove(waiter)
    let value: unknown
    try {
      value = await waiter.fence()
    } catch (error) {
      waiter.reject(error)
      return this.#release(session, key)
    }
    if (waiter.hasGivenUp) return this.#give(session, key)
    const own = new AbortController()
    const signal = AbortSignal.any([session.lost.signal, own.signal])
    const timeoutMs = this.#timeoutMs
    waiter.resolve({
      value,
      signal,
      get isConfirmed() {
        return !signal.aborted && (timeoutMs === null || performance.now() - session.confirmedAt < timeoutMs)
      },
      release: async () => {
        if (own.signal.aborted) return
        own.abort(new FencedError(`the lease of ${name} was released`))
        if (this.#session === session) await this.#release(session, key)
      },
    })
  }

  async #release(session: Session, key: LeaseKey): Promise<void> {
    await session
      .query('select pg_advisory_unlock($1, coalesce($2::int, hashtext($3)))', [
        CLASSES[key.kind],
        typeof key.about === 'number' ? key.about : null,
        typeof key.about === 'string' ? key.about : null,
      ])
      .catch(() => {})
    if (this.#session === session) this.#held.delete(nameOf(key))
    this.#wakeUp.notify()
    if (!this.#isRunning) await this.#endIdle()
  }

  /** Close an idle connection: it would keep a command from exiting. */
  async #endIdle(): Promise<void> {
    if (this.#held.size > 0 || this.#session === null) return
    const { end } = this.#session
    this.#session = null
    await end()
  }
}

const nameOf = ({ kind, about }: LeaseKey): string => `${kind} ${about}`

async function sendHeartbeat(session: Session): Promise<void> {
  const sentAt = performance.now()
  // A failure ends the session.
  await session.query('select').then(
    () => (session.confirmedAt = Math.max(session.confirmedAt, sentAt)),
    () => {},
  )
}

/** One query at a time, in order. */
function inTurns(client: pg.Client): Queryable['query'] {
  const turns = new Semaphore(1)
  return (text, values) => turns.run(() => client.query(text, values))
}

/** Ids about which any process has a lease of this kind. `client`: of the primary, where the locks are. */
export async function leasedIds(client: Queryable, kind: LeaseKey['kind']): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    "select objid::int as id from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted " +
      'and database = (select oid from pg_database where datname = current_database())',
    [CLASSES[kind]],
  )
  return rows.map(({ id }) => id)
}

/** Whether any process has a lease about something with an id. */
export const isLeased = async (client: Queryable, kind: LeaseKey['kind'], id: number): Promise<boolean> =>
  (await leasedIds(client, kind)).includes(id)
