// npm run shots: the screenshot matrix (pages x sizes x languages x themes) into shots/, and the README's image.
// npm run shots -- [--url http://127.0.0.1:8080] [--only text] [--readme]; without --url a server is started.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from './chromium.mjs'
import { root } from './run-step.mjs'

const { values: options } = parseArgs({
  options: { url: { type: 'string' }, only: { type: 'string' }, readme: { type: 'boolean' } },
})

const PORT = 18_090
const SIZES = [
  { name: '390x844', width: 390, height: 844, touch: true },
  { name: '1440x900', width: 1440, height: 900 },
  { name: '1920x1080', width: 1920, height: 1080 },
  { name: '3840x2160', width: 3840, height: 2160 },
]
const LANGUAGES = ['zh', 'en']
const THEMES = ['light', 'dark']

/**
 * A page and the actions before the screenshot. `chart`: wait for the chart. `visitor`: not logged in; otherwise as the
 * development member. `form`: use only two sizes.
 */
const PAGES = [
  { name: 'order', path: '/order', chart: true },
  { name: 'order-1h', path: '/order?symbol=DEMO:BTCUSD&cycle=1h', chart: true },
  { name: 'order-picker', path: '/order', chart: true, act: (page) => page.keyboard.press('/') },
  { name: 'order-indicators', path: '/order', chart: true, act: (page) => page.keyboard.press('i') },
  { name: 'order-tape', path: '/order', chart: true, act: (page) => page.keyboard.press('t') },
  { name: 'not-found', path: '/no-such-page' },
  ...[
    ['login', '/login'],
    ['create', '/create/direct'],
    ['active', '/active?token=none'],
    ['send-active', '/send-active'],
    ['recovery-password', '/recovery-password'],
    ['recovery-password-success', '/recovery-password-success'],
    ['change-password', '/change-password?token=none'],
    ['change-email', '/change-email?token=none'],
    ['activate-visitor', '/activate'],
    ['restore-document-visitor', '/restore-document'],
    ['dev-outbox', '/dev/outbox'],
    ['forbidden', '/401'],
  ].map(([name, path]) => ({ name, path, visitor: true, form: true })),
  ...[
    ['restore-password', '/restore-password'],
    ['restore-email', '/restore-email'],
    ['restore-document', '/restore-document'],
    ['change-language', '/change-language'],
    ['setting-theme', '/setting/theme'],
    ['setting-security', '/setting/security'],
    ['activate', '/activate'],
    ['logout', '/logout'],
  ].map(([name, path]) => ({ name, path, form: true })),
  { name: 'api-docs', path: '/api/docs', once: true },
]

const executablePath = await findChromium()
if (!executablePath) {
  console.error(NO_BROWSER)
  process.exit(1)
}

/** Waits until the simulated markets are complete: every symbol has recommended precisions. */
async function hasHistory(url) {
  try {
    const { data } = await (await fetch(`${url}/api/menus`)).json()
    return data.symbol.length > 0 && data.symbol.every(({ value }) => Object.keys(data.recommend[value]).length > 0)
  } catch {
    return false
  }
}

/** Returns a token of the development member. */
async function signIn(url) {
  const {
    data: { member },
  } = await (await fetch(`${url}/api/dev/accounts`)).json()
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(member),
  })
  return (await answer.json()).data.token
}

async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'flowprint-shots-'))
  const child = spawn(process.execPath, [join(root, 'tools', 'start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, MARKETS: '', LOG_LEVEL: 'warn' },
  })
  const url = `http://127.0.0.1:${PORT}`
  for (let attempt = 0; attempt < 600 && !(await hasHistory(url)); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(dataDir, { recursive: true, force: true })
          resolve()
        })
        child.kill('SIGTERM')
      }),
  }
}

async function shoot(browser, { url, token }, { size, language, theme, page: wanted, file }) {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    hasTouch: size.touch ?? false,
    isMobile: size.touch ?? false,
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
  })
  await context.addInitScript(
    ([chosenLanguage, chosenTheme, authorization]) => {
      localStorage.setItem('language', chosenLanguage)
      localStorage.setItem('flowprint:theme', chosenTheme)
      localStorage.setItem('flowprint:tour', 'done')
      if (authorization) localStorage.setItem('Authorization', authorization)
    },
    [language, theme, wanted.visitor ? null : token],
  )
  const page = await context.newPage()
  const faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on(
    'console',
    (message) => message.type() === 'error' && !/404/.test(message.text()) && faults.push(message.text()),
  )
  await page.goto(url + wanted.path, { waitUntil: 'load' })
  if (wanted.chart) await page.locator('[data-chart-state="ready"]').waitFor({ timeout: 30_000 })
  await wanted.act?.(page)
  await page.waitForTimeout(700)
  await page.screenshot({ path: file })
  await context.close()
  return faults
}

const { chromium } = await import('@playwright/test')
const server = options.url ? { url: options.url, stop: async () => {} } : await startServer()
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, '--force-device-scale-factor=1'] })
let failed = 0
try {
  const site = { url: server.url, token: await signIn(server.url) }
  if (options.readme) {
    mkdirSync(join(root, 'docs', 'images'), { recursive: true })
    const file = join(root, 'docs', 'images', 'order-flow.png')
    await shoot(browser, site, { size: SIZES[1], language: 'en', theme: 'dark', page: PAGES[0], file })
    console.log('docs/images/order-flow.png')
  } else {
    mkdirSync(join(root, 'shots'), { recursive: true })
    for (const page of PAGES)
      for (const size of SIZES)
        for (const language of LANGUAGES)
          for (const theme of THEMES) {
            const name = `${page.name}-${size.name}-${language}-${theme}`
            if (options.only && !name.includes(options.only)) continue
            if (page.form && size.width > 1440) continue
            if (page.once && (size.width !== 1440 || language !== 'en' || theme !== 'light')) continue
            const faults = await shoot(browser, site, {
              size,
              language,
              theme,
              page,
              file: join(root, 'shots', `${name}.png`),
            })
            console.log(`shots/${name}.png${faults.length ? `  page errors: ${faults.join(' | ')}` : ''}`)
            failed += faults.length
          }
  }
} finally {
  await browser.close()
  await server.stop()
}
process.exit(failed ? 1 : 0)
