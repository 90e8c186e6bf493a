import type pg from 'pg'

/** A connection inside a transaction, or a pool where one statement is enough. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
export async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
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
