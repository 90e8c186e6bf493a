import { COMMONEST_PASSWORDS } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import { afterAll, describe, expect, test } from 'vitest'
import { isCommonPassword } from '../../src/modules/accounts/password-hasher.ts'
import { PASSWORD, accountWorld } from './world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, mails, secretFor, logIn, signUp, registration } = world

const NEW = 'harbour 77 lights'
const change = (token: string, secret: string, password = NEW) =>
  call('/active_password', { token: secret, new_password: password, confirm_password: password }, { token })
const userOf = async (token: string) => (await call('/user_info', {}, { token })).code

test('the server rejects every password that the forms reject as common', () => {
  expect([...COMMONEST_PASSWORDS].filter((password) => !isCommonPassword(password))).toEqual([])
  expect(COMMONEST_PASSWORDS.size).toBe(400)
})

describe('password reset', () => {
  test('sets the password by the mailed link, ends every session and notifies the owner', async () => {
    const { email, username, token } = await signUp()
    expect(await call('/forget_password', { email: email.toUpperCase() })).toMatchObject({ code: 200, data: {} })
    const mail = (await mails(email)).at(-1)
    expect(mail).toMatchObject({ template: 'reset', params: { name: username, minutes: 30 } })
    expect(mail?.params.link).toContain('/change-password?token=')
    expect((await change('', await secretFor(email))).data).toEqual({})
    expect(await userOf(token)).toBe(401)
    expect((await call('/login', { email, password: PASSWORD })).code).toBe(402)
    expect(await userOf(await logIn(email, NEW))).toBe(200)
    expect((await mails(email)).at(-1)).toMatchObject({ template: 'password_changed', params: { name: username } })
  })

  test('sets one password when a link is used concurrently', async () => {
    const { email } = await signUp()
    await call('/forget_password', { email })
    const secret = await secretFor(email)
    const passwords = Array.from({ length: 8 }, (_, i) => `harbour ${i} lights`)
    const answers = await Promise.all(passwords.map((password) => change('', secret, password)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(410)])
    const winner = passwords[answers.findIndex(({ code }) => code === 200)]
    for (const password of passwords)
      expect((await call('/login', { email, password })).code).toBe(password === winner ? 200 : 402)
    expect((await mails(email)).filter(({ template }) => template === 'password_changed')).toHaveLength(1)
  })

  test('keeps the link usable after a rejected password', async () => {
    const { email } = await signUp()
    await call('/forget_password', { email })
    const secret = await secretFor(email)
    expect((await change('', secret, '123')).code).toBe(400)
    expect((await change('', secret)).code).toBe(200)
    expect((await change('', secret, 'third 88 garden')).code).toBe(410)
  })

  test('expires the link after thirty minutes', async () => {
    const { email } = await signUp()
    await call('/forget_password', { email })
    const secret = await secretFor(email)
    world.later(30 * MINUTE_MS)
    expect(await change('', secret)).toMatchObject({ code: 410, message: 'Parameter error' })
    world.later(0)
  })

  test('invalidates a link when a newer one is sent', async () => {
    const { email } = await signUp()
    await call('/forget_password', { email })
    const first = await secretFor(email)
    await call('/forget_password', { email })
    expect((await change('', first)).code).toBe(410)
    expect((await change('', await secretFor(email))).code).toBe(200)
  })

  test('uses up the link only when the new password is set, not when the page is opened', async () => {
    const { email } = await signUp()
    await call('/forget_password', { email })
    const secret = await secretFor(email)
    expect((await call(`/active?token=${secret}`)).code).toBe(410)
    expect((await change('', secret)).code).toBe(200)
  })

  test('sends the activation link to an account that is not activated', async () => {
    const body = registration()
    await call('/register', body)
    await call('/forget_password', { email: body.email })
    expect((await mails(body.email)).map(({ template }) => template)).toEqual(['activate', 'activate'])
  })

  test('neither bypasses the authenticator nor logs in', async () => {
    const { email, id } = await signUp()
    await world.pool.query(
      "update account set otp_secret = 'sealed', otp_enabled_at = now(), activated_at = now() - interval '7 days 1 second' where id = $1",
      [id],
    )
    await call('/forget_password', { email })
    const answer = await change('', await secretFor(email))
    expect([answer.code, answer.data]).toEqual([200, {}])
    expect((await call('/login', { email, password: NEW })).data.error).toBe('OTP_REQUIRED')
  })
})

describe('password change', () => {
  test('ends every session and invalidates earlier links', async () => {
    const { email, token } = await signUp()
    const other = await logIn(email)
    await call('/forget_password', { email })
    const secret = await secretFor(email)
    const body = { old_password: PASSWORD, new_password: NEW, confirm_password: NEW }
    expect((await call('/reset_password', body, { token })).data).toEqual({})
    expect([await userOf(token), await userOf(other)]).toEqual([401, 401])
    expect((await change('', secret)).code).toBe(410)
    expect(await userOf(await logIn(email, NEW))).toBe(200)
  })

  test('accepts spaces, long texts and any script unchanged', async () => {
    for (const password of ['  two blanks around  ', '密码里可以有汉字和 emoji 🙂', `${'long'.repeat(63)}ish!`]) {
      const { email } = await signUp({ password, confirm_password: password })
      expect(await logIn(email, password)).toMatch(/^ofs_/)
      expect((await call('/login', { email, password: password.trim().slice(0, -1) })).code).toBe(402)
    }
  })

  test('rejects a login that began before the change', async () => {
    const { email, token } = await signUp()
    const body = { old_password: PASSWORD, new_password: NEW, confirm_password: NEW }
    const [changed, ...logins] = await Promise.all([
      call('/reset_password', body, { token }),
      ...Array.from({ length: 6 }, () => call('/login', { email, password: PASSWORD })),
    ])
    expect(changed.code).toBe(200)
    for (const login of logins) if (login.code === 200) expect(await userOf(login.data.token)).toBe(401)
  })

  test('requires twelve characters from an administrator', async () => {
    const { id, token } = await signUp()
    await world.pool.query('update account set is_admin = true where id = $1', [id])
    const body = { old_password: PASSWORD, new_password: 'short 5 hill', confirm_password: 'short 5 hill' }
    expect(
      (
        await call(
          '/reset_password',
          { ...body, new_password: 'short 5 hil', confirm_password: 'short 5 hil' },
          { token },
        )
      ).message,
    ).toBe('The password must have at least 12 characters')
    expect((await call('/reset_password', body, { token })).code).toBe(200)
  })
})
