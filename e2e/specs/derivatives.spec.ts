import { randomUUID } from 'node:crypto'
import type { Alerts, Liquidations, OpenInterest } from '@flowprint/contract'
import { getSeriousFindings } from '../support/accessibility.ts'
import { fetchData, fetchFootprint, fetchRecommendedPrecision } from '../support/api.ts'
import { clearDrawnTexts, getDrawnTexts } from '../support/canvas.ts'
import { findCalmestBar, findTooltip, openBar } from '../support/columns.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

const SYMBOL = 'DEMO:BTCUSD'
const CYCLE_MS = 300_000
const isCall = (path: string) => (url: string) => new URL(url).pathname === `/api/${path}`

/** A new server first makes the past of its simulated perpetuals. */
test.beforeEach(async ({ request }) => {
  const from = String(Date.now() - 600_000)
  await expect
    .poll(
      async () => {
        const { coverage } = await fetchData<Liquidations>(request, '/liquidations', { symbol: SYMBOL, from })
        const { list } = await fetchData<OpenInterest>(request, '/open_interest', { symbol: SYMBOL, from })
        return Date.now() - (coverage.at(-1)?.[1] ?? 0) < 15_000 && list.length > 0
      },
      { message: 'recorded derivatives data', timeout: 50_000 },
    )
    .toBe(true)
})

test('shows liquidations, open interest and funding under the chart, and remembers it', async ({ page, order }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await order.open({ symbol: SYMBOL, cycle: '1m' })
  const countAsked = (path: string) => asked.filter((each) => each === `/api/${path}`).length
  expect(['liquidations', 'open_interest', 'funding'].map(countAsked)).toEqual([0, 0, 0])

  await page.keyboard.press('p')
  await expect.poll(() => Math.min(...['liquidations', 'open_interest', 'funding'].map(countAsked))).toBe(1)
  await expect
    .poll(async () => await getDrawnTexts(page), { message: 'titles of the panes' })
    .toEqual(
      expect.arrayContaining([
        'Liquidations USD',
        'Open interest BTC',
        expect.stringMatching(/^Funding rate next in \d+:\d\d/),
      ]),
    )

  // The values of the bar under the crosshair follow the titles.
  const box = (await order.chart.boundingBox())!
  await clearDrawnTexts(page)
  await expect(async () => {
    await page.mouse.move(box.x + box.width * (0.4 + Math.random() / 10), box.y + 120)
    const drawn = await getDrawnTexts(page)
    expect(drawn).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Long ≥?[\d.]+[KMB]? · Short ≥?[\d.]+[KMB]?$/),
        expect.stringMatching(/^-?\d\.\d{4}%$/),
      ]),
    )
  }).toPass()
  await expect(page).toHaveURL((url) => /liquidations-1\.openInterest-1\.funding-1/.test(url.search))

  await page.reload()
  await order.waitUntilReady()
  await expect.poll(() => countAsked('liquidations')).toBeGreaterThan(1)
  await order.indicatorsButton.click()
  await order.panel.getByRole('button', { name: 'Settings of Perpetuals' }).click()
  expect(await getSeriousFindings(page)).toEqual([])
  await expect(order.panel.getByText('Mark price')).toBeVisible()
  for (const name of ['Liquidations', 'Open interest', 'Funding rate']) {
    const pane = order.panel.getByRole('switch', { name, exact: true })
    await expect(pane).toBeChecked()
    await pane.click()
  }
  await expect(page).toHaveURL((url) => !/liquidations/.test(url.search))
})

test('marks the largest liquidations with a card', async ({ page, order, request }) => {
  const query = {
    symbol: SYMBOL,
    cycle: '5m',
    precision: await fetchRecommendedPrecision(request, SYMBOL, '5m'),
  }
  const { bars } = await fetchFootprint(request, { ...query, limit: '200' })
  const from = String(bars[0].t)
  const { list } = await fetchData<Liquidations>(request, '/liquidations', { symbol: SYMBOL, from, largest: '50' })
  const t = findCalmestBar(
    bars,
    list.map(([, ts]) => Math.floor(ts / CYCLE_MS) * CYCLE_MS),
  )
  const answered = page.waitForResponse((response) => isCall('liquidations')(response.url()))
  const { left, right } = await openBar(order, { ...query, view: 'liquidationMarks-1' }, t, CYCLE_MS)
  expect(new URL((await answered).url()).searchParams.get('largest')).toBe('200')
  // A mark is at its time within the column.
  const [, ts] = list.find(([, time]) => time >= t && time < t + CYCLE_MS)!
  const x = left + ((ts - t) / CYCLE_MS) * (right - left)
  const tooltip = await findTooltip(order, [x, x - 3, x + 3], /(Long|Short) liquidated/)
  expect(tooltip, 'a mark on the screen').toMatch(/[\d,]+(\.\d+)? USD/)
  const card = page.getByRole('tooltip').filter({ hasText: /(Long|Short) liquidated/ })
  await expect(card).toContainText(/Order price [\d.]+ \(not the fill\)/)
  await expect(card).toContainText(/Quantity [\d.,]+ BTC/)
  await expect(card).toContainText('The exchange publishes every liquidation')
})

test('adds columns of perpetuals to the watchlist', async ({ page, order }) => {
  await order.open({ symbol: SYMBOL, cycle: '1m' })
  await page.keyboard.press('w')
  const panel = page.getByRole('complementary', { name: 'Watchlist' })
  const row = panel.locator(`[data-symbol="${SYMBOL}"]`)
  await expect(row).toBeVisible()
  await expect(row.locator('[data-column]')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Choose columns' }).click()
  for (const name of [/Open int\./, /Funding/, /Mark/]) await page.getByRole('menuitemcheckbox', { name }).click()
  await page.keyboard.press('Escape')
  await expect(row.locator('[data-column=openInterest]')).toContainText(/[\d.]+[KMB]?/)
  await expect(row.locator('[data-column=funding]')).toContainText(/-?\d\.\d{4}%\d+:\d\d/)
  await expect(row.locator('[data-column=markPrice]')).toContainText(/[\d,]+\.?\d*/)
  expect(await getSeriousFindings(page)).toEqual([])

  await page.reload()
  await order.waitUntilReady()
  await expect(row.locator('[data-column]')).toHaveCount(3)
})

test('creates an alert on liquidations', async ({ page, order, request }) => {
  const name = `Forced ${randomUUID().slice(0, 8)}`
  await order.open({ symbol: SYMBOL, cycle: '1m' })
  await page.keyboard.press('b')
  const panel = page.getByRole('complementary', { name: 'Alerts' })
  await expect(panel.getByRole('tab', { name: 'Alerts', selected: true })).toBeVisible()
  const box = (await order.chart.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 160)
  await page.keyboard.press('Alt+a')
  const dialog = page.getByRole('dialog', { name: 'New alert · BTC/USD' })
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOption('Liquidations')
  await dialog.getByRole('textbox', { name: 'Min value (USD)' }).fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Min value (USD)' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'Min value (USD)' }).fill('250 000')
  await dialog.getByRole('combobox', { name: 'Added up over' }).selectOption('300 seconds')
  await dialog.getByRole('radio', { name: 'Long' }).check()
  await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill(name)
  expect(await getSeriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('listitem', { name })).toContainText('Long liquidations ≥ 250,000 in 300 s')
  const { data } = (await (await request.post('/api/alerts', { data: {} })).json()) as { data: Alerts }
  const saved = data.list.find((alert) => alert.name === name)!
  expect(saved.rule).toMatchObject({ kind: 'liquidation', side: 'long', at_least: '250000', seconds: 300 })
  await request.post('/api/delete_alert', { data: { id: saved.id } })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, visitor: REGULAR })

  test('shows the panes from the menu, and the columns as a line', { tag: '@long' }, async ({ page, order }) => {
    await order.open({ symbol: SYMBOL, cycle: '1m' })
    const asked = page.waitForRequest((request) => isCall('funding')(request.url()))
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Perpetuals' }).click()
    await asked
    await page.getByRole('menuitemcheckbox', { name: 'Watchlist' }).click()
    await page.keyboard.press('Escape')
    const panel = page.getByRole('complementary', { name: 'Watchlist' })
    await panel.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: /Funding/ }).click()
    await page.keyboard.press('Escape')
    await expect(panel.locator(`[data-symbol="${SYMBOL}"] [data-column=funding]`)).toContainText(
      /Funding ?-?\d\.\d{4}%/,
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
