import { getSeriousFindings } from '../support/accessibility.ts'
import { Operator } from '../support/business.ts'
import { getLayoutShifts } from '../support/canvas.ts'
import { BASE_URL } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'
import { hasHan, isKey, getPageTexts } from '../support/words.ts'

const MAILBOX = 'operator@flow.example'
const ADDRESS = 'TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn'

/** Pages with the footer; account-pages.spec.ts checks the pages without it. */
const PAGES_WITH_FOOTER = [
  { path: '/map-load', zh: '发展路线', en: 'Development route' },
  { path: '/others/service-term', zh: '服务条款', en: 'Service terms' },
  { path: '/others/donation', zh: '捐赠', en: 'Donate' },
  { path: '/others/contact', zh: '联系我们', en: 'Contact us' },
]
const ARTICLE = { path: '/medias/read-a-footprint', zh: '媒体', en: 'Media' }

test.beforeAll(async () => {
  const operator = await Operator.create(BASE_URL)
  await operator.set('contact', `${MAILBOX}, https://t.me/flow_example`)
  await operator.set('donation_address', { network_type: 'TRC20', address: ADDRESS })
})

for (const { language, theme } of [
  { language: 'zh', theme: 'light' },
  { language: 'en', theme: 'dark' },
] as const) {
  test.describe(`in ${language}`, { tag: language === 'zh' ? '@long' : [] }, () => {
    test.use({ visitor: { ...LOGGED_OUT, language, theme } })

    test('content pages have titles, no layout shifts and no axe findings; four of them have the footer', async ({
      page,
    }) => {
      for (const place of [...PAGES_WITH_FOOTER, ARTICLE]) {
        await page.goto(place.path)
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('heading', { level: 1 }), place.path).toBeVisible()
        await expect(page, place.path).toHaveTitle(`${place[language]} - Flowprint`)
        const footer = page.getByRole('contentinfo')
        await expect(footer, place.path).toHaveCount(PAGES_WITH_FOOTER.includes(place) ? 1 : 0)
        // Five pages, two articles and the attribution link of the chart library.
        if (PAGES_WITH_FOOTER.includes(place)) await expect(footer.getByRole('link'), place.path).toHaveCount(8)
        if (PAGES_WITH_FOOTER.includes(place)) await expect(footer, place.path).toContainText(/\d+\.\d+\.\d+/)
        expect(await getLayoutShifts(page), `${place.path} has layout shifts`).toEqual([])
        expect(await getSeriousFindings(page), place.path).toEqual([])
        const texts = await getPageTexts(page)
        expect(texts.filter(isKey), place.path).toEqual([])
        if (language === 'en')
          expect(
            texts.filter((text) => hasHan(text) && text !== '中文'),
            place.path,
          ).toEqual([])
        else expect(hasHan(await page.getByRole('heading', { level: 1 }).innerText()), place.path).toBe(true)
        expect(
          await page.evaluate(() => document.querySelector('#main')!.scrollWidth - innerWidth),
          `${place.path} overflows horizontally`,
        ).toBeLessThanOrEqual(0)
      }
    })
  })
}

test.describe('a visitor', () => {
  test.use({ visitor: { ...LOGGED_OUT, language: 'en' } })

  test('sends the contact form: errors are shown at their fields, and the mail is queued', async ({ page }) => {
    await page.goto('/others/contact')
    await page.getByLabel('Your e-mail').fill('invalid')
    await page.getByLabel('Message', { exact: true }).fill('short')
    await page.getByLabel('Your name').fill('Joan')
    await expect(page.getByText('The mailbox format is incorrect')).toBeVisible()
    await expect(page.getByText('at least 10 characters')).toBeVisible()
    await page.getByLabel('Your e-mail').fill('joan@reader.example')
    await page.getByLabel('Message', { exact: true }).fill('The delta of 23:00 differs from mine by one lot.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'joan@reader.example' })).toBeFocused()
    await page.goto('/dev/outbox')
    await expect(page.getByRole('listitem').filter({ hasText: MAILBOX }).first()).toContainText(
      'differs from mine by one lot',
    )
  })

  test(
    'finds chapters of the terms, the donation address, and other articles when one is missing',
    { tag: '@long' },
    async ({ page, faults }) => {
      await page.goto('/others/service-term')
      await page
        .getByRole('navigation', { name: 'Contents' })
        .getByRole('link', { name: /Refunds/ })
        .click()
      await expect(page.getByRole('heading', { name: /Refunds/ })).toBeInViewport()
      await page.reload()
      await expect(page.getByRole('heading', { name: /Refunds/ }), 'the URL opens it too').toBeInViewport()

      await page.goto('/others/donation')
      await expect(page.getByText(ADDRESS)).toBeVisible()
      await expect(page.getByRole('img', { name: 'QR code of the donation address' })).toBeVisible()

      faults.allow(/status of 404/)
      await page.goto('/medias/nothing-of-the-kind')
      await expect(page.getByRole('heading', { name: 'Article not found' })).toBeVisible()
      await page.getByRole('link', { name: 'How to read a footprint in ten minutes' }).click()
      await expect(
        page.getByRole('heading', { level: 1, name: 'How to read a footprint in ten minutes' }),
      ).toBeVisible()
      await expect(page.getByRole('img', { name: /point of control/ })).toBeVisible()
    },
  )
})
