import { expect, test } from '../support/test.ts'
import { getLayoutShifts } from '../support/canvas.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

const HEADLINES = { zh: '看清每根 K 线里，谁在买，谁在卖', en: 'See who buys and who sells inside every candle' }

for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, { tag: language === 'zh' ? '@long' : [] }, () => {
    test.use({ visitor: { ...LOGGED_OUT, language } })

    test('renders before its scripts, with metadata, and does not shift when they load', async ({ page, faults }) => {
      faults.allow(/Failed to load resource|ERR_FAILED/)
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINES[language])
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(5)
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en')

      // Crawlers and link previews load the page without scripts and without a stored language.
      const html = await (await page.request.get(language === 'en' ? '/?language=en' : '/')).text()
      const meta = (name: string) =>
        new RegExp(`<(?:meta|link)[^>]*"${name}"[^>]*(?:content|href)="([^"]*)"`).exec(html)?.[1] ?? ''
      const origin = new URL(meta('canonical')).origin
      expect(meta('og:title')).toBe(HEADLINES[language])
      expect(meta('canonical')).toBe(language === 'en' ? `${origin}/?language=en` : `${origin}/`)
      expect(meta('og:url')).toBe(meta('canonical'))
      expect(html).toContain(`hreflang="en" href="${origin}/?language=en"`)
      const shared = await page.request.get(new URL(meta('og:image')).pathname)
      const bytes = await shared.body()
      expect([shared.headers()['content-type'], bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        'image/png',
        1200,
        630,
      ])

      await page.unroute('**/assets/*.js')
      await page.goto('/')
      await expect(page.locator('[data-demo]')).toHaveAttribute('data-demo', 'ready')
      await expect(page.locator('[data-prerendered]')).toHaveCount(1)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINES[language])
      expect(await getLayoutShifts(page)).toEqual([])
    })
  })
}

test.describe('the chart of the home page', () => {
  test.use({ visitor: LOGGED_OUT })

  test('animates while visible and stops when off screen or paused', { tag: '@long' }, async ({ page }) => {
    await page.goto('/')
    const chart = page.locator('[data-demo=ready]')
    const canvases = chart.locator('canvas')
    const capture = () =>
      canvases.evaluateAll((all) => all.map((each) => (each as HTMLCanvasElement).toDataURL()).join())
    const expectMoving = async () => {
      const before = await capture()
      await expect.poll(capture).not.toBe(before)
    }
    const expectStill = async () => {
      // Wait until pending frames are drawn.
      await page.waitForTimeout(600)
      const before = await capture()
      await page.waitForTimeout(1000)
      expect(await capture()).toBe(before)
    }
    await expect(chart).toBeVisible()
    await expectMoving()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expectStill()
    await page.getByRole('button', { name: 'Play' }).click()
    await expectMoving()
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    await expectStill()
  })

  test('does not animate with prefers-reduced-motion and shows a notice', { tag: '@long' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.locator('[data-demo=ready]')).toHaveAttribute('data-playing', 'false')
    await expect(page.getByText('your system is set to reduce motion')).toBeVisible()
  })
})
