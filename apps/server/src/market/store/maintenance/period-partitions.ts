import { DAY_MS, HOUR_MS } from '@flowprint/orderflow'
import { BACKUP_LOCK_KEY, dedicatedClient } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { floorTo, monthStart, nextMonth } from '../tiers.ts'
import { PARTITION_LOCK_KEY } from './partitions.ts'

/** What one partition of a table holds. */
export interface Period {
  start(t: number): number
  next(t: number): number
  /** Characters of the ISO time that name a partition. */
  readonly nameLength: number
  /** Partitions created ahead of time, besides the current one. */
  readonly ahead: number
}

const year = (t: number, add: number): number => Date.UTC(new Date(t).getUTCFullYear() + add, 0)
export const HOURS: Period = {
  start: (t) => floorTo(t, HOUR_MS),
  next: (t) => floorTo(t, HOUR_MS) + HOUR_MS,
  nameLength: 13,
  ahead: 3,
}
export const DAYS: Period = {
  start: (t) => floorTo(t, DAY_MS),
  next: (t) => floorTo(t, DAY_MS) + DAY_MS,
  nameLength: 10,
  ahead: 2,
}
export const MONTHS: Period = { start: monthStart, next: nextMonth, nameLength: 7, ahead: 1 }
export const YEARS: Period = { start: (t) => year(t, 0), next: (t) => year(t, 1), nameLength: 4, ahead: 1 }

/** Waiting for a reader would block every recorder: tried again the next time. */
const DROP_LOCK_TIMEOUT_MS = 2_000

/**
 * Partitions of tables whose rows expire together. Creates and drops them on a separate connection, because the pool may be
 * full of commits that wait for one.
 */
export class PeriodPartitions<Table extends string> {
  readonly #url: string
  readonly #periods: Readonly<Record<Table, Period>>
  readonly #known = new Set<string>()
  readonly #making = new Map<string, Promise<void>>()

  constructor(url: string, periods: Readonly<Record<Table, Period>>) {
    this.#url = url
    this.#periods = periods
  }

  /** Creates the partition that holds `t` if it is missing. */
  async ensure(table: Table, t: number): Promise<void> {
    const name = this.#nameOf(table, t)
    if (this.#known.has(name)) return
    let making = this.#making.get(name)
    if (making === undefined) {
      making = this.#make(table, t).finally(() => this.#making.delete(name))
      this.#making.set(name, making)
    }
    await making
  }

  async createAhead(nowMs: number): Promise<void> {
    for (const [table, { ahead, next }] of Object.entries<Period>(this.#periods)) {
      let t = nowMs
      for (let k = 0; k <= ahead; k++, t = next(t)) await this.ensure(table as Table, t)
    }
  }

  /** Drops the partitions of a table that end at or before `before`; returns their names. */
  async dropBefore(table: Table, before: number): Promise<readonly string[]> {
    return this.#withClient(async (client) => {
      const due = (await listPartitions(client, table)).filter(({ end }) => end <= before)
      if (due.length === 0) return []
      await client.query('begin')
      // A running backup still reads them.
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
        BACKUP_LOCK_KEY,
      ])
      if (!rows[0].free) return []
      await client.query('select pg_advisory_xact_lock($1)', [PARTITION_LOCK_KEY])
      await client.query(`set local lock_timeout = ${DROP_LOCK_TIMEOUT_MS}`)
      for (const { name } of due) await client.query(`drop table if exists ${name}`)
      await client.query('commit')
      for (const { name } of due) this.#known.delete(name)
      return due.map(({ name }) => name)
    })
  }

  async #make(table: Table, t: number): Promise<void> {
    const name = this.#nameOf(table, t)
    await this.#withClient(async (client) => {
      if (await exists(client, name)) return
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [PARTITION_LOCK_KEY])
      if (!(await exists(client, name))) {
        const { start, next } = this.#periods[table]
        // Created separately and then attached: CREATE ... PARTITION OF would block readers and writers of every partition.
        await client.query(`create table ${name} (like ${table} including all)`)
        await client.query(
          `alter table ${table} attach partition ${name} for values from (${start(t)}) to (${next(t)})`,
        )
      }
      await client.query('commit')
    })
    this.#known.add(name)
  }

  async #withClient<Result>(work: (client: Queryable) => Promise<Result>): Promise<Result> {
    const client = dedicatedClient(this.#url)
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      // Also ends the transaction if it was not committed.
      await client.end().catch(() => {})
    }
  }

  /** depth_log_2026_11_24t15, liquidation_2026_11 */
  #nameOf(table: Table, t: number): string {
    const { start, nameLength } = this.#periods[table]
    return `${table}_${new Date(start(t)).toISOString().slice(0, nameLength).replaceAll('-', '_').toLowerCase()}`
  }
}

async function exists(client: Queryable, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name])
  return rows[0].found
}

async function listPartitions(
  client: Queryable,
  table: string,
): Promise<readonly { readonly name: string; readonly end: number }[]> {
  const { rows } = await client.query<{ name: string; bounds: string }>(
    'select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds from pg_class c join pg_inherits i on i.inhrelid = c.oid ' +
      'where i.inhparent = $1::regclass order by c.relname',
    [table],
  )
  return rows.map(({ name, bounds }) => {
    const end = /TO \('?(-?\d+)'?\)/.exec(bounds)?.[1]
    if (end === undefined) throw new Error(`Invariant: the bounds of ${name} are numbers, had ${bounds}`)
    return { name, end: Number(end) }
  })
}
