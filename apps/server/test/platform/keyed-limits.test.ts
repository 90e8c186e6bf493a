import { SECOND_MS, MINUTE_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError, createKeyedLimits } from '../../src/platform/http/index.ts'
import type { KeyedLimit, KeyedLimits } from '../../src/platform/http/index.ts'
import { addressBlock } from '../../src/platform/http/limits.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

let database: TestDatabase
let limits: KeyedLimits
beforeAll(async () => {
  database = await testDatabase()
  limits = createKeyedLimits({
    pool: database.pool,
    keys: createKeys(['a key of the limits of tests, long']),
    clock: { now: () => now, setOffset() {} },
    factor: 1,
  })
})
afterAll(() => database.drop())

let now = 1_800_000_000_000
let count = 0
const fresh = (): string => `subject ${count++}`

/** null when admitted, else the seconds to wait. */
async function ask(limit: KeyedLimit, subject: string): Promise<number | null> {
  try {
    await limits.take([limit, subject])
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.slug !== 'RATE_LIMITED') throw error
    return Number(error.options.data?.['retry_after'])
  }
}

describe('rate limit', () => {
  test('admits its number of requests in any window, and returns when the next one is admitted', async () => {
    const who = fresh()
    const answers = []
    for (let i = 0; i < 6; i++, now += 10 * MINUTE_MS) answers.push(await ask('register_from', who))
    // The sixth, 50 minutes after the first: 10 more minutes until that one no longer counts.
    expect(answers).toEqual([null, null, null, null, null, 600])
    expect(await ask('register_from', who)).toBeNull()
    expect(await ask('register_from', who)).toBe(600)
  })

  test('never admits more than its number in any window, for any order of requests', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40 * SECOND_MS }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(gaps, async (list) => {
        const who = fresh()
        const let_in: number[] = []
        for (const gap of list) {
          now += gap
          const wait = await ask('login_from', who)
          if (wait === null) let_in.push(now)
          else expect(wait).toBeGreaterThan(0)
        }
        for (const time of let_in)
          expect(let_in.filter((one) => one > time - MINUTE_MS && one <= time).length).toBeLessThanOrEqual(20)
      }),
      { numRuns: 20 },
    )
  })

  test('holds under concurrency', async () => {
    const who = fresh()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('login_from', who)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(20)
  })

  test('does not count rejected requests, so that a retrying caller is admitted in time', async () => {
    const who = fresh()
    await ask('mail_to', who)
    for (let i = 1; i < 60; i++) {
      now += SECOND_MS
      expect(await ask('mail_to', who)).toBe(60 - i)
    }
    now += SECOND_MS
    expect(await ask('mail_to', who)).toBeNull()
  })

  test('checks several limits in order, up to the first that rejects', async () => {
    const [to, from] = [fresh(), fresh()]
    await limits.take(['mail_to', to], ['mail_from', from])
    await expect(limits.take(['mail_to', to], ['mail_from', from])).rejects.toThrow('RATE_LIMITED')
    const { rows } = await database.pool.query('select max(cardinality(hits)) as most from rate_hit where until > $1', [
      now,
    ])
    expect(rows[0].most).toBeGreaterThan(0)
  })
})

describe('back-off', () => {
  test('allows five failures, then doubles the wait for each further one, up to 15 minutes', async () => {
    const who = fresh()
    for (let i = 0; i < 5; i++) expect(await ask('login_failure', who)).toBeNull()
    const waits = []
    for (let i = 0; i < 8; i++) {
      const wait = await ask('login_failure', who)
      waits.push(wait)
      now += Number(wait) * SECOND_MS - 1
      expect(await ask('login_failure', who)).toBe(1)
      now += 1
      expect(await ask('login_failure', who)).toBeNull()
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256])
    for (let i = 0; i < 30; i++) {
      const wait = Number(await ask('login_failure', who))
      expect(wait).toBeLessThanOrEqual(900)
      now += wait * SECOND_MS
      await ask('login_failure', who)
    }
  })

  test('counts concurrent guesses', async () => {
    const who = fresh()
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('login_failure', who)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(5)
  })

  test('ends with the correct password', async () => {
    const who = fresh()
    for (let i = 0; i < 5; i++) await ask('login_failure', who)
    expect(await ask('login_failure', who)).toBe(2)
    await limits.forgive('login_failure', who)
    expect(await ask('login_failure', who)).toBeNull()
  })

  test('ends after 15 minutes without failures', async () => {
    const who = fresh()
    for (let i = 0; i < 5; i++) await ask('login_failure', who)
    now += 15 * MINUTE_MS
    for (let i = 0; i < 5; i++) expect(await ask('login_failure', who)).toBeNull()
  })

  test('applies to one pair of account and IP address, not to the account from elsewhere', async () => {
    const who = fresh()
    for (let i = 0; i < 6; i++) await ask('login_failure', `${who} 203.0.113.1`)
    expect(await ask('login_failure', `${who} 203.0.113.2`)).toBeNull()
  })
})

describe('stored limits', () => {
  test('contain neither IP nor email addresses', async () => {
    await limits.take(['mail_to', 'li@example.com'], ['mail_from', '203.0.113.77'])
    const { rows } = await database.pool.query('select * from rate_hit')
    expect(JSON.stringify(rows)).not.toMatch(/li@example|203\.0\.113/)
  })

  test('are deleted when they have expired', async () => {
    await limits.sweep()
    await limits.take(['mail_to', fresh()])
    now += 24 * 60 * MINUTE_MS
    await limits.sweep()
    expect((await database.pool.query('select 1 from rate_hit')).rowCount).toBe(0)
  })
})

describe('IP addresses', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (ip, block) => expect(addressBlock(ip)).toBe(block))

  test('of one IPv6 household count as one', async () => {
    for (let i = 1; i <= 20; i++) expect(await ask('login_from', `2001:db8:9:9::${i.toString(16)}`)).toBeNull()
    expect(await ask('login_from', '2001:db8:9:9:ffff::1')).not.toBeNull()
    expect(await ask('login_from', '2001:db8:9:8::1')).toBeNull()
  })
})
