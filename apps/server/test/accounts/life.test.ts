import { MINUTE_MS } from '@flowprint/orderflow'
import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD, accountWorld } from './world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, mails, secretFor, registration, signUp } = world

describe('registration and activation', () => {
  test('activates a new account by the link of its mail, which can then log in', async () => {
    const body = registration({ username: 'Ａda.L', first_name: ' Ada ', email: ' Ada@EXAMPLE.com ' })
    const registered = await call('/register', body, { language: 'zh' })
    expect(registered).toMatchObject({ code: 200, data: { email: 'Ada@example.com', expire_minutes: 30 } })
    const [mail] = await mails('Ada@example.com')
    expect(mail).toMatchObject({ template: 'activate', language: 'zh', params: { minutes: 30 } })
    expect(mail.params.link).toMatch(/^http:\/\/localhost:8080\/active\?token=[\w-]{43}$/)
    expect(await call('/login', { email: 'ada@example.com', password: PASSWORD })).toMatchObject({
      status: 200,
      code: '501',
      data: { error: 'NOT_ACTIVATED' },
    })
    expect(await call(`/active?token=${await secretFor('Ada@example.com')}`)).toMatchObject({
      code: 200,
      data: { activated: true },
    })
    const login = await call('/login', { email: 'ADA@example.COM', password: PASSWORD })
    expect(login.data.token).toMatch(/^ofs_[\w-]{43}$/)
    const info = await call('/user_info', {}, { token: login.data.token })
    expect(info.data).toMatchObject({
      username: 'Ada.L',
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'Ada@example.com',
      pending_email: null,
      role: [],
      expire_time: null,
      expired: true,
      is_trial: false,
      theme: null,
      language: 'zh',
      inviter_id: null,
      otp_enabled: false,
      otp_required: false,
    })
  })

  test('reports a repeated activation until the link expires', async () => {
    const body = registration()
    await call('/register', body)
    const path = `/active?token=${await secretFor(body.email)}`
    expect((await call(path)).data).toEqual({ activated: true, trial_until: null })
    world.later(29 * MINUTE_MS)
    expect((await call(path)).data).toEqual({ activated: true, trial_until: null })
    world.later(30 * MINUTE_MS)
    expect(await call(path)).toMatchObject({
      status: 200,
      code: 410,
      message: 'Account activation failed',
      data: { error: 'LINK_INVALID' },
    })
    world.later(0)
  })

  test('activates once when the link is opened concurrently', async () => {
    const body = registration()
    await call('/register', body)
    const path = `/active?token=${await secretFor(body.email)}`
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(path)))
    expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(200))
    const { rows } = await world.pool.query(
      'select used_at, activated_at from account_link l join account a on a.id = l.account_id where a.email = $1',
      [body.email],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].used_at).toEqual(rows[0].activated_at)
  })

  test('invalidates a link when a new one is sent', async () => {
    const body = registration()
    await call('/register', body)
    const first = await secretFor(body.email)
    expect((await call('/send_activation_code', { email: body.email })).data).toEqual({ expire_minutes: 30 })
    const second = await secretFor(body.email)
    expect((await call(`/active?token=${first}`)).code).toBe(410)
    expect((await call(`/active?token=${second}`)).code).toBe(200)
  })

  test.each(['', 'x', 'A'.repeat(43), 'a%00b', `${'x'.repeat(500)}`])(
    'rejects a tampered link (%s) with the same error',
    async (secret) => {
      for (const path of ['/active', '/active_email']) {
        const answer = await call(`${path}?token=${secret}`)
        expect(answer).toMatchObject({ status: 200, code: 410, data: { error: 'LINK_INVALID' } })
        expect(answer.message).not.toContain('Token')
      }
      expect(
        (await call('/active_password', { token: secret, new_password: PASSWORD, confirm_password: PASSWORD })).code,
      ).toBe(410)
    },
  )

  test('rejects a link of another purpose', async () => {
    const body = registration()
    await call('/register', body)
    const token = await secretFor(body.email)
    expect((await call('/active_password', { token, new_password: PASSWORD, confirm_password: PASSWORD })).code).toBe(
      410,
    )
    expect((await call(`/active_email?token=${token}`)).code).toBe(410)
    expect((await call(`/active?token=${token}`)).code).toBe(200)
  })

  test('replaces an unactivated registration of the same address', async () => {
    const body = registration()
    await call('/register', body)
    const again = registration({
      email: body.email,
      password: 'another 77 harbour',
      confirm_password: 'another 77 harbour',
    })
    expect((await call('/register', again)).code).toBe(200)
    await call(`/active?token=${await secretFor(body.email)}`)
    expect((await call('/login', { email: body.email, password: body.password })).code).toBe(402)
    const token = await world.logIn(body.email, again.password)
    expect((await call('/user_info', {}, { token })).data.username).toBe(again.username)
  })

  test('deletes an unactivated account with its name and address after a week', async () => {
    const { runAccountCleanup } = await import('../../src/modules/accounts/commands/cleanup.ts')
    const body = registration()
    await call('/register', body)
    await runAccountCleanup(world.pool, Date.now() + 6 * 86_400_000)
    expect((await call('/register', registration({ username: body.username }))).data.error).toBe('USERNAME_TAKEN')
    await runAccountCleanup(world.pool, Date.now() + 8 * 86_400_000)
    expect((await call('/register', body)).code).toBe(200)
  })
})

describe('invitations', () => {
  test('stores the invitation code and its inviter', async () => {
    const inviter = await signUp()
    await world.pool.query("update account set is_inviter = true, invite_code = 'FRIEND7' where id = $1", [inviter.id])
    const guest = await signUp({ invite_code: 'FRIEND7' })
    expect((await call('/user_info', {}, { token: guest.token })).data.inviter_id).toBe(inviter.id)
  })

  test.each([
    ['direct', 0],
    ['', 0],
    ['no such code!', 0],
    ['ABSENT', 1],
  ] as const)('the code %j creates %i referrals without an inviter', async (code, count) => {
    const guest = await signUp({ invite_code: code })
    const { rows } = await world.pool.query('select inviter_id from referral where invitee_id = $1', [guest.id])
    expect(rows).toEqual(Array.from({ length: count }, () => ({ inviter_id: null })))
  })
})
