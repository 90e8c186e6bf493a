import { chromium, type Browser, type Page } from '@playwright/test'
import { buildWeb } from '../../tools/build-web.mjs'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from '../../tools/chromium.mjs'
import { median, plainRow, type BenchRow } from './harness.ts'
import { servePages } from './home/serve-pages.ts'

const ROUNDS = 9
const CLICKS = 15
/** Slowdown of a mid-range phone relative to this machine. */
const SLOWER = 4

/** The home page in a real browser that is four times slower: first contentful paint and click latency. */
export async function benchHome(): Promise<BenchRow[]> {
  const executablePath = await findChromium()
  if (!executablePath) {
    console.log(`bench: home is skipped. ${NO_BROWSER}`)
    return []
  }
  buildWeb()
  const made = await servePages('home.html')
  const empty = await servePages('index.html')
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const paints: [number[], number[]] = [[], []]
    // In turns, each with an empty cache; the first round warms up the servers.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [i, site] of [made, empty].entries()) {
        const page = await open(browser, site.url)
        const shown = await firstPaint(page)
        if (round > 0) paints[i].push(shown)
        await page.context().close()
      }
    }
    const page = await open(browser, made.url)
    await page.locator('[data-demo=ready]').waitFor()
    const moving = await clicks(page)
    await page.locator('[data-demo]').locator('..').getByRole('button').click()
    await page.locator('[data-playing=false]').waitFor()
    const still = await clicks(page)
    const slow = `a machine ${SLOWER} times slower`
    return [
      plainRow(
        'home',
        `first contentful paint, empty cache, ${slow}`,
        'the same page without markup from the build',
        median(paints[0]),
        median(paints[1]),
      ),
      plainRow(
        'home',
        `a click on a menu until it is painted, the chart moving, ${slow}`,
        'the same with the chart at rest',
        median(moving),
        median(still),
      ),
    ]
  } finally {
    await browser.close()
    await made.close()
    await empty.close()
  }
}

async function open(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url)
  return page
}

/** First contentful paint, ms since the navigation; read once the headline is visible. */
async function firstPaint(page: Page): Promise<number> {
  await page.locator('h1').waitFor()
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
        const look = () => {
          const at = painted()
          if (at === undefined) requestAnimationFrame(look)
          else resolve(at)
        }
        look()
      }),
  )
}

/** Durations from the press of the button until the result is painted, as reported by the browser. */
async function clicks(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(globalThis, { durations })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'click') durations.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const menu = page.locator('[data-header] button[aria-haspopup]').first()
  for (let click = 0; click < CLICKS; click++) {
    await menu.click()
    await page.waitForTimeout(400)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
  }
  const durations = await page.evaluate(() => (globalThis as unknown as { durations: number[] }).durations)
  // Durations below 16 ms are not reported.
  return [...durations, ...Array.from({ length: Math.max(0, CLICKS - durations.length) }, () => 8)]
}
