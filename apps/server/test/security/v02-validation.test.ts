// ASVS 5 chapter V2: validation, order of steps, rate limits. docs/security.md
import { ROUTES } from '@flowprint/contract'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { accountWorld, PASSWORD } from '../accounts/world.ts'

const world = await accountWorld()
const strict = await accountWorld({ env: { RATE_LIMIT_FACTOR: '1' } })
afterAll(async () => {
  await world.close()
  await strict.close()
})
const { call } = world

describe('V2.2 input', () => {
  test('of any shape gets an answer of the catalogue, never a failure', { tags: ['long'] }, async () => {
    const { token } = await world.signUp()
    const posts = ROUTES.filter(({ kind, method }) => kind === 'call' && method === 'POST').map(({ path }) => path)
    const gets = ROUTES.filter(
      ({ kind, method, who }) =>
        kind === 'call' && method === 'GET' && who !== 'M' && !/docs|health|ready/.test(method),
    ).map(({ path }) => path)
    const names = [
      'email',
      'password',
      'username',
      'token',
      'id',
      'all',
      'otp',
      'page_size',
      'status',
      'offset_ms',
      'code',
      'theme',
      'symbol',
      'enabled',
    ]
    const bodies = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue()))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...posts.filter((path) => !/logout|clock/.test(path))),
        bodies,
        async (path, body) => {
          const answer = await world.app.inject({
            method: 'POST',
            url: path,
            payload: JSON.stringify(body),
            headers: { 'content-type': 'application/json', authorization: token },
          })
          expect([path, answer.statusCode < 500]).toEqual([path, true])
          expect(answer.json().code).toBeDefined()
        },
      ),
      { numRuns: 400 },
    )
    const query = fc.dictionary(
      fc.constantFrom('symbol', 'cycle', 'precision', 'from', 'to', 'limit', 'after', 'token', 'settings', 'what'),
      fc.string({ maxLength: 40 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...gets), query, async (path, given) => {
        const answer = await world.app.inject({
          url: `${path}?${new URLSearchParams(given)}`,
          headers: { authorization: token },
        })
        expect([path, answer.statusCode < 500]).toEqual([path, true])
      }),
      { numRuns: 400 },
    )
  })

  test('is validated by the server, whatever the page has validated', async () => {
    const body = world.registration({ password: '12345', confirm_password: '12345' })
    expect((await call('/register', body)).code).toBe(400)
    expect(
      (await call('/register', { ...body, password: PASSWORD, confirm_password: `${PASSWORD}!` })).data.error,
    ).toBe('PASSWORDS_DIFFER')
  })

  test('with an unknown argument is rejected', async () => {
    const { token } = await world.signUp()
    const answer = await call('/footprint?symbol=BINANCE:LTCUSDT&cycle=5m&precision=0.05&is_admin=1', undefined, {
      token,
    })
    expect(answer.data.fields).toHaveProperty('is_admin')
  })
})

describe('V2.3 steps', () => {
  test('cannot be skipped: no login before activation, no new password without a link, no code without set-up', async () => {
    const body = world.registration()
    await call('/register', body)
    expect((await call('/login', { email: body.email, password: body.password })).code).toBe('501')
    expect(
      (await call('/active_password', { token: 'A'.repeat(43), new_password: PASSWORD, confirm_password: PASSWORD }))
        .data.error,
    ).toBe('LINK_INVALID')
    const { token } = await world.signUp()
    expect((await call('/otp_enable', { otp: '123456' }, { token })).code).not.toBe(200)
  })
})

describe('V2.4 automation', () => {
  test('registrations are limited to five an hour per IP address', async () => {
    const codes = []
    for (let i = 0; i < 7; i++)
      codes.push((await strict.call('/register', strict.registration(), { ip: '203.0.113.5' })).status)
    expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await strict.call('/register', strict.registration(), { ip: '203.0.113.6' })).status).toBe(200)
  })

  test('mails from one caller to one address are limited to one a minute, with or without an account', async () => {
    for (const [i, email] of ['unknown@example.com', 'person1@example.com'].entries()) {
      for (const path of ['/forget_password', '/send_activation_code']) {
        strict.later((i + 1) * 3_600_000 * (path === '/forget_password' ? 1 : 3))
        expect([email, path, (await strict.call(path, { email }, { ip: '203.0.113.7' })).status]).toEqual([
          email,
          path,
          200,
        ])
        const refused = await strict.call(path, { email: email.toUpperCase() }, { ip: '203.0.113.7' })
        expect([refused.status, refused.data.retry_after]).toEqual([429, 60])
      }
    }
    strict.later(0)
  })

  test('links are limited to twenty attempts an hour per IP address', async () => {
    const codes = []
    for (let i = 0; i < 22; i++)
      codes.push(
        (await strict.call(`/active?token=${'A'.repeat(42)}${i % 10}`, undefined, { ip: '203.0.113.9' })).status,
      )
    expect(codes.filter((status) => status === 429)).toHaveLength(2)
  })

  test('calls other than market data are limited to 300 a minute, separately from 1,200 for market data', async () => {
    const ip = '203.0.113.10'
    const codes = []
    for (let i = 0; i < 310; i++) codes.push((await strict.call('/properties', { code: 'role' }, { ip })).status)
    expect(codes.lastIndexOf(200)).toBe(299)
    expect(codes.filter((status) => status === 429)).toHaveLength(10)
    expect((await strict.call('/menus', undefined, { ip })).status).toBe(200)
  })
})
