// ASVS 5 chapter V4: HTTP, proxies, methods, messages, WebSockets. docs/security.md
import { once } from 'node:events'
import { afterAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { appUnderTest } from '../app-under-test.ts'
import { testDatabase } from '../test-database.ts'
import { builtPages, speakRaw } from './places.ts'

const pages = builtPages()
const database = await testDatabase()
const server = await appUnderTest({
  webRoot: pages.webRoot,
  pool: database.pool,
  env: { CORS_ORIGINS: 'https://partner.example', APP_URL: 'https://flow.example' },
})
const url = await server.listen()
afterAll(async () => {
  await server.app.close()
  await database.drop()
  pages.remove()
})

describe('V4.1.1 every answer', () => {
  test.each([
    '/order',
    '/nowhere',
    '/api/menus',
    '/api/gone',
    '/api/footprint',
    '/first-paint.js',
    '/assets/index-abc123.js',
  ])('%s declares its type and UTF-8', async (path) => {
    const type = (await server.app.inject({ url: path })).headers['content-type']
    expect(type).toMatch(/^(text|application)\/(html|json|javascript); charset=utf-8$/i)
  })
})

describe('V4.1.3 and V15.3.4 client IP address', () => {
  /** How many of three calls from invented addresses are admitted at a limit of one a minute. */
  async function letIn(trustProxy: string, remoteAddress: string, forwarded: (i: number) => string): Promise<number> {
    const { app } = await appUnderTest({ env: { RATE_LIMIT_FACTOR: '0.0001', TRUST_PROXY: trustProxy } })
    let count = 0
    for (let i = 0; i < 3; i++) {
      const answer = await app.inject({
        url: '/api/menus',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded(i), 'x-real-ip': `198.51.100.${i}`, forwarded: `for=198.51.100.${i}` },
      })
      if (answer.statusCode !== 429) count++
    }
    await app.close()
    return count
  }

  test('is that of the connection, and cannot be changed by a header', async () => {
    expect(await letIn('off', '203.0.113.1', (i) => `198.51.100.${i}`)).toBe(1)
  })

  test('comes from the nearest proxy only when one is trusted', async () => {
    // Only what the proxy appends counts, not what the caller sent before it.
    expect(await letIn('on', '10.0.0.1', (i) => `198.51.100.${i}, 203.0.113.1`)).toBe(1)
    expect(await letIn('on', '10.0.0.1', (i) => `198.51.100.${i}`)).toBe(3)
  })

  test('is accepted from the listed proxies only', async () => {
    expect(await letIn('10.0.0.0/8', '203.0.113.1', (i) => `198.51.100.${i}`)).toBe(1)
    expect(await letIn('10.0.0.0/8', '10.1.2.3', (i) => `198.51.100.${i}`)).toBe(3)
  })
})

describe('V4.1.4 and V13.4.4 methods', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'OPTIONS', 'SEARCH', 'LOCK'] as const)(
    '%s is not supported',
    async (method) => {
      for (const path of ['/api/menus', '/api/login', '/order', '/assets/index-abc123.js']) {
        const received = await speakRaw(
          url,
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Secret: do-not-echo\r\n\r\n`,
        )
        expect([method, path, /^HTTP\/1\.1 (404|405|400|501)/.test(received)]).toEqual([method, path, true])
        expect(received).not.toContain('do-not-echo')
      }
    },
  )

  test('CONNECT and invented methods end the connection', async () => {
    for (const line of ['CONNECT example.com:443', 'MELT /api/menus']) {
      expect(await speakRaw(url, `${line} HTTP/1.1\r\nHost: x\r\n\r\n`)).not.toMatch(/^HTTP\/1\.1 2/)
    }
  })
})

describe('V4.2.1 message boundaries', () => {
  const post = (headers: string, body: string) =>
    speakRaw(url, `POST /api/settings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${body}`)

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 40\r\n'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks under a wrong name', 'Transfer-Encoding: xchunked\r\n'],
    ['chunks not last', 'Transfer-Encoding: chunked, identity\r\n'],
    ['a length with a sign', 'Content-Length: +2\r\n'],
    ['a space before the colon', 'Content-Length : 2\r\n'],
  ])('%s are rejected, and what follows is not read as a request', async (_name, headers) => {
    const received = await post(headers, '0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.1 400/)
    expect(received).not.toContain('"status":"ok"')
  })

  test('headers beyond 16 KiB are rejected', async () => {
    expect(await post(`X-Filler: ${'x'.repeat(20_000)}\r\nContent-Length: 2\r\n`, '{}')).toMatch(/^HTTP\/1\.1 431/)
  })

  test('a declared body of more than 64 KiB is rejected before it is sent', async () => {
    expect(await post('Content-Length: 65537\r\nConnection: close\r\n', '')).toMatch(/^HTTP\/1\.1 413/)
  })

  test('a chunked body is rejected once it exceeds 64 KiB', async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
    expect(await post('Transfer-Encoding: chunked\r\nConnection: close\r\n', chunk.repeat(3))).toMatch(
      /^HTTP\/1\.1 413/,
    )
  })
})

describe('V4.4 WebSocket', () => {
  /** 'open', or the status of the refusal. */
  async function knock(headers: Record<string, string>): Promise<'open' | number> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { headers })
    const answer = Promise.withResolvers<'open' | number>()
    socket.on('open', () => answer.resolve('open'))
    socket.on('unexpected-response', (_request, response) => answer.resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
    const result = await answer.promise
    socket.terminate()
    return result
  }

  test('accepts our own pages, the listed origins and clients other than browsers (4.4.2)', async () => {
    expect(await knock({})).toBe('open')
    expect(await knock({ origin: 'https://flow.example' })).toBe('open')
    expect(await knock({ origin: 'https://partner.example' })).toBe('open')
    expect(await knock({ origin: url })).toBe('open')
  })

  test.each([
    'https://evil.example',
    'null',
    'http://flow.example',
    'https://flow.example.evil.example',
    'file://',
    'https://flow.example:444',
  ])('rejects a page of %s', async (origin) => {
    expect(await knock({ origin })).toBe(403)
  })

  test('keeps no connection after a rejection', async () => {
    for (let i = 0; i < 20; i++) expect(await knock({ origin: 'https://evil.example' })).toBe(403)
    const count = () =>
      new Promise<number>((resolve) => server.app.server.getConnections((_error, open) => resolve(open)))
    await expect.poll(count).toBe(0)
  })

  test('reads the session from its first message, never from the URL (4.4.3)', async () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream?authorization=ofs_abc&token=ofs_abc`)
    await once(socket, 'open')
    const [received, closed] = [once(socket, 'message'), once(socket, 'close')]
    socket.send(JSON.stringify({ op: 'hello', authorization: '', language: 'en', version: 1 }))
    expect(JSON.parse(String((await received)[0]))).toMatchObject({ op: 'error', data: { error: 'UNAUTHENTICATED' } })
    expect((await closed)[0]).toBe(4401)
  })

  test('closes on a message of more than 32 KiB, and on an invalid message', async () => {
    for (const [text, codes] of [
      ['x'.repeat(40_000), [1009]],
      ['{"op":', [1008, 4401]],
      ['\u0000', [1008, 4401]],
    ] as const) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`)
      await once(socket, 'open')
      const closed = once(socket, 'close')
      socket.send(text)
      const [code] = await closed
      expect(codes).toContain(code)
    }
  })
})
