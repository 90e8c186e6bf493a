import { MINUTE_MS, HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { StreamClient } from '../market/stream/stream-client.ts'
import { LTC } from '../market/stream/memory-tape.ts'
import { PASSWORD, accountWorld } from './world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, logIn, signUp } = world

const userOf = async (token: string) => (await call('/user_info', {}, { token })).code
const rename = (token: string, name = 'Grace') =>
  call('/reset_name', { first_name: name, last_name: 'Hopper' }, { token })

describe('session tokens', () => {
  test('are stored only as hashes', async () => {
    const { token } = await signUp()
    const { rows } = await world.pool.query('select hash::text as hash, t::text as row from session_token t')
    for (const { hash, row } of rows) {
      expect(hash).toMatch(/^\\x[0-9a-f]{64}$/)
      expect(row).not.toContain(token.slice(4))
    }
  })

  test('are accepted with or without the scheme', async () => {
    const { token } = await signUp()
    expect([await userOf(token), await userOf(`Bearer ${token}`), await userOf(`bearer  ${token}`)]).toEqual([
      200, 200, 200,
    ])
    expect([await userOf(`x${token}`), await userOf(token.slice(0, -1)), await userOf('Bearer')]).toEqual([
      401, 401, 401,
    ])
  })

  test('are different for every login', async () => {
    const { email } = await signUp()
    const tokens = await Promise.all([logIn(email), logIn(email), logIn(email)])
    expect(new Set(tokens).size).toBe(3)
    expect(await Promise.all(tokens.map(userOf))).toEqual([200, 200, 200])
  })
})

describe('rotated token', () => {
  test('is accepted for one more minute', async () => {
    // The clock stands still: a busy machine may take seconds for a request.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { token } = await signUp()
      const renamed = await rename(token)
      expect(renamed.data).toMatchObject({ first_name: 'Grace', last_name: 'Hopper' })
      expect(renamed.data.token).not.toBe(token)
      expect([await userOf(token), await userOf(renamed.data.token)]).toEqual([200, 200])
      world.later(MINUTE_MS - 1)
      expect(await userOf(token)).toBe(200)
      world.later(MINUTE_MS)
      expect([await userOf(token), await userOf(renamed.data.token)]).toEqual([401, 200])
    } finally {
      world.later(0)
      vi.useRealTimers()
    }
  })

  test('is replaced by the same token for two concurrent requests', async () => {
    const { token } = await signUp()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => rename(token, `Tab${i}`)))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200))
    const tokens = new Set<string>(answers.map(({ data }) => data.token))
    expect(tokens.size).toBe(1)
    world.later(2 * MINUTE_MS)
    expect(await userOf([...tokens][0])).toBe(200)
    world.later(0)
  })

  test('leads late callers to the current token, however often it was rotated', async () => {
    const { token } = await signUp()
    const second = (await rename(token)).data.token
    const third = (await rename(second)).data.token
    expect((await rename(token)).data.token).toBe(third)
    expect((await rename(second)).data.token).toBe(third)
    expect(await userOf(third)).toBe(200)
  })

  test('does not outlive its session', async () => {
    const { token } = await signUp()
    const next = (await rename(token)).data.token
    expect((await call('/logout', {}, { token: next })).code).toBe(200)
    expect([await userOf(token), await userOf(next)]).toEqual([401, 401])
  })
})

describe('session expiry', () => {
  test('ends a session seven days after its last use', async () => {
    const { token } = await signUp()
    world.later(6 * DAY_MS)
    expect(await userOf(token)).toBe(200)
    world.later(12 * DAY_MS)
    expect(await userOf(token)).toBe(200)
    world.later(19 * DAY_MS + HOUR_MS)
    expect(await userOf(token)).toBe(401)
    world.later(0)
  })

  test('ends a session thirty days after the login, even when it is in use', async () => {
    const { email } = await signUp()
    const { data } = await call('/login', { email, password: PASSWORD })
    expect(Date.parse(data.expire_at)).toBeGreaterThan(world.clock.now() + 29 * DAY_MS)
    for (let day = 5; day < 30; day += 5) {
      world.later(day * DAY_MS)
      expect(await userOf(data.token)).toBe(200)
    }
    world.later(30 * DAY_MS)
    expect(await userOf(data.token)).toBe(401)
    world.later(0)
  })

  test('ends a session of an administrator after two idle hours and after twelve hours in all', async () => {
    const { id, email } = await signUp()
    await world.pool.query('update account set is_admin = true where id = $1', [id])
    const idle = await logIn(email)
    const busy = await logIn(email)
    for (let hour = 1; hour < 12; hour++) {
      world.later(hour * HOUR_MS)
      expect(await userOf(busy)).toBe(200)
    }
    expect(await userOf(idle)).toBe(401)
    world.later(12 * HOUR_MS)
    expect(await userOf(busy)).toBe(401)
    world.later(0)
  })

  test('ends the sessions of a disabled account', async () => {
    const { id, token, email } = await signUp()
    await world.pool.query('update account set disabled_at = now() where id = $1', [id])
    expect(await userOf(token)).toBe(401)
    expect((await call('/login', { email, password: PASSWORD })).code).toBe(402)
  })

  test('ends the least recently used session when an eleventh starts', async () => {
    const { email, token } = await signUp()
    const others: string[] = []
    for (let i = 0; i < 9; i++) {
      world.later((i + 1) * 1000)
      others.push(await logIn(email))
    }
    world.later(2 * MINUTE_MS)
    expect(await userOf(token)).toBe(200)
    world.later(3 * MINUTE_MS)
    await logIn(email)
    expect([await userOf(token), await userOf(others[0]), await userOf(others[1])]).toEqual([200, 401, 200])
    expect((await call('/sessions', {}, { token })).data.list).toHaveLength(10)
    world.later(0)
  })
})

describe('session list', () => {
  test('shows each session with its browser, and marks the current one', async () => {
    const { email, token } = await signUp()
    await logIn(email, PASSWORD, { ua: 'Phone/1' })
    const { list } = (await call('/sessions', {}, { token })).data
    expect(list.map((row: { ua: string; current: boolean }) => [row.ua, row.current])).toEqual([
      ['Phone/1', false],
      ['lightMyRequest', true],
    ])
  })

  test('omits expired sessions, which the daily job deletes', async () => {
    const { id, email } = await signUp()
    world.later(8 * DAY_MS)
    const token = await logIn(email)
    expect((await call('/sessions', {}, { token })).data.list).toHaveLength(1)
    const count = async () => (await world.pool.query('select from session where account_id = $1', [id])).rowCount
    expect(await count()).toBe(2)
    await runAccountCleanup(world.pool, world.clock.now())
    expect(await count()).toBe(1)
    world.later(0)
  })

  test('ends one or all other sessions, and none of other accounts', async () => {
    const { email, token } = await signUp()
    const other = await signUp()
    const [phone, tablet, laptop] = [await logIn(email), await logIn(email), await logIn(email)]
    const { list } = (await call('/sessions', {}, { token: phone })).data
    const id = list.find((row: { current: boolean }) => row.current).id
    expect((await call('/revoke_session', { id }, { token: other.token })).code).toBe(404)
    expect((await call('/revoke_session', { id }, { token })).code).toBe(200)
    expect([await userOf(phone), await userOf(tablet)]).toEqual([401, 200])
    expect((await call('/revoke_session', { all: true }, { token })).code).toBe(200)
    expect([await userOf(tablet), await userOf(laptop), await userOf(token), await userOf(other.token)]).toEqual([
      401, 401, 200, 200,
    ])
  })
})

describe('stream', () => {
  test('ends with its session, and survives token rotation', async () => {
    const url = await world.listen()
    const { id, token } = await signUp()
    await world.pool.query("insert into membership (account_id, expire_time) values ($1, now() + interval '1 year')", [
      id,
    ])
    world.tape.commit([{ ts: Date.now() - HOUR_MS, price: 8000, qty: 1, buy: true }], Date.now())
    const client = await StreamClient.open(url, { authorization: token })
    client.send({ op: 'subscribe', symbol: LTC.symbol })
    await client.message('subscribed')
    const renamed = await rename(token)
    // After the minute of the old token and the next permission check.
    world.later(2 * MINUTE_MS)
    await client.message('clock')
    client.send({ op: 'ping' })
    await client.message('pong')
    world.later(3 * MINUTE_MS)
    await new Promise((resolve) => void setTimeout(resolve, 2500))
    client.send({ op: 'ping' })
    await client.message('pong')
    expect(client.messages.filter(({ op }) => op === 'error')).toEqual([])
    await call('/logout', {}, { token: renamed.data.token })
    world.later(4 * MINUTE_MS)
    expect(await client.closed()).toBe(4401)
    expect(client.messages.at(-1)).toMatchObject({ op: 'error', code: 401, data: { error: 'SESSION_EXPIRED' } })
    world.later(0)
  })
})
