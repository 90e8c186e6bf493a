// ASVS 5 chapter V8: authorization. More in test/accounts/access.test.ts. docs/security.md
import { ROUTES } from '@flowprint/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { accountWorld } from '../accounts/world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, signUp } = world

const CALLS = ROUTES.filter(({ kind, path }) => kind === 'call' && path !== '/api/stream')
/** A remote address, so that loopback privileges do not apply. */
const ELSEWHERE = '203.0.113.20'

async function refusalOf(method: 'GET' | 'POST', path: string, token = ''): Promise<number | null> {
  const answer = await world.app.inject({
    method,
    url: path,
    remoteAddress: ELSEWHERE,
    headers: token === '' ? {} : { authorization: token },
    ...(method === 'POST' ? { payload: {} } : {}),
  })
  return answer.statusCode === 401 || answer.statusCode === 403 ? answer.statusCode : null
}

describe('V8.2.1 every call of the table', () => {
  test.each(CALLS.filter(({ who }) => who === 'P').map(({ method, path }) => [method, path] as const))(
    '%s %s is public',
    async (method, path) => {
      expect(await refusalOf(method, path)).toBeNull()
    },
  )

  test.each(CALLS.filter(({ who }) => who === 'U').map(({ method, path }) => [method, path] as const))(
    '%s %s rejects a visitor',
    async (method, path) => {
      expect(await refusalOf(method, path)).toBe(401)
    },
  )

  test.each(
    CALLS.filter(({ who }) => who === 'A' || who === 'I').map(({ method, path, who }) => [method, path, who] as const),
  )('%s %s is refused to visitors and ordinary users (%s)', async (method, path) => {
    const { id, token } = await signUp()
    expect([401, 403]).toContain(await refusalOf(method, path))
    expect(await refusalOf(method, path, token)).toBe(403)
    // The other role is not sufficient either.
    await world.pool.query('update account set is_inviter = true where id = $1', [id])
    if (path.startsWith('/api/admin')) expect(await refusalOf(method, path, token)).toBe(403)
  })

  test.each(CALLS.filter(({ who }) => who === 'M').map(({ method, path }) => [method, path] as const))(
    '%s %s rejects every other role',
    async (method, path) => {
      const { token } = await signUp()
      expect([await refusalOf(method, path), await refusalOf(method, path, token)]).toEqual([403, 403])
    },
  )

  test('a path outside the table is denied, in any spelling of a known one', async () => {
    for (const path of [
      '/api/user_info/',
      '/api/USER_INFO',
      '/api//user_info',
      '/api/./user_info',
      '/api/user_info%2f',
      '/API/user_info',
      '/api/user_info;x',
      '/api/%75ser_info',
    ]) {
      const answer = await world.app.inject({ method: 'POST', url: path, payload: {} })
      expect([path, [401, 404].includes(answer.statusCode)]).toEqual([path, true])
    }
  })
})

describe('V8.2.2 data of other accounts', () => {
  test('is not accessible: sessions of others can be neither seen nor ended', async () => {
    const [mine, theirs] = [await signUp(), await signUp()]
    const { list } = (await call('/sessions', {}, { token: theirs.token })).data
    for (const id of [list[0].id, -1, 0, 2 ** 53, 1e300, '1 or 1=1', [list[0].id], { id: list[0].id }]) {
      await call('/revoke_session', { id }, { token: mine.token })
    }
    expect((await call('/user_info', {}, { token: theirs.token })).code).toBe(200)
    const shown = (await call('/sessions', {}, { token: mine.token })).data.list.map(({ id }: { id: number }) => id)
    expect(shown).not.toContain(list[0].id)
  })

  test('is not affected: a call acts on its caller, whatever account it names', async () => {
    const [mine, theirs] = [await signUp(), await signUp()]
    await call(
      '/reset_theme',
      { theme: 'dark', id: theirs.id, account_id: theirs.id, user_id: theirs.id },
      { token: mine.token },
    )
    const info = async (token: string) => (await call('/user_info', { id: mine.id, user_id: mine.id }, { token })).data
    expect([(await info(theirs.token)).theme, (await info(theirs.token)).id]).toEqual([null, theirs.id])
  })
})

describe('V8.3.2 revoked permission', () => {
  test('ends with the next call, and so does an expired membership', async () => {
    const { id, token } = await signUp()
    const roles = async () => (await call('/user_info', {}, { token })).data?.role ?? null
    await world.pool.query('update account set is_inviter = true where id = $1', [id])
    expect(await roles()).toEqual(['inviter'])
    await world.pool.query('update account set is_inviter = false where id = $1', [id])
    expect(await roles()).toEqual([])
  })
})
