// ASVS 5 chapter V5: served, generated and rejected files. docs/security.md
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import { builtPages, HOME, speakRaw } from './places.ts'

const pages = builtPages()
const server = await appUnderTest({ webRoot: pages.webRoot })
const url = await server.listen()
afterAll(async () => {
  await server.app.close()
  pages.remove()
})

describe('V5.3.2 paths', () => {
  test.each([
    '/assets/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%252e%252e%252fsecret.txt',
    '/assets/....//....//secret.txt',
    '/assets/..;/secret.txt',
    '/assets/%c0%ae%c0%ae/secret.txt',
    '/assets/\u2025/secret.txt',
    '/assets//etc/passwd',
    '/assets/index-abc123.js%00.png',
    '/../secret.txt',
    '/.env',
    '/assets/../.env',
    '/.git/config',
    '/package.json',
    '/api/docs/static/../../../package.json',
    '/api/docs/static/%2e%2e%2f%2e%2e%2fpackage.json',
    '//secret.txt',
    '/file:///etc/passwd',
  ])('%s returns nothing', async (path) => {
    const received = await speakRaw(
      url,
      `GET ${Buffer.from(path).toString('latin1')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(received).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(received).not.toMatch(/must not be served|root:|"workspaces"|\[core\]/)
  })

  test('no generated path leaves the folder', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '\\',
      '/',
      'assets',
      'secret.txt',
      'dist',
      '.env',
      '%00',
      '%',
      ';',
      '~',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 9 }), async (parts) => {
        const answer = await server.app.inject({ url: `/assets/${parts.join('')}` })
        // Two dots may lead to the start page.
        expect(answer.statusCode >= 400 || answer.body === HOME).toBe(true)
        expect(answer.body).not.toContain('must not be served')
      }),
      { numRuns: 300 },
    )
  })

  test('folders are not listed (V13.4.3)', async () => {
    for (const path of ['/assets', '/assets/', '/api/docs/static/', '/api', '/api/']) {
      const answer = await server.app.inject({ url: path })
      expect([path, answer.statusCode >= 400 || answer.body.includes('swagger')]).toEqual([path, true])
      expect(answer.body).not.toContain('index-abc123')
    }
  })
})

describe('V5.4 generated files', () => {
  test('have a name of safe characters for any symbol', async () => {
    for (const symbol of ['A:B"\r\nx: y', '../../etc/passwd', 'BINANCE:LTCUSDT";filename=x.exe']) {
      const answer = await server.app.inject({
        url: `/api/export?symbol=${encodeURIComponent(symbol)}&from=0&to=1&what=trades`,
      })
      expect(answer.headers['content-disposition'] ?? 'attachment; filename="a.csv"').toMatch(
        /^attachment; filename="[\w.-]+"$/,
      )
      expect(answer.headers).not.toHaveProperty('x')
    }
  })
})

describe('V5.2 uploads', () => {
  test('are accepted by one call for administrators only', async () => {
    const payload = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n<script>\r\n--x--\r\n'
    for (const path of ['/api/settings', '/api/register', '/api/login']) {
      const answer = await server.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload,
      })
      expect(answer.json().data.error).toBe('VALIDATION')
    }
    const upload = {
      method: 'POST',
      url: '/api/admin_upload_picture',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload,
    } as const
    expect((await server.app.inject(upload)).json().data.error).toBe('FORBIDDEN')
  })
})
