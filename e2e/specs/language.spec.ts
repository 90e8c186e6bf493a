import type { Page } from '@playwright/test'
import { getDrawnTexts } from '../support/canvas.ts'
import { expect, test } from '../support/test.ts'
import { NEWCOMER, REGULAR } from '../support/visitor.ts'
import { hasHan, isKey, findLatinWords, getPageTexts } from '../support/words.ts'

// A new account, because the language is saved to it.
test.use({ visitor: { ...REGULAR, language: 'zh', account: 'new' } })

const ready = (page: Page) => expect(page.locator('[data-chart-state]')).toHaveAttribute('data-chart-state', 'ready')

/** Opens every menu, dialog and panel and collects their texts; `names` has the button names in one language. */
async function collectTexts(
  page: Page,
  names: Record<
    | 'precision'
    | 'layout'
    | 'palette'
    | 'more'
    | 'keys'
    | 'history'
    | 'zone'
    | 'language'
    | 'theme'
    | 'gaps'
    | 'download',
    RegExp
  >,
) {
  const texts = new Set(await getPageTexts(page))
  const gather = async () => {
    for (const text of await getPageTexts(page)) texts.add(text)
  }
  const open = async (button: RegExp) => {
    await page.getByRole('button', { name: button }).first().click()
    await gather()
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('/')
  await page.getByRole('tab', { name: names.history }).click()
  await gather()
  await page.getByRole('combobox').fill('?!')
  await gather()
  await page.keyboard.press('Escape')
  await page.keyboard.press('i')
  const sections = page.getByRole('complementary').getByRole('button', { expanded: false })
  while (await sections.count()) await sections.first().click()
  await gather()
  await page.keyboard.press('i')
  await page.keyboard.press('t')
  await page.getByRole('grid').getByRole('row').first().hover()
  await gather()
  await page.keyboard.press('t')
  for (const button of [
    names.precision,
    names.layout,
    names.palette,
    names.zone,
    names.language,
    names.theme,
    names.gaps,
    names.download,
    names.keys,
  ])
    await open(button)
  return [...texts]
}

test.describe('a newcomer without a stored language', () => {
  // Not a new account: signUp creates it in English, and the account's language overrides the page's default.
  test.use({ visitor: { ...NEWCOMER, theme: 'dark', account: 'member' } })

  test('sees every text in Chinese', async ({ page }) => {
    await page.route('**/api/tour', (route) =>
      route.fulfill({ json: { code: 200, message: 'OK', data: { seen: false } } }),
    )
    await page.goto('/order?symbol=DEMO:BTCUSD')
    await ready(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await expect(page).toHaveTitle('订单流 - Flowprint')
    const tour = page.getByRole('dialog', { name: '图表引导' })
    const tourTexts: string[] = []
    for (const step of [1, 2, 3, 4]) {
      await expect(tour).toContainText(`第 ${step} 步`)
      tourTexts.push(...(await getPageTexts(page)))
      await tour.getByRole('button', { name: step < 4 ? '下一步' : '开始使用' }).click()
    }
    const texts = await collectTexts(page, {
      precision: /^精度/,
      layout: /^布局$/,
      palette: /^涨跌配色$/,
      more: /^更多/,
      keys: /^键盘快捷键$/,
      history: /^历史$/,
      zone: /^时区/,
      language: /^语言$/,
      theme: /^主题$/,
      gaps: /^数据完整性/,
      download: /^下载$/,
    })
    const all = [...new Set([...tourTexts, ...texts, ...(await getDrawnTexts(page))])]
    expect(all.length, 'texts gathered').toBeGreaterThan(150)
    expect(
      all.filter((text) => findLatinWords(text) !== ''),
      'texts that are not Chinese',
    ).toEqual([])
    expect(
      all.filter((text) => /\b[a-z]+\.[a-z]+/i.test(text) && !hasHan(text)),
      'i18n keys',
    ).toEqual([])
  })
})

test(
  'switching to English translates everything except the name 中文 and is saved',
  { tag: '@long' },
  async ({ page, order, request }) => {
    await page.goto('/order?symbol=DEMO:BTCUSD')
    await ready(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page).toHaveTitle('Order flow - Flowprint')
    await order.waitUntilReady()
    await page.reload()
    await order.waitUntilReady()
    const texts = await collectTexts(page, {
      precision: /^Precision/,
      layout: /^Layout$/,
      palette: /^Up and down colours$/,
      more: /^More/,
      keys: /^Keyboard shortcuts$/,
      history: /^History$/,
      zone: /^Time zone/,
      language: /^Language$/,
      theme: /^Theme$/,
      gaps: /^Data completeness/,
      download: /^Download$/,
    })
    expect([...texts, ...(await getDrawnTexts(page))].filter(hasHan)).toEqual(['中文'])
    expect(texts.filter(isKey), 'i18n keys').toEqual([])

    // The API answers in the language of the header, Chinese by default.
    const fault = async (headers: Record<string, string>) => {
      const response = await request.get('/api/footprint?symbol=NO:SUCH&cycle=1m&precision=1', { headers })
      return ((await response.json()) as { message: string }).message
    }
    expect(hasHan(await fault({}))).toBe(true)
    expect(hasHan(await fault({ language: 'en' }))).toBe(false)
  },
)
