import { HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { grantDays } from '../../src/modules/membership/index.ts'
import { sendExpiryReminders } from '../../src/modules/membership/commands/send-notices.ts'
import { inTransaction } from '../../src/platform/database/index.ts'
import { startJobs } from '../../src/platform/jobs/index.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createJobs } from '../../src/services.ts'
import { servicesUnderTest, TEST_KEY } from '../app-under-test.ts'
import { START, orderWorld } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

let world: OrderWorld
let begin = START
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.close())
beforeEach(() => world.setNow((begin += 1000 * DAY_MS)))

const keys = createKeys([TEST_KEY])

async function member(days: number, kind: 'grant' | 'trial' = 'grant'): Promise<number> {
  const id = await world.person()
  await give(id, days, kind)
  return id
}
const give = (accountId: number, days: number, kind: 'grant' | 'trial' = 'grant') =>
  inTransaction(world.pool, (client) =>
    grantDays(client, { accountId, days, at: world.clock.now(), kind, actorId: null }),
  )

/** Reminders sent to an account, in order: days left, and whether of a trial. */
async function sentReminders(accountId: number): Promise<[number, boolean][]> {
  const rows = await world.rows(
    'select o.dedupe_key, o.params from mail_outbox o join account a on a.email = o.recipient where a.id = $1 and o.template = $2 order by o.id',
    [accountId, 'membership_ends'],
  )
  return rows.map(({ dedupe_key, params }) => {
    const { days, is_trial } = JSON.parse(keys.open('mail', dedupe_key as string, params as string))
    return [days, is_trial]
  })
}

/** Hour by hour, as the server runs it. */
async function livesThrough(hours: number): Promise<void> {
  for (let i = 0; i < hours; i++) {
    await sendExpiryReminders(world.deps)
    world.setNow(world.clock.now() + HOUR_MS)
  }
}

describe('expiry reminder', () => {
  test('is sent seven days and one day before, once each', async () => {
    const id = await member(9)
    await livesThrough(10 * 24)
    expect(await sentReminders(id)).toEqual([
      [7, false],
      [1, false],
    ])
  })

  test('is sent once by concurrent processes', async () => {
    const id = await member(30)
    world.setNow(begin + 24 * DAY_MS)
    await Promise.all(Array.from({ length: 8 }, () => sendExpiryReminders(world.deps)))
    expect(await sentReminders(id)).toEqual([[6, false]])
  })

  test('states the remaining days after an interruption', async () => {
    const id = await member(30)
    world.setNow(begin + 26.5 * DAY_MS)
    await livesThrough(2)
    expect(await sentReminders(id)).toEqual([[4, false]])
  })

  test('is not sent at the start of a seven-day trial', async () => {
    const id = await member(7, 'trial')
    await livesThrough(5 * 24)
    expect(await sentReminders(id)).toEqual([])
    await livesThrough(3 * 24)
    expect(await sentReminders(id)).toEqual([[1, true]])
  })

  test('is sent again before a changed expiry', async () => {
    const id = await member(10)
    await livesThrough(4 * 24)
    await give(id, 30)
    await livesThrough(37 * 24)
    expect(await sentReminders(id)).toEqual([
      [7, false],
      [7, false],
      [1, false],
    ])
  })

  test('is not sent to deleted, disabled or expired accounts', async () => {
    const [gone, locked, over] = [await member(3), await member(3), await member(1)]
    await world.pool.query('update account set email = null, email_key = null, deleted_at = now() where id = $1', [
      gone,
    ])
    await world.pool.query('update account set disabled_at = now() where id = $1', [locked])
    world.setNow(begin + 2.5 * DAY_MS)
    await sendExpiryReminders(world.deps)
    expect([await sentReminders(gone), await sentReminders(locked), await sentReminders(over)]).toEqual([[], [], []])
    expect(await world.rows('select from mail_outbox where dedupe_key like $1', [`membership_ends ${gone} %`])).toEqual(
      [],
    )
  })

  test('is scheduled by the server', async () => {
    const id = await member(20)
    world.setNow(begin + 14 * DAY_MS)
    const { services } = servicesUnderTest({ pool: world.pool, keys, clock: world.clock })
    const end = startJobs(createJobs(services), { pool: world.pool, leases: services.leases, log: createLog('silent') })
    await vi.waitFor(async () => expect(await sentReminders(id)).toEqual([[6, false]]), { timeout: 10_000 })
    await end()
  })

  test('is sent to each of many members', async () => {
    const ids = await Promise.all(Array.from({ length: 600 }, () => member(20)))
    world.setNow(begin + 14 * DAY_MS)
    await sendExpiryReminders(world.deps)
    const [{ n }] = await world.rows(
      'select count(distinct recipient)::int as n from mail_outbox o join account a on a.email = o.recipient where a.id = any($1)',
      [ids],
    )
    expect(n).toBe(600)
  })
})
