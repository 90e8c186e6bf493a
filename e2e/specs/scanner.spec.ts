import type { Alerts, Scanner, Scans } from '@flowprint/contract'
import { randomUUID } from 'node:crypto'
import { getSeriousFindings } from '../support/accessibility.ts'
import { fetchData } from '../support/api.ts'
import { expect, test } from '../support/test.ts'
import { NEWCOMER, REGULAR } from '../support/visitor.ts'
import { findLatinWords, getPageTexts } from '../support/words.ts'

test('scans the markets, sorts, filters, saves and opens the chart of a row', async ({ page, order, request }) => {
  await page.goto('/order')
  await order.waitUntilReady()
  await page.getByRole('link', { name: 'Scanner', exact: true }).click()
  await expect(page).toHaveURL('/scanner')
  await expect(page).toHaveTitle(/^Scanner/)
  const table = page.getByRole('region', { name: 'Scanned markets' })
  const rows = table.locator('tbody tr')
  await page.getByRole('radio', { name: '1m' }).click()
  await expect(rows.first()).toBeVisible({ timeout: 30_000 })
  const answer = await fetchData<Scanner>(request, '/scanner', { interval: '1m' })
  expect(answer.list.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['DEMO:BTCUSD', 'DEMO:ETHUSD']))
  await expect(rows).toHaveCount(answer.list.length)
  expect(await getSeriousFindings(page)).toEqual([])

  // A head sorts by its column, the second click the other way round.
  const symbols = () => table.locator('tbody a').allTextContents()
  await table.getByRole('button', { name: 'Sort by Symbol' }).click()
  expect(await symbols()).toEqual((await symbols()).toSorted())
  await table.getByRole('button', { name: 'Symbol, ascending' }).click()
  await expect(table.getByRole('columnheader', { name: 'Symbol' })).toHaveAttribute('aria-sort', 'descending')
  expect(await symbols()).toEqual((await symbols()).toSorted().toReversed())

  // Conditions must all hold; one that no market meets leaves a way back.
  const filter = page.getByRole('region', { name: 'Conditions' })
  await filter.getByRole('combobox', { name: 'Value' }).selectOption('Close')
  await filter.getByRole('combobox', { name: 'Comparison' }).selectOption('≥')
  await filter.getByRole('textbox', { name: 'Number' }).fill('many')
  await filter.getByRole('button', { name: 'Add condition' }).click()
  await expect(filter.getByRole('alert')).toHaveText('Enter a number, such as 1.5 or -20')
  await filter.getByRole('textbox', { name: 'Number' }).fill('10000')
  await filter.getByRole('button', { name: 'Add condition' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('DEMO:BTCUSD')
  await filter.getByRole('combobox', { name: 'Value' }).selectOption('Volume')
  await filter.getByRole('combobox', { name: 'Comparison' }).selectOption('<')
  await filter.getByRole('textbox', { name: 'Number' }).fill('0')
  await filter.getByRole('button', { name: 'Add condition' }).click()
  await expect(page.getByText('No market matches')).toBeVisible()
  await filter.getByRole('button', { name: 'Remove condition: Volume < 0' }).click()
  await expect(rows).toHaveCount(1)

  // The scan is saved to the account and found again.
  const name = `Scan ${randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Saved scans' }).click()
  const saved = page.getByRole('dialog', { name: 'Saved scans' })
  await saved.getByRole('textbox', { name: 'Name' }).fill(name)
  await saved.getByRole('button', { name: 'Save this scan' }).click()
  await expect(saved.getByRole('button', { name: `Open “${name}”` })).toBeVisible()
  expect(await getSeriousFindings(page)).toEqual([])
  const { data } = (await (await request.post('/api/scans', { data: {} })).json()) as { data: Scans }
  expect(data.list.find((scan) => scan.name === name)?.content).toMatchObject({
    interval: '1m',
    conditions: [{ column: 'close', operator: 'gte', value: '10000' }],
    sort: { column: 'symbol', descending: true },
  })
  await page.keyboard.press('Escape')
  await filter.getByRole('button', { name: 'Remove condition: Close ≥ 10000' }).click()
  await expect(rows).toHaveCount(answer.list.length)
  await page.getByRole('button', { name: 'Saved scans' }).click()
  await saved.getByRole('button', { name: `Open “${name}”` }).click()
  await expect(rows).toHaveCount(1)
  await filter.getByRole('button', { name: 'Remove condition: Close ≥ 10000' }).click()

  // Keyboard: slash finds a symbol, arrows move between rows, Enter opens the chart.
  await page.locator('main').focus()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Find a symbol' })
  await expect(search).toBeFocused()
  await search.fill('eth')
  await expect(rows).toHaveCount(1)
  await search.fill('')
  await expect(rows).toHaveCount(answer.list.length)
  const links = table.locator('tbody a')
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  const symbol = (await links.nth(1).textContent()) as string
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    (url) =>
      url.pathname === '/order' && url.searchParams.get('symbol') === symbol && url.searchParams.get('cycle') === '1m',
  )
  await order.waitUntilReady()
})

test('rows change when bars close, and an alert on any market names its market', async ({ page, request }) => {
  // A minute until a bar closes, and the time around it.
  test.setTimeout(150_000)
  await page.goto('/scanner')
  await page.getByRole('radio', { name: '1m' }).click()
  const table = page.getByRole('region', { name: 'Scanned markets' })
  const row = table.locator('tr[data-symbol="DEMO:BTCUSD"]')
  await expect(row).toBeVisible({ timeout: 30_000 })
  const name = `Any ${randomUUID().slice(0, 8)}`
  const filter = page.getByRole('region', { name: 'Conditions' })
  await filter.getByRole('combobox', { name: 'Value' }).selectOption('Volume')
  await filter.getByRole('combobox', { name: 'Comparison' }).selectOption('>')
  await filter.getByRole('textbox', { name: 'Number' }).fill('0')
  await filter.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('button', { name: 'Alert', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Alert on any market' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  const item = dialog.getByRole('listitem', { name })
  await expect(item).toContainText('1m · Volume > 0')
  expect(await getSeriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  const bar = () => row.locator('a').getAttribute('title')
  const before = await bar()
  const notice = page.getByRole('status').filter({ hasText: new RegExp(`^${name} · DEMO:`) })
  await expect(notice.first()).toBeVisible({ timeout: 75_000 })
  await expect.poll(bar, { timeout: 30_000 }).not.toBe(before)

  await page.getByRole('button', { name: 'Alert', exact: true }).click()
  await item.getByRole('button', { name: 'Delete' }).click()
  await expect(item).toBeHidden()
  const { data } = (await (await request.post('/api/alerts', { data: {} })).json()) as { data: Alerts }
  expect(data.list.filter((alert) => alert.name === name)).toEqual([])
})

test.describe('in Chinese', () => {
  test.use({ visitor: { ...REGULAR, language: 'zh', theme: 'light' } })
  test('every text of the page is Chinese, and the palette opens it', async ({ page, order }) => {
    await page.goto('/order')
    await order.waitUntilReady()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('市场扫描')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/scanner')
    await expect(page.locator('tbody tr').first()).toBeVisible({ timeout: 30_000 })
    const texts = (await getPageTexts(page)).map((text) => findLatinWords(text.replace(/DEMO:\w+|\b\d+[mh]\b/g, '')))
    expect(texts.filter((words) => words !== '')).toEqual([])
    expect(await getSeriousFindings(page)).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('the table scrolls under its symbols, and a tap opens the chart', async ({ page }) => {
    await page.goto('/scanner')
    const table = page.getByRole('region', { name: 'Scanned markets' })
    const row = table.locator('tr[data-symbol="DEMO:ETHUSD"]')
    await expect(row).toBeVisible({ timeout: 30_000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await table.evaluate((element) => element.scrollTo({ left: 600 }))
    await expect(row.getByRole('link')).toBeInViewport()
    expect(await getSeriousFindings(page)).toEqual([])
    await row.locator('td').first().tap()
    await expect(page).toHaveURL(/\/order\?symbol=DEMO%3AETHUSD&cycle=5m/)
  })
})

test.describe('without a membership', () => {
  test.use({ visitor: { ...NEWCOMER, language: 'en', theme: 'dark', tourSeen: true } })
  test('rows are those of fifteen minutes ago, and the page says so', async ({ page, request }) => {
    await page.goto('/scanner')
    await page.getByRole('radio', { name: '1m' }).click()
    await expect(page.getByText('Free accounts see data from 15 minutes ago.')).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('tbody tr').first()).toBeVisible({ timeout: 30_000 })
    const { list, as_of: asOf } = await fetchData<Scanner>(request, '/scanner', { interval: '1m' })
    expect(asOf).not.toBeNull()
    for (const { t } of list) expect(t + 60_000).toBeLessThanOrEqual(asOf as number)
  })
})
