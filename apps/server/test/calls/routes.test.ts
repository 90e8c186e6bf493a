import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { HELP_TOPICS, ROUTES, ruleOf } from '@flowprint/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { assertMayCall } from '../../src/platform/http/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import { testDatabase } from '../test-database.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'flowprint-pages-'))
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>page</title>')
for (const [name, title] of [
  ['home.html', 'zh'],
  ['home.en.html', 'en'],
])
  writeFileSync(join(webRoot, name), `<title>${title}</title><link href="__SITE__/">`)
writeFileSync(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(webRoot, 'assets', 'index-abc123.js'), 'export {}')

const database = await testDatabase()
const { app } = await appUnderTest({ webRoot })
await app.ready()
afterAll(async () => {
  await app.close()
  await database.drop()
  rmSync(webRoot, { recursive: true })
})

describe('access table', () => {
  test('lists every registered route', () => {
    const unlisted = app.registeredRoutes.filter(({ method, path }) => ruleOf(method, path) === undefined)
    expect(unlisted).toEqual([])
  })

  test('registers every listed route', () => {
    const registered = new Set(app.registeredRoutes.map(({ method, path }) => `${method} ${path}`))
    const missing = ROUTES.filter(({ method, path }) => !registered.has(`${method} ${path}`))
    expect(missing).toEqual([])
    expect(ROUTES.length).toBeGreaterThan(15)
  })

  test('lists no route twice', () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('prevents the start for an unlisted route', async () => {
    const other = await appUnderTest()
    expect(() => other.app.get('/api/forgotten', async () => ({}))).toThrow('who-may-call')
    await other.app.close()
  })

  test('refuses visitors and ordinary users in calls for administrators', () => {
    const rule = { method: 'POST', path: '/api/x', who: 'A', kind: 'call' } as const
    expect(() => assertMayCall(rule, { user: null, delayMs: 0 })).toThrow('UNAUTHENTICATED')
    expect(() => assertMayCall(rule, { user: '7', delayMs: 0 })).toThrow('FORBIDDEN')
    expect(() => assertMayCall(rule, null)).toThrow('SESSION_EXPIRED')
  })
})

describe('permissions', () => {
  const call = async (path: string, authorization: string) => {
    const server = await appUnderTest({
      pool: database.pool,
      accessOf: (caller) =>
        caller.authorization === 'ended' ? null : { user: caller.authorization === 'good' ? '7' : null, delayMs: 0 },
    })
    const method = path === '/api/settings' ? 'POST' : 'GET'
    const answer = await server.app.inject({ method, url: path, headers: { authorization } })
    await server.app.close()
    return [answer.statusCode, answer.json().code]
  }

  test('report an ended session in calls for users, not in public calls', async () => {
    expect(await call('/api/coverage?symbol=BINANCE:LTCUSDT', 'ended')).toEqual([401, 401])
    expect(await call('/api/coverage?symbol=BINANCE:LTCUSDT', 'good')).toEqual([200, 200])
    expect(await call('/api/menus', 'ended')).toEqual([200, 200])
    expect(await call('/api/settings', 'ended')).toEqual([200, 200])
  })
})

describe('pages', () => {
  const get = (url: string) => app.inject({ url })

  test('are all served with the built page', async () => {
    for (const { path } of ROUTES.filter((rule) => rule.kind === 'page' && rule.path !== '/')) {
      const answer = await get(path.replace(/:\w+/, 'x'))
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, '<!doctype html><title>page</title>'])
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  test('serves / from the build in the language of the address, with the canonical address', async () => {
    for (const [url, title] of [
      ['/', 'zh'],
      ['/?language=zh', 'zh'],
      ['/?language=en', 'en'],
      ['/?language=fr', 'zh'],
    ] as const) {
      const answer = await get(url)
      expect([answer.statusCode, answer.body]).toEqual([
        200,
        `<title>${title}</title><link href="http://localhost:8080/">`,
      ])
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  test('serves / compressed, and not again to clients that have it cached', async () => {
    const pressed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(pressed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(pressed.rawPayload).toString()).toBe((await get('/')).body)
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(pressed.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('limits robots.txt to public pages and names the site map', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const path of ['/api/', '/order', '/manager']) expect(body).toContain(`Disallow: ${path}\n`)
    expect(body).toContain('Sitemap: http://localhost:8080/sitemap.xml')
    const closed = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path)
    for (const { path } of ROUTES.filter(({ listed }) => listed))
      expect(closed.filter((each) => path.startsWith(each))).toEqual([])
  })

  test('lists every page, help topic and article in both languages in the site map, with links between the languages, and no other page', async () => {
    const server = await appUnderTest({ pool: database.pool })
    const { body, headers } = await server.app.inject({ url: '/sitemap.xml' })
    const articles = await server.app.inject({
      method: 'POST',
      url: '/api/contents',
      payload: { kind: 'media', language: 'zh' },
    })
    await server.app.close()
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const addresses = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
    const written = articles.json().data.list.map(({ key }: { key: string }) => `/medias/${key}`)
    expect(written).toContain('/medias/read-a-footprint')
    const topics = HELP_TOPICS.map((topic) => `/help/${topic}`)
    const paths = [...ROUTES.filter(({ listed }) => listed).map(({ path }) => path), ...topics, ...written]
    expect(paths).toEqual(expect.arrayContaining(['/', '/help/footprint', '/help/faq']))
    expect(addresses).toEqual(
      paths.flatMap((path) => [`http://localhost:8080${path}`, `http://localhost:8080${path}?language=en`]),
    )
    for (const { who, kind } of ROUTES.filter(({ listed }) => listed)) expect([who, kind]).toEqual(['P', 'page'])
    expect(body.match(/hreflang="en"/g)).toHaveLength(addresses.length)
  })

  test('serves an unknown path with the same page and status 404', async () => {
    const answer = await get('/order/nothing/here')
    expect([answer.statusCode, answer.body]).toEqual([404, '<!doctype html><title>page</title>'])
  })

  test('returns 404 in the envelope for an unknown call or file', async () => {
    for (const url of ['/api/nothing', '/assets/gone.js', '/gone.png', '/api/order']) {
      const answer = await get(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.json().data.error).toBe('NOT_FOUND')
    }
  })

  test('caches hashed files permanently and others for an hour', async () => {
    expect((await get('/assets/index-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const icon = await get('/favicon.svg')
    expect(icon.headers['cache-control']).toBe('public, max-age=3600')
    expect(icon.headers['content-type']).toMatch('image/svg+xml')
  })

  test('serves no file outside the folder', async () => {
    for (const url of ['/assets/..%2findex.html', '/assets/../../etc/passwd', '/assets/%2e%2e/index.html']) {
      expect((await get(url)).body).not.toMatch('root:')
      expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  test('sends the final policy with trusted types, and allows no inline script', async () => {
    const policy = String((await get('/order')).headers['content-security-policy'])
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('trusted-types flowprint default')
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
  })

  test('sends a separate policy with the page of the API docs', async () => {
    const answer = await get('/api/docs')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-security-policy']).not.toContain('trusted-types')
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  })

  test('explains on every page how to build when there is no build', async () => {
    const other = await appUnderTest()
    const answer = await other.app.inject({ url: '/order' })
    expect([answer.statusCode, answer.body.includes('npm run build')]).toEqual([503, true])
    await other.app.close()
  })
})
