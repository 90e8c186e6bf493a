import type { Page } from '@playwright/test'
import { getBarsBox } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'
import { TouchInput } from '../support/touch.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const overflow = (page: Page) =>
  page.evaluate(() => {
    const root = document.scrollingElement!
    return { across: root.scrollWidth - innerWidth, down: root.scrollHeight - innerHeight }
  })

test('every control is reachable on a phone without horizontal scrolling', async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  expect(await overflow(page)).toEqual({ across: 0, down: 0 })
  await expect(order.readout).toContainText('Simulated')
  await expect(page.getByRole('button', { name: 'Layout', exact: true })).toBeHidden()

  await order.symbolButton.tap()
  await expect(order.picker).toBeVisible()
  expect(await overflow(page)).toEqual({ across: 0, down: 0 })
  await order.picker.getByRole('option', { name: /ETH\/USD/ }).tap()
  await page.getByRole('button', { name: /^Cycle / }).tap()
  await page.getByRole('menuitemradio', { name: /^1 minute/ }).tap()
  await page.getByRole('button', { name: /^Precision / }).tap()
  await page.getByRole('menuitemradio', { name: /recommended/ }).tap()
  await order.switchButton.tap()
  await expect(order.chart).toHaveAccessibleName(/DEMO:ETHUSD, cycle 1m/)
  await order.waitUntilReady()

  await order.indicatorsButton.tap()
  await expect(order.panel).toBeInViewport()
  expect(await overflow(page)).toEqual({ across: 0, down: 0 })
  await order.panel.getByRole('switch', { name: 'Show Cumulative delta (CVD)' }).tap()
  await order.panel.getByRole('button', { name: 'Close' }).tap()
  await expect(order.panel).toBeHidden()

  await page.getByRole('button', { name: 'More', exact: true }).tap()
  for (const name of [
    'Copy link',
    'Copy image',
    'Save image',
    'Saved layouts',
    'Full screen',
    'Trades (CSV)',
    'Bars (CSV)',
  ]) {
    await expect(page.getByRole('menuitem', { name })).toBeInViewport()
  }
  await page.getByRole('menuitemcheckbox', { name: 'Statistics table' }).tap()
  await page.getByRole('menuitemradio', { name: /^Colour-blind safe/ }).tap()
  await page.keyboard.press('Escape')
  for (const name of ['Language', 'Theme', /^Time zone/]) {
    await page.getByRole('button', { name }).tap()
    await expect(page.getByRole('menuitemradio').first()).toBeInViewport()
    await page.keyboard.press('Escape')
  }
  expect(await overflow(page)).toEqual({ across: 0, down: 0 })
})

test('touch pans the chart and pinch zooms both axes', async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  const touch = await TouchInput.create(page)
  const { left, right, top, bottom } = await getBarsBox(page)
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const first = await order.getView()

  await touch.pinch(middle, 220, 60)
  await expect
    .poll(async () => (await order.getView()).count, { message: 'more bars after pinching together' })
    .toBeGreaterThan(first.count)
  expect((await order.getView()).detail, 'lower rows too').not.toBe('numbers')
  const zoomedOut = (await order.getView()).count
  await touch.pinch(middle, 60, 220)
  await expect
    .poll(async () => (await order.getView()).count, { message: 'fewer after pinching apart' })
    .toBeLessThan(zoomedOut)

  const before = await order.getView()
  await touch.move([{ from: { x: left + 60, y: middle.y }, to: { x: right - 60, y: middle.y } }])
  await expect
    .poll(async () => (await order.getView()).from, { message: 'older bars after panning' })
    .toBeLessThan(before.from)
  await touch.move([{ from: { x: left + 60, y: middle.y }, to: { x: right - 60, y: middle.y } }])
  await page.getByRole('button', { name: 'Back to latest' }).tap()
  await expect(page.getByRole('button', { name: 'Back to latest' })).toBeHidden()
})
