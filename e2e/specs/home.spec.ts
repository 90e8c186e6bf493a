import { expect, test } from '../support/test.ts'
import { shifts } from '../support/picture.ts'
import { STRANGER } from '../support/visitor.ts'

const HEADLINES = { zh: '看清每根 K 线里，谁在买，谁在卖', en: 'See who buys and who sells inside every candle' }

for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ visitor: { ...STRANGER, language } })

    test('the home page is there before any of its scripts, says who it is, and stays where it is when they come', async ({
      page,
      faults,
    }) => {
      faults.allow(/Failed to load resource|ERR_FAILED/)
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINES[language])
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(5)
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en')

      // What other sites read comes without scripts and without a stored language.
      const html = await (await page.request.get(language === 'en' ? '/?language=en' : '/')).text()
      const said = (name: string) =>
        new RegExp(`<(?:meta|link)[^>]*"${name}"[^>]*(?:content|href)="([^"]*)"`).exec(html)?.[1] ?? ''
      const origin = new URL(said('canonical')).origin
      expect(said('og:title')).toBe(HEADLINES[language])
      expect(said('canonical')).toBe(language === 'en' ? `${origin}/?language=en` : `${origin}/`)
      expect(said('og:url')).toBe(said('canonical'))
      expect(html).toContain(`hreflang="en" href="${origin}/?language=en"`)
      const shared = await page.request.get(new URL(said('og:image')).pathname)
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
      expect(await shifts(page)).toEqual([])
    })
  })
}

test.describe('the chart of the home page', () => {
  test.use({ visitor: STRANGER })

  test('moves while it is seen, stops out of sight and when it is told to', async ({ page }) => {
    await page.goto('/')
    const stage = page.locator('[data-demo=ready]')
    const canvases = stage.locator('canvas')
    const look = () => canvases.evaluateAll((all) => all.map((each) => (each as HTMLCanvasElement).toDataURL()).join())
    const moves = async () => {
      const before = await look()
      await expect.poll(look).not.toBe(before)
    }
    const stands = async () => {
      // What was on its way is drawn first.
      await page.waitForTimeout(600)
      const before = await look()
      await page.waitForTimeout(1000)
      expect(await look()).toBe(before)
    }
    await expect(stage).toBeVisible()
    await moves()
    await page.getByRole('button', { name: 'Pause' }).click()
    await stands()
    await page.getByRole('button', { name: 'Play' }).click()
    await moves()
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    await stands()
  })

  test('stands still and says so where less motion is asked for', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.locator('[data-demo=ready]')).toHaveAttribute('data-playing', 'false')
    await expect(page.getByText('Your system asks for less motion')).toBeVisible()
  })
})
