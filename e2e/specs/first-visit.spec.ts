import { fetchCoverage } from '../support/api.ts'
import { readCanvases } from '../support/canvas.ts'
import { getBarsBox, readLastPrice } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'
import { NEWCOMER, prepareContext } from '../support/visitor.ts'

test.describe('a newcomer', () => {
  test.use({ visitor: { ...NEWCOMER, language: 'en' } })

  test('goes from the home page to the chart and a tour that can be skipped and does not return', async ({
    page,
    order,
  }) => {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Open the chart' }).first().click()
    await expect(page).toHaveURL(/\/order\?/)
    await order.waitUntilReady()
    await expect(page).toHaveTitle('Order flow - Flowprint')

    const tour = page.getByRole('dialog', { name: 'Chart tour' })
    await expect(tour).toContainText('Step 1 of 4')
    await tour.getByRole('button', { name: 'Next' }).click()
    await expect(tour).toContainText('Step 2 of 4')
    await tour.getByRole('button', { name: 'Skip' }).click()
    await expect(tour).toBeHidden()

    await page.reload()
    await order.waitUntilReady()
    await expect(order.status).toContainText('Connected')
    await expect(tour).toBeHidden()
  })

  test(
    'closes the tour with Escape and does not see it on another device',
    { tag: '@long' },
    async ({ page, order, browser, token, baseURL }) => {
      await order.open()
      const tour = page.getByRole('dialog', { name: 'Chart tour' })
      await expect(tour).toBeVisible()
      const [box, panes] = [(await tour.boundingBox())!, (await order.chart.boundingBox())!]
      const bars = await getBarsBox(page)
      expect(box.y + box.height, 'covers neither the panes nor the table').toBeLessThan(bars.bottom)
      expect(box.y).toBeGreaterThan(panes.y)
      const finished = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/finish_tour')
      await page.keyboard.press('Escape')
      await expect(tour).toBeHidden()
      await finished

      const context = await browser.newContext({ baseURL })
      await prepareContext(context, { ...NEWCOMER, language: 'en' }, token)
      const device = await context.newPage()
      const asked = device.waitForResponse((response) => new URL(response.url()).pathname === '/api/tour')
      await device.goto('/order')
      expect(((await (await asked).json()) as { data: { seen: boolean } }).data).toEqual({ seen: true })
      await expect(device.locator('[data-chart-state="ready"]')).toBeVisible()
      await expect(device.getByRole('dialog', { name: 'Chart tour' })).toBeHidden()
      await context.close()
    },
  )

  test('completes the tour by keyboard alone', { tag: '@long' }, async ({ page, order }) => {
    await order.open()
    const tour = page.getByRole('dialog', { name: 'Chart tour' })
    for (const step of [1, 2, 3]) {
      await expect(tour).toContainText(`Step ${step} of 4`)
      await tour.getByRole('button', { name: 'Next' }).press('Enter')
    }
    await tour.getByRole('button', { name: 'Start' }).press('Enter')
    await expect(tour).toBeHidden()
  })
})

test(
  'the demo chart is rendered, labelled as simulated, and live',
  { tag: '@long' },
  async ({ page, order, request }) => {
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
    const first = await readCanvases(page)
    expect(first.colours, 'colours of the chart').toBeGreaterThan(200)
    await expect(order.readout).toContainText('Simulated')
    await expect(order.status).toContainText('Simulated')
    await expect(order.status).toContainText('Connected')
    await expect(order.status).toContainText(/lag \d/)

    const price = await readLastPrice(order)
    const { last_seq: seq } = await fetchCoverage(request, 'DEMO:BTCUSD')
    await expect.poll(() => readLastPrice(order), { message: 'the last price' }).not.toBe(price)
    await expect.poll(async () => (await readCanvases(page)).hash, { message: 'the picture' }).not.toBe(first.hash)
    await expect
      .poll(async () => (await fetchCoverage(request, 'DEMO:BTCUSD')).last_seq, { message: 'last_seq' })
      .toBeGreaterThan(seq)
  },
)
