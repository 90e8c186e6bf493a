import type { Pool } from 'pg'
import { EVERY_MINUTE, startWorker } from '../jobs/index.ts'
import type { ScheduledJob, Worker } from '../jobs/index.ts'
import type { Log } from '../log/index.ts'

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
