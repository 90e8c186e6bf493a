import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '@flowprint/orderflow'
import type pg from 'pg'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { DatabaseConnection, Driver, RawBuilder, SelectQueryBuilder } from 'kysely'
import { codeOf } from '../errors/index.ts'
import type { Schema } from './schema.ts'

/** A connection in a transaction, or a pool when one statement is enough. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** Identifies a database among those of all servers, also after a failover. 16 hexadecimal digits. */
export async function loadDatabaseId(client: Queryable): Promise<string> {
  const {
    rows: [{ id }],
  } = await client.query<{ id: string }>(
    "select left(md5(system_identifier || ' ' || current_database()), 16) as id from pg_control_system()",
  )
  return id
}

/** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault
    })
    throw error
  } finally {
    // Destroy a connection that cannot roll back.
    client.release(broken)
  }
}

/** serialization_failure and deadlock_detected: rolled back, may succeed on retry. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(['40001', '40P01'])

const MAX_RETRIES = 4
const RETRY = { baseMs: 40, maxMs: 1_000, jitter: 0.5 }

/**
 * `inTransaction` that retries `work` up to four times after a deadlock or a serialization failure. `work` must only
 * touch the database. The waits let the other transaction take the released locks first: an immediate retry can take
 * them again and end in the same deadlock.
 */
export async function inTransactionWithRetry<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await inTransaction(pool, work)
    } catch (error) {
      if (!RETRYABLE_CODES.has(codeOf(error)) || failures > MAX_RETRIES) throw error
      await sleep(backoffMs(failures, RETRY, Math.random))
    }
  }
}

/**
 * Whether other programs of ours (application name `flowprint/<pid>`) are connected to `database`, by default the
 * client's.
 */
export async function isUsedByOthers(client: Queryable, database: string | null = null): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_stat_activity where application_name like 'flowprint/%' and application_name <> $1 and datname = coalesce($2, current_database()) limit 1",
    [`flowprint/${process.pid}`, database],
  )
  return rowCount !== 0
}

const builders = new WeakMap<Queryable, Kysely<Schema>>()

/**
 * Typed queries on a pool or on a connection in a transaction, whose limits apply. Transactions are opened with
 * `inTransaction`, never with the builder.
 */
export function db(client: Queryable): Kysely<Schema> {
  let builder = builders.get(client)
  if (builder === undefined) {
    builder = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOn(client),
        createIntrospector: (of) => new PostgresIntrospector(of),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    builders.set(client, builder)
  }
  return builder
}

const refuse = (): never => {
  throw new Error('Invariant: transactions are opened with inTransaction, and rows are not streamed')
}

function driverOn(client: Queryable): Driver {
  const connection: DatabaseConnection = {
    async executeQuery({ sql, parameters }) {
      const { rows, rowCount } = await client.query<never>(sql, [...parameters])
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery: refuse,
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
}

/** Operand of `=`: any of the values, of which there may be none. */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => sql<Value>`any(${values})`

/** The number of rows, or the cap and that there are more. */
export interface CappedCount {
  readonly total: number
  readonly capped?: true
}

/** Counts the rows of a query that selects nothing up to `most`, so that lists of millions stay fast. */
export async function countCapped<Tables, From extends keyof Tables>(
  client: Queryable,
  most: number,
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<CappedCount> {
  const { n } = await db(client)
    .selectFrom(query.limit(most + 1).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n > most ? { total: most, capped: true } : { total: n }
}

/** LIKE pattern for texts that begin with `text`. */
export const likePrefix = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
