// ASVS 5 chapter V3: browser security headers and cross-origin rules. docs/security.md
import { afterAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import { testDatabase } from '../test-database.ts'
import { builtPages, PRODUCTION } from './places.ts'

const pages = builtPages()
const database = await testDatabase()
const { app } = await appUnderTest({
  webRoot: pages.webRoot,
  pool: database.pool,
  env: { CORS_ORIGINS: 'https://partner.example' },
})
const production = await appUnderTest({ webRoot: pages.webRoot, pool: database.pool, env: PRODUCTION })
afterAll(async () => {
  await app.close()
  await production.app.close()
  await database.drop()
  pages.remove()
})

/** One answer of every kind that the server can give. */
const KINDS = [
  ['a page', { url: '/order' }, 200],
  ['the home page', { url: '/' }, 200],
  ['the home page in English', { url: '/?language=en' }, 200],
  ['a page that does not exist', { url: '/nowhere' }, 404],
  ['a script', { url: '/assets/index-abc123.js' }, 200],
  ['a picture', { url: '/favicon.svg' }, 200],
  ['a file that does not exist', { url: '/assets/gone.js' }, 404],
  ['a call', { url: '/api/menus' }, 200],
  ['a call that is refused', { url: '/api/footprint?symbol=X' }, 401],
  ['a call that does not exist', { url: '/api/gone' }, 404],
  [
    'a call with a broken body',
    { method: 'POST', url: '/api/login', payload: '{', headers: { 'content-type': 'application/json' } },
    200,
  ],
  ['a call with too large a body', { method: 'POST', url: '/api/login', payload: { email: 'x'.repeat(70_000) } }, 413],
  ['the page of the calls', { url: '/api/docs' }, 200],
  ['a file of that page', { url: '/api/docs/static/swagger-ui.css' }, 200],
  ['an address that is none', { url: '/%E0%A4%A' }, 404],
] as const

describe.each(KINDS)('V3.4 %s', (_name, request, status) => {
  test('carries every header of the policy', async () => {
    const { statusCode, headers } = await app.inject(request)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "script-src 'self'",
    ]) {
      expect(policy.split(/;\s*/)).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*|script-src[^;]*(unsafe-inline|data:|blob:)/)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('sends HSTS for a year with subdomains in production', async () => {
    const { headers } = await production.app.inject(request)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect((await app.inject(request)).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('V3.4.3 policy of our own pages', () => {
  test('accepts HTML only from the named trusted-types policies', async () => {
    const policy = String((await app.inject({ url: '/order' })).headers['content-security-policy']).split(';')
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('trusted-types flowprint default')
    expect(policy).toContain("script-src-attr 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("form-action 'self'")
  })
})

describe('V3.3 cookies', () => {
  test('are neither set nor read: a token in a cookie grants nothing', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user_info',
      payload: {},
      headers: { cookie: 'Authorization=ofs_x; authorization=ofs_x' },
    })
    expect([answer.statusCode, answer.json().data.error]).toEqual([401, 'UNAUTHENTICATED'])
  })
})

describe('V3.4.2 and V3.5 other origins', () => {
  const ask = (origin: string, more: object = {}) => app.inject({ url: '/api/menus', headers: { origin, ...more } })

  test('are allowed to read only when listed, without credentials', async () => {
    expect((await ask('https://partner.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://partner.example',
      vary: expect.stringContaining('origin'),
    })
    expect((await ask('https://partner.example')).headers).not.toHaveProperty('access-control-allow-credentials')
    for (const origin of [
      'https://evil.example',
      'null',
      'https://partner.example.evil.example',
      'http://partner.example',
      'https://partner.example:444',
      'https://xpartner.example',
    ]) {
      expect([origin, (await ask(origin)).headers['access-control-allow-origin']]).toEqual([origin, undefined])
    }
  })

  test('are not allowed to send a token or JSON from a page', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    }
    const preflight = await app.inject({ method: 'OPTIONS', url: '/api/reset_password', headers })
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
  ])('cannot send a body that a form can send (%s)', async (type) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': type, language: 'en' },
      payload: '{"email":"a@b.example","password":"x"}',
    })
    expect(answer.json()).toMatchObject({
      code: 400,
      data: { error: 'VALIDATION', fields: { body: [{ error: 'BAD_JSON' }] } },
    })
  })

  test('cannot change anything by GET (3.5.3), except with the two one-time links', async () => {
    for (const path of [
      '/api/login',
      '/api/logout',
      '/api/reset_password',
      '/api/delete_account',
      '/api/otp_disable',
      '/api/revoke_session',
      '/api/register',
    ]) {
      expect([path, (await app.inject({ url: path })).statusCode]).toEqual([path, 404])
    }
  })

  test('cannot embed answers (3.5.8)', async () => {
    expect((await app.inject({ url: '/api/menus' })).headers['cross-origin-resource-policy']).toBe('same-origin')
    expect((await app.inject({ url: '/assets/index-abc123.js' })).headers['cross-origin-resource-policy']).toBe(
      'same-origin',
    )
  })
})

describe('V3.2.1 and V3.5.6 answers of calls', () => {
  test('are never HTML or script, for any request', async () => {
    for (const url of [
      '/api/menus',
      '/api/gone',
      '/api/menus?callback=alert',
      '/api/footprint?symbol=<script>alert(1)</script>',
    ]) {
      const { headers, body } = await app.inject({ url, headers: { accept: 'text/html,application/javascript' } })
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(body.startsWith('{')).toBe(true)
    }
  })
})

describe('V3.7.2 redirects', () => {
  test('lead to this site only', async () => {
    for (const url of [
      '/?next=https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/order//evil.example',
      '/https://evil.example',
    ]) {
      const { statusCode, headers } = await app.inject({ url })
      expect([url, statusCode < 300 || statusCode >= 400 || headers.location === '/order']).toEqual([url, true])
    }
  })
})
