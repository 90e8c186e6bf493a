import type pg from 'pg'
import { Signal } from '../../../platform/async/index.ts'
import { dedicatedClient } from '../../../platform/database/index.ts'
import { FencedError } from './errors.ts'
import { raiseEpoch } from './head.ts'
import type { Head } from './head.ts'
import type { Instrument } from './instrument.ts'
import { LEASE_LOCK, leaseOf } from './lease.ts'
import type { HeldLease } from './lease.ts'
import { queued } from './row-sink.ts'

/** Retry interval for locks held by other processes; one query tries all of them. */
const TRY_EVERY_MS = 500

interface Waiter {
  readonly instrument: Instrument
  readonly resolve: (lease: HeldLease) => void
  readonly reject: (reason: unknown) => void
}

/** A connection that holds locks; its users are notified when it is lost. */
interface Session {
  readonly client: pg.Client
  /** Runs queries one at a time. */
  readonly query: pg.PoolClient['query']
  readonly lost: AbortController
}

/**
 * Holds all leases of this process on a single dedicated connection, whatever the number of markets. When the
 * connection is lost, all leases are lost, and the next one taken opens a new connection.
 */
export class LeaseManager {
  readonly #url: string
  readonly #pool: pg.Pool
  readonly #held = new Set<number>()
  #waiting: Waiter[] = []
  #session: Session | null = null
  #running = false
  readonly #wakeUp = new Signal()

  /** `pool`: used for the epochs. An import may lock their rows for long, which must not block other leases. */
  constructor(url: string, pool: pg.Pool) {
    this.#url = url
    this.#pool = pool
  }

  /** Waits until the lease is free, then fences every earlier holder. Rejects when the database is unreachable. */
  async take(instrument: Instrument, signal?: AbortSignal): Promise<HeldLease> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<HeldLease>()
    const waiter: Waiter = { instrument, resolve, reject }
    const giveUp = (): void => {
      this.#waiting = this.#waiting.filter((other) => other !== waiter)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#waiting.push(waiter)
    this.#wakeUp.notify()
    if (!this.#running) void this.#run()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  async close(): Promise<void> {
    await this.#session?.client.end().catch(() => {})
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      try {
        await this.#tryAll((this.#session ??= await this.#connect()))
      } catch (error) {
        for (const waiter of this.#waiting.splice(0)) waiter.reject(error)
      }
      if (this.#waiting.length > 0) await this.#wakeUp.wait(TRY_EVERY_MS)
    }
    this.#running = false
    await this.#endIdle()
  }

  async #connect(): Promise<Session> {
    const client = dedicatedClient(this.#url)
    const lost = new AbortController()
    const lose = (): void => {
      if (this.#session?.client === client) {
        this.#session = null
        this.#held.clear()
      }
      lost.abort(new FencedError('the connection of the leases was lost'))
    }
    client.on('error', lose)
    client.on('end', lose)
    await client.connect()
    return { client, query: queued(client as unknown as pg.PoolClient).query, lost }
  }

  async #tryAll(session: Session): Promise<void> {
    // Postgres lets one connection take the same lock twice; within the process the first waiter gets it.
    const wanted = [...new Set(this.#waiting.map(({ instrument }) => instrument.id))].filter(
      (id) => !this.#held.has(id),
    )
    if (wanted.length === 0) return
    const { rows } = await session.query<{ id: number; got: boolean }>(
      'select id, pg_try_advisory_lock($1, id) as got from unnest($2::int[]) as id',
      [LEASE_LOCK, wanted],
    )
    for (const { id } of rows.filter((row) => row.got)) {
      this.#held.add(id)
      void this.#give(session, id)
    }
  }

  async #give(session: Session, id: number): Promise<void> {
    const waiter = this.#waiting.find(({ instrument }) => instrument.id === id)
    if (waiter === undefined) return this.#release(session, id)
    let head: Head
    try {
      head = await raiseEpoch(this.#pool, id)
    } catch (error) {
      this.#waiting = this.#waiting.filter((other) => other !== waiter)
      waiter.reject(error)
      return this.#release(session, id)
    }
    // The waiter may have aborted in the meantime.
    if (!this.#waiting.includes(waiter)) return this.#give(session, id)
    this.#waiting = this.#waiting.filter((other) => other !== waiter)
    const own = new AbortController()
    waiter.resolve(
      leaseOf(waiter.instrument, head, AbortSignal.any([session.lost.signal, own.signal]), async () => {
        if (own.signal.aborted) return
        own.abort(new FencedError(`${waiter.instrument.symbol}: the lease was released`))
        if (this.#session === session) await this.#release(session, id)
      }),
    )
  }

  async #release(session: Session, id: number): Promise<void> {
    await session.query('select pg_advisory_unlock($1, $2)', [LEASE_LOCK, id]).catch(() => {})
    if (this.#session === session) this.#held.delete(id)
    this.#wakeUp.notify()
    if (!this.#running) await this.#endIdle()
  }

  /** Close an idle connection: it would keep a command from exiting. */
  async #endIdle(): Promise<void> {
    if (this.#held.size > 0 || this.#session === null) return
    const { client } = this.#session
    this.#session = null
    await client.end().catch(() => {})
  }
}
