import type pg from 'pg'
import { codeOf } from '../errors/index.ts'

/** A connection in a transaction, or a pool when one statement is enough. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
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

/**
 * `inTransaction` that retries `work` once after a deadlock or a serialization failure. `work` must only touch the
 * database.
 */
export async function inTransactionWithRetry<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(pool, work)
  } catch (error) {
    if (!RETRYABLE_CODES.has(codeOf(error))) throw error
    return inTransaction(pool, work)
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
