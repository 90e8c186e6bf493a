// Finds a browser for tests and screenshots: CHROMIUM_PATH, the system's Chromium or Chrome, or Playwright's own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-step.mjs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Only the last list of features is effective, so Playwright's list is repeated. The first two entries are address bar
 * suggestions: separate pages in every new window that cause a tenth of the load of the browser tests.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join(',')}`,
]

export const NO_BROWSER =
  'No Chromium found. Install it with "apt-get install chromium fonts-noto-cjk", "brew install --cask chromium" ' +
  'or "npx playwright install chromium", or name one in CHROMIUM_PATH.'

export async function findChromium() {
  const system = places.find((path) => path && existsSync(path))
  if (system) return system
  const { chromium } = await import('@playwright/test')
  const own = chromium.executablePath()
  return own && existsSync(own) ? own : null
}

/** Installs a browser when none is found, and says so in one line: Playwright's download, or else Debian's package. */
export async function ensureChromium({ find = findChromium, installers = INSTALLERS, log = console.log } = {}) {
  const found = await find()
  if (found) return found
  for (const { name, isAvailable, install } of installers) {
    if (!isAvailable()) continue
    log(`No Chromium found: installing ${name} …`)
    if (!install()) continue
    const installed = await find()
    if (installed) return installed
  }
  return null
}

const succeeds = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 300_000, env: { ...process.env, ...env } }).status === 0

const INSTALLERS = [
  {
    name: "Playwright's Chromium",
    isAvailable: () => true,
    install: () =>
      succeeds(process.execPath, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'], {
        PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
      }),
  },
  {
    name: "Debian's chromium and fonts-noto-cjk",
    isAvailable: () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
    install: () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' }
      const packages = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']
      return (
        succeeds('apt-get', packages, env) || (succeeds('apt-get', ['update']) && succeeds('apt-get', packages, env))
      )
    },
  },
]
