import type { Log } from '../log/index.ts'

export interface ScheduledJob {
  /** Name for the log. */
  readonly name: string
  /** Min interval; default: ten minutes. */
  readonly everyMs?: number
  run(): Promise<void>
}

const ROUND_MS = 60_000
const EVERY_MS = 10 * ROUND_MS

/**
 * Runs each job at start and then at its interval; a failed job is retried after ten minutes. Returns the stop
 * function, which awaits the running job.
 */
export function scheduleJobs(jobs: readonly ScheduledJob[], log: Log): () => Promise<void> {
  const done = new Map<ScheduledJob, number>()
  let ended = false
  let running: Promise<void> | null = null
  const round = async (): Promise<void> => {
    for (const job of jobs) {
      if (ended) return
      const last = done.get(job)
      const everyMs = job.everyMs ?? EVERY_MS
      if (last !== undefined && performance.now() - last < everyMs) continue
      done.set(job, performance.now())
      await job.run().catch((error: unknown) => {
        done.set(job, performance.now() + EVERY_MS - everyMs)
        log.warn({ err: error }, `scheduled job failed: ${job.name}`)
      })
    }
  }
  const begin = (): void => {
    running ??= round().finally(() => {
      running = null
    })
  }
  const timer = setInterval(begin, ROUND_MS)
  timer.unref()
  begin()
  return async () => {
    ended = true
    clearInterval(timer)
    await running
  }
}
