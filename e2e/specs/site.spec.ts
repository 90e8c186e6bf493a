import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'

const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

test('renders the API reference under its own CSP without violations', async ({ page }) => {
  const response = await page.goto('/api/docs')
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self'")
  await expect(page.getByRole('heading', { name: /Flowprint API/ })).toBeVisible()
  for (const path of [
    '/api/footprint',
    '/api/menus',
    '/api/trades',
    '/api/coverage',
    '/api/stream',
    '/api/health',
    '/api/ready',
    '/api/settings',
  ]) {
    await expect(page.locator('.opblock-summary-path', { hasText: path }).first()).toBeVisible()
  }
  await page.locator('.opblock-summary', { hasText: '/api/footprint' }).click()
  await expect(page.locator('.opblock-body')).toContainText('precision')
})

test('pages send a strict CSP with Trusted Types, and the browser enforces it', async ({ page, order, faults }) => {
  const response = await page.goto('/order')
  const policy = response?.headers()['content-security-policy'] ?? ''
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(policy).toContain(part)
  }
  await order.waitUntilReady()
  faults.allow(/security policy/i, /Content Security Policy/i, /Executing inline script/i, /requires 'Trusted/)
  const inlineScript = await page.evaluate(() => {
    const script = document.createElement('script')
    try {
      script.textContent = 'globalThis.intruder = true'
      document.head.append(script)
    } catch {
      return 'refused'
    }
    return 'intruder' in globalThis
  })
  expect(inlineScript === 'refused' || inlineScript === false, 'an injected script runs').toBe(true)
  expect(
    await page.evaluate(() => {
      try {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
        return 'taken'
      } catch {
        return 'refused'
      }
    }),
  ).toBe('refused')
})

test('serves health, readiness and metrics; returns 404 for unknown routes and files', async ({ request }) => {
  for (const path of ['/api/health', '/api/ready']) {
    const response = await request.get(path)
    expect(response.status()).toBe(200)
    expect(await response.json()).toMatchObject({ code: 200, data: { status: 'ok' } })
  }
  const { data: health } = await (await request.get('/api/health')).json()
  expect(health.version).toBe(VERSION)
  const metrics = await request.get('/api/metrics')
  expect(await metrics.text()).toMatch(/^stream_connections \d/m)
  expect((await request.get('/api/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status()).toBe(403)
  expect((await request.get('/api/no-such-call')).status()).toBe(404)
  expect((await request.get('/assets/no-such-file.js')).status()).toBe(404)
})

test('serves the production build', async ({ request }) => {
  const page = await (await request.get('/order')).text()
  const scripts = [...page.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of scripts) expect(await (await request.get(path)).text(), path).not.toContain('React DevTools')
})
