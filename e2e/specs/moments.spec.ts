import { randomUUID } from 'node:crypto'
import type { Drawing, Drawings } from '@flowprint/contract'
import { MINUTE_MS, SECOND_MS } from '@flowprint/orderflow'
import type { Page } from '@playwright/test'
import { getSeriousFindings } from '../support/accessibility.ts'
import { callAs } from '../support/accounts.ts'
import { fetchFootprint } from '../support/api.ts'
import { DrawingTools } from '../support/drawings.ts'
import { OrderPage } from '../support/order-page.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR, type Visitor } from '../support/visitor.ts'

const AUTHOR: Visitor = { ...REGULAR, account: 'new' }
const READER: Visitor = { ...REGULAR, account: 'new' }
const SELECTION = { symbol: 'DEMO:BTCUSD', cycle: '1m', precision: '10' }
test.use({ visitor: AUTHOR })

const replayBar = (page: Page) => page.getByRole('region', { name: 'Replay', exact: true })
const momentBar = (page: Page) => page.getByRole('region', { name: 'Moment', exact: true })
const cutoffOf = async (page: Page) => Number(await replayBar(page).getAttribute('data-cutoff'))
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function clearClipboard(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText(''))
}

async function copiedMoment(page: Page): Promise<string> {
  await expect.poll(() => copied(page)).toMatch(/\/moment\/[A-Za-z0-9_-]{22}$/)
  return copied(page)
}

/** Reads data of the page's account through the API. */
async function fetchStored<Data>(page: Page, path: string, body: object = {}): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('Authorization'))
  return (await callAs<Data>(new URL(page.url()).origin, path, { body, token: token ?? '' })).data
}

/** Opens a moment. Every answer about the market is as of its cutoff at most. */
async function openMoment(page: Page, link: string, cutoff: number): Promise<void> {
  const late: string[] = []
  page.on('request', (sent) => {
    const url = new URL(sent.url())
    if (!/\/api\/(footprint|trades|big_trades|coverage|profile|depth|book)$/.test(url.pathname)) return
    if (!(Number(url.searchParams.get('as_of')) <= cutoff + 1) && !(Number(url.searchParams.get('to')) <= cutoff + 1))
      late.push(sent.url())
  })
  await page.goto(link)
  await new OrderPage(page).waitUntilReady()
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  expect(await cutoffOf(page)).toBe(cutoff)
  expect(late, 'requests for data later than the moment').toEqual([])
  page.removeAllListeners('request')
}

/** Texts of a row of time and sales: time, price, size. */
const rowTexts = (page: Page, index: number) =>
  page
    .getByRole('grid')
    .locator(`[data-index="${index}"]`)
    .evaluate((row) => [...row.querySelectorAll('[role=gridcell]')].slice(0, 3).map((cell) => cell.textContent))

test('a row of time and sales becomes a link that opens right after its last trade', async ({
  page,
  order,
  openAs,
}) => {
  await order.open(SELECTION)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Start a replay' })
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 40 * MINUTE_MS + 30 * SECOND_MS
  await dialog.getByLabel('Start (UTC)').fill(new Date(start).toISOString().slice(0, 19))
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  await order.tapeButton.click()
  const grid = order.tape.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '200')
  await expect(grid).toHaveAttribute('data-tape-rows', '200')

  await clearClipboard(page)
  await grid.locator('[data-index="4"]').hover()
  const wanted = await rowTexts(page, 4)
  await grid.locator('[data-index="4"]').getByRole('button', { name: 'Copy moment' }).click()
  const link = await copiedMoment(page)
  await expect(page.getByText('Copied. The link opens at this moment.')).toBeVisible()
  // The same row by keyboard is the same link.
  await clearClipboard(page)
  await page.mouse.move(400, 10)
  await grid.focus()
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await copiedMoment(page)).toBe(link)

  const reader = await openAs(READER)
  await reader.goto(link)
  await expect(momentBar(reader)).toBeVisible()
  const [t, trades] = (await momentBar(reader).getAttribute('data-cutoff'))!.split('+').map(Number)
  expect(t).toBeLessThan(start)
  expect(trades).toBeGreaterThan(0)
  await openMoment(reader, link, t)
  await new OrderPage(reader).tapeButton.click()
  await expect(reader.getByRole('grid').locator('[data-index="0"]')).toBeVisible()
  await expect.poll(() => rowTexts(reader, 0)).toEqual(wanted)
  await reader.getByRole('button', { name: 'Next trade', exact: true }).click()
  await expect.poll(() => rowTexts(reader, 0)).not.toEqual(wanted)
  await reader.getByRole('button', { name: 'Previous trade', exact: true }).click()
  await expect.poll(() => rowTexts(reader, 0)).toEqual(wanted)
})

test('a moment with a note and drawings plays for another member and leaves their chart as it was', async ({
  page,
  order,
  request,
  openAs,
}) => {
  const { bars } = await fetchFootprint(request, { ...SELECTION, limit: '60' })
  const place = (i: number) => ({ t: Number(bars[i].t), price: bars[i].high })
  const drawings: Drawing[] = [
    { id: randomUUID(), kind: 'trend', colour: '#2f7fd6', width: 2, points: [place(10), place(30)] },
    { id: randomUUID(), kind: 'text', colour: '#12996a', width: 1, text: 'absorbed 吸收', points: [place(20)] },
  ]
  await page.goto('/order')
  await fetchStored(page, '/save_drawings', { symbol: SELECTION.symbol, version: 0, items: drawings })
  await order.open({ ...SELECTION, view: 'mode-delta' })
  await new DrawingTools(page).expectDrawn(2)
  await clearClipboard(page)
  const menu = await order.openMenu(await new DrawingTools(page).at(0.4, 0.5))
  await menu.getByRole('menuitem', { name: 'Copy moment with note…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy moment' })
  await expect(dialog.getByText('drawings (2)')).toBeVisible()
  await dialog.getByLabel('Note').fill('Sellers are absorbed here 吸收\n<b>second</b> line')
  expect(await getSeriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = await copiedMoment(page)
  const id = link.split('/').at(-1)!

  const reader = await openAs(READER)
  const readerOrder = new OrderPage(reader)
  await readerOrder.open({ symbol: 'DEMO:ETHUSD', cycle: '15m' })
  const kept = () =>
    reader.evaluate(() => {
      // Which alerts were seen is noted some time after any chart has loaded.
      const { 'flowprint:alerts': _seen, ...rest } = localStorage as Record<string, string>
      return rest
    })
  const before = await kept()
  const { content } = await fetchStored<{ content: { cutoff: { t: number } } }>(reader, '/moment', { id })
  const { t } = content.cutoff
  expect(t % MINUTE_MS).toBe(0)
  await openMoment(reader, link, t)
  const note = momentBar(reader).getByRole('note', { name: 'Note' })
  await expect(note).toHaveText('Sellers are absorbed here 吸收\n<b>second</b> line')
  await expect(momentBar(reader)).toContainText(`${new Date(t).toISOString().slice(11, 19)}`)
  await expect(readerOrder.chart).toHaveAccessibleName(/of DEMO:BTCUSD, cycle 1m, precision 10/)
  const { bars: known } = await fetchFootprint(request, { ...SELECTION, as_of: String(t), limit: '1' })
  await readerOrder.leaveChart()
  await expect(readerOrder.readout).toContainText(known[0].close)
  const shared = reader.getByRole('group', { name: 'Shared drawings' })
  await expect(shared).toContainText('Drawings in this link: 2')
  expect(await getSeriousFindings(reader)).toEqual([])

  await momentBar(reader).getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => cutoffOf(reader)).toBeGreaterThan(t + 5 * SECOND_MS)
  await momentBar(reader).getByRole('button', { name: 'Pause', exact: true }).click()
  await momentBar(reader).getByRole('button', { name: 'Back to the moment' }).click()
  await expect.poll(() => cutoffOf(reader)).toBe(t)
  await expect(replayBar(reader)).toHaveAttribute('aria-busy', 'false')
  expect(await kept()).toEqual(before)
  await shared.getByRole('button', { name: 'Keep' }).click()
  await expect
    .poll(async () => {
      const { items } = await fetchStored<Drawings>(reader, '/drawings', { symbol: SELECTION.symbol })
      return items.map(({ points }) => points)
    })
    .toEqual(drawings.map(({ points }) => points))

  await momentBar(reader).getByRole('link', { name: 'Open live' }).click()
  await expect(reader).toHaveURL((url) => url.pathname === '/order' && url.searchParams.get('symbol') === 'DEMO:BTCUSD')
  await readerOrder.waitUntilReady()
  await expect(replayBar(reader)).toBeHidden()
  await expect(readerOrder.status).not.toContainText('Replay')

  // The author finds it in the list and deletes it.
  await page.getByRole('button', { name: 'Layout', exact: true }).click()
  await page.getByRole('menuitem', { name: 'My moments' }).click()
  const row = page.getByRole('dialog', { name: 'My moments' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('DEMO:BTCUSD · 1m')
  expect(await getSeriousFindings(page)).toEqual([])
  await row.getByRole('button', { name: 'Delete' }).click()
  await row.getByRole('button', { name: 'Confirm delete' }).click()
  await expect(row).toHaveCount(0)
  await reader.goto(link)
  await expect(reader.getByRole('alert')).toContainText('Moment not found')
})

test('a moment that the reader may not see yet, or of a market that is gone, says so', async ({ page }) => {
  await page.goto('/order')
  const save = async (change: object) => {
    const body = {
      ...SELECTION,
      settings: '',
      view: '',
      drawings: [],
      note: '',
      cutoff: { t: 0, trades: 0 },
      ...change,
    }
    return (await fetchStored<{ id: string }>(page, '/save_moment', body)).id
  }
  await page.goto(`/moment/${await save({ cutoff: { t: Date.now() + 3_600_000, trades: 0 } })}`)
  await expect(page.getByRole('alert')).toContainText('You cannot see this moment yet')
  await page.goto(`/moment/${await save({ symbol: 'GONE:BTCUSD' })}`)
  await expect(page.getByRole('alert')).toContainText('No market GONE:BTCUSD')
  await page.goto(`/moment/${await save({ cycle: '77q' })}`)
  await expect(page.getByRole('alert')).toContainText('It uses an interval that is not supported here.')
  await page.goto('/moment/nothing')
  await expect(page.getByRole('alert')).toContainText('Moment not found')
})
