// ASVS 5 chapter V14: personal data and where it may be stored. Browser: e2e. docs/security.md
import { ROUTES } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { afterAll, describe, expect, test } from 'vitest'
import { accountWorld } from '../accounts/world.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { startJobs } from '../../src/platform/jobs/index.ts'
import { createJobs } from '../../src/services.ts'
import { servicesUnderTest } from '../app-under-test.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, signUp } = world

describe('V14.2.2 and V14.3.2 answers of calls', () => {
  test('are not cached by intermediaries', async () => {
    const { token } = await signUp()
    for (const { method, path } of ROUTES.filter(
      (rule) =>
        rule.kind === 'call' &&
        !rule.path.startsWith('/api/docs') &&
        rule.path !== '/api/logout' &&
        rule.path !== '/api/dev/clock',
    )) {
      const answer = await world.app.inject({
        method,
        url: path,
        headers: { authorization: token },
        ...(method === 'POST' ? { payload: {} } : {}),
      })
      expect([path, answer.headers['cache-control']]).toEqual([path, 'no-store'])
    }
  })

  test('have no other path that a cache would treat as a file (14.2.5)', async () => {
    for (const path of [
      '/api/user_info/a.css',
      '/api/user_info.css',
      '/api/user_info%2fa.css',
      '/order/a.css',
      '/setting/security/a.js',
    ]) {
      const answer = await world.app.inject({ method: 'GET', url: path })
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect(String(answer.headers['content-type'])).toMatch(/^application\/json/)
    }
  })
})

describe('V14.2.1 URLs', () => {
  test('contain no secrets except the one-time tokens of two links, which a script of the page sends', () => {
    const withToken = ROUTES.filter(
      ({ kind, method, path }) => kind === 'call' && method === 'GET' && path.startsWith('/api/active'),
    )
    expect(withToken.map(({ path }) => path).sort()).toEqual(['/api/active', '/api/active_email'])
  })
})

describe('V14.2.6 answers', () => {
  test('contain what the page needs: no hash, no secret, no IP address', async () => {
    const { token } = await signUp()
    const texts = await Promise.all(
      ['/user_info', '/sessions'].map(async (path) => JSON.stringify((await call(path, {}, { token })).data)),
    )
    for (const text of texts) expect(text).not.toMatch(/hash|argon|secret|"ip|127\.0\.0\.1|token/)
  })
})

describe('V14.2.7 expired data', () => {
  test('is deleted after 90 days: mails, and IP addresses in the audit log', async () => {
    const old = new Date(world.clock.now() - 91 * DAY_MS)
    const recent = new Date(world.clock.now() - 89 * DAY_MS)
    for (const [at, action] of [
      [old, 'old'],
      [recent, 'recent'],
    ] as const) {
      await world.pool.query(
        "insert into mail_outbox (dedupe_key, template, language, recipient, status, next_at, created_at) values ($2, 'reset', 'en', $2 || '@example.com', 'sent', $1, $1)",
        [at, action],
      )
      await world.pool.query(
        "insert into audit_log (at, ip_hash, action, object_type, object_id) values ($1, '\\x01', $2, 'account', '1')",
        [at, action],
      )
    }
    const { services } = servicesUnderTest({ pool: world.pool })
    const end = startJobs(createJobs(services), { pool: world.pool, leases: services.leases, log: createLog('silent') })
    const left = async () =>
      (
        await world.pool.query(
          "select (select array_agg(dedupe_key) from mail_outbox where status = 'sent') as mails, array_agg(action order by action) filter (where ip_hash is not null) as addresses from audit_log where action in ('old', 'recent')",
        )
      ).rows[0]
    await expect.poll(left).toEqual({ mails: ['recent'], addresses: ['recent'] })
    await end()
  })
})
