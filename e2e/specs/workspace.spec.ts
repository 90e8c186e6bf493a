import { randomUUID } from 'node:crypto'
import type { Drawing, Drawings, Layouts, Watchlist } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { getSeriousFindings } from '../support/accessibility.ts'
import { fetchFootprint } from '../support/api.ts'
import { DrawingTools } from '../support/drawings.ts'
import { OrderPage } from '../support/order-page.ts'
import { callAs } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR, type Visitor } from '../support/visitor.ts'

const NEW_ACCOUNT: Visitor = { ...REGULAR, account: 'new' }
test.use({ visitor: NEW_ACCOUNT })

/** Reads data of the page's account through the API. */
async function fetchStored<Data>(page: Page, path: string, body: object = {}): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('Authorization'))
  return (await callAs<Data>(new URL(page.url()).origin, path, { body, token: token ?? '' })).data
}

test('the watchlist shows prices, switches the chart with arrow keys and saves its order', async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await page.keyboard.press('w')
  const panel = page.getByRole('complementary', { name: 'Watchlist' })
  const list = panel.getByRole('listbox', { name: 'Watched symbols' })
  const names = () =>
    list.getByRole('option').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.symbol))
  await expect(list.locator('[data-symbol="DEMO:BTCUSD"][aria-selected=true]')).toBeVisible()
  const before = await names()
  expect(before).toEqual(expect.arrayContaining(['DEMO:BTCUSD', 'DEMO:ETHUSD']))
  await expect(list.locator('[data-symbol="DEMO:BTCUSD"]')).toContainText(
    /\d+\.\d[+-]?[\d.]+%.*24h vol\. [\d.]+[KMB]?.*Δ1h [+-]?[\d.]+/,
  )

  const overlaps = await list.locator('[data-symbol="DEMO:BTCUSD"]').evaluate((row) => {
    const boxes = [...row.children].map((cell) => cell.getBoundingClientRect()).filter(({ width }) => width > 1)
    return boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1),
    ).length
  })
  expect(overlaps, 'values of a row that cover each other').toBe(0)
  expect(await getSeriousFindings(page)).toEqual([])
  const at = before.indexOf('DEMO:BTCUSD')
  const next = before[at + 1] ?? before[at - 1]
  await list.focus()
  await page.keyboard.press(before[at + 1] ? 'ArrowDown' : 'ArrowUp')
  await expect(order.chart).toHaveAccessibleName(new RegExp(`Order flow chart of ${next},`))
  await page.keyboard.press(before[at + 1] ? 'Alt+ArrowUp' : 'Alt+ArrowDown')
  const moved = await names()
  expect(moved.indexOf(next)).toBe(at)
  await expect.poll(async () => (await fetchStored<Watchlist>(page, '/watchlist')).items).toEqual(moved)

  // Drag it back to its former position.
  const rows = list.getByRole('option')
  const [from, to] = [await rows.nth(at).boundingBox(), await rows.nth(before.indexOf(next as string)).boundingBox()]
  await page.mouse.move(from!.x + 40, from!.y + 12)
  await page.mouse.down()
  await page.mouse.move(to!.x + 40, to!.y + to!.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await fetchStored<Watchlist>(page, '/watchlist')).items).toEqual(before)

  await list.focus()
  await page.keyboard.press('Delete')
  await expect(list.getByRole('option')).toHaveCount(before.length - 1)
  await panel.getByRole('button', { name: 'Add a symbol' }).click()
  await page.getByRole('combobox', { name: /Search/ }).fill((next as string).slice('DEMO:'.length))
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await fetchStored<Watchlist>(page, '/watchlist')).items.at(-1)).toBe(next)
  await page.reload()
  await order.waitUntilReady()
  await expect.poll(names).toEqual([...before.filter((symbol) => symbol !== next), next])
})

test('a saved layout restores selection, view and panels, and can be renamed and deleted', async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:ETHUSD', cycle: '15m', view: 'mode-delta.cvd-0' })
  await order.tapeButton.click()
  const dialog = page.getByRole('dialog', { name: 'Saved layouts' })
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Layout', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Saved layouts' }).click()
    await expect(dialog).toBeVisible()
  }
  await openDialog()
  await dialog.getByRole('textbox', { name: 'Layout name' }).fill('Delta 15')
  await page.keyboard.press('Enter')
  const row = dialog.getByRole('listitem', { name: 'Delta 15' })
  await expect(row).toContainText('DEMO:ETHUSD · 15m')
  expect(await getSeriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m', view: 'mode-volume' })
  await order.tapeButton.click()
  await expect(order.tape).toBeHidden()
  await openDialog()
  await row.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await expect(order.chart).toHaveAccessibleName(/Order flow chart of DEMO:ETHUSD, cycle 15m/)
  await expect(order.tape).toBeVisible()
  await expect(page).toHaveURL((url) => url.searchParams.get('view') === 'mode-delta.cvd-0')

  await openDialog()
  await row.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByRole('listitem').getByRole('textbox').fill('Evening')
  await page.keyboard.press('Enter')
  const renamed = dialog.getByRole('listitem', { name: 'Evening' })
  await expect(renamed).toBeVisible()
  expect((await fetchStored<Layouts>(page, '/layouts')).list.map(({ name }) => name)).toEqual(['Evening'])
  await renamed.getByRole('button', { name: 'Delete' }).click()
  await renamed.getByRole('button', { name: 'Confirm delete' }).click()
  await expect(dialog.getByText('No saved layouts yet.')).toBeVisible()
})

test('a shared link opens the same time range and drawings, which are saved only after Keep', async ({
  page,
  order,
  context,
  request,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const symbol = 'DEMO:BTCUSD'
  const { bars } = await fetchFootprint(request, { symbol, cycle: '5m', precision: '10', limit: '40' })
  const place = (i: number) => ({ t: Number(bars[i].t), price: bars[i].high })
  const drawings: Drawing[] = [
    { id: randomUUID(), kind: 'trend', colour: '#2f7fd6', width: 2, points: [place(10), place(30)] },
    { id: randomUUID(), kind: 'text', colour: '#12996a', width: 1, text: 'look here 看', points: [place(20)] },
  ]
  await page.goto('/order')
  expect(await fetchStored(page, '/save_drawings', { symbol, version: 0, items: drawings })).toMatchObject({ symbol })
  await order.open({ symbol, cycle: '5m' })
  await order.chart.focus()
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft')
  await new DrawingTools(page).expectDrawn(drawings.length)
  // The link is created asynchronously: until then the clipboard holds its former content.
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(copied).not.toBe('')
  const link = new URL(await copied())
  expect(link.searchParams.has('d')).toBe(true)
  expect(link.href.length).toBeLessThan(700)
  const range = { from: Number(link.searchParams.get('from')), to: Number(link.searchParams.get('to')) }
  expect(range.to - range.from).toBeGreaterThan(5 * 300_000)

  const guest = await openAs(NEW_ACCOUNT)
  await guest.goto(link.href)
  const guestOrder = new OrderPage(guest)
  await guestOrder.waitUntilReady()
  const bar = guest.getByRole('group', { name: 'Shared drawings' })
  await expect(bar).toContainText('Drawings in this link: 2')
  const shown = (await order.getView()).count
  await expect.poll(async () => Math.abs((await guestOrder.getView()).count - shown)).toBeLessThanOrEqual(1)
  await expect
    .poll(() =>
      guest.evaluate(() =>
        (globalThis as unknown as { watched: { drawnTexts: Set<string> } }).watched.drawnTexts.has('look here 看'),
      ),
    )
    .toBe(true)
  expect((await fetchStored<Drawings>(guest, '/drawings', { symbol })).items).toEqual([])
  await bar.getByRole('button', { name: 'Keep' }).click()
  await expect(bar).toBeHidden()
  await expect
    .poll(async () => (await fetchStored<Drawings>(guest, '/drawings', { symbol })).items.map(({ points }) => points))
    .toEqual(drawings.map(({ points }) => points))

  // The link's own author already has its drawings.
  await page.goto(link.href)
  await order.waitUntilReady()
  await expect(page.getByRole('group', { name: 'Shared drawings' })).toBeHidden()
})
