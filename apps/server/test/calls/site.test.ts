import { Answer, ERRORS, ERROR_SLUGS, ErrorAnswer, ROUTES, Settings } from '@flowprint/contract'
import { apiMessages } from '@flowprint/i18n/api'
import { OrderflowError } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, describe, expect, test } from 'vitest'
import { AppError, asAppError, presentError } from '../../src/platform/http/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import { PRODUCTION } from '../security/places.ts'
import { testDatabase } from '../test-database.ts'

const database = await testDatabase()
const { app, setNow } = await appUnderTest({
  pool: database.pool,
  env: { PRODUCT_NAME: 'Acme', CORS_ORIGINS: 'https://charts.example' },
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

describe('/settings', () => {
  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/settings',
      payload: payload as object,
      headers: { language: 'en', ...headers },
    })

  test('returns list, paging and the configuration of the pages', async () => {
    const body = (await post({ status: 1, page_size: 10, page_cur: 1 })).json()
    expect(Compile(Answer(Settings)).Errors(body)).toEqual([])
    expect(body.data.config).toMatchObject({
      product_name: 'Acme',
      languages: ['zh', 'en'],
      themes: ['light', 'dark'],
      password_min: 6,
      original_price: '299.000000',
      price: '199.000000',
      trial_days: 7,
      contact: null,
      donation_address: null,
    })
    expect(body.data.config.share_levels).toHaveLength(4)
    expect(body.data).toMatchObject({ total: 5, page_cur: 1, page_size: 10 })
  })

  test('pages', async () => {
    expect((await post({ page_size: 1, page_cur: 2 })).json().data.list).toHaveLength(1)
    expect((await post({ page_size: 1, page_cur: 9 })).json().data.list).toEqual([])
  })

  test('returns the discounted price from the start of its window, and the original from its end', async () => {
    const [start, end] = ['2030-05-01T00:00:00Z', '2030-06-01T00:00:00Z']
    await database.pool.query('insert into site_setting (key, value, valid_from) values ($1, $2, $3)', [
      'discount',
      JSON.stringify({ price: '149.000000', start, end }),
      '2030-04-01T00:00:00Z',
    ])
    const priceAt = async (time: number) => {
      setNow(time)
      const { price, discount_start } = (await post({})).json().data.config
      return [price, discount_start]
    }
    expect(await priceAt(Date.parse('2030-03-31T00:00:00Z'))).toEqual(['199.000000', null])
    expect(await priceAt(Date.parse(start) - 60_000)).toEqual(['299.000000', start])
    expect(await priceAt(Date.parse(start))).toEqual(['149.000000', start])
    expect(await priceAt(Date.parse(end) - 60_000)).toEqual(['149.000000', start])
    expect(await priceAt(Date.parse(end))).toEqual(['299.000000', start])
    setNow(Date.now())
  })

  test('reports errors as HTTP 200 with code 400 and the fields', async () => {
    const answer = await post({ page_size: 1000, status: 'on' })
    expect([answer.statusCode, answer.json().code]).toEqual([200, 400])
    expect(Object.keys(answer.json().data.fields).sort()).toEqual(['page_size', 'status'])
    expect(answer.json()).not.toHaveProperty('detail')
  })

  test('reports a body that is not JSON as an error, and returns 413 for one that is too large', async () => {
    const headers = { 'content-type': 'application/json' }
    const broken = await app.inject({ method: 'POST', url: '/api/settings', payload: '{"a":', headers })
    expect(broken.json()).toMatchObject({
      code: 400,
      data: { error: 'VALIDATION', fields: { body: [{ error: 'BAD_JSON' }] } },
    })
    const large = await post({ filler: 'x'.repeat(300_000) })
    expect([large.statusCode, large.json().data.error]).toEqual([413, 'TOO_LARGE'])
  })
})

describe('error catalogue', () => {
  test('has a message for every error in every language', () => {
    for (const messages of Object.values(apiMessages)) {
      for (const slug of ERROR_SLUGS) expect([slug, messages[slug].length > 0]).toEqual([slug, true])
      const sentences = ERROR_SLUGS.filter((slug) => slug !== 'SESSION_EXPIRED').map((slug) => messages[slug])
      expect(new Set(sentences).size).toBe(sentences.length)
    }
  })

  test('has no message with the word that logs a client out', () => {
    for (const messages of Object.values(apiMessages)) {
      for (const sentence of Object.values(messages)) expect(sentence).not.toMatch(/token/i)
    }
  })

  test('has the same placeholders in every language', () => {
    const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
    const { zh, en } = apiMessages
    for (const key of Object.keys(zh) as (keyof typeof zh)[])
      expect([key, places(zh[key])]).toEqual([key, places(en[key])])
  })

  test.each(ERROR_SLUGS)('returns %s in the envelope with its code', (slug) => {
    const body = presentError(new AppError(slug), 'en')
    expect(Compile(ErrorAnswer).Errors(body)).toEqual([])
    expect([body.code, body.data.error]).toEqual([ERRORS[slug].code, slug])
  })

  test('reports sums and prices beyond the exact range as client errors', () => {
    expect(asAppError(new OrderflowError('QUANTITY_RANGE', 'x')).slug).toBe('QUANTITY_RANGE')
    expect(asAppError(new OrderflowError('PRICE_RANGE', 'x')).slug).toBe('PRICE_RANGE')
    expect(asAppError(new OrderflowError('CORRUPT', 'x')).slug).toBe('INTERNAL')
  })
})

describe('/api/docs', () => {
  test('describes every call of the table as OpenAPI 3.1', async () => {
    const { openapi, paths } = (await app.inject({ url: '/api/docs/json' })).json()
    expect(openapi).toBe('3.1.0')
    const calls = ROUTES.filter(({ kind, path }) => kind === 'call' && !path.startsWith('/api/docs')).map(
      ({ path }) => path,
    )
    expect(Object.keys(paths).sort()).toEqual(calls.sort())
    const names = paths['/api/footprint'].get.parameters.map((one: { name: string }) => one.name)
    expect(names).toContain('imbalance_min_volume')
    expect(Object.keys(paths['/api/footprint'].get.responses['200'].content)).toContain(
      'application/vnd.flowprint.footprint',
    )
  })
})

describe('/api/metrics', () => {
  test('is available on the machine itself and with the secret', async () => {
    const metrics = (headers: Record<string, string>, remoteAddress: string) =>
      app.inject({ url: '/api/metrics', headers, remoteAddress }).then((answer) => answer.statusCode)
    expect(await metrics({}, '127.0.0.1')).toBe(200)
    expect(await metrics({}, '203.0.113.9')).toBe(403)
    // Behind a proxy on the same machine, every request comes from it.
    expect(await metrics({ 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1')).toBe(403)
    const other = await appUnderTest({ env: { METRICS_SECRET: 'a-long-secret-word' } })
    const asked = await other.app.inject({
      url: '/api/metrics',
      headers: { authorization: 'Bearer a-long-secret-word' },
      remoteAddress: '203.0.113.9',
    })
    expect(asked.statusCode).toBe(200)
    expect(asked.body).toContain('http_request_seconds')
    await other.app.close()
  })

  test('requires the secret in production, also on the machine itself', async () => {
    for (const [secret, plain, asked] of [
      ['', 403, 403],
      ['a-long-secret-word', 403, 200],
    ] as const) {
      const { app: production } = await appUnderTest({
        env: { ...PRODUCTION, ...(secret === '' ? {} : { METRICS_SECRET: secret }) },
      })
      const metrics = (headers: Record<string, string>) =>
        production
          .inject({ url: '/api/metrics', headers, remoteAddress: '127.0.0.1' })
          .then(({ statusCode }) => statusCode)
      expect([await metrics({}), await metrics({ authorization: 'Bearer a-long-secret-word' })]).toEqual([plain, asked])
      await production.close()
    }
  })
})

describe('limits and origins', () => {
  test('send Retry-After to a caller over the limit', async () => {
    const other = await appUnderTest({ env: { RATE_LIMIT_FACTOR: '0.001' } })
    await other.app.inject({ url: '/api/menus' })
    const answer = await other.app.inject({ url: '/api/menus', headers: { language: 'en' } })
    expect([answer.statusCode, answer.json().data.error]).toEqual([429, 'RATE_LIMITED'])
    expect(answer.json().data.retry_after).toBeGreaterThan(0)
    expect(answer.headers['retry-after']).toBeDefined()
    expect((await other.app.inject({ url: '/api/health' })).statusCode).toBe(200)
    await other.app.close()
  })

  test('allow only the configured origins to read calls from other pages', async () => {
    const ask = (origin: string) => app.inject({ url: '/api/menus', headers: { origin } })
    expect((await ask('https://charts.example')).headers['access-control-allow-origin']).toBe('https://charts.example')
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
    const headers = { origin: 'https://charts.example', 'access-control-request-method': 'POST' }
    const preflight = await app.inject({ method: 'OPTIONS', url: '/api/settings', headers })
    expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([
      204,
      'GET, POST, OPTIONS',
    ])
  })
})
