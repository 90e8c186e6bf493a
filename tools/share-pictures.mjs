// node tools/share-pictures.mjs [--url http://127.0.0.1:8080]: the Open Graph images of the home page,
// one per language, into apps/web/public. Screenshots of the page without the product's name, which operators choose.
// They are committed because builds have no browser; regenerate them when the first screen changes.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from './chromium.mjs'
import { root } from './run-step.mjs'

const {
  values: { url },
} = parseArgs({ options: { url: { type: 'string', default: 'http://127.0.0.1:8080' } } })
const SIZE = { width: 1200, height: 630 }
const FRAMING = `
  [data-header], [data-doors], main dl, main p:has(> a), main p:has(> span + a) { display: none !important }
  main { overflow: hidden !important }
  main > div { max-width: none !important; padding: 0 56px !important }
  main > div > div:first-child { min-height: ${SIZE.height}px !important; padding: 0 !important; gap: 48px !important; grid-template-columns: 5fr 7fr !important }
`

const executablePath = await findChromium()
if (!executablePath) {
  console.error(NO_BROWSER)
  process.exit(1)
}
const { chromium } = await import('@playwright/test')
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
for (const language of ['zh', 'en']) {
  const context = await browser.newContext({
    viewport: SIZE,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.goto(`${url}/?language=${language}`)
  await page.addStyleTag({ content: FRAMING })
  await page.waitForSelector('[data-demo="ready"]')
  await page.waitForTimeout(1000)
  const path = join(root, 'apps', 'web', 'public', `share-${language}.png`)
  await page.screenshot({ path })
  await context.close()
  console.log(path)
}
await browser.close()
