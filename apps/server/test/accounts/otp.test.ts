import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { normalizeRecoveryCode, stepOfCode } from '../../src/modules/accounts/rules/one-time-code.ts'
import { PASSWORD, accountWorld } from './world.ts'
import type { SignedUp } from './world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, logIn, signUp } = world

const STEP = 30_000
/** Half a second into a time step, so that no test crosses into the next one. */
let begin = 0
beforeEach(() => {
  begin = STEP - (Date.now() % STEP) + 500
  world.later(begin)
})

const codeOf = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
const codeNow = (secret: string, steps = 0) => codeOf(secret, world.clock.now() + steps * STEP)

interface Secured extends SignedUp {
  readonly secret: string
  readonly recovery: readonly string[]
}

/** With an authenticator; its set-up used the code of this step. */
async function secured(): Promise<Secured> {
  const person = await signUp()
  const { secret } = (await call('/otp_setup', { password: PASSWORD }, { token: person.token })).data
  const enabled = await call('/otp_enable', { otp: codeNow(secret) }, { token: person.token })
  return { ...person, secret, recovery: enabled.data.recovery_codes }
}

describe('one-time codes', () => {
  // RFC 6238, appendix B, the last six of the eight digits for SHA1.
  const RFC = Secret.fromLatin1('12345678901234567890').base32
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('matches the code of the RFC at %i s, from one step before to one after', (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(stepOfCode(RFC, code, seconds * 1000)).toBe(step)
    expect(stepOfCode(RFC, ` ${code.slice(0, 3)} ${code.slice(3)}`, (seconds + 30) * 1000)).toBe(step)
    expect(stepOfCode(RFC, code, (seconds - 30) * 1000)).toBe(step)
    expect(stepOfCode(RFC, code, (seconds + 60) * 1000)).toBeNull()
    expect(stepOfCode(RFC, code, (seconds - 60) * 1000)).toBeNull()
  })

  test.each(['', '12345', '1234567', '12345a', '１２３４５６'])('rejects %j as a code', (code) =>
    expect(stepOfCode(RFC, code, 59_000)).toBeNull(),
  )

  test('parses recovery codes as people type them', () => {
    expect(normalizeRecoveryCode(' abcd-efgh 2345-wxyz ABCD2345 ')).toBe('ABCDEFGH2345WXYZABCD2345')
    expect(normalizeRecoveryCode('abcd-efgh-2345')).toBeNull()
    expect(normalizeRecoveryCode('123456')).toBeNull()
  })
})

describe('authenticator', () => {
  test('requires the password and its first code for set-up, which ends every session', async () => {
    const { email, token } = await signUp()
    const setup = await call('/otp_setup', { password: PASSWORD }, { token })
    const { secret, otpauth_url } = setup.data
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(otpauth_url).toBe(
      `otpauth://totp/Flowprint:${encodeURIComponent(email)}?issuer=Flowprint&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await call('/user_info', {}, { token })).data.otp_enabled).toBe(false)
    expect((await call('/otp_enable', { otp: codeNow(secret, 5) }, { token })).data.error).toBe('OTP_WRONG')
    const enabled = await call('/otp_enable', { otp: codeNow(secret) }, { token })
    expect(enabled.data.recovery_codes).toHaveLength(10)
    expect((await call('/user_info', {}, { token })).code).toBe(401)
    expect((await call('/login', { email, password: PASSWORD })).data.error).toBe('OTP_REQUIRED')
    expect((await call('/login', { email, password: 'wrong', otp: codeNow(secret, 1) })).data.error).toBe(
      'LOGIN_FAILED',
    )
    const next = await logIn(email, PASSWORD, { otp: codeNow(secret, 1) })
    expect((await call('/user_info', {}, { token: next })).data.otp_enabled).toBe(true)
    const { rows } = await world.pool.query('select otp_secret from account where email = $1', [email])
    expect(rows[0].otp_secret).not.toContain(secret)
  })

  test('accepts each code once under concurrency', async () => {
    const { email, secret } = await secured()
    // The code that enabled it is used.
    expect((await call('/login', { email, password: PASSWORD, otp: codeNow(secret) })).data.error).toBe('OTP_WRONG')
    const otp = codeNow(secret, 1)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('/login', { email, password: PASSWORD, otp })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    // An older code is rejected too once a newer one was used.
    world.later(begin + STEP)
    expect((await call('/login', { email, password: PASSWORD, otp: codeNow(secret, -1) })).data.error).toBe('OTP_WRONG')
  })

  test('accepts each recovery code once', async () => {
    const { email, recovery } = await secured()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('/login', { email, password: PASSWORD, otp: recovery[0].toLowerCase() })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect((await call('/login', { email, password: PASSWORD, otp: recovery[0] })).data.error).toBe('OTP_WRONG')
    expect((await call('/login', { email, password: PASSWORD, otp: recovery[9].replaceAll('-', '') })).code).toBe(200)
  })

  test('cannot be replaced with the password alone', async () => {
    const { email, secret } = await secured()
    const token = await logIn(email, PASSWORD, { otp: codeNow(secret, 1) })
    expect((await call('/otp_setup', { password: PASSWORD }, { token })).data.error).toBe('OTP_REQUIRED')
    world.later(begin + 2 * STEP)
    expect((await call('/otp_enable', { otp: codeNow(secret) }, { token })).data.error).toBe('OTP_SETUP_REQUIRED')
    expect((await call('/otp_disable', { password: PASSWORD, otp: '000000' }, { token })).data.error).toBe('OTP_WRONG')
    expect(
      (await call('/otp_disable', { password: 'wrong', otp: codeNow(secret) }, { token })).data.fields.password[0]
        .error,
    ).toBe('PASSWORD_WRONG')
    expect((await call('/otp_disable', { password: PASSWORD, otp: codeNow(secret) }, { token })).data).toEqual({})
    expect(await logIn(email)).toMatch(/^ofs_/)
    const again = (await call('/otp_setup', { password: PASSWORD }, { token })).data
    expect(again.secret).not.toBe(secret)
  })
})

describe('step-up', () => {
  test('requires the password when there is no authenticator', async () => {
    const { token } = await signUp()
    const { until } = (await call('/step_up', { password: PASSWORD }, { token })).data
    expect(Math.round((Date.parse(until) - world.clock.now()) / 60_000)).toBe(10)
  })

  test('requires the code when there is an authenticator', async () => {
    const { email, secret, recovery } = await secured()
    const token = await logIn(email, PASSWORD, { otp: codeNow(secret, 1) })
    expect((await call('/step_up', { password: PASSWORD }, { token })).data.error).toBe('OTP_REQUIRED')
    expect((await call('/step_up', { otp: recovery[0] }, { token })).data.error).toBe('OTP_WRONG')
    world.later(begin + 2 * STEP)
    expect((await call('/step_up', { otp: codeNow(secret) }, { token })).code).toBe(200)
  })
})
