import { seriousFindings } from '../support/accessibility.ts'
import { Operator } from '../support/business.ts'
import { shifts } from '../support/picture.ts'
import { PORT } from '../support/places.ts'
import { expect, test } from '../support/test.ts'
import { STRANGER } from '../support/visitor.ts'
import { hasHan, isKey, pageTexts } from '../support/words.ts'

const SUITE = `http://127.0.0.1:${PORT}`
const MAILBOX = 'operator@flow.example'
const ADDRESS = 'TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn'

/** The four that have the footer, and an article, which has none; those without are looked at in account-pages.spec.ts too. */
const FOOTED = [
  { path: '/map-load', zh: '发展路线', en: 'Development route' },
  { path: '/others/service-term', zh: '服务条款', en: 'Service terms' },
  { path: '/others/donation', zh: '捐赠', en: 'Donate' },
  { path: '/others/contact', zh: '联系我们', en: 'Contact us' },
]
const ARTICLE = { path: '/medias/read-a-footprint', zh: '媒体', en: 'Media' }

test.beforeAll(async () => {
  const operator = await Operator.at(SUITE)
  await operator.set('contact', `${MAILBOX}, https://t.me/flow_example`)
  await operator.set('donation_address', { network_type: 'TRC20', address: ADDRESS })
})

for (const { language, theme } of [
  { language: 'zh', theme: 'light' },
  { language: 'en', theme: 'dark' },
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ visitor: { ...STRANGER, language, theme } })

    test('the pages around the chart say what they are for, move nothing, and four of them have the footer', async ({
      page,
    }) => {
      for (const place of [...FOOTED, ARTICLE]) {
        await page.goto(place.path)
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('heading', { level: 1 }), place.path).toBeVisible()
        await expect(page, place.path).toHaveTitle(`${place[language]} - Flowprint`)
        const footer = page.getByRole('contentinfo')
        await expect(footer, place.path).toHaveCount(FOOTED.includes(place) ? 1 : 0)
        // Five pages and two articles; the library of the chart asks for its link.
        if (FOOTED.includes(place)) await expect(footer.getByRole('link'), place.path).toHaveCount(8)
        expect(await shifts(page), `${place.path} moves`).toEqual([])
        expect(await seriousFindings(page), place.path).toEqual([])
        const texts = await pageTexts(page)
        expect(texts.filter(isKey), place.path).toEqual([])
        if (language === 'en')
          expect(
            texts.filter((text) => hasHan(text) && text !== '中文'),
            place.path,
          ).toEqual([])
        else expect(hasHan(await page.getByRole('heading', { level: 1 }).innerText()), place.path).toBe(true)
        expect(
          await page.evaluate(() => document.querySelector('#main')!.scrollWidth - innerWidth),
          `${place.path} is too wide`,
        ).toBeLessThanOrEqual(0)
      }
    })
  })
}

test.describe('a visitor', () => {
  test.use({ visitor: { ...STRANGER, language: 'en' } })

  test('writes to the operator: what is wrong stands at its field, and the mail is on its way', async ({ page }) => {
    await page.goto('/others/contact')
    await page.getByLabel('Your e-mail').fill('nobody')
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

  test('finds chapters of the terms, the address for gifts, and what there is to read where an article is not', async ({
    page,
    faults,
  }) => {
    await page.goto('/others/service-term')
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: /Refunds/ })
      .click()
    await expect(page.getByRole('heading', { name: /Refunds/ })).toBeInViewport()
    await page.reload()
    await expect(page.getByRole('heading', { name: /Refunds/ }), 'the address leads there too').toBeInViewport()

    await page.goto('/others/donation')
    await expect(page.getByText(ADDRESS)).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code of the donation address' })).toBeVisible()

    faults.allow(/status of 404/)
    await page.goto('/medias/nothing-of-the-kind')
    await expect(page.getByRole('heading', { name: 'There is no such article' })).toBeVisible()
    await page.getByRole('link', { name: 'How to read a footprint in ten minutes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'How to read a footprint in ten minutes' })).toBeVisible()
    await expect(page.getByRole('img', { name: /point of control/ })).toBeVisible()
  })
})
