import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD, accountWorld } from './world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, mails, secretFor, logIn, signUp, registration } = world

const info = async (token: string) => (await call('/user_info', {}, { token })).data
const ask = (token: string, email: string) => call('/reset_email', { email, password: PASSWORD }, { token })

describe('email address change', () => {
  test('takes effect on the link sent to the new address, and notifies the old one', async () => {
    const { email, username, token } = await signUp()
    const asked = await ask(token, ' New.One@Example.ORG ')
    expect(asked.data).toMatchObject({ email, pending_email: 'New.One@example.org' })
    expect(asked.data.token).not.toBe(token)
    expect(await info(asked.data.token)).toMatchObject({ email, pending_email: 'New.One@example.org' })
    expect((await call('/login', { email: 'new.one@example.org', password: PASSWORD })).code).toBe(402)
    const [mail] = await mails('New.One@example.org')
    expect(mail).toMatchObject({ template: 'confirm_email', params: { minutes: 30 } })
    expect(mail.params.link).toContain('/change-email?token=')
    const path = `/active_email?token=${await secretFor('New.One@example.org')}`
    expect((await call(path)).data).toEqual({ email: 'New.One@example.org' })
    expect((await call(path)).data).toEqual({ email: 'New.One@example.org' })
    expect(await info(asked.data.token)).toMatchObject({ email: 'New.One@example.org', pending_email: null })
    expect((await mails(email)).at(-1)).toMatchObject({
      template: 'email_changed',
      params: { name: username, new_email: 'New.One@example.org' },
    })
    expect((await call('/login', { email, password: PASSWORD })).code).toBe(402)
    expect(await logIn('new.one@example.org')).toMatch(/^ofs_/)
  })

  test('is applied once when the link is opened concurrently', async () => {
    const { email, token } = await signUp()
    await ask(token, 'crowd@example.org')
    const path = `/active_email?token=${await secretFor('crowd@example.org')}`
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(path)))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200))
    expect((await mails(email)).filter(({ template }) => template === 'email_changed')).toHaveLength(1)
  })

  test('expires its link after thirty minutes and on a newer request', async () => {
    const { token } = await signUp()
    const next = (await ask(token, 'first@example.org')).data.token
    const first = await secretFor('first@example.org')
    const last = (await ask(next, 'second@example.org')).data.token
    expect(await call(`/active_email?token=${first}`)).toMatchObject({ code: 410, message: 'Parameter error' })
    world.later(30 * 60_000)
    expect((await call(`/active_email?token=${await secretFor('second@example.org')}`)).code).toBe(410)
    expect((await info(last)).pending_email).toBeNull()
    world.later(0)
  })

  test('returns the same answer for a taken address and notifies its owner', async () => {
    const owner = await signUp()
    const { email, token } = await signUp()
    const asked = await ask(token, owner.email)
    expect(asked).toMatchObject({ code: 200, message: 'OK', data: { email, pending_email: owner.email } })
    expect((await info(asked.data.token)).pending_email).toBe(owner.email)
    expect((await mails(owner.email)).map(({ template }) => template)).toEqual(['activate', 'already_registered'])
  })

  test('gives an address requested by two accounts to the first that verifies it', async () => {
    const [one, two] = [await signUp(), await signUp()]
    await ask(one.token, 'wanted@example.org')
    const first = await secretFor('wanted@example.org')
    await ask(two.token, 'wanted@example.org')
    const second = await secretFor('wanted@example.org')
    expect((await call(`/active_email?token=${second}`)).code).toBe(200)
    expect(await call(`/active_email?token=${first}`)).toMatchObject({ code: 410, data: { error: 'LINK_INVALID' } })
  })

  test('takes precedence over a registration that was never activated', async () => {
    const squatter = registration({ email: 'mine@example.org' })
    await call('/register', squatter)
    const { token } = await signUp()
    await ask(token, 'mine@example.org')
    expect((await call(`/active_email?token=${await secretFor('mine@example.org')}`)).code).toBe(200)
    expect((await call('/login', { email: 'mine@example.org', password: squatter.password })).code).toBe(200)
    expect((await world.pool.query('select from account where username = $1', [squatter.username])).rowCount).toBe(0)
  })

  test('invalidates links sent to the old address', async () => {
    const { email, token } = await signUp()
    await call('/forget_password', { email })
    const reset = await secretFor(email)
    await ask(token, 'moved@example.org')
    await call(`/active_email?token=${await secretFor('moved@example.org')}`)
    expect(
      (
        await call('/active_password', {
          token: reset,
          new_password: 'harbour 77 lights',
          confirm_password: 'harbour 77 lights',
        })
      ).code,
    ).toBe(410)
  })

  test('requires the link for a change of case only, and a change to the current address cancels the pending one', async () => {
    const { email, token } = await signUp()
    const next = (await ask(token, email.replace('person', 'PerSon'))).data.token
    expect((await info(next)).pending_email).toBe(email.replace('person', 'PerSon'))
    const last = await ask(next, email)
    expect(last.data.pending_email).toBeNull()
    expect((await info(last.data.token)).pending_email).toBeNull()
  })
})

describe('username change', () => {
  test('keeps the username when none is given, and rejects a taken one', async () => {
    const other = await signUp()
    const { username, token } = await signUp()
    const first = await call('/reset_name', { first_name: '小 明', last_name: '王' }, { token })
    expect(first.data).toMatchObject({ username, first_name: '小 明', last_name: '王' })
    const taken = await call(
      '/reset_name',
      { username: other.username.toUpperCase(), first_name: 'A', last_name: 'B' },
      { token: first.data.token },
    )
    expect(taken).toMatchObject({
      code: 409,
      data: { error: 'USERNAME_TAKEN', fields: { username: [{ error: 'USERNAME_TAKEN' }] } },
    })
    // A change of case in the account's own address is allowed.
    expect(
      (await call('/reset_name', { username: username.toUpperCase(), first_name: 'A', last_name: 'B' }, { token })).data
        .username,
    ).toBe(username.toUpperCase())
  })

  test('gives a username to exactly one of several concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp()))
    const answers = await Promise.all(
      people.map(({ token }) =>
        call('/reset_name', { username: 'the-one', first_name: 'A', last_name: 'B' }, { token }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
  })
})

describe('preferences', () => {
  test('stores theme and language, and sends mails in that language', async () => {
    const { email, token } = await signUp()
    expect((await call('/reset_theme', { theme: 'dark' }, { token })).data).toEqual({ theme: 'dark' })
    expect((await call('/reset_language', { language: 'zh' }, { token })).data).toEqual({ language: 'zh' })
    expect(await info(token)).toMatchObject({ theme: 'dark', language: 'zh' })
    await call('/forget_password', { email }, { language: 'en' })
    expect((await mails(email)).at(-1)?.language).toBe('zh')
  })

  test('returns enum values as words', async () => {
    expect((await call('/properties', { code: 'theme' }, { language: 'zh' })).data).toEqual([
      { value: 'light', label: '浅色' },
      { value: 'dark', label: '深色' },
    ])
    expect((await call('/properties', { code: 'role' })).data.map(({ value }: { value: string }) => value)).toEqual([
      'user',
      'inviter',
      'admin',
    ])
  })
})
