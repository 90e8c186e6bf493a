import { DrawingTools } from '../support/drawings.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

// Drawings belong to an account, so each test uses a new one.
test.use({ visitor: { ...REGULAR, account: 'new' } })

const CHART = { symbol: 'DEMO:BTCUSD', cycle: '5m' }

test('saves drawings on the server and restores them after a reload', async ({ page, order, request }) => {
  await order.open(CHART)
  const tools = new DrawingTools(page)
  await tools.expectDrawn(0)

  await tools.rail.getByRole('button', { name: 'Horizontal line' }).click()
  await tools.press([0.3, 0.3])
  await tools.rail.getByRole('button', { name: 'Trend line' }).click()
  await tools.press([0.2, 0.5], [0.5, 0.4])
  // Two clicks place a drawing as a drag does.
  await page.keyboard.press('Alt+m')
  await tools.press([0.3, 0.6])
  await tools.press([0.6, 0.2])
  await page.keyboard.press('Alt+n')
  await tools.press([0.4, 0.8])
  await page.keyboard.type('my level')
  await page.keyboard.press('Enter')
  await tools.expectDrawn(4)
  await tools.saved()
  const names = await tools.names()
  expect(names.map((name) => name.replace(/[ \d.–]+$/, ''))).toEqual([
    'my level',
    'Measure',
    'Trend line',
    'Horizontal line',
  ])

  await page.reload()
  await order.waitUntilReady()
  await tools.expectDrawn(4)
  expect(await tools.names()).toEqual(names)
  const response = (await (await request.post('/api/drawings', { data: { symbol: CHART.symbol } })).json()) as {
    data: { items: { kind: string; points: { t: number; price: string }[] }[] }
  }
  expect(response.data.items.map(({ kind }) => kind)).toEqual(['hline', 'trend', 'measure', 'text'])
  for (const { t, price } of response.data.items.flatMap(({ points }) => points)) {
    expect(t % 300_000, 'points are at the start of a bar').toBe(0)
    expect(price).toMatch(/^\d+\.\d$/)
  }
})

test(
  'moves, recolours, locks and deletes a drawing; each step can be undone',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open(CHART)
    const tools = new DrawingTools(page)
    await tools.saved()
    await page.keyboard.press('Alt+r')
    await tools.press([0.3, 0.4], [0.4, 0.6])
    await tools.expectDrawn(1)
    const [drawn] = await tools.names()

    await tools.select(/^Rectangle/)
    await order.chart.focus()
    await page.keyboard.press('Shift+ArrowUp')
    const [moved] = await tools.names()
    const prices = (name: string) => [...name.matchAll(/\d+\.\d/g)].map(([price]) => Math.round(Number(price) * 10))
    expect(prices(moved), 'ten ticks higher').toEqual(prices(drawn).map((ticks) => ticks + 10))

    await tools.bar.getByRole('button', { name: 'Colour' }).click()
    await page.getByRole('button', { name: 'Orange' }).click()
    await tools.bar.getByRole('button', { name: 'Lock', exact: true }).click()
    await order.chart.focus()
    await page.keyboard.press('Delete')
    await tools.expectDrawn(1)
    await tools.bar.getByRole('button', { name: 'Unlock' }).click()
    await order.chart.focus()
    await page.keyboard.press('Delete')
    await tools.expectDrawn(0)

    // Undoes: delete, unlock, lock, colour, move.
    for (let step = 0; step < 5; step++) await page.keyboard.press('Control+z')
    expect(await tools.names()).toEqual([drawn])
    await page.keyboard.press('Control+Shift+z')
    expect(await tools.names()).toEqual([moved])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await tools.expectDrawn(0)
    await tools.saved()
  },
)

test('merges drawings of two pages that draw at the same time', { tag: '@long' }, async ({ page, order, context }) => {
  await order.open(CHART)
  const other = await context.newPage()
  await other.goto(page.url())
  const [here, there] = [new DrawingTools(page), new DrawingTools(other)]
  await there.saved()
  await here.saved()
  for (const tools of [here, there]) {
    await tools.rail.getByRole('button', { name: 'Horizontal line' }).click()
    await tools.press([0.3, tools === here ? 0.3 : 0.6])
    await tools.saved()
  }
  // The second save merges both drawings; the first page reloads them on focus.
  await there.expectDrawn(2)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await here.expectDrawn(2)
})

test(
  'stores offline drawings on the device until the connection is restored',
  { tag: '@long' },
  async ({ page, order, faults }) => {
    await order.open(CHART)
    const tools = new DrawingTools(page)
    await tools.saved()
    faults.allow(/save_drawings/)
    await page.route('**/api/save_drawings', (route) => route.abort())
    await tools.rail.getByRole('button', { name: 'Horizontal line' }).click()
    await tools.press([0.3, 0.3])
    await expect(tools.rail.getByRole('img', { name: /^Not saved yet/ })).toBeVisible()
    await page.unroute('**/api/save_drawings')
    await page.reload()
    await order.waitUntilReady()
    await tools.expectDrawn(1)
    await tools.saved()
    await expect(tools.rail.getByRole('img', { name: /^Not saved yet/ })).toBeHidden()
  },
)

test(
  'the toolbar stays collapsed after a reload; selecting a tool shows hidden drawings',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open(CHART)
    const tools = new DrawingTools(page)
    await tools.rail.getByRole('button', { name: 'Hide drawing tools' }).click()
    await expect(tools.rail).toBeHidden()
    await page.reload()
    await order.waitUntilReady()
    await page.getByRole('button', { name: 'Drawing tools' }).click()
    await tools.rail.getByRole('button', { name: 'Hide all drawings' }).click()
    await expect(tools.rail.getByRole('button', { name: 'Hide all drawings' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Alt+t')
    await expect(tools.rail.getByRole('button', { name: 'Hide all drawings' })).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText(/Trend line · Drag/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/Trend line · Drag/)).toBeHidden()
  },
)
