// ASVS 5 chapter V15: protected fields, repeated arguments, prototypes, races. docs/security.md
import { UserInfo } from '@flowprint/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { accountWorld, PASSWORD } from '../accounts/world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, signUp, registration } = world

const GIFTS = {
  id: 1,
  is_admin: true,
  is_inviter: true,
  role: ['admin', 'inviter'],
  roles: ['admin'],
  activated_at: '2026-01-01T00:00:00Z',
  activated: true,
  expire_time: '2099-01-01T00:00:00Z',
  disabled_at: null,
  otp_enabled: false,
  password_hash: 'x',
  inviter_id: 1,
  invite_code_of: 1,
  created_at: '2000-01-01',
}

describe('V15.3.3 protected fields', () => {
  test('are ignored: a registration creates an ordinary, unactivated account', async () => {
    const body = registration(GIFTS)
    await call('/register', body)
    const { rows } = await world.pool.query(
      'select is_admin, is_inviter, activated_at, disabled_at from account where email = $1',
      [body.email],
    )
    expect(rows.length === 0 || rows[0]).toEqual({
      is_admin: false,
      is_inviter: false,
      activated_at: null,
      disabled_at: null,
    })
  })

  test('change nothing in an existing account', async () => {
    const { id, token } = await signUp()
    const dump = async () =>
      (
        await world.pool.query(
          'select is_admin, is_inviter, disabled_at, password_hash, created_at from account where id = $1',
          [id],
        )
      ).rows[0]
    const before = await dump()
    await call('/reset_name', { first_name: 'A', last_name: 'B', ...GIFTS }, { token })
    await call('/reset_theme', { theme: 'dark', ...GIFTS }, { token })
    await call('/reset_language', { language: 'en', ...GIFTS }, { token })
    expect(await dump()).toEqual(before)
    expect((await call('/user_info', {}, { token })).data).toMatchObject({ role: [], expire_time: null })
  })
})

describe('V15.3.1 returned fields', () => {
  test('match the contract', async () => {
    const { token } = await signUp()
    const { data } = await call('/user_info', {}, { token })
    expect(Object.keys(data).sort()).toEqual(Object.keys(UserInfo.properties).sort())
  })
})

describe('V15.3.6 prototypes', () => {
  test.each([
    '{"__proto__":{"is_admin":true},"email":"a@b.example","password":"x"}',
    '{"constructor":{"prototype":{"is_admin":true}},"email":"a@b.example","password":"x"}',
    '{"email":"a@b.example","password":"x","toString":1,"hasOwnProperty":1}',
    '{"code":"__proto__"}',
    '{"code":"constructor"}',
    '{"code":"toString"}',
  ])('are not reached by %s', async (payload) => {
    for (const path of ['/login', '/register', '/properties', '/settings', '/reset_theme']) {
      const answer = await world.app.inject({
        method: 'POST',
        url: `/api${path}`,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([path, answer.statusCode < 500]).toEqual([path, true])
    }
    expect(({} as Record<string, unknown>)['is_admin']).toBeUndefined()
  })

  test('have names without special meaning in a URL', async () => {
    const { token } = await signUp()
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const answer = await call(`/footprint?${name}=1&symbol=${name}&cycle=${name}&precision=1`, undefined, { token })
      expect([name, answer.code, answer.data.fields]).toEqual([name, 400, expect.anything()])
    }
  })
})

describe('V15.3.7 repeated argument', () => {
  test('is rejected in a URL', async () => {
    const { token } = await signUp()
    const answer = await call('/coverage?symbol=BINANCE:LTCUSDT&symbol=BINANCE:BTCUSDT', undefined, { token })
    expect(answer.data.fields.symbol[0].error).toBe('GIVEN_TWICE')
    expect((await call('/active?token=a&token=b')).data.error).toBe('LINK_INVALID')
  })
})

describe('V15.3.5 types of values', () => {
  test.each([[['a@b.example']], [{ toString: 'a@b.example' }], [1], [true], [null]])(
    'reject %j as a text',
    async (value) => {
      const answer = await call('/login', { email: value, password: PASSWORD })
      expect([answer.code, answer.status]).toEqual([400, 200])
      expect((await call('/login', { email: 'a@b.example', password: value })).code).toBe(400)
    },
  )
})

describe('V15.4.2 check and action', () => {
  test('are atomic: one of many concurrent registrations gets a username', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('/register', registration({ username: 'only_one' }))),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect((await world.pool.query("select 1 from account where username = 'only_one'")).rowCount).toBe(1)
  })
})
