import type pg from 'pg'
import { codeOf } from '../errors/index.ts'

/** A connection inside a transaction, or a pool where one statement is enough. */
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
    // A connection that cannot even roll back is not given to anybody else.
    client.release(broken)
  }
}

/** serialization_failure and deadlock_detected: the transaction was rolled back and may succeed when it runs again. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(['40001', '40P01'])

/** `inTransaction` that runs `work` once more after a deadlock or a serialization failure. `work` acts on the database only. */
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

/** Whether other programs of ours are connected to `database` (by default the client's own); they name themselves `flowprint/<pid>`. */
export async function isUsedByOthers(client: Queryable, database: string | null = null): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_stat_activity where application_name like 'flowprint/%' and application_name <> $1 and datname = coalesce($2, current_database()) limit 1",
    [`flowprint/${process.pid}`, database],
  )
  return rowCount !== 0
}
