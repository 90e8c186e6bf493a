// Two web nodes on one database: what the database shares needs no bus.
import { HOUR_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { storedChanges } from '../../src/market/ingest/index.ts'
import { notifyPages } from '../../src/modules/alerts/deliver/page-alerts.ts'
import { grantDays } from '../../src/modules/membership/index.ts'
import { PASSWORD, accountWorld } from '../accounts/world.ts'
import type { AccountWorld, CallOptions } from '../accounts/world.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { LTC } from '../market/stream/memory-tape.ts'
import { StreamClient } from '../market/stream/stream-client.ts'

let world: AccountWorld
let other: AppUnderTest
let otherUrl: string
beforeAll(async () => {
  world = await accountWorld({ stored: true })
  const { pool, hasher, clock } = world
  other = await appUnderTest({
    pool,
    hasher,
    databaseUrl: pool.options.connectionString as string,
    changes: storedChanges(pool, clock),
    env: { TEST_RECHECK_SECONDS: '1', RATE_LIMIT_FACTOR: '1' },
    streamTickMs: 100,
  })
  other.tape.commit([{ ts: Date.now() - HOUR_MS, price: 8000, qty: 1, buy: true }], Date.now() - HOUR_MS)
  otherUrl = await other.listen()
})
afterAll(async () => {
  await other.app.close()
  await world.close()
})

/** A call to the second node. */
async function callOther(path: string, payload: object, { token = '', ip = '203.0.113.20' }: CallOptions = {}) {
  const answer = await other.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { language: 'en', authorization: token },
    payload,
    remoteAddress: ip,
  })
  return answer.json()
}

const userOn = async (token: string): Promise<unknown> => (await callOther('/user_info', {}, { token })).code

describe('on another node', () => {
  test('a login is valid at once, and ends at once with its logout', async () => {
    const { token } = await world.signUp()
    expect(await userOn(token)).toBe(200)
    await world.call('/logout', {}, { token })
    expect(await userOn(token)).toBe(401)
  })

  test('a changed password ends all sessions at once', async () => {
    const { email, token } = await world.signUp()
    const second = await world.logIn(email)
    const password = 'a different 77 orchard'
    const body = { old_password: PASSWORD, new_password: password, confirm_password: password }
    expect((await world.call('/reset_password', body, { token })).code).toBe(200)
    expect(await userOn(second)).toBe(401)
  })

  test('a disabled account is refused at once', async () => {
    const { id, token } = await world.signUp()
    await world.pool.query('update account set disabled_at = now() where id = $1', [id])
    expect(await userOn(token)).toBe(401)
  })

  test('an open stream follows a membership, and closes with its session, after the next check', async () => {
    const { id, token } = await world.signUp()
    const client = await StreamClient.open(otherUrl, { authorization: token })
    client.send({ op: 'subscribe', symbol: LTC.symbol })
    await client.message('subscribed')
    await grantDays(world.pool, { accountId: id, days: 30, at: Date.now(), actorId: null })
    expect((await client.message('resync')).reason).toBe('access')
    await world.call('/logout', {}, { token })
    expect(await client.closed()).toBe(4401)
  })

  test('failed logins count', async () => {
    const { email } = await world.signUp()
    // The first node has no limits: RATE_LIMIT_FACTOR multiplies them.
    const one = await appUnderTest({
      pool: world.pool,
      hasher: world.hasher,
      env: { RATE_LIMIT_FACTOR: '1' },
    })
    const ip = '203.0.113.21'
    for (let i = 0; i < 5; i++) {
      const answer = await one.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email, password: `wrong ${i}` },
        remoteAddress: ip,
      })
      expect(answer.json().data.error).toBe('LOGIN_FAILED')
    }
    const sixth = { email, password: 'wrong again' }
    await callOther('/login', sixth, { ip })
    expect((await callOther('/login', sixth, { ip })).data.error).toBe('RATE_LIMITED')
    await one.app.close()
  })

  test('an alert reaches the pages of its account, whatever node they are connected to', async () => {
    const { id, token } = await world.signUp()
    const clients = await Promise.all(
      [await world.listen(), otherUrl].map((url) => StreamClient.open(url, { authorization: token })),
    )
    const missing = (): number => clients.filter(({ messages }) => !messages.some(({ op }) => op === 'alert')).length
    // A page receives events once its node listens to the database.
    for (let tries = 0; tries < 100 && missing() > 0; tries++) {
      await notifyPages(world.pool, id, 0, Date.now())
      await sleep(50)
    }
    expect(missing()).toBe(0)
    for (const client of clients) client.close()
  })

  test('a market that an operator added is listed', async () => {
    const { id, email } = await world.signUp()
    await world.pool.query('update account set is_admin = true where id = $1', [id])
    const token = await world.logIn(email)
    await storedChanges(world.pool, world.clock).save('OKX:NEWUSDT', true, null)
    const { data } = await callOther('/admin_markets', {}, { token })
    expect(data.list).toContainEqual({ symbol: 'OKX:NEWUSDT', enabled: true, by: 'operator', depth: 'columns' })
  })
})
