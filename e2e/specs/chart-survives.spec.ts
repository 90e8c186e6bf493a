import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const SYMBOL = 'DEMO:BTCUSD'
/** One of each kind: seconds, minutes, a day, trades, volume. */
const CYCLES = ['15s', '5m', '1d', '100t', '10v']

/** Clicks every switch of the indicator panel; returns the names of those that are then on. */
async function toggleAllSwitches(page: Page): Promise<string[]> {
  const panel = page.getByRole('complementary', { name: 'Indicators and layers' })
  const folded = panel.getByRole('button', { name: /^Settings of /, expanded: false })
  while ((await folded.count()) > 0) await folded.first().click()
  const switches = panel.getByRole('switch')
  // A switch may reveal others, which are clicked too.
  for (let i = 0; i < (await switches.count()); i++) await switches.nth(i).click()
  return panel
    .getByRole('switch', { checked: true })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))
}

for (const cycle of CYCLES) {
  test(
    `a ${cycle} chart renders after every indicator switch is toggled, and after a reload`,
    { tag: '@long' },
    async ({ page, order }) => {
      test.setTimeout(120_000)
      await order.open({ symbol: SYMBOL, cycle })
      await order.indicatorsButton.click()
      await expect(order.panel).toBeVisible()
      for (const round of ['first', 'second']) {
        const on = await toggleAllSwitches(page)
        expect(on.length, `switches that are on after the ${round} round`).toBeGreaterThan(0)
        await page.reload()
        await order.waitUntilReady()
        await expect(order.panel).toBeVisible()
        await expect(order.chart).toHaveAccessibleName(new RegExp(`cycle ${cycle},`))
      }
    },
  )

  test(
    `a ${cycle} chart shows the levels of the visible range profile after a reload`,
    { tag: '@long' },
    async ({ page, order }) => {
      await order.open({ symbol: SYMBOL, cycle })
      await page.evaluate(() =>
        localStorage.setItem('flowprint:profiles', JSON.stringify({ visible: true, session: true })),
      )
      await page.reload()
      await order.waitUntilReady()
      await expect(page.locator('[data-profiles] [data-kind=visible]')).toContainText(
        /POC [\d.]+, VAH [\d.]+, VAL [\d.]+/,
      )
    },
  )
}

test('the error notice of the chart page resets the chart', { tag: '@long' }, async ({ page, order, faults }) => {
  faults.allow(/./)
  await page.addInitScript(() => localStorage.setItem('flowprint:drawings:kept', '1'))
  await order.open({ symbol: SYMBOL, cycle: '100t' })
  await page.route('**/api/menus*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, recommend: null } } })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/api/menus*')
  await page.getByRole('button', { name: 'Reset chart' }).click()
  await order.waitUntilReady()
  await expect(page).toHaveURL((url) => url.searchParams.get('cycle') !== '100t')
  expect(await page.evaluate(() => localStorage.getItem('flowprint:drawings:kept'))).toBe('1')
})
