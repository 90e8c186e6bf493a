import type { Menus } from '@flowprint/contract'
import { expect, test } from '../support/test.ts'

const FOOTPRINT = /\/api\/footprint\?/

test(
  'a failed request shows an error on the chart, and Retry loads it',
  { tag: '@long' },
  async ({ page, order, faults }) => {
    faults.allow(/status of 500/)
    await page.route(FOOTPRINT, (route) =>
      route.fulfill({ status: 500, json: { code: 500, message: 'The server made a mistake', data: null } }),
    )
    await page.goto('/order?symbol=DEMO:BTCUSD&cycle=5m')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText("Couldn't load the chart")
    await expect(alert).toContainText('The server made a mistake')
    await expect(order.area).toHaveAttribute('data-chart-state', 'failed')
    await page.unroute(FOOTPRINT)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await order.waitUntilReady()
    await expect(alert).toBeHidden()
  },
)

test('shows distinct errors for an unreachable server, an unreadable response and an empty response', async ({
  page,
  order,
  faults,
}) => {
  faults.allow(/status of 502/, /ERR_FAILED/)
  const alert = page.getByRole('alert')
  const expectError = async (words: string, fulfil: Parameters<typeof page.route>[1]) => {
    await page.unroute(FOOTPRINT)
    await page.route(FOOTPRINT, fulfil)
    await page.goto('/order?symbol=DEMO:BTCUSD&cycle=5m')
    await expect(alert).toContainText(words)
  }
  await expectError('backend connection error', (route) => route.abort())
  await expectError('backend interface 502 error', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }),
  )
  await expectError("The server's response could not be read", (route) =>
    route.fulfill({ status: 200, body: 'not a footprint at all', contentType: 'application/vnd.flowprint.footprint' }),
  )
  await page.unroute(FOOTPRINT)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await order.waitUntilReady()
})

test('a request without a response times out after ten seconds with an error', { tag: '@long' }, async ({ page }) => {
  await page.route(FOOTPRINT, () => undefined)
  await page.goto('/order?symbol=DEMO:BTCUSD&cycle=5m')
  await expect(page.locator('[data-chart-state]')).toHaveAttribute('data-chart-state', 'loading')
  await expect(page.getByRole('alert')).toContainText('backend request timeout')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('shows the range of the history for an empty range', { tag: '@long' }, async ({ page, order }) => {
  // A range before the history.
  await page.route(FOOTPRINT, (route) =>
    route.continue({ url: `${route.request().url()}&from=2020-01-01&to=2020-01-02` }),
  )
  await page.goto('/order?symbol=DEMO:ETHUSD&cycle=1d')
  await expect(order.area).toHaveAttribute('data-chart-state', 'empty')
  await expect(order.area).toContainText('No trades in this range')
  await expect(order.area).toContainText(/ETH\/USD has history from \d{1,2} \w{3} 20\d\d/)
  // An empty chart also loads again by itself with the next trades; its answer would remove the button before the click.
  const clicked = Promise.withResolvers<void>()
  await page.route(FOOTPRINT, async (route) => {
    await clicked.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  clicked.resolve()
  await order.waitUntilReady()
})

test('shows an error when menus fail and loads after Retry', { tag: '@long' }, async ({ page, order, faults }) => {
  faults.allow(/status of 503/)
  await page.route('**/api/menus', (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'Under maintenance', data: null } }),
  )
  await page.goto('/order?symbol=DEMO:BTCUSD&cycle=5m')
  await expect(page.getByRole('alert')).toContainText('Under maintenance')
  await page.unroute('**/api/menus')
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await order.waitUntilReady()
})

test('shows a notice without markets and opens the chart once there is one', async ({ page, order }) => {
  await page.route('**/api/menus', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: Menus }
    await route.fulfill({
      response,
      json: { ...body, data: { ...body.data, symbol: [], recommend: {}, initRecommand: null } },
    })
  })
  await page.goto('/order')
  await expect(page.getByRole('heading', { name: 'No market data yet' })).toBeVisible()
  await page.unroute('**/api/menus')
  await order.waitUntilReady()
})
