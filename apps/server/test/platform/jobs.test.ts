import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems } from 'graphile-worker'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../src/platform/database/index.ts'
import { Leases } from '../../src/platform/lease/index.ts'
import { enqueueJob, enqueueRowJob, scheduleJobs, startWorker } from '../../src/platform/jobs/index.ts'
import type { ScheduledJob, Worker } from '../../src/platform/jobs/index.ts'
import { DAILY, EVERY_MINUTE, EVERY_TEN_MINUTES, HOURLY } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

const lines: string[] = []
const log = createLog('warn', { stream: { write: (line) => void lines.push(line) } })
const WAIT = { timeout: 20_000 }

let database: TestDatabase
const workers: Worker[] = []
beforeEach(async () => {
  lines.length = 0
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await database.drop()
})

/** A worker whose jobs the test ends. */
function world({ concurrency = 2, pool = database.pool }: { concurrency?: number; pool?: pg.Pool } = {}) {
  const done: number[] = []
  const waiting: (() => void)[] = []
  const worker = startWorker({
    pool,
    log,
    concurrency,
    tasks: {
      async row(payload) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        done.push((payload as { id: number }).id)
      },
    },
  })
  workers.push(worker)
  return { worker, done, waiting }
}

const enqueueRows = (from: number, to: number, client: { query(text: string): Promise<unknown> } = database.pool) =>
  client.query(`select (${enqueueRowJob('row', 'id')}).id from generate_series(${from}, ${to}) as id`)
const jobCount = async (): Promise<number> =>
  (await database.pool.query('select count(*)::int as n from graphile_worker.jobs')).rows[0].n

describe('job queue', () => {
  test('limits concurrent jobs, and runs all of them', async () => {
    const { done, waiting } = world()
    await enqueueRows(1, 5)
    await vi.waitFor(() => expect(waiting).toHaveLength(2), WAIT)
    await sleep(100)
    expect(waiting).toHaveLength(2)
    while (done.length < 5) {
      waiting.shift()?.()
      await sleep(10)
    }
    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5])
    await vi.waitFor(async () => expect(await jobCount()).toBe(0), WAIT)
  })

  test('runs a job after the commit of its transaction, and drops it on rollback', async () => {
    const { done, waiting } = world()
    await vi.waitFor(
      () =>
        expect(
          inTransaction(database.pool, async (client) => {
            await enqueueRows(1, 1, client)
            throw new Error('no')
          }),
        ).rejects.toThrow('no'),
      WAIT,
    )
    await inTransaction(database.pool, (client) => enqueueRows(2, 2, client))
    await vi.waitFor(() => expect(waiting).toHaveLength(1), WAIT)
    waiting[0]()
    await vi.waitFor(() => expect(done).toEqual([2]), WAIT)
  })

  test('keeps one waiting job per row', async () => {
    await enqueueRows(1, 1)
    await enqueueRows(1, 1)
    expect(await jobCount()).toBe(1)
  })

  test('runs every job once with several workers', async () => {
    const worlds = [world(), world()]
    await enqueueRows(1, 20)
    const finished = () => worlds.flatMap(({ done }) => done)
    while (finished().length < 20) {
      for (const { waiting } of worlds) waiting.shift()?.()
      await sleep(10)
    }
    expect(new Set(finished()).size).toBe(20)
    await vi.waitFor(async () => expect(await jobCount()).toBe(0), WAIT)
  })

  test('leaves jobs of tasks that it does not know to workers of a newer version', async () => {
    const { done, waiting } = world()
    await enqueueJob(database.pool, 'newer')
    await enqueueRows(1, 1)
    await vi.waitFor(() => expect(waiting).toHaveLength(1), WAIT)
    waiting[0]()
    await vi.waitFor(() => expect(done).toEqual([1]), WAIT)
    const { rows } = await database.pool.query(
      'select task_identifier as task, attempts, locked_at, last_error from graphile_worker.jobs',
    )
    expect(rows).toEqual([{ task: 'newer', attempts: 0, locked_at: null, last_error: null }])
    let runs = 0
    workers.push(startWorker({ pool: database.pool, log, concurrency: 1, tasks: { newer: async () => void runs++ } }))
    await vi.waitFor(async () => expect([runs, await jobCount()]).toEqual([1, 0]), WAIT)
    expect(lines).toEqual([])
  })

  test('stop waits for running jobs and starts no others', async () => {
    const { worker, done, waiting } = world({ concurrency: 1 })
    await enqueueRows(1, 3)
    await vi.waitFor(() => expect(waiting).toHaveLength(1), WAIT)
    let isStopped = false
    const stop = worker.stop().then(() => (isStopped = true))
    await sleep(100)
    expect(isStopped).toBe(false)
    waiting[0]()
    await stop
    expect(done).toHaveLength(1)
    expect(await jobCount()).toBe(2)
  })

  test('continues after the database was unavailable', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 5, application_name: 'cut' })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    const { done, waiting } = world({ pool })
    await enqueueRows(1, 1)
    await vi.waitFor(() => expect(waiting).toHaveLength(1), WAIT)
    const admin = new pg.Client({ connectionString: database.url.replace(/\/[^/]*$/, '/postgres') })
    await admin.connect()
    const { pathname } = new URL(database.url)
    const allow = (yes: boolean) => admin.query(`alter database ${pathname.slice(1)} allow_connections ${yes}`)
    await allow(false)
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'")
    // Ends a job that cannot be marked as done.
    waiting[0]()
    await vi.waitFor(() => expect(lines.join()).toContain('the job worker failed, will restart'), WAIT)
    await allow(true)
    await admin.end()
    await enqueueRows(2, 2)
    await vi.waitFor(() => expect(waiting).toHaveLength(2), WAIT)
    waiting[1]()
    await vi.waitFor(() => expect(done).toEqual([1, 2]), WAIT)
    await workers.pop()?.stop()
    await pool.end()
  })
})

describe('scheduled jobs', () => {
  const schedule = (jobs: ScheduledJob[]): Worker => {
    // As another process would.
    const leases = new Leases(database.url)
    const worker = scheduleJobs({ pool: database.pool, leases, jobs, log })
    workers.push(worker)
    return worker
  }
  const waitingJobs = async (): Promise<string[]> => {
    const { rows } = await database.pool.query<{ task: string }>(
      'select task_identifier as task from graphile_worker.jobs where run_at <= now() order by 1',
    )
    return rows.map(({ task }) => task)
  }
  const jobOf = (name: string, run: () => Promise<unknown>, more: Partial<ScheduledJob> = {}): ScheduledJob => ({
    name,
    cron: HOURLY,
    run,
    ...more,
  })

  test('run at start by default', async () => {
    const done: string[] = []
    schedule([
      jobOf('first', async () => done.push('first')),
      jobOf('later', async () => done.push('later'), { runAtStart: false }),
      jobOf('last', async () => done.push('last')),
    ])
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['first', 'last']), WAIT)
    await sleep(100)
    expect(done).toHaveLength(2)
  })

  test('do not run while another process still runs them', async () => {
    let runs = 0
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const slow = jobOf('slow', () => ((runs += 1), ended))
    schedule([slow])
    await vi.waitFor(() => expect(runs).toBe(1), WAIT)
    const other: string[] = []
    schedule([slow, jobOf('other', async () => other.push('other'))])
    await vi.waitFor(() => expect(other).toHaveLength(1), WAIT)
    await vi.waitFor(async () => expect(await waitingJobs()).toEqual(['slow']), WAIT)
    expect(runs).toBe(1)
    end()
    await vi.waitFor(async () => expect(await waitingJobs()).toEqual([]), WAIT)
    schedule([slow])
    await vi.waitFor(() => expect(runs).toBe(2), WAIT)
  })

  test.each([
    [EVERY_MINUTE, 1440],
    [EVERY_TEN_MINUTES, 144],
    [HOURLY, 24],
    [DAILY, 1],
  ])('of %s run %d times a day', (cron, times) => {
    const [item] = parseCronItems([{ task: 'any', match: cron }])
    const { match } = item
    if (typeof match !== 'function') throw new Error('Condition failed: a parsed item')
    let count = 0
    for (let hour = 0; hour < 24; hour++)
      for (let min = 0; min < 60; min++) if (match({ min, hour, date: 5, month: 1, dow: 1 })) count++
    expect(count).toBe(times)
  })

  test('run once per occurrence with several processes', { tags: ['long'] }, async () => {
    let runs = 0
    const shared = jobOf('shared', async () => runs++, { cron: EVERY_MINUTE, runAtStart: false })
    for (let i = 0; i < 3; i++) schedule([shared])
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 70_000 })
    await sleep(5_000)
    expect(runs).toBe(1)
  })

  test('are retried after ten minutes on failure, without delaying other jobs', async () => {
    const done = { failing: 0, other: 0 }
    const fail = async (): Promise<void> => {
      if (++done.failing === 1) throw new Error('no')
    }
    schedule([jobOf('failing', fail), jobOf('other', async () => done.other++)])
    const delay = async () =>
      (
        await database.pool.query(
          "select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker.jobs where task_identifier = 'failing' and locked_at is null",
        )
      ).rows[0]?.minutes
    await vi.waitFor(async () => expect(await delay()).toBe(10), WAIT)
    await vi.waitFor(() => expect(done).toEqual({ failing: 1, other: 1 }), WAIT)
    expect(lines.join()).toContain('scheduled job failed: failing')
    await enqueueJob(database.pool, 'failing')
    await vi.waitFor(() => expect(done.failing).toBe(2), WAIT)
  })

  test('do not overlap with themselves', async () => {
    const gate = Promise.withResolvers<void>()
    let started = 0
    schedule([jobOf('long', () => (started++, gate.promise))])
    await vi.waitFor(() => expect(started).toBe(1), WAIT)
    await enqueueJob(database.pool, 'long')
    await vi.waitFor(
      async () =>
        expect((await database.pool.query('select from graphile_worker.jobs where locked_at is null')).rowCount).toBe(
          0,
        ),
      WAIT,
    )
    expect(started).toBe(1)
    gate.resolve()
  })

  test('stop waits for the running job', async () => {
    const gate = Promise.withResolvers<void>()
    const events: string[] = []
    const worker = schedule([
      jobOf('long', async () => {
        events.push('started')
        await gate.promise
        events.push('long')
      }),
    ])
    await vi.waitFor(() => expect(events).toEqual(['started']), WAIT)
    const stopped = worker.stop().then(() => events.push('stopped'))
    await sleep(100)
    expect(events).toEqual(['started'])
    gate.resolve()
    await stopped
    expect(events).toEqual(['started', 'long', 'stopped'])
  })
})
