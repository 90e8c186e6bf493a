import type { Page } from '@playwright/test'
import { getSeriousFindings } from '../support/accessibility.ts'
import { getLayoutShifts } from '../support/canvas.ts'
import { expect, test } from '../support/test.ts'
import { isKey, getPageTexts } from '../support/words.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

const search = (page: Page, name = 'Search help') => page.getByRole('combobox', { name })
const overflows = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('main')].some((main) => main.scrollWidth > main.clientWidth))

test.describe('logged out', () => {
  test.use({ visitor: LOGGED_OUT })

  test('navigates by search, by the table of contents and from topic to topic', async ({ page }) => {
    await page.goto('/help')
    await expect(page).toHaveTitle('Help - Flowprint')
    await expect(search(page)).toBeVisible()
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('stacked imbal')
    const hits = page.getByRole('option')
    await expect(hits.first()).toContainText('Imbalances and stacks')
    await expect(hits.first().locator('mark').first()).toBeVisible()
    expect(await getSeriousFindings(page), 'results').toEqual([])
    await page.keyboard.press('ArrowDown')
    await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/help\/imbalance/)
    await expect(page).toHaveTitle('Imbalances and stacks - Help - Flowprint')

    await search(page).fill('qwertzuiop')
    await expect(page.getByText('No results for “qwertzuiop”').last()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Next Support and resistance zones' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support and resistance zones')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await expect(contents.getByRole('link', { name: 'Support and resistance zones' })).toHaveAttribute(
      'aria-current',
      'page',
    )

    // A link to a section scrolls to it.
    await page.goto('/help/imbalance#stack')
    await expect(page.locator('#stack')).toBeInViewport()
    await page.goto('/help/no-such-topic')
    await expect(page.getByRole('heading', { level: 1, name: 'Topic not found' })).toBeVisible()
  })

  test(
    'every kind of topic in Chinese on a phone has no overflow, layout shift or untranslated text',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/help')
      await page.evaluate(() => localStorage.setItem('language', 'zh'))
      const recorded = ['/order-book-heatmap', '/ladder', '/walls', '/derivatives']
      for (const topic of ['', '/footprint', '/support-resistance', '/vwap', '/keyboard', '/api', ...recorded]) {
        await page.goto(`/help${topic}`)
        await expect(page.getByRole('heading', { level: 1 })).toContainText(/\p{Script=Han}/u)
        if (recorded.includes(topic)) {
          await expect(page.locator('figure[data-figure] figcaption').first()).toContainText(/模拟|同一分钟/)
        }
        expect(await overflows(page), topic).toBe(false)
        expect(await getSeriousFindings(page), topic).toEqual([])
        // `data.error` is a field of the API, not an i18n key.
        const code = await page.locator('code').allTextContents()
        expect(
          (await getPageTexts(page)).filter((text) => isKey(text) && !code.includes(text)),
          topic,
        ).toEqual([])
        expect(await getLayoutShifts(page), topic).toEqual([])
      }
      await page.getByText('目录', { exact: true }).click()
      await page.getByRole('link', { name: '会员与付款' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('会员与付款')
      await search(page, '搜索帮助').fill('交易哈希')
      await page.getByRole('option').first().click()
      await expect(page).toHaveURL(/\/help\/payment/)
    },
  )
})

test('runs the examples of the API guide', { tag: '@long' }, async ({ page, request, baseURL }) => {
  await page.goto('/help/api')
  await expect(page.getByRole('heading', { level: 1, name: 'API guide' })).toBeVisible()
  const blocks = await page.locator('pre code.language-bash').allTextContents()
  const addresses = blocks.flatMap((block) =>
    block.includes("-d '") ? [] : [...block.matchAll(/"\$SITE([^"]+)"/g)].map(([, address]) => address),
  )
  expect(addresses.length).toBeGreaterThan(6)
  for (const address of addresses) {
    const response = await request.get(`${baseURL}${address}`, {
      headers: { accept: address.includes('/export') ? 'text/csv' : 'application/json' },
    })
    expect(response.status(), address).toBe(200)
  }
})

test(
  'the chart links to the help from the shortcuts, the indicators and the help menu',
  { tag: '@long' },
  async ({ page, order, context }) => {
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
    await page.keyboard.press('i')
    await expect(order.panel).toBeVisible()
    await order.panel.getByRole('button', { name: 'Settings of Effort without reward' }).click()
    const opened = context.waitForEvent('page')
    await order.panel.getByRole('link', { name: 'Formula and example' }).last().click()
    await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Effort without reward')
    await page.keyboard.press('i')
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    await expect(page).toHaveURL(/\/help$/)
  },
)
