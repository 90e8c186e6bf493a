import { getBarsBox } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

const BTC = 'DEMO:BTCUSD'

test('trade bars are selected from the list, numbered by day, load older pages and persist across a reload', async ({
  page,
  order,
}) => {
  await order.open({ symbol: BTC, cycle: '5m' })
  await page.getByRole('button', { name: /^Cycle/ }).click()
  await page.getByRole('button', { name: '500 trades' }).click()
  await order.switchButton.click()
  await expect(page).toHaveURL(/cycle=500t/)
  await order.waitUntilReady()
  await expect(order.readout).toContainText(/500t.*#\d+/)
  await expect.poll(() => order.getBarsLoaded()).toBeGreaterThanOrEqual(500)

  const { left, right, top, bottom } = await getBarsBox(page)
  const middle = (top + bottom) / 2
  const { count } = await order.getView()
  await page.mouse.move((left + right) / 2, middle)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 300)
        return (await order.getView()).count
      },
      { message: 'bars on the screen after zooming out by the wheel', intervals: [20] },
    )
    .toBeGreaterThan(4 * count)
  await expect
    .poll(
      async () => {
        await page.mouse.move(left + 100, middle)
        await page.mouse.down()
        await page.mouse.move(right - 60, middle, { steps: 4 })
        await page.mouse.up()
        return order.getBarsLoaded()
      },
      { message: 'bars loaded after dragging back', intervals: [100] },
    )
    .toBeGreaterThanOrEqual(1000)

  await page.reload()
  await order.waitUntilReady()
  await expect(order.readout).toContainText(/500t.*#\d+/)
})

test(
  'accepts a custom volume as cycle and reports an invalid one at the field',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open({ symbol: BTC, cycle: '5m' })
    await page.getByRole('button', { name: /^Cycle/ }).click()
    const size = page.getByRole('textbox', { name: 'Bar size' })
    await page.getByRole('radio', { name: 'Volume' }).click()
    await size.fill('none')
    await size.press('Enter')
    await expect(page.getByRole('alert')).toContainText('positive number')
    await size.fill('7.50')
    await size.press('Enter')
    await order.switchButton.click()
    await expect(page).toHaveURL(/cycle=7.5v/)
    await order.waitUntilReady()
    await expect(order.readout).toContainText('7.5v')
  },
)
