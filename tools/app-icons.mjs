// node tools/app-icons.mjs: the icons of the installed app, from favicon.svg, into apps/web/public. They are committed because
// builds have no browser; make them again when the logo changes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from './chromium.mjs'
import { root } from './run-step.mjs'

const folder = join(root, 'apps', 'web', 'public')
/** Systems cut a maskable icon to their shape: its logo stays within the middle 80 %, on the logo's own ground. */
const ICONS = [
  { name: 'icon-192.png', size: 192, isMaskable: false },
  { name: 'icon-512.png', size: 512, isMaskable: false },
  { name: 'icon-maskable-512.png', size: 512, isMaskable: true },
]

const executablePath = await findChromium()
if (!executablePath) {
  console.error(NO_BROWSER)
  process.exit(1)
}
const logo = await readFile(join(folder, 'favicon.svg'), 'utf8')
const ground = /fill="(#[0-9a-f]{6})"/.exec(logo)?.[1]
const { chromium } = await import('@playwright/test')
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
for (const { name, size, isMaskable } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const inner = isMaskable ? Math.round(size * 0.8) : size
  await page.setContent(
    `<style>body { display: grid; place-items: center; margin: 0; height: 100vh; background: ${isMaskable ? ground : 'transparent'} }
    svg { width: ${inner}px; height: ${inner}px }</style>${logo}`,
  )
  const path = join(folder, name)
  await page.screenshot({ path, omitBackground: !isMaskable })
  await page.close()
  console.log(path)
}
await browser.close()
