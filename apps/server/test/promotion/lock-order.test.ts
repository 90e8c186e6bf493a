// Concurrent reviews, grants and ratio changes of the same users over 16 connections end in no deadlock and leave correct books.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { grantMembership } from '../../src/modules/admin/commands/manage-user.ts'
import { setRatio } from '../../src/modules/promotion/commands/set-terms.ts'
import { createClock } from '../../src/platform/clock/index.ts'
import { inTransactionWithRetry } from '../../src/platform/database/index.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { TEST_KEY } from '../app-under-test.ts'
import { bookWorld } from './book-world.ts'
import type { BookWorld } from './book-world.ts'

const ROUNDS = 30

let world: BookWorld
beforeAll(async () => {
  world = await bookWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await world.faults()).toEqual([]))

const keys = createKeys([TEST_KEY])
const NO_MAIL = { enqueueMail: async () => true, enqueueMailTo: async () => true }
const actor = () => ({ accountId: world.admin, sessionId: 1, ipHash: null })
const grant = (accountId: number) =>
  grantMembership(
    {
      pool: world.pool,
      clock: { ...createClock(), now: world.now },
      keys,
      mail: NO_MAIL,
      appUrl: '',
      businessTz: 'UTC',
      rateLimitFactor: 1,
      feeds: () => [],
    },
    actor(),
    { user_id: accountId, days: 3, remark: 'series' },
  )

describe('concurrent and serialized', () => {
  test('granting days to an invited buyer during review and reversal of the order: every call succeeds', async () => {
    const inviter = await world.inviter()
    const failures: unknown[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const buyer = await world.person(world.codeOf(inviter))
      const { id } = await world.submit(buyer)
      const outcomes = await Promise.allSettled([
        world.review(id),
        grant(buyer),
        grant(buyer),
        grant(inviter),
        grant(buyer),
      ])
      const more = await Promise.allSettled([world.reverse(id), grant(buyer), grant(inviter), grant(buyer)])
      failures.push(...[...outcomes, ...more].flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
    }
    expect(failures).toEqual([])
  })

  test('changing a ratio during a review: the books agree in either order', async () => {
    const inviter = await world.inviter()
    // Each reading of the clock is a millisecond later, as when a transaction waits for a lock.
    let time = world.now()
    const clock = { ...createClock(), now: () => ++time }
    for (let round = 0; round < ROUNDS; round++) {
      const orders = await Promise.all(
        [1, 2, 3].map(async () => (await world.submit(await world.person(world.codeOf(inviter)))).id),
      )
      const ratio = round % 3 === 2 ? null : `0.${String(2000 + round)}`
      await Promise.all([
        ...orders.map((id) => world.review(id)),
        setRatio({ pool: world.pool, clock, keys, mail: NO_MAIL, appUrl: '', businessTz: 'UTC' }, actor(), {
          inviter_id: inviter,
          ratio,
          remark: 'series',
        }),
      ])
      expect(await world.faults()).toEqual([])
    }
  })
})

describe('transaction aborted by a deadlock', () => {
  test.each(['40P01', '40001'])('is retried up to four times (%s)', async (code) => {
    const fail = Object.assign(new Error('ended'), { code })
    const run = async (failures: number) => {
      let runs = 0
      const result = inTransactionWithRetry(world.pool, async () => {
        runs += 1
        if (runs <= failures) throw fail
      })
      return { outcome: await result.catch((error: unknown) => error), runs }
    }
    expect(await Promise.all([1, 4, 5].map(run))).toEqual([
      { outcome: undefined, runs: 2 },
      { outcome: undefined, runs: 5 },
      { outcome: fail, runs: 5 },
    ])
  })

  test('is not retried for any other error', async () => {
    let runs = 0
    await expect(
      inTransactionWithRetry(world.pool, async () => {
        runs += 1
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(runs).toBe(1)
  })

  test('succeeds for two that lock the same rows in opposite order', async () => {
    const [first, second] = [await world.person(), await world.person()]
    const lockBoth = async (ids: readonly number[]): Promise<string> =>
      inTransactionWithRetry(world.pool, async (client) => {
        for (const id of ids) {
          await client.query('select from account where id = $1 for update', [id])
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        return 'done'
      })
    expect(await Promise.all([lockBoth([first, second]), lockBoth([second, first])])).toEqual(['done', 'done'])
  })
})
