import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { PASSWORD, accountWorld } from './world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, mails, registration, signUp, hasher } = world
const owner = await signUp()
const unproven = registration()
await call('/register', unproven)
beforeEach(() => void hasher.taken())

const without = (answer: object) => JSON.parse(JSON.stringify(answer).replaceAll(/person\d+@example\.com/g, '…'))

describe('account enumeration', () => {
  test('registration: returns the same answer and hashes once for a new, a known and an unactivated address', async () => {
    const answers = []
    for (const email of ['fresh@example.com', owner.email, unproven.email]) {
      const answer = await call('/register', registration({ email }))
      expect(hasher.taken()).toBe(1)
      answers.push({ ...answer, data: { ...answer.data, email: '…' } })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect((await mails(owner.email)).at(-1)?.template).toBe('already_registered')
    expect((await mails(unproven.email)).at(-1)?.template).toBe('activate')
  })

  test('registration: reserves the username in every case', async () => {
    for (const email of ['fresh2@example.com', owner.email, unproven.email]) {
      const { username } = registration()
      expect((await call('/register', registration({ email, username }))).code).toBe(200)
      expect((await call('/register', registration({ username }))).data.error).toBe('USERNAME_TAKEN')
      expect((await call('/register', registration({ email, username }))).data.error).toBe('USERNAME_TAKEN')
    }
  })

  test('registration: keeps the old username of a replaced unactivated account reserved', async () => {
    const first = registration()
    await call('/register', first)
    await call('/register', registration({ email: first.email }))
    expect((await call('/register', registration({ username: first.username }))).data.error).toBe('USERNAME_TAKEN')
  })

  test('login: returns the same answer and hashes once for an unknown address, a wrong password and a disabled account', async () => {
    const disabled = await signUp()
    await world.pool.query('update account set disabled_at = now() where id = $1', [disabled.id])
    hasher.taken()
    const answers = []
    for (const [email, password] of [
      ['unknown@example.com', PASSWORD],
      [owner.email, 'wrong'],
      [unproven.email, 'wrong'],
      [disabled.email, PASSWORD],
      [disabled.email, 'wrong'],
    ]) {
      answers.push(await call('/login', { email, password }))
      expect(hasher.taken()).toBe(1)
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 200, code: 402, data: { error: 'LOGIN_FAILED' } })
  })

  test('registration and login with the same password: returns the same answer and hashes once in every case', async () => {
    const answers = []
    const disabled = await signUp()
    await world.pool.query('update account set disabled_at = now() where id = $1', [disabled.id])
    for (const email of ['brand-new@example.com', owner.email, unproven.email, disabled.email]) {
      const password = 'a stranger 77 guesses'
      expect((await call('/register', registration({ email, password, confirm_password: password }))).code).toBe(200)
      hasher.taken()
      answers.push(await call('/login', { email, password }))
      answers.push(await call('/login', { email, password: 'another 77 guess' }))
      expect(hasher.taken()).toBe(2)
    }
    for (let i = 0; i < answers.length; i++) expect(answers[i]).toEqual(answers[i % 2])
    expect([answers[0].data.error, answers[1].data.error]).toEqual(['NOT_ACTIVATED', 'LOGIN_FAILED'])
    // The owner's password is unchanged.
    expect((await call('/login', { email: owner.email, password: PASSWORD })).code).toBe(200)
    world.later(8 * 86_400_000)
    await runAccountCleanup(world.pool, world.clock.now())
    const late = await Promise.all(
      ['brand-new@example.com', owner.email].map((email) =>
        call('/login', { email, password: 'a stranger 77 guesses' }),
      ),
    )
    expect(late.map(({ data }) => data.error)).toEqual(['LOGIN_FAILED', 'LOGIN_FAILED'])
    world.later(0)
  })

  test.each(['/send_activation_code', '/forget_password'])(
    '%s: returns the same answer without hashing, and mails only existing accounts',
    async (path) => {
      const answers = []
      for (const email of ['stranger@example.com', owner.email, unproven.email])
        answers.push(await call(path, { email }))
      for (const answer of answers) expect(without(answer)).toEqual(without(answers[0]))
      expect(answers[0].code).toBe(200)
      expect(hasher.taken()).toBe(0)
      expect(await mails('stranger@example.com')).toEqual([])
    },
  )

  test('address change: returns the same answer and hashes once for known and new addresses', async () => {
    const { token } = await signUp()
    hasher.taken()
    const fresh = await call('/reset_email', { email: 'unseen@example.com', password: PASSWORD }, { token })
    expect(hasher.taken()).toBe(1)
    const known = await call('/reset_email', { email: owner.email, password: PASSWORD }, { token: fresh.data.token })
    expect(hasher.taken()).toBe(1)
    expect(Object.keys(known.data)).toEqual(Object.keys(fresh.data))
    expect([known.status, known.code, known.message]).toEqual([fresh.status, fresh.code, fresh.message])
  })

  test('concurrent registrations of one address create one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('/register', registration({ email: 'race@example.com' }))),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(200))
    const { rowCount } = await world.pool.query("select from account where email_key = 'race@example.com'")
    expect(rowCount).toBe(1)
  })

  test('concurrent registrations of one username create one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('/register', registration({ username: 'contested' }))),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('rate limits', () => {
  test('bounds concurrent hashing and asks callers beyond the queue to retry later', async () => {
    const { createPasswordHasher } = await import('../../src/modules/accounts/index.ts')
    const small = createPasswordHasher({ atOnce: 1, waiting: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => small.hash('x')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason.slug).toBe('RATE_LIMITED')
    expect(await small.verify(await small.hash('x'), 'x')).toBe(true)
  })

  test('counts logins, registrations, mails and links', async () => {
    const strict = await accountWorld({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const person = strict.registration()
      expect((await strict.call('/register', person, { ip: '203.0.113.1' })).code).toBe(200)
      expect((await strict.call('/send_activation_code', { email: person.email }, { ip: '203.0.113.2' })).code).toBe(
        200,
      )
      const soon = await strict.call('/send_activation_code', { email: person.email }, { ip: '203.0.113.2' })
      expect(soon).toMatchObject({ status: 429, code: 429, data: { error: 'RATE_LIMITED' } })
      expect(soon.data.retry_after).toBeGreaterThan(50)
      // The same for an address without an account.
      expect(
        (await strict.call('/forget_password', { email: 'unknown@example.com' }, { ip: '203.0.113.2' })).code,
      ).toBe(200)
      expect(
        (await strict.call('/forget_password', { email: 'unknown@example.com' }, { ip: '203.0.113.2' })).code,
      ).toBe(429)
      for (let i = 0; i < 4; i++)
        expect((await strict.call('/register', strict.registration(), { ip: '203.0.113.1' })).code).toBe(200)
      expect((await strict.call('/register', strict.registration(), { ip: '203.0.113.1' })).code).toBe(429)
      // An invalid form causes no hashing.
      expect((await strict.call('/register', {}, { ip: '203.0.113.1' })).code).toBe(400)
      await strict.call(`/active?token=${await strict.secretFor(person.email)}`)
      const guess = (ip: string) => strict.call('/login', { email: person.email, password: 'wrong' }, { ip })
      for (let i = 0; i < 5; i++) expect((await guess('203.0.113.4')).code).toBe(402)
      expect((await guess('203.0.113.4')).code).toBe(429)
      // The owner can log in from another place.
      expect(await strict.logIn(person.email, PASSWORD, { ip: '203.0.113.5' })).toMatch(/^ofs_/)
      for (let i = 0; i < 20; i++)
        expect((await strict.call('/active?token=x', undefined, { ip: '203.0.113.6' })).code).toBe(410)
      expect((await strict.call('/active?token=x', undefined, { ip: '203.0.113.6' })).code).toBe(429)
    } finally {
      await strict.close()
    }
  })
})
