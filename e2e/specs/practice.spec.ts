import { readFile } from 'node:fs/promises'
import { MINUTE_MS, SECOND_MS } from '@flowprint/orderflow'
import type { Locator, Page } from '@playwright/test'
import { fetchFootprint } from '../support/api.ts'
import { getBarsBox } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

/** From the price to the stop and the target, USD. */
const DISTANCE = 60
const SELECTION = { symbol: 'DEMO:BTCUSD', cycle: '1m', precision: '10' }

const replayBar = (page: Page) => page.getByRole('region', { name: 'Replay', exact: true })
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Practice', exact: true })
const section = (page: Page, name: string) => panelOf(page).getByRole('region', { name, exact: true })
const cutoffOf = async (page: Page) => Number(await replayBar(page).getAttribute('data-cutoff'))

async function startReplay(page: Page, at: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Start a replay' })
  await dialog.getByLabel('Start (UTC)').fill(new Date(at).toISOString().slice(0, 19))
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
}

async function stepBar(page: Page, key: 'Alt+ArrowRight' | 'Alt+ArrowLeft'): Promise<void> {
  const before = await cutoffOf(page)
  await page.keyboard.press(key)
  await expect.poll(() => cutoffOf(page)).not.toBe(before)
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
}

/** Heights of the lines that can be dragged, CSS px of the page, from the top. */
async function draggableLines(page: Page, x: number, top: number, bottom: number): Promise<number[]> {
  const isLineAt = async (y: number) => {
    await page.mouse.move(x, y)
    return page.evaluate(
      ([px, py]) => {
        const element = document.elementFromPoint(px, py)
        return element !== null && getComputedStyle(element).cursor === 'ns-resize'
      },
      [x, y] as const,
    )
  }
  const lines: number[] = []
  for (let y = top + 4; y < bottom; y += 4) {
    if (!(await isLineAt(y))) continue
    const first = y
    while (y < bottom && (await isLineAt(y))) y += 2
    lines.push((first + y - 2) / 2)
  }
  return lines
}

const priceIn = async (row: Locator) => Number((await row.getByRole('spinbutton').innerText()).replaceAll(',', ''))

test('practises on the replay: buys, drags stop and target, is filled, goes back, and saves the result', async ({
  page,
  order,
  request,
}) => {
  test.setTimeout(180_000)
  await order.open(SELECTION)
  // Without a replay the panel explains itself.
  await page.keyboard.press('x')
  await expect(panelOf(page)).toContainText('Not real orders')
  await panelOf(page).getByRole('button', { name: 'Start a replay', exact: true }).click()
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 15 * MINUTE_MS + 30 * SECOND_MS
  await startReplay(page, start)
  await expect(panelOf(page).getByRole('button', { name: 'Buy', exact: true })).toBeEnabled()

  // Every read for practice names a moment up to the cutoff.
  const late: string[] = []
  page.on('request', (sent) => {
    const url = new URL(sent.url())
    if (!/\/api\/(trades|book)$/.test(url.pathname) || url.searchParams.get('limit') === '1') return
    if (!(Number(url.searchParams.get('as_of')) < Date.now() - 30 * SECOND_MS)) late.push(sent.url())
  })

  const { bars } = await fetchFootprint(request, { ...SELECTION, as_of: String(start), limit: '1' })
  const price = Number(bars.at(-1)!.close)
  // How far the price goes in the next minutes: the lines are dragged to where one of them is reached.
  const next = { from: String(start + 30 * SECOND_MS), to: String(start + 30 * SECOND_MS + 12 * MINUTE_MS) }
  const { bars: later } = await fetchFootprint(request, { ...SELECTION, ...next })
  const up = Math.max(...later.map(({ high }) => Number(high))) - price
  const down = price - Math.min(...later.map(({ low }) => Number(low)))
  const shareFor = (reach: number) => Math.min(0.75, Math.max(0.4, 1 - (0.6 * reach) / DISTANCE))
  const panel = panelOf(page)
  await panel.getByLabel('Quantity (BTC)').fill('0')
  await panel.getByRole('button', { name: 'Buy', exact: true }).click()
  await expect(panel.getByRole('alert')).toContainText('Enter a quantity above 0')
  await panel.getByLabel('Quantity (BTC)').fill('0.5')
  await panel.getByLabel('Stop loss', { exact: true }).fill(String(Math.round(price - DISTANCE)))
  await panel.getByLabel('Target', { exact: true }).fill(String(Math.round(price + DISTANCE)))
  await panel.getByRole('button', { name: 'Buy', exact: true }).click()
  await expect(section(page, 'Position')).toContainText('Long 0.5')
  await expect(section(page, 'Fill assumptions')).toContainText('Last order: recorded order book')
  const stop = section(page, 'Orders').getByRole('listitem').filter({ hasText: 'Stop loss' })
  const target = section(page, 'Orders').getByRole('listitem').filter({ hasText: 'Target' })
  await expect(stop).toHaveCount(1)
  await expect(target).toHaveCount(1)

  // The highest line is the target, the lowest the stop: both are dragged towards the position.
  // Lower rows, so that all three are on the screen.
  await order.chart.focus()
  for (let i = 0; i < 4; i++) await page.keyboard.press('Alt+-')
  const { left, right, top, bottom } = await getBarsBox(page)
  const x = left + (right - left) * 0.3
  const [targetBefore, stopBefore] = [await priceIn(target), await priceIn(stop)]
  const lines = await draggableLines(page, x, top, bottom)
  expect(lines.length).toBe(3)
  const drag = async (from: number, to: number) => {
    await page.mouse.move(x, from)
    await page.mouse.down()
    await page.mouse.move(x, (from + to) / 2, { steps: 4 })
    await page.mouse.move(x, to, { steps: 4 })
    await page.mouse.up()
  }
  await drag(lines[0], lines[0] + (lines[1] - lines[0]) * shareFor(up))
  await drag(lines[2], lines[2] - (lines[2] - lines[1]) * shareFor(down))
  await expect.poll(() => priceIn(target)).toBeLessThan(targetBefore)
  await expect.poll(() => priceIn(stop)).toBeGreaterThan(stopBefore)
  // With the keyboard, by ticks.
  const dragged = await priceIn(target)
  await target.getByRole('spinbutton').press('ArrowDown')
  await expect.poll(() => priceIn(target)).toBeLessThan(dragged)

  // Forwards until one of them is filled.
  const opened = await cutoffOf(page)
  await order.leaveChart()
  await expect(async () => {
    await stepBar(page, 'Alt+ArrowRight')
    await expect(section(page, 'Position')).toContainText('No position', { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  const trip = section(page, 'Round trips').getByRole('row').nth(1)
  await expect(trip).toContainText('Long')
  await expect(section(page, 'Orders')).toContainText('No working orders')
  const net = await trip.getByRole('cell').last().innerText()
  await expect(section(page, 'Statistics')).toContainText(net)

  // Backwards the position is open again, and nothing is lost on the way forwards.
  const closed = await cutoffOf(page)
  while ((await cutoffOf(page)) > opened) await stepBar(page, 'Alt+ArrowLeft')
  await expect(section(page, 'Round trips')).toContainText('No round trips yet')
  while ((await cutoffOf(page)) < closed) await stepBar(page, 'Alt+ArrowRight')
  await expect(trip.getByRole('cell').last()).toHaveText(net)

  // The file of round trips.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section(page, 'Statistics').getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const csv = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(csv[0]).toBe(
    'side,entry_time,exit_time,duration_ms,quantity,entry_price,exit_price,gross,fees,net,mae_ticks,mfe_ticks',
  )
  expect(csv).toHaveLength(2)
  const values = csv[1].split(',')
  expect([values[0], Number(values[4])]).toEqual(['long', 0.5])
  expect(Date.parse(values[1])).toBe(start)
  expect(Number(values[9])).toBe(Number(net.replaceAll(',', '').replace('−', '-')))

  // A session is saved and continued.
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Save session' }).click(),
  ])
  const session = await readFile(await saved.path(), 'utf8')
  const chooser = panel.getByLabel('Open session…')
  await chooser.setInputFiles({
    name: 'bad.json',
    mimeType: 'application/json',
    buffer: Buffer.from(session.replace('"lots":', '"pots":')),
  })
  await expect(page.getByText(/The session file is damaged: practice journal, entries\[0\]/)).toBeVisible()
  await chooser.setInputFiles({ name: 'session.json', mimeType: 'application/json', buffer: Buffer.from(session) })
  await expect(page.getByText(/Session opened, actions: \d+/)).toBeVisible()
  await expect(trip.getByRole('cell').last()).toHaveText(net)
  expect(late).toEqual([])

  // The replay ends with the result.
  await page.getByRole('button', { name: 'Back to live', exact: true }).click()
  const results = page.getByRole('dialog', { name: 'Practice results' })
  await expect(results).toContainText('Practice — not real orders')
  await expect(results).toContainText(net)
  await results.getByRole('button', { name: 'Close' }).click()
  await expect(results).toBeHidden()
  await expect(panel).toContainText('Start a replay to practice')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('practises in a sheet at the bottom', async ({ page, order }) => {
    await order.open(SELECTION)
    await page.keyboard.press('r')
    await startReplay(page, Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 15 * MINUTE_MS)
    await replayBar(page).getByRole('button', { name: 'Practice', exact: true }).tap()
    const panel = panelOf(page)
    await expect(panel).toBeInViewport()
    await panel.getByLabel('Quantity (BTC)').fill('0.1')
    await panel.getByRole('button', { name: 'Sell', exact: true }).tap()
    await expect(section(page, 'Position')).toContainText('Short 0.1')
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0)
    await panel.getByRole('button', { name: 'Close', exact: true }).tap()
    await expect(panel).toBeHidden()
  })
})
