import type { Pool } from 'pg'
import type { Log } from '../log/index.ts'
import { EVERY_MINUTE, scheduleJobs } from './schedule-jobs.ts'
import type { ScheduledJob } from './schedule-jobs.ts'
import { startWorker } from './start-worker.ts'
import type { Worker } from './start-worker.ts'

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
}

/** Starts it. `pool`: for the queue itself. Returns a function that stops it. */
export function startJobs({ outboxes, scheduled }: Jobs, pool: Pool, log: Log): () => Promise<void> {
  const workers = [
    ...outboxes.map((outbox) => startOutbox(outbox, pool, log)),
    scheduleJobs({ pool, jobs: [...outboxes.map(recoverOutbox), ...scheduled], log }),
  ]
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

export const startOutbox = ({ task, concurrency, attempt }: Outbox, pool: Pool, log: Log): Worker =>
  startWorker({
    pool,
    log,
    concurrency,
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
