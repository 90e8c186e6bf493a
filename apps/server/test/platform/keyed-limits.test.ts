import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError, createKeyedLimits } from '../../src/platform/http/index.ts'
import type { KeyedLimit, KeyedLimits } from '../../src/platform/http/index.ts'
import { addressBlock } from '../../src/platform/http/address-block.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

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

/** null when let in, else the seconds to wait. */
async function ask(limit: KeyedLimit, subject: string): Promise<number | null> {
  try {
    await limits.take([limit, subject])
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.slug !== 'RATE_LIMITED') throw error
    return Number(error.options.data?.['retry_after'])
  }
}

describe('a quota', () => {
  test('lets in so many in any stretch of its time, and says when the next one may come', async () => {
    const who = fresh()
    const answers = []
    for (let i = 0; i < 6; i++, now += 10 * MINUTE) answers.push(await ask('register_from', who))
    // The sixth, 50 minutes after the first: 10 more minutes until that one no longer counts.
    expect(answers).toEqual([null, null, null, null, null, 600])
    expect(await ask('register_from', who)).toBeNull()
    expect(await ask('register_from', who)).toBe(600)
  })

  test('never lets in more than its number in any stretch, whatever comes when', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40 * SECOND }), { maxLength: 40 })
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
          expect(let_in.filter((one) => one > time - MINUTE && one <= time).length).toBeLessThanOrEqual(20)
      }),
      { numRuns: 20 },
    )
  })

  test('holds among requests of the same moment', async () => {
    const who = fresh()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('login_from', who)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(20)
  })

  test('a refusal counts for nothing: who keeps asking is let in when the time has come', async () => {
    const who = fresh()
    await ask('mail_to', who)
    for (let i = 1; i < 60; i++) {
      now += SECOND
      expect(await ask('mail_to', who)).toBe(60 - i)
    }
    now += SECOND
    expect(await ask('mail_to', who)).toBeNull()
  })

  test('several limits are taken in order, and the first that refuses ends it', async () => {
    const [to, from] = [fresh(), fresh()]
    await limits.take(['mail_to', to], ['mail_from', from])
    await expect(limits.take(['mail_to', to], ['mail_from', from])).rejects.toThrow('RATE_LIMITED')
    const { rows } = await database.pool.query('select max(cardinality(hits)) as most from rate_hit where until > $1', [
      now,
    ])
    expect(rows[0].most).toBeGreaterThan(0)
  })
})

describe('a back-off', () => {
  test('five failures are free, each further one waits twice as long as the one before, never more than 15 minutes', async () => {
    const who = fresh()
    for (let i = 0; i < 5; i++) expect(await ask('login_failure', who)).toBeNull()
    const waits = []
    for (let i = 0; i < 8; i++) {
      const wait = await ask('login_failure', who)
      waits.push(wait)
      now += Number(wait) * SECOND - 1
      expect(await ask('login_failure', who)).toBe(1)
      now += 1
      expect(await ask('login_failure', who)).toBeNull()
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256])
    for (let i = 0; i < 30; i++) {
      const wait = Number(await ask('login_failure', who))
      expect(wait).toBeLessThanOrEqual(900)
      now += wait * SECOND
      await ask('login_failure', who)
    }
  })

  test('guesses of the same moment see each other', async () => {
    const who = fresh()
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('login_failure', who)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(5)
  })

  test('a right password ends it', async () => {
    const who = fresh()
    for (let i = 0; i < 5; i++) await ask('login_failure', who)
    expect(await ask('login_failure', who)).toBe(2)
    await limits.forgive('login_failure', who)
    expect(await ask('login_failure', who)).toBeNull()
  })

  test('is over after 15 quiet minutes', async () => {
    const who = fresh()
    for (let i = 0; i < 5; i++) await ask('login_failure', who)
    now += 15 * MINUTE
    for (let i = 0; i < 5; i++) expect(await ask('login_failure', who)).toBeNull()
  })

  test('concerns one pair of account and address, not the account from elsewhere', async () => {
    const who = fresh()
    for (let i = 0; i < 6; i++) await ask('login_failure', `${who} 203.0.113.1`)
    expect(await ask('login_failure', `${who} 203.0.113.2`)).toBeNull()
  })
})

describe('what is stored', () => {
  test('names neither addresses nor e-mails', async () => {
    await limits.take(['mail_to', 'li@example.com'], ['mail_from', '203.0.113.77'])
    const { rows } = await database.pool.query('select * from rate_hit')
    expect(JSON.stringify(rows)).not.toMatch(/li@example|203\.0\.113/)
  })

  test('is cleared away when it no longer counts', async () => {
    await limits.sweep()
    await limits.take(['mail_to', fresh()])
    now += 24 * 60 * MINUTE
    await limits.sweep()
    expect((await database.pool.query('select 1 from rate_hit')).rowCount).toBe(0)
  })
})

describe('addresses', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (ip, block) => expect(addressBlock(ip)).toBe(block))

  test('one household of IPv6 addresses is one', async () => {
    for (let i = 1; i <= 20; i++) expect(await ask('login_from', `2001:db8:9:9::${i.toString(16)}`)).toBeNull()
    expect(await ask('login_from', '2001:db8:9:9:ffff::1')).not.toBeNull()
    expect(await ask('login_from', '2001:db8:9:8::1')).toBeNull()
  })
})
