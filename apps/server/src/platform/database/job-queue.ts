import { Logger, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Queryable } from './queryable.ts'

/** Tasks of jobs about rows, enqueued in the transaction that writes the row. */
export const ROW_TASKS = ['send_mail', 'deliver_alert'] as const
export type RowTask = (typeof ROW_TASKS)[number]

/**
 * Installs the job queue in its own schema. `client` is a connection outside a transaction. The first job of a task
 * registers the task: done here, because transactions that enqueue it for the first time would wait for each other.
 */
export async function installJobQueue(pool: Pool, client: Queryable): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  for (const task of ROW_TASKS) {
    const key = `register ${task}`
    await client.query('begin')
    await client.query('select graphile_worker.add_job($1, job_key := $2)', [task, key])
    await client.query('select graphile_worker.remove_job($1)', [key])
    await client.query('commit')
  }
}
