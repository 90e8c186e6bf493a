// Waiting mails without a job: of the first release, of a restored backup, of a process that was killed.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrateDatabase } from '../../src/platform/database/index.ts'
import { scheduleJobs } from '../../src/platform/jobs/index.ts'
import type { Worker } from '../../src/platform/jobs/index.ts'
import { Leases } from '../../src/platform/lease/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { recoverOutbox, startOutbox } from '../../src/platform/jobs/index.ts'
import { activation, mailWorld } from './mail-world.ts'
import type { MailWorld } from './mail-world.ts'

const log = createLog('silent')
const WAIT = { timeout: 20_000 }

let world: MailWorld
const workers: Worker[] = []
beforeEach(async () => {
  world = await mailWorld()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await world.close()
})

/** A server process: it sends mails, and finds waiting ones at start. */
function start(): void {
  const outbox = world.outbox()
  const { pool, url } = world.database
  const leases = new Leases(url)
  workers.push(startOutbox(outbox, pool, log), scheduleJobs({ pool, leases, jobs: [recoverOutbox(outbox)], log }))
}

test('a waiting mail of a database without the queue is sent once', async () => {
  await world.queue.enqueueMail(world.database.pool, activation())
  await world.database.pool.query('drop schema graphile_worker cascade')
  await migrateDatabase(world.database.pool)
  start()
  start()
  await vi.waitFor(async () => expect(await world.rows()).toMatchObject([{ status: 'sent', attempts: 1 }]), WAIT)
  await sleep(200)
  expect(world.inbox.accepted).toHaveLength(1)
})

test('a mail whose process was killed while it sent it is sent by the next one', async () => {
  await world.queue.enqueueMail(world.database.pool, activation())
  await world.database.pool.query("update mail_outbox set status = 'sending', attempts = 1")
  // As the queue leaves the job of a killed worker.
  await world.database.pool.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'")
  start()
  await vi.waitFor(async () => expect(await world.rows()).toMatchObject([{ status: 'sent', attempts: 2 }]), WAIT)
  expect(world.inbox.accepted).toHaveLength(1)
})

test('the queue holds neither the address nor the content of a mail', async () => {
  await world.queue.enqueueMail(world.database.pool, activation())
  const { rows } = await world.database.pool.query('select to_json(j) as job from graphile_worker._private_jobs j')
  expect(rows).toHaveLength(1)
  expect(rows[0].job.payload).toEqual({ id: (await world.rows())[0].id })
})
