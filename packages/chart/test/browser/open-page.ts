import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import { CHROMIUM_FLAGS } from '../../../../tools/chromium.mjs'

const MARKUP =
  '<!doctype html><style>html,body{margin:0;height:100%}#chart{position:absolute;inset:0}</style><div id="chart"></div>'

/**
 * Bundles the test page as one script. The library's development build asserts what its production build would corrupt
 * silently.
 */
export async function bundlePage(entry = 'page.ts'): Promise<string> {
  const build = await rolldown({
    input: path.join(import.meta.dirname, entry),
    platform: 'browser',
    resolve: { conditionNames: ['development', 'import', 'browser', 'default'] },
  })
  const { output } = await build.generate({ format: 'iife', name: 'testPage' })
  await build.close()
  return output[0].code
}

export async function openBrowser(executablePath: string, ratio: number): Promise<Browser> {
  // The scale factor of an emulated device does not reach the library's canvases.
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, `--force-device-scale-factor=${ratio}`] })
}

export async function openPage(browser: Browser, script: string, ratio: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, deviceScaleFactor: ratio })
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  await page.setContent(MARKUP)
  await page.addScriptTag({ content: script })
  return page
}
