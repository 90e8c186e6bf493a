// DEFAULT_LANGUAGE applies to visitors who chose no language.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { afterAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { appUnderTest } from '../app-under-test.ts'

const FRAME = '<!doctype html><html lang="zh-CN"><head></head></html>'
const webRoot = mkdtempSync(join(tmpdir(), 'flowprint-language-'))
writeFileSync(join(webRoot, 'index.html'), FRAME)
for (const name of ['home.html', 'home.en.html', 'home.default-en.html'])
  writeFileSync(join(webRoot, name), `<title>${name}</title>`)

const apps = new Map<string, FastifyInstance>()
for (const setting of ['zh', 'en', 'auto']) {
  const { app } = await appUnderTest({ webRoot, env: { DEFAULT_LANGUAGE: setting } })
  await app.ready()
  apps.set(setting, app)
}
afterAll(async () => {
  for (const app of apps.values()) await app.close()
  rmSync(webRoot, { recursive: true })
})

const get = (setting: string, url: string, headers: Record<string, string> = {}) =>
  (apps.get(setting) as FastifyInstance).inject({ method: 'GET', url, headers })
const TITLES = { zh: 'home.html', en: 'home.default-en.html' }

/** The document after the first script of the page, without stored settings. */
function paintedLanguage(html: string, stored: string | null): string {
  const root = {
    lang: '',
    dataset: { ...(html.includes('data-default-language="en"') ? { defaultLanguage: 'en' } : {}) },
  }
  const script = readFileSync(new URL('../../../web/public/first-paint.js', import.meta.url), 'utf8')
  runInContext(
    script,
    createContext({
      document: { documentElement: root },
      location: { search: '' },
      URLSearchParams,
      localStorage: { getItem: (key: string) => (key === 'language' ? stored : null) },
      matchMedia: () => ({ matches: false }),
    }),
  )
  return root.lang
}

describe.each([
  ['zh', undefined, 'zh'],
  ['zh', 'en-US,en;q=0.9', 'zh'],
  ['en', undefined, 'en'],
  ['en', 'zh-CN', 'en'],
  ['auto', 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['auto', 'en-GB;q=0.7,zh-TW;q=0.3', 'en'],
  ['auto', 'de-DE,de;q=0.9', 'en'],
  ['auto', 'zh;q=0,en', 'en'],
  ['auto', undefined, 'zh'],
] as const)('DEFAULT_LANGUAGE=%s, a browser that prefers %s', (setting, accept, language) => {
  const headers: Record<string, string> = accept === undefined ? {} : { 'accept-language': accept }

  test('applies to messages of the server', async () => {
    const answer = await get(setting, '/api/nothing', headers)
    expect(/[\u4e00-\u9fff]/.test(answer.json<{ message: string }>().message)).toBe(language === 'zh')
    const chosen = await get(setting, '/api/nothing', { ...headers, language: 'en' })
    expect(chosen.json<{ message: string }>().message).not.toMatch(/[\u4e00-\u9fff]/)
  })

  test('applies to the page before and after its scripts, and to the home page', async () => {
    const page = await get(setting, '/login', headers)
    expect(page.body).toContain(language === 'en' ? '<html lang="en"' : '<html lang="zh-CN"')
    expect(paintedLanguage(page.body, null)).toBe(language === 'en' ? 'en' : 'zh-CN')
    expect(paintedLanguage(page.body, 'zh')).toBe('zh-CN')
    expect(paintedLanguage(page.body, 'en')).toBe('en')
    expect((await get(setting, '/', headers)).body).toContain(TITLES[language])
    expect((await get(setting, '/?language=en', headers)).body).toContain('home.en.html')
    expect((await get(setting, '/?language=zh', headers)).body).toContain('home.html')
  })
})

test('sets Vary when the language depends on the browser', async () => {
  expect((await get('auto', '/', {})).headers['vary']).toContain('accept-language')
  expect((await get('auto', '/login', {})).headers['vary']).toContain('accept-language')
})
