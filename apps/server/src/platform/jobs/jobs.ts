import type { Pool } from 'pg'
import type { Queryable } from '../database/index.ts'
import type { Leases } from '../lease/index.ts'
import type { Log } from '../log/index.ts'
import { currentOrigin } from '../tracing/index.ts'
import { startWorker } from './start-worker.ts'
import type { OnJobEnd, Worker } from './start-worker.ts'

/**
 * SQL expression that enqueues a job about a row, in the transaction of its statement. A waiting job about the same row
 * is replaced. `id` and `delayMs` are SQL expressions. The job carries the id and the trace of the current request.
 */
export function enqueueRowJob(task: string, id: string, delayMs = '0'): string {
  const origin = currentOrigin()
  // The texts of an origin need no escaping.
  const payload = origin === null ? '' : `, 'origin', '${JSON.stringify(origin)}'::json`
  return `graphile_worker.add_job('${task}', json_build_object('id', ${id}${payload}), run_at := now() + ${delayMs} * interval '1 ms', job_key := '${task} ' || ${id})`
}

/** Enqueues a job without a row. A waiting job of the same task is replaced. */
export async function enqueueJob(client: Queryable, task: string, delayMs = 0): Promise<void> {
  const origin = currentOrigin()
  await client.query(
    "select graphile_worker.add_job($1, payload := $3::json, run_at := now() + $2 * interval '1 ms', job_key := $1)",
    [task, delayMs, origin === null ? null : JSON.stringify({ origin })],
  )
}

/** Deletes jobs that will not run again: of processes that were killed, whose work a later job has repeated. */
export async function deleteDeadJobs(client: Queryable): Promise<void> {
  await client.query(
    'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null',
  )
}

export interface ScheduledJob {
  /** Task of the queue, also shown in the log. */
  readonly name: string
  /** When it runs, in UTC, as in crontab. */
  readonly cron: string
  /** Default: true. */
  readonly runAtStart?: boolean
  run(): Promise<unknown>
}

export const EVERY_MINUTE = '* * * * *'
export const EVERY_TEN_MINUTES = '*/10 * * * *'
export const HOURLY = '0 * * * *'
export const DAILY = '0 0 * * *'

/** A long job must not delay the others. */
const CONCURRENCY = 3
const RETRY_MS = 10 * 60_000

/**
 * Runs each job at start and then as scheduled, once whatever the number of processes, and never twice at the same time.
 * A failed job is retried after ten minutes.
 */
export function scheduleJobs({
  pool,
  leases,
  jobs,
  log,
  onJobEnd,
}: {
  readonly pool: Pool
  readonly leases: Leases
  readonly jobs: readonly ScheduledJob[]
  readonly log: Log
  readonly onJobEnd?: OnJobEnd | undefined
}): Worker {
  const runJob = async ({ name, run }: ScheduledJob): Promise<void | 'failed'> => {
    try {
      const lease = await leases.tryTake({ kind: 'job', about: name }, { fence: async () => {} })
      // Still running, here or on another node: the next occurrence runs it again.
      if (lease === null) return
      try {
        await run()
      } finally {
        await lease.release()
      }
    } catch (error) {
      log.warn({ err: error }, `scheduled job failed: ${name}`)
      await enqueueJob(pool, name, RETRY_MS)
      return 'failed'
    }
  }
  return startWorker({
    pool,
    log,
    concurrency: CONCURRENCY,
    onJobEnd,
    tasks: Object.fromEntries(jobs.map((job) => [job.name, () => runJob(job)])),
    cronItems: jobs.map(({ name, cron }) => ({ task: name, match: cron, options: { jobKey: name } })),
    onStart: async () => {
      for (const { name, runAtStart = true } of jobs) if (runAtStart) await enqueueJob(pool, name)
    },
  })
}

/** Rows written in a transaction with a job about each, and delivered after the commit. */
export interface Outbox {
  /** Task of the jobs; their payload is the id of the row. */
  readonly task: string
  /** Max concurrent attempts of a process, so that slow receivers do not delay the others. */
  readonly concurrency: number
  /**
   * Leases the row, attempts the delivery and stores the result. False: not due, leased by another process, or done.
   * Rejects only when the database is unavailable.
   */
  attempt(id: number): Promise<boolean>
  /** Enqueues a job for every due row. */
  enqueueDue(): Promise<void>
}

/** The background work of the job queue. */
export interface Jobs {
  readonly outboxes: readonly Outbox[]
  readonly scheduled: readonly ScheduledJob[]
  readonly onJobEnd?: OnJobEnd
}

/** Starts it. `pool`: for the queue itself. Returns a function that stops it. */
export function startJobs(
  { outboxes, scheduled, onJobEnd }: Jobs,
  { pool, leases, log }: { readonly pool: Pool; readonly leases: Leases; readonly log: Log },
): () => Promise<void> {
  const workers = [
    ...outboxes.map((outbox) => startOutbox(outbox, pool, log, onJobEnd)),
    scheduleJobs({ pool, leases, jobs: [...outboxes.map(recoverOutbox), ...scheduled], log, onJobEnd }),
  ]
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

export const startOutbox = (
  { task, concurrency, attempt }: Outbox,
  pool: Pool,
  log: Log,
  onJobEnd?: OnJobEnd,
): Worker =>
  startWorker({
    pool,
    log,
    concurrency,
    onJobEnd,
    tasks: {
      [task]: async (payload) => {
        await attempt((payload as { readonly id: number }).id)
      },
    },
  })

/**
 * Finds due rows without a job: those of a process that crashed, of a restored backup (the queue is not part of it) and
 * of a version without the queue.
 */
export const recoverOutbox = ({ task, enqueueDue }: Outbox): ScheduledJob => ({
  name: `recover_${task}`,
  cron: EVERY_MINUTE,
  run: enqueueDue,
})
