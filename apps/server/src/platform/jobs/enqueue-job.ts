import type { Queryable } from '../database/index.ts'

/**
 * SQL expression that enqueues a job about a row, in the transaction of its statement. A waiting job about the same row
 * is replaced. `id` and `delayMs` are SQL expressions.
 */
export const enqueueRowJob = (task: string, id: string, delayMs = '0'): string =>
  `graphile_worker.add_job('${task}', json_build_object('id', ${id}), run_at := now() + ${delayMs} * interval '1 ms', job_key := '${task} ' || ${id})`

/** Enqueues a job without a row. A waiting job of the same task is replaced. */
export async function enqueueJob(client: Queryable, task: string, delayMs = 0): Promise<void> {
  await client.query("select graphile_worker.add_job($1, run_at := now() + $2 * interval '1 ms', job_key := $1)", [
    task,
    delayMs,
  ])
}

/** Deletes jobs that will not run again: of processes that were killed, whose work a later job has repeated. */
export async function deleteDeadJobs(client: Queryable): Promise<void> {
  await client.query(
    'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null',
  )
}
