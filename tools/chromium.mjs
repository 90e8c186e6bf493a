// Finds a browser for tests and screenshots: CHROMIUM_PATH, the system's Chromium or Chrome, or Playwright's own.
import { existsSync } from 'node:fs'

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
