import type pg from 'pg'
import { delay, sharedAbortController, withTimeout } from '../async/index.ts'
import { messageOf } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import { dedicatedClient, POOL_LIMITS } from './clients.ts'
import { createPool } from './open-database.ts'

/**
 * ready: read from. starting: not checked yet. paused: replay is paused. behind: too far behind the primary. primary: not
 * a replica, or promoted. foreign: a replica of another database.
 */
export type ReplicaState = 'ready' | 'starting' | 'unreachable' | 'paused' | 'behind' | 'primary' | 'foreign'

export interface ReplicaStatus {
  /** Host and port. */
  readonly name: string
  readonly state: ReplicaState
  /** Age of the oldest commit of the primary that is not replayed, ms; null while unknown. */
  readonly lagMs: number | null
}

export interface ReplicasOptions {
  /** One server each: a check of a balanced address would say nothing about the next connection. */
  readonly urls: readonly string[]
  readonly primaryUrl: string
  readonly log: Log
}

const CHECK_MS = 1_000
/** Max wait for the answer to a check. */
const ANSWER_MS = 1_500
/** A replica that failed is left out at least this long. */
const RETRY_MS = 5_000
/** A replica further behind is left out. */
const MAX_LAG_MS = 10_000
/** Positions of the primary kept to measure lags. */
const MAX_MARKS = 600

interface Position {
  /** Of the log that the server has written or replayed, in bytes. */
  readonly lsn: number
  readonly system: string
}

const PRIMARY_POSITION =
  "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as lsn, system_identifier::text as system from pg_control_system()"
const REPLICA_POSITION =
  'select pg_is_in_recovery() as recovering, case when pg_is_in_recovery() then pg_is_wal_replay_paused() end as paused, ' +
  "pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as lsn, system_identifier::text as system from pg_control_system()"

interface ReplicaPosition extends Position {
  readonly recovering: boolean
  readonly paused: boolean | null
}

/** One replica as its readers see it. */
export class Replica {
  readonly name: string
  readonly url: string
  readonly pool: pg.Pool
  /** Number in DATABASE_REPLICA_URL, from 0. */
  readonly index: number
  readonly probe: Probe
  #state: ReplicaState = 'starting'
  #lost = sharedAbortController()
  lagMs: number | null = null
  /** Reads in progress. */
  active = 0
  /** Not before this time, in ms of `performance.now()`. */
  retryAt = 0

  constructor(url: string, index: number, log: Log) {
    this.url = url
    this.index = index
    this.name = new URL(url).host
    const writeLine = (line: string): void => log.info({ replica: this.name }, line)
    this.pool = createPool(url, { mode: 'share', writeLine }, POOL_LIMITS.replicaReads)
    this.probe = new Probe(url)
  }

  get state(): ReplicaState {
    return this.#state
  }

  /** Aborts when the replica fails: its readers need not wait for their timeouts. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  set(state: ReplicaState): void {
    this.#state = state
    if (state === 'unreachable') this.#lost.abort(new Error(`Condition: the replica ${this.name} failed`))
    else if (state === 'ready' && this.#lost.signal.aborted) this.#lost = sharedAbortController()
  }
}

/** A connection for checks only, so that a full pool or a long query does not delay them. */
class Probe {
  readonly #url: string
  #client: pg.Client | null = null

  constructor(url: string) {
    this.#url = url
  }

  /** Throws when the server does not answer in time. */
  ask<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
    return withTimeout(this.#ask<Row>(text), ANSWER_MS, () => {
      this.close()
      throw new Error(`no answer within ${ANSWER_MS / 1000} s`)
    }).catch((error: unknown) => {
      this.close()
      throw error
    })
  }

  close(): void {
    const client = this.#client
    this.#client = null
    // Not awaited: a stopped server does not answer the disconnect.
    if (client !== null) void client.end().catch(() => {})
  }

  async #ask<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
    if (this.#client === null) {
      const fresh = dedicatedClient(this.#url, { connectMs: ANSWER_MS })
      fresh.on('error', () => {
        if (this.#client === fresh) this.close()
      })
      this.#client = fresh
      await fresh.connect()
    }
    const { rows } = await this.#client.query<Row>(text)
    return rows[0]
  }
}

/**
 * The replicas of DATABASE_REPLICA_URL. Each is checked every second: one that is unreachable, paused or too far behind
 * is left out until it has recovered. Whether a replica is recent enough for one particular read is decided by that read.
 */
export class Replicas {
  readonly list: readonly Replica[]
  readonly #primary: Probe
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #marks: { readonly at: number; readonly lsn: number }[] = []
  #system: string | null = null
  readonly #lostListeners = new Set<(replica: Replica) => void>()
  #turn = 0
  #running: Promise<void> | null = null

  constructor({ urls, primaryUrl, log }: ReplicasOptions) {
    this.list = urls.map((url, index) => new Replica(url, index, log))
    this.#primary = new Probe(primaryUrl)
    this.#log = log
  }

  /** Starts the checks. Until the first one, nothing is read from replicas. */
  start(): void {
    this.#running ??= this.#run()
  }

  /** The ready replica with the fewest reads, in turn; null when none is ready. The caller calls `release`. */
  acquire(): Replica | null {
    const ready = this.list.filter(({ state }) => state === 'ready')
    if (ready.length === 0) return null
    const least = Math.min(...ready.map(({ active }) => active))
    const idle = ready.filter(({ active }) => active === least)
    const replica = idle[this.#turn++ % idle.length]
    replica.active += 1
    return replica
  }

  release(replica: Replica): void {
    replica.active -= 1
  }

  /** A read from the replica failed for a reason of the server. */
  onFailure(replica: Replica, message: string): void {
    replica.retryAt = performance.now() + RETRY_MS
    this.#set(replica, 'unreachable', replica.lagMs, message)
  }

  /** Called when a replica fails, and its readers should not wait for their timeouts. Returns the unsubscribe function. */
  onLost(listener: (replica: Replica) => void): () => void {
    this.#lostListeners.add(listener)
    return () => this.#lostListeners.delete(listener)
  }

  status(): ReplicaStatus[] {
    return this.list.map(({ name, state, lagMs }) => ({ name, state, lagMs }))
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    this.#primary.close()
    for (const { probe } of this.list) probe.close()
    // Connections of a stopped server never end.
    await Promise.race([Promise.all(this.list.map(({ pool }) => pool.end())), delay(ANSWER_MS, { ref: false })])
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#mark()
      await Promise.all(this.list.map((replica) => this.#check(replica)))
      await delay(CHECK_MS, { signal, ref: false })
    }
  }

  /** Records how far the primary has written. While it is unreachable nothing is written that could be missing. */
  async #mark(): Promise<void> {
    const at = performance.now()
    try {
      const { lsn, system } = await this.#primary.ask<Position>(PRIMARY_POSITION)
      this.#system = system
      if (this.#marks.at(-1)?.lsn !== lsn) this.#marks.push({ at, lsn })
      if (this.#marks.length > MAX_MARKS) this.#marks.shift()
    } catch {
      // Reported by /ready.
    }
  }

  async #check(replica: Replica): Promise<void> {
    try {
      const found = await replica.probe.ask<ReplicaPosition>(REPLICA_POSITION)
      if (this.#stopping.signal.aborted) return
      if (this.#system !== null && found.system !== this.#system) return this.#set(replica, 'foreign', null)
      if (!found.recovering) return this.#set(replica, 'primary', null)
      const lagMs = this.#lagAt(found.lsn)
      if (found.paused === true) return this.#set(replica, 'paused', lagMs)
      if (lagMs > MAX_LAG_MS) return this.#set(replica, 'behind', lagMs)
      // Without a position of the primary the lag is unknown.
      if (this.#marks.length === 0) return
      if (performance.now() >= replica.retryAt) this.#set(replica, 'ready', lagMs)
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      replica.retryAt = performance.now() + RETRY_MS
      this.#set(replica, 'unreachable', null, messageOf(error))
    }
  }

  /** Age of the first known position of the primary that is not replayed. */
  #lagAt(lsn: number): number {
    const missing = this.#marks.find((mark) => mark.lsn > lsn)
    return missing === undefined ? 0 : performance.now() - missing.at
  }

  #set(replica: Replica, state: ReplicaState, lagMs: number | null, err?: string): void {
    const before = replica.state
    replica.lagMs = lagMs
    replica.set(state)
    if (state === before) return
    if (state === 'unreachable') for (const listener of this.#lostListeners) listener(replica)
    const facts = { replica: replica.name, lagMs: lagMs === null ? null : Math.round(lagMs), ...(err && { err }) }
    if (state === 'ready') this.#log.info(facts, 'history is read from the replica')
    else this.#log.warn({ ...facts, state }, 'the replica is left out: history is read from the others or the primary')
  }
}
