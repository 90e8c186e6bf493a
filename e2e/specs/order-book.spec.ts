import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const SYMBOL = 'DEMO:BTCUSD'

const stripOf = (page: Page) => page.locator('[data-heatmap-strip]')
const ladderOf = (page: Page) => page.getByRole('complementary', { name: 'Ladder', exact: true })

/** Prices of the rendered rows, highest first. */
async function getPrices(grid: Locator): Promise<number[]> {
  const texts = await grid.getByRole('row').locator('[role=gridcell]:nth-child(4)').allTextContents()
  return texts.map((text) => Number.parseFloat(text))
}

test('shows the heatmap with the level under the cursor, and remembers it', async ({ page, order }) => {
  test.setTimeout(150_000)
  await order.open({ symbol: SYMBOL, cycle: '1m' })
  await expect(stripOf(page)).toBeHidden()
  await page.keyboard.press('h')
  const strip = stripOf(page)
  await expect(strip.getByRole('group', { name: 'Heatmap legend' })).toContainText(/More ≥ [\d.,]+ BTC/)
  await expect(strip.getByRole('status')).toContainText('Simulated book')
  // A new server first stores two hours of simulated books.
  await expect(strip.getByRole('status')).toContainText('Verified', { timeout: 100_000 })

  // Some row near the price holds orders at some moment of the last minutes.
  const box = (await order.chart.boundingBox())!
  await expect(async () => {
    for (const share of [0.15, 0.2, 0.25, 0.3, 0.35]) {
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * share)
      await expect(strip.locator('[data-level="known"]')).toContainText(/Price.*(Bid|Ask) ?[\d.,]+ BTC.*Age/, {
        timeout: 500,
      })
    }
  }).toPass()
  await page.mouse.move(box.x + box.width / 2, box.y - 40)
  await expect(strip.getByRole('group', { name: 'Heatmap legend' })).toBeVisible()

  await page.reload()
  await order.waitUntilReady()
  await expect(stripOf(page)).toContainText(/More ≥/)
  await order.indicatorsButton.click()
  await order.panel.getByRole('switch', { name: /Order book heatmap/ }).click()
  await expect(stripOf(page)).toBeHidden()
})

test('follows the best prices in the ladder, scrolls, returns and counts trades again', async ({ page, order }) => {
  await order.open({ symbol: SYMBOL, cycle: '1m' })
  await page.keyboard.press('d')
  const ladder = ladderOf(page)
  const grid = ladder.getByRole('grid')
  await expect(grid).toHaveAttribute('data-following', 'true')
  await expect(grid.locator('[data-touch]').first()).toBeVisible()
  const prices = await getPrices(grid)
  expect(prices.length).toBeGreaterThan(10)
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))

  await grid.hover()
  await page.mouse.wheel(0, 400)
  await expect(grid).toHaveAttribute('data-following', 'false')
  await expect.poll(async () => (await getPrices(grid))[0]).toBeLessThan(prices[0])
  await grid.focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Home')
  await expect(grid).toHaveAttribute('data-following', 'true')
  await expect(grid.locator('[data-touch]').first()).toBeVisible()

  await ladder.getByRole('button', { name: 'Lock rows' }).click()
  const top = await grid.getAttribute('data-top-row')
  await page.keyboard.press('ArrowUp')
  await expect(grid).toHaveAttribute('data-top-row', String(top))
  await ladder.getByRole('button', { name: 'Centre and follow' }).click()

  // The day has seen more than a moment.
  const traded = ladder.locator('[data-total="tradedBid"]')
  await expect(traded).toHaveText(/\d/)
  await ladder.getByRole('button', { name: 'Reset traded' }).click()
  await expect(ladder.getByRole('combobox', { name: 'Traded since' })).toHaveValue('reset')
  await ladder.getByRole('combobox', { name: 'Traded since' }).selectOption('session')
  await expect(traded).toHaveText(/\d/)
  await ladder.getByRole('button', { name: 'Close' }).click()
  await expect(ladder).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('opens the ladder as a sheet from the menu, and the heatmap', { tag: '@long' }, async ({ page, order }) => {
    await order.open({ symbol: SYMBOL, cycle: '1m' })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Order book heatmap' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Order book ladder (DOM)' }).click()
    await page.keyboard.press('Escape')
    await expect(stripOf(page)).toContainText(/More ≥/)
    const ladder = ladderOf(page)
    await expect(ladder.getByRole('grid').locator('[data-touch]').first()).toBeVisible()
    const box = (await ladder.boundingBox())!
    expect(Math.round(box.width)).toBe(390)
  })
})
