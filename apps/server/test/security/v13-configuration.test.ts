// ASVS 5 chapter V13: settings, secrets and hidden information. docs/security.md
import { readFileSync } from 'node:fs'
import { ROUTES } from '@flowprint/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnv } from '../../src/platform/env/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import { testDatabase } from '../test-database.ts'
import { builtPages, PRODUCTION } from './places.ts'
import { filesWith } from './sources.ts'

const { version: VERSION } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const pages = builtPages()
const database = await testDatabase()
const { app } = await appUnderTest({
  webRoot: pages.webRoot,
  pool: database.pool,
  env: { ...PRODUCTION, PRODUCT_NAME: 'Acme' },
})
afterAll(async () => {
  await app.close()
  await database.drop()
  pages.remove()
})

describe('V13.3 secrets', () => {
  test('are required in production, with a minimum length', () => {
    for (const name of ['APP_KEY', 'SMTP_URL', 'MAIL_FROM', 'APP_URL'])
      expect(() => readEnv({ ...PRODUCTION, [name]: '' })).toThrow(`${name} is required`)
    expect(() => readEnv({ ...PRODUCTION, APP_KEY: 'short' })).toThrow('at least 32')
    expect(() => readEnv({ ...PRODUCTION, METRICS_SECRET: 'short' })).toThrow('at least 16')
  })

  test('appear in no source file', () => {
    expect(
      filesWith(
        /(?:password|secret|api_?key|token)['"]?\s*[:=]\s*['"][A-Za-z0-9+/_-]{16,}['"]/i,
        'apps/server/src',
        'apps/web/src',
      ),
    ).toEqual([])
  })
})

describe('V13.4 production', () => {
  test('has no development call and no movable clock', async () => {
    for (const { method, path } of ROUTES.filter((rule) => rule.path.startsWith('/api/dev/'))) {
      const answer = await app.inject({
        method,
        url: path,
        ...(method === 'POST' ? { payload: { offset_ms: 1 } } : {}),
      })
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
    expect(() => readEnv({ ...PRODUCTION, TEST_CLOCK: '1,1,1' })).toThrow('NODE_ENV=test only')
  })

  test('elsewhere answers those calls to this machine only, by its own name, and to no proxy', async () => {
    const other = await appUnderTest({ pool: database.pool })
    const ask = (more: object) =>
      other.app.inject({ url: '/api/dev/outbox', ...more }).then(({ statusCode }) => statusCode)
    expect(await ask({})).toBe(200)
    expect(await ask({ remoteAddress: '203.0.113.9' })).toBe(404)
    expect(await ask({ headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(404)
    expect(await ask({ headers: { host: 'rebound.evil.example' } })).toBe(404)
    await other.app.close()
  })

  // /health shows the product's own version, which CHANGELOG.md publishes, and nothing about its components.
  test('shows no component versions and no component names (13.4.6)', async () => {
    for (const url of ['/order', '/api/menus', '/api/gone', '/assets/index-abc123.js', '/api/health']) {
      const { headers, body } = await app.inject({ url })
      expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined])
      expect(body.replace(`"version":"${VERSION}"`, '')).not.toMatch(/fastify|node|postgres|\d+\.\d+\.\d+/i)
    }
  })

  test.each([
    '/.git/HEAD',
    '/.git/config',
    '/.env',
    '/package.json',
    '/src/main.ts',
    '/apps/server/src/main.ts',
    '/assets/index-abc123.js.map',
    '/node_modules/pg/package.json',
  ])('%s is not served (13.4.1, 13.4.7)', async (url) => {
    const answer = await app.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toMatch(/must not be served|workspaces/)
  })

  test('serves metrics to the machine itself or with the secret only (13.4.5)', async () => {
    const ask = (more: object) => app.inject({ url: '/api/metrics', ...more }).then(({ statusCode }) => statusCode)
    expect(await ask({ remoteAddress: '203.0.113.9' })).toBe(403)
    expect(
      await ask({
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer ' },
      }),
    ).toBe(403)
  })
})
