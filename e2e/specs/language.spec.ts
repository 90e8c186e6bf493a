import type { Page } from '@playwright/test'
import { drawnTexts } from '../support/picture.ts'
import { expect, test } from '../support/test.ts'
import { NEWCOMER, REGULAR } from '../support/visitor.ts'
import { hasHan, isKey, latinRest, pageTexts } from '../support/words.ts'

// An account of one's own: the language is saved with it.
test.use({ visitor: { ...REGULAR, language: 'zh', account: 'own' } })

const ready = (page: Page) => expect(page.locator('[data-chart-state]')).toHaveAttribute('data-chart-state', 'ready')

/** Opens everything that can be opened, one after the other, and gathers what was said. Words of one language. */
async function everyText(
  page: Page,
  say: Record<
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
  const texts = new Set(await pageTexts(page))
  const gather = async () => {
    for (const text of await pageTexts(page)) texts.add(text)
  }
  const open = async (button: RegExp) => {
    await page.getByRole('button', { name: button }).first().click()
    await gather()
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('/')
  await page.getByRole('tab', { name: say.history }).click()
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
    say.precision,
    say.layout,
    say.palette,
    say.zone,
    say.language,
    say.theme,
    say.gaps,
    say.download,
    say.keys,
  ])
    await open(button)
  return [...texts]
}

test.describe('a newcomer without a stored language', () => {
  // The language of an account would win over that of the page.
  test.use({ visitor: { ...NEWCOMER, theme: 'dark', account: 'member' } })

  test('is spoken to in Chinese, everywhere, and so is everybody who asks the page for nothing', async ({ page }) => {
    await page.route('**/api/tour', (route) =>
      route.fulfill({ json: { code: 200, message: 'OK', data: { seen: false } } }),
    )
    await page.goto('/order?symbol=DEMO:BTCUSD')
    await ready(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await expect(page).toHaveTitle('订单流 - Flowprint')
    const tour = page.getByRole('dialog', { name: '图表入门' })
    const told: string[] = []
    for (const step of [1, 2, 3, 4]) {
      await expect(tour).toContainText(`第 ${step} 步`)
      told.push(...(await pageTexts(page)))
      await tour.getByRole('button', { name: step < 4 ? '下一步' : '开始使用' }).click()
    }
    const texts = await everyText(page, {
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
    const all = [...new Set([...told, ...texts, ...(await drawnTexts(page))])]
    expect(all.length, 'texts gathered').toBeGreaterThan(150)
    expect(
      all.filter((text) => latinRest(text) !== ''),
      'texts that are not Chinese',
    ).toEqual([])
    expect(
      all.filter((text) => /\b[a-z]+\.[a-z]+/i.test(text) && !hasHan(text)),
      'keys of messages',
    ).toEqual([])
  })
})

test('switching to English leaves nothing Chinese but the name of the language, and is remembered', async ({
  page,
  order,
  request,
}) => {
  await page.goto('/order?symbol=DEMO:BTCUSD')
  await ready(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle('Order flow - Flowprint')
  await order.ready()
  await page.reload()
  await order.ready()
  const texts = await everyText(page, {
    precision: /^Precision/,
    layout: /^Layout$/,
    palette: /^Up and down colours$/,
    more: /^More/,
    keys: /^Keyboard shortcuts$/,
    history: /^History$/,
    zone: /^Time zone/,
    language: /^Language$/,
    theme: /^Theme$/,
    gaps: /^Completeness/,
    download: /^Download$/,
  })
  expect([...texts, ...(await drawnTexts(page))].filter(hasHan)).toEqual(['中文'])
  expect(texts.filter(isKey), 'keys of messages').toEqual([])

  // The calls answer in the language of their header: Chinese unless told otherwise.
  const fault = async (headers: Record<string, string>) => {
    const answer = await request.get('/api/footprint?symbol=NO:SUCH&cycle=1m&precision=1', { headers })
    return ((await answer.json()) as { message: string }).message
  }
  expect(hasHan(await fault({}))).toBe(true)
  expect(hasHan(await fault({ language: 'en' }))).toBe(false)
})
