import type { Pool } from 'pg'
import type { Log } from '../log/index.ts'
import { enqueueJob } from './enqueue-job.ts'
import { startWorker } from './start-worker.ts'
import type { Worker } from './start-worker.ts'

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
 * Runs each job at start and then as scheduled, once whatever the number of processes. A failed job is
 * retried after ten minutes.
 */
export function scheduleJobs({
  pool,
  jobs,
  log,
}: {
  readonly pool: Pool
  readonly jobs: readonly ScheduledJob[]
  readonly log: Log
}): Worker {
  const running = new Set<string>()
  const runJob = async ({ name, run }: ScheduledJob): Promise<void> => {
    // Longer than its interval: the next occurrence runs it again.
    if (running.has(name)) return
    running.add(name)
    try {
      await run()
    } catch (error) {
      log.warn({ err: error }, `scheduled job failed: ${name}`)
      await enqueueJob(pool, name, RETRY_MS)
    } finally {
      running.delete(name)
    }
  }
  return startWorker({
    pool,
    log,
    concurrency: CONCURRENCY,
    tasks: Object.fromEntries(jobs.map((job) => [job.name, () => runJob(job)])),
    cronItems: jobs.map(({ name, cron }) => ({ task: name, match: cron, options: { jobKey: name } })),
    onStart: async () => {
      for (const { name, runAtStart = true } of jobs) if (runAtStart) await enqueueJob(pool, name)
    },
  })
}
