import { ROUTES } from '@flowprint/contract'
import type { RouteRule } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import { afterAll, describe, expect, test } from 'vitest'
import { grantDays } from '../../src/modules/membership/index.ts'
import { assertMayCall } from '../../src/platform/http/index.ts'
import type { Access, SignedIn } from '../../src/platform/http/index.ts'
import { LTC } from '../market/stream/memory-tape.ts'
import { StreamClient } from '../market/stream/stream-client.ts'
import { accountWorld } from './world.ts'

const signedIn = (given: Partial<SignedIn> = {}): Access => ({
  user: '7',
  delayMs: 0,
  signedIn: { accountId: 7, sessionId: 1, roles: [], steppedUp: false, mustSetUpOtp: false, ...given },
})
const rule = (given: Partial<RouteRule>): RouteRule => ({
  method: 'POST',
  path: '/api/x',
  who: 'U',
  kind: 'call',
  ...given,
})
const outcome = (given: Partial<RouteRule>, access: Access | null): string => {
  try {
    assertMayCall(rule(given), access)
    return 'ok'
  } catch (error) {
    return (error as { slug: string }).slug
  }
}

const VISITOR: Access = { user: null, delayMs: 0 }
const USER = signedIn()
const INVITER = signedIn({ roles: ['inviter'] })
const ADMIN = signedIn({ roles: ['admin'] })
const UNSAFE_ADMIN = signedIn({ roles: ['admin'], mustSetUpOtp: true })

describe('access rules', () => {
  test.each([
    ['P', ['ok', 'ok', 'ok', 'ok', 'ok']],
    ['U', ['UNAUTHENTICATED', 'ok', 'ok', 'ok', 'OTP_SETUP_REQUIRED']],
    ['I', ['UNAUTHENTICATED', 'FORBIDDEN', 'ok', 'FORBIDDEN', 'OTP_SETUP_REQUIRED']],
    ['A', ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'ok', 'OTP_SETUP_REQUIRED']],
    ['M', ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'OTP_SETUP_REQUIRED']],
  ] as const)('%s: visitor, user, inviter, administrator, administrator without an authenticator', (who, expected) => {
    expect([VISITOR, USER, INVITER, ADMIN, UNSAFE_ADMIN].map((access) => outcome({ who }, access))).toEqual(expected)
  })

  test('checks the role before requiring a step-up', () => {
    expect(outcome({ who: 'A', stepUp: true }, ADMIN)).toBe('STEP_UP_REQUIRED')
    expect(outcome({ who: 'A', stepUp: true }, signedIn({ roles: ['admin'], steppedUp: true }))).toBe('ok')
    expect(outcome({ who: 'A', stepUp: true }, signedIn({ steppedUp: true }))).toBe('FORBIDDEN')
  })

  test('lets an administrator without an authenticator only set one up', () => {
    const open = ROUTES.filter(({ beforeOtp }) => beforeOtp === true).map(({ path }) => path)
    expect(open.sort()).toEqual(['/api/logout', '/api/otp_enable', '/api/otp_setup', '/api/step_up', '/api/user_info'])
    for (const path of open) expect(outcome({ path, beforeOtp: true }, UNSAFE_ADMIN)).toBe('ok')
  })
})

const world = await accountWorld({ env: { FREE_DELAY_MINUTES: '15' } })
afterAll(() => world.close())
const { call, signUp, tape } = world

const NOW = Date.now()
tape.commit([{ ts: NOW - 20 * MINUTE_MS, price: 8000, qty: 1, buy: true }], NOW - 20 * MINUTE_MS)
tape.commit([{ ts: NOW - 5 * MINUTE_MS, price: 8100, qty: 1, buy: true }], NOW - 5 * MINUTE_MS)
const TRADES = `/trades?symbol=${LTC.symbol}&from=${NOW - 60 * MINUTE_MS}&to=${NOW}`

async function member() {
  const person = await signUp()
  await grantDays(world.pool, { accountId: person.id, days: 30, at: world.clock.now(), actorId: null })
  return person
}

describe('market data access', () => {
  test('requires a login, except for the menus, which visitors see with the delay', async () => {
    for (const path of [
      TRADES,
      `/coverage?symbol=${LTC.symbol}`,
      `/footprint?symbol=${LTC.symbol}&cycle=1m&precision=0.01`,
    ]) {
      expect(await call(path)).toMatchObject({ status: 401, code: 401, data: { error: 'UNAUTHENTICATED' } })
    }
    expect((await call('/menus')).code).toBe(200)
  })

  test('delays trades, coverage and footprint alike without a membership', async () => {
    const [free, paid] = [await signUp(), await member()]
    const seen = async (token: string) => ({
      trades: (await call(TRADES, undefined, { token })).data.length,
      to: (await call(`/coverage?symbol=${LTC.symbol}`, undefined, { token })).data.to,
      delayed: (await jsonFootprint(token)).delayed,
    })
    expect(await seen(free.token)).toEqual({ trades: 1, to: NOW - 20 * MINUTE_MS, delayed: true })
    expect(await seen(paid.token)).toMatchObject({ trades: 2, delayed: false })
  })

  test('does not delay administrators, and delays members again when the membership ends', async () => {
    const [admin, paid] = [await signUp(), await member()]
    await world.pool.query('update account set is_admin = true where id = $1', [admin.id])
    expect((await call(TRADES, undefined, { token: admin.token })).data).toHaveLength(2)
    await world.pool.query('update membership set expire_time = $2 where account_id = $1', [paid.id, new Date(NOW)])
    expect((await call(TRADES, undefined, { token: paid.token })).data).toHaveLength(1)
    expect((await call('/user_info', {}, { token: paid.token })).data.expired).toBe(true)
    expect((await call('/user_info', {}, { token: admin.token })).data.expired).toBe(true)
  })

  test('delays the stream too, and sends resync when a membership starts', async () => {
    const url = await world.listen()
    const free = await signUp()
    const client = await StreamClient.open(url, { authorization: free.token })
    client.send({ op: 'subscribe', symbol: LTC.symbol, from_seq: 0, tape: 'tape-1' })
    expect(await client.message('subscribed')).toMatchObject({ last_seq: 1 })
    await client.until(() => client.frames.length > 0)
    expect(client.frames.map(({ lastSeq }) => lastSeq)).toEqual([1])
    await grantDays(world.pool, { accountId: free.id, days: 1, at: world.clock.now(), actorId: null })
    world.later(16_000)
    expect((await client.message('resync')).reason).toBe('access')
    client.send({ op: 'subscribe', symbol: LTC.symbol, from_seq: 1, tape: 'tape-1' })
    await client.until(() => client.frames.some(({ lastSeq }) => lastSeq === 2))
    client.close()
    world.later(0)
  })

  test('rejects visitors on the stream', async () => {
    const url = await world
      .listen()
      .catch(() => `http://127.0.0.1:${(world.app.server.address() as { port: number }).port}`)
    const client = new StreamClient(url)
    await new Promise((resolve) => void client.socket.once('open', resolve))
    client.send({ op: 'hello', authorization: '', language: 'en', version: 1 })
    expect(await client.closed()).toBe(4401)
    expect(client.messages.at(-1)).toMatchObject({ op: 'error', code: 401, data: { error: 'UNAUTHENTICATED' } })
  })
})

test('a step-up lasts ten minutes and is bound to its session', async () => {
  const { createAccessOf } = await import('../../src/modules/accounts/index.ts')
  const accessOf = createAccessOf({ pool: world.pool, clock: world.clock, site: { freeDelayMs: 0, production: false } })
  const { email, token, password } = await signUp()
  const other = await world.logIn(email)
  const steppedUp = async (authorization: string) => (await accessOf({ authorization, ip: '' }))?.signedIn?.steppedUp
  expect(await steppedUp(token)).toBe(false)
  await call('/step_up', { password }, { token })
  expect([await steppedUp(token), await steppedUp(other)]).toEqual([true, false])
  world.later(11 * MINUTE_MS)
  expect(await steppedUp(token)).toBe(false)
  world.later(0)
})

test('production requires an administrator to set up an authenticator', async () => {
  const { createAccessOf } = await import('../../src/modules/accounts/index.ts')
  const accessOf = createAccessOf({ pool: world.pool, clock: world.clock, site: { freeDelayMs: 0, production: true } })
  const { id, token } = await signUp()
  const mustSetUp = async () => (await accessOf({ authorization: token, ip: '' }))?.signedIn?.mustSetUpOtp
  expect(await mustSetUp()).toBe(false)
  await world.pool.query('update account set is_admin = true where id = $1', [id])
  expect(await mustSetUp()).toBe(true)
  await world.pool.query("update account set otp_secret = 'sealed', otp_enabled_at = now() where id = $1", [id])
  expect(await mustSetUp()).toBe(false)
})

async function jsonFootprint(token: string) {
  const answer = await world.app.inject({
    url: `/api/footprint?symbol=${LTC.symbol}&cycle=1m&precision=0.01`,
    headers: { authorization: token, accept: 'application/json' },
  })
  return answer.json().data
}
