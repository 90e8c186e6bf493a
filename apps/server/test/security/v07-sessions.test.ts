// ASVS 5 chapter V7: sessions. More in test/accounts/sessions.test.ts. docs/security.md
import { ROUTES } from '@flowprint/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { accountWorld, PASSWORD } from '../accounts/world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, signUp, logIn } = world

const alive = async (token: string) => (await call('/user_info', {}, { token })).code

describe('V7.2 tokens', () => {
  test('are 256 random bits, unique, and stored as hashes', async () => {
    const { email, token } = await signUp()
    const tokens = [token, ...(await Promise.all(Array.from({ length: 8 }, () => logIn(email))))]
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const one of tokens) expect(one).toMatch(/^ofs_[\w-]{43}$/)
    const tables = await world.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    for (const { name } of tables.rows) {
      const { rows } = await world.pool.query(`select row_to_json(whole)::text as row from "${name}" whole`)
      for (const { row } of rows)
        for (const one of tokens) expect([name, String(row).includes(one.slice(4))]).toEqual([name, false])
    }
  })

  test.each([
    '',
    'ofs_',
    'ofs_AAAA',
    `ofs_${'A'.repeat(43)}`,
    'null',
    'undefined',
    '[object Object]',
    'Bearer',
    'Basic YTpi',
    `ofs_${'A'.repeat(43)}, ofs_${'B'.repeat(43)}`,
  ])('are rejected in the form %j', async (token) => {
    expect((await call('/user_info', {}, { token })).status).toBe(401)
  })

  test('are read from the header only: not from the URL, the body or a cookie', async () => {
    const { token } = await signUp()
    for (const request of [
      { url: `/api/user_info?authorization=${token}&token=${token}`, payload: {} },
      { url: '/api/user_info', payload: { authorization: token, token } },
      {
        url: '/api/user_info',
        payload: {},
        headers: { cookie: `Authorization=${token}`, 'x-authorization': token, 'proxy-authorization': token },
      },
    ]) {
      expect((await world.app.inject({ method: 'POST', ...request })).statusCode).toBe(401)
    }
  })

  test('are new for every login, whatever was sent with it (7.2.4)', async () => {
    const { email, token } = await signUp()
    const fresh = (await call('/login', { email, password: PASSWORD }, { token })).data.token
    expect(fresh).not.toBe(token)
    const made_up = `ofs_${'A'.repeat(43)}`
    await call('/login', { email, password: PASSWORD }, { token: made_up })
    expect(await alive(made_up)).toBe(401)
  })
})

describe('V7.4 end of a session', () => {
  test('rejects the token in every call after logout', async () => {
    const { token } = await signUp()
    await call('/logout', {}, { token })
    for (const { method, path } of ROUTES.filter(({ kind, who }) => kind === 'call' && (who === 'U' || who === 'A'))) {
      if (path === '/api/stream' || path.startsWith('/api/admin')) continue
      const answer = await world.app.inject({
        method,
        url: path,
        headers: { authorization: token },
        ...(method === 'POST' ? { payload: {} } : {}),
      })
      expect([path, answer.statusCode, answer.json().data.error]).toEqual([path, 401, 'SESSION_EXPIRED'])
    }
  })

  test('ends one session on logout, and all of them on a password change', async () => {
    const { email, token } = await signUp()
    const other = await logIn(email)
    await call('/logout', {}, { token: other })
    expect([await alive(token), await alive(other)]).toEqual([200, 401])
    const third = await logIn(email)
    await call(
      '/reset_password',
      { old_password: PASSWORD, new_password: 'another kumquat 7', confirm_password: 'another kumquat 7' },
      { token },
    )
    expect([await alive(token), await alive(third)]).toEqual([401, 401])
  })

  test('ends all sessions of a disabled account (7.4.2)', async () => {
    const { id, token } = await signUp()
    await world.pool.query('update account set disabled_at = now() where id = $1', [id])
    expect(await alive(token)).toBe(401)
  })
})

describe('V7.5 actions that a stolen session cannot perform', () => {
  test.each([
    ['/reset_password', { new_password: 'another kumquat 7', confirm_password: 'another kumquat 7' }],
    ['/reset_email', { email: 'thief@example.com' }],
    ['/otp_setup', {}],
    ['/otp_disable', {}],
    ['/export_data', {}],
    ['/delete_account', {}],
  ])('%s requires the password', async (path, body) => {
    const { email, token } = await signUp()
    const old = path === '/reset_password' ? 'old_password' : 'password'
    expect((await call(path, body, { token })).code).not.toBe(200)
    expect((await call(path, { ...body, [old]: 'a wrong one' }, { token })).code).not.toBe(200)
    expect(await logIn(email)).toMatch(/^ofs_/)
  })
})
