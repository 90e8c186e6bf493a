import type { Pool } from 'pg'
import { delay } from '../async/index.ts'
import type { Role } from '../env/index.ts'
import { messageOf } from '../errors/index.ts'
import { leasedIds } from '../lease/index.ts'
import type { Held, Leases } from '../lease/index.ts'
import type { Log } from '../log/index.ts'
import { ownerOf } from './owner.ts'

/** A running process of this installation. */
export interface Node {
  readonly id: number
  /** Host and process id. */
  readonly name: string
  readonly roles: readonly Role[]
  readonly version: string
  readonly usesNats: boolean
}

export interface NodesOptions {
  readonly pool: Pool
  /** With a timeout: a frozen process leaves the list when its lease ends. */
  readonly leases: Leases
  readonly self: Omit<Node, 'id'>
  readonly log: Log
  readonly refreshMs?: number
}

/** How soon a process learns of others that start, end or freeze. */
const REFRESH_MS = 1_000

/**
 * The processes that run on this database, including this one. Each holds a lease about its row, so PostgreSQL itself
 * knows which of them live: the lease of a killed process ends with its connection, that of a frozen one with its
 * timeout.
 */
export class Nodes {
  readonly #options: NodesOptions
  readonly #stopping = new AbortController()
  readonly #listeners = new Set<() => void>()
  #self: Node | null = null
  #lease: Held | null = null
  #live: readonly Node[] = []
  #running: Promise<void> | null = null
  #hasFailed = false

  constructor(options: NodesOptions) {
    this.#options = options
  }

  /** This process; null before `start`. */
  get self(): Node | null {
    return this.#self
  }

  /**
   * By id, as of the last refresh. While the database is unreachable, or this process is about to take its lost lease
   * again, the list stays as it was.
   */
  get live(): readonly Node[] {
    return this.#live
  }

  get others(): readonly Node[] {
    return this.#live.filter(({ id }) => id !== this.#self?.id)
  }

  /** Others that cannot exchange live data with this process. */
  get separate(): readonly Node[] {
    return this.others.filter(({ usesNats }) => !usesNats || !this.#options.self.usesNats)
  }

  /** Whether this process is the owner of the key among the live processes with the role. True before `start`. */
  owns(key: string, role: Role): boolean {
    if (this.#self === null) return true
    const candidates = this.#live.filter(({ roles }) => roles.includes(role))
    return (
      ownerOf(
        key,
        candidates.map(({ id }) => id),
      ) === this.#self.id
    )
  }

  /** Called after the list has changed. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Registers this process. Resolves with the list filled; rejects when the database is unreachable. */
  async start(): Promise<void> {
    const { pool, self } = this.#options
    const {
      rows: [row],
    } = await pool.query<{ id: number }>(
      'insert into node (name, roles, version, uses_nats) values ($1, $2, $3, $4) returning id',
      [self.name, self.roles, self.version, self.usesNats],
    )
    this.#self = { ...self, id: row.id }
    await this.#refresh(this.#self)
    this.#running = this.#run(this.#self)
  }

  /** Leaves the list at once, so that others take over while this process finishes its work. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.#lease?.release()
    const id = this.#self?.id
    // The row of a killed process is deleted by the others.
    if (id !== undefined) await this.#options.pool.query('delete from node where id = $1', [id]).catch(() => {})
  }

  async #run(self: Node): Promise<void> {
    const { signal } = this.#stopping
    const { refreshMs = REFRESH_MS, log } = this.#options
    while (!signal.aborted) {
      await delay(refreshMs, { signal, ref: false })
      if (signal.aborted) return
      try {
        await this.#refresh(self)
        this.#hasFailed = false
      } catch (error) {
        if (signal.aborted) return
        if (!this.#hasFailed) log.warn({ error: messageOf(error) }, 'the list of nodes cannot be read, will retry')
        this.#hasFailed = true
      }
    }
  }

  async #refresh(self: Node): Promise<void> {
    const { leases } = this.#options
    if (this.#lease === null || this.#lease.signal.aborted) {
      const { signal } = this.#stopping
      this.#lease = await leases.take({ kind: 'node', about: self.id }, { signal, fence: () => this.#register(self) })
    }
    this.#update(await this.#load())
  }

  /** The row is gone when others saw this process without its lease. */
  async #register({ id, name, roles, version, usesNats }: Node): Promise<void> {
    await this.#options.pool.query(
      `insert into node (id, name, roles, version, uses_nats) overriding system value values ($1, $2, $3, $4, $5)
       on conflict (id) do nothing`,
      [id, name, roles, version, usesNats],
    )
  }

  async #load(): Promise<Node[]> {
    const { pool } = this.#options
    const { rows } = await pool.query<Node & { isOld: boolean }>(
      `select id, name, roles, version, uses_nats as "usesNats", started_at < now() - interval '1 minute' as "isOld"
       from node order by id`,
    )
    const leased = new Set(await leasedIds(pool, 'node'))
    const ended = rows.filter(({ id, isOld }) => isOld && !leased.has(id)).map(({ id }) => id)
    if (ended.length > 0) await pool.query('delete from node where id = any($1)', [ended])
    return rows
      .filter(({ id }) => leased.has(id))
      .map(({ id, name, roles, version, usesNats }) => ({ id, name, roles, version, usesNats }))
  }

  #update(live: readonly Node[]): void {
    if (!live.some(({ id }) => id === this.#self?.id)) return
    const before = this.#live
    this.#live = live
    const joined = live.filter(({ id }) => !before.some((node) => node.id === id))
    const left = before.filter(({ id }) => !live.some((node) => node.id === id))
    if (joined.length === 0 && left.length === 0) return
    const { log } = this.#options
    for (const { id, name, roles, version } of joined)
      if (id !== this.#self?.id) log.info({ node: name, roles, version }, 'another node runs on this database')
    for (const { id, name } of left) if (id !== this.#self?.id) log.info({ node: name }, 'a node has ended')
    for (const listener of [...this.#listeners]) listener()
  }
}
