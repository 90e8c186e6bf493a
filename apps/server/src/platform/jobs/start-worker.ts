import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run } from 'graphile-worker'
import type { CronItem, Runner } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Log } from '../log/index.ts'
import { inSpan, readOrigin, runInContext } from '../tracing/index.ts'

/** A task resolves to 'failed' when it has handled its failure, so that the queue need not repeat it. */
export type Task = (payload: unknown) => Promise<void | 'failed'>

/** Receives the outcome of every job. */
export type OnJobEnd = (job: { readonly task: string; readonly seconds: number; readonly hasFailed: boolean }) => void

export interface WorkerOptions {
  /** Provides the connections of the queue, one of which listens for new jobs. */
  readonly pool: Pool
  readonly log: Log
  readonly tasks: Readonly<Record<string, Task>>
  readonly onJobEnd?: OnJobEnd | undefined
  /** Max jobs running at once. */
  readonly concurrency: number
  readonly cronItems?: readonly CronItem[]
  /** Runs before the first job is taken. */
  readonly onStart?: () => Promise<void>
}

export interface Worker {
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

/** New jobs are notified; polling finds retries and jobs whose notification was lost. */
const POLL_MS = 2_000
const RESTART_MS = 1_000

/** Runs jobs of the queue until stopped. A worker that ends because the database failed is started again. */
export function startWorker(options: WorkerOptions): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let runner: Runner | null = null

  async function runOnce(): Promise<void> {
    await options.onStart?.()
    if (signal.aborted) return
    runner = await startRunner(options)
    await Promise.all([runner.promise, signal.aborted ? runner.stop() : null])
  }

  async function keepRunning(): Promise<void> {
    while (!signal.aborted) {
      await runOnce().catch((error: unknown) => {
        if (!signal.aborted) options.log.warn({ err: error }, 'the job worker failed, will restart')
      })
      runner = null
      await sleep(RESTART_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  const running = keepRunning()
  return {
    async stop() {
      stopping.abort()
      // Rejects when the runner is ending already.
      await runner?.stop().catch(() => undefined)
      await running
    },
  }
}

/** Runs a task in the context of the request that enqueued it, and reports its outcome. */
function observed(name: string, task: Task, onJobEnd: OnJobEnd = () => {}): (payload: unknown) => Promise<void> {
  return async (payload) => {
    const origin = readOrigin((payload as { readonly origin?: unknown } | null)?.origin)
    const started = performance.now()
    let hasFailed = true
    const attributes = { 'flowprint.task': name, 'flowprint.request_id': origin?.requestId ?? '' }
    try {
      const outcome = await runInContext({ requestId: origin?.requestId ?? null, span: null }, () =>
        inSpan(`job ${name}`, { kind: 'consumer', attributes, parent: origin?.traceparent ?? null }, () =>
          task(payload),
        ),
      )
      hasFailed = outcome === 'failed'
    } finally {
      onJobEnd({ task: name, seconds: (performance.now() - started) / 1000, hasFailed })
    }
  }
}

async function startRunner(options: WorkerOptions): Promise<Runner> {
  const { pool, log, tasks, concurrency, cronItems = [], onJobEnd } = options
  const runner = await run({
    pgPool: pool,
    taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, observed(name, task, onJobEnd)])),
    parsedCronItems: parseCronItems([...cronItems]),
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') log.warn({ err: meta?.error }, message)
      else log.debug(message)
    }),
    // The batches report a job that cannot be marked as done as a failure of the runner, not as an unhandled rejection.
    preset: {
      worker: { concurrentJobs: concurrency, pollInterval: POLL_MS, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  })
  let isFailing = false
  runner.events.on('worker:getJob:error', ({ error }) => {
    if (!isFailing) log.warn({ err: error }, 'due jobs cannot be loaded, will retry')
    isFailing = true
  })
  for (const event of ['worker:getJob:empty', 'job:start'] as const) runner.events.on(event, () => (isFailing = false))
  return runner
}
