import { getDrawnTexts, clearDrawnTexts } from '../support/canvas.ts'
import { OrderPage } from '../support/order-page.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

test('layers and settings persist across a reload, are included in the link and can be reset', async ({
  page,
  order,
  openAs,
}) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await order.indicatorsButton.click()
  const { panel } = order
  const layer = (name: string) => panel.getByRole('switch', { name: `Show ${name}`, exact: true })
  await layer('Point of control (POC)').click()
  await layer('Cumulative delta (CVD)').click()
  await panel.getByRole('radio', { name: 'Base' }).click()
  await panel.getByRole('button', { name: 'Settings of Imbalance', exact: true }).click()
  const ratio = panel.getByRole('textbox', { name: 'Ratio' })
  await ratio.fill('0.5')
  await ratio.press('Enter')
  await expect(panel.getByRole('alert')).toHaveText('Must be 1 to 1000')
  await ratio.fill('4.5')
  await ratio.press('Enter')
  await expect(panel.getByRole('alert')).toBeHidden()
  await expect(order.legend.getByRole('button', { name: 'Imbalance 4.5x' })).toBeVisible()
  // The legend toggles the same layers.
  await order.legend.getByRole('button', { name: 'Effort without reward' }).click()
  await expect(layer('Effort without reward')).not.toBeChecked()

  const expectMine = async (other: OrderPage) => {
    const layerSwitch = (name: string) => other.panel.getByRole('switch', { name: `Show ${name}`, exact: true })
    await expect(layerSwitch('Point of control (POC)')).not.toBeChecked()
    await expect(layerSwitch('Cumulative delta (CVD)')).not.toBeChecked()
    await expect(layerSwitch('Effort without reward')).not.toBeChecked()
    await expect(layerSwitch('Value area')).toBeChecked()
    await expect(other.panel.getByRole('radio', { name: 'Base' })).toBeChecked()
    await expect(other.legend.getByRole('button', { name: 'Imbalance 4.5x' })).toBeVisible()
  }
  await expectMine(order)
  await expect(page).toHaveURL(/settings=.+&view=.+/)
  const link = page.url()
  await page.reload()
  await order.waitUntilReady()
  await expectMine(order)

  const guest = new OrderPage(await openAs(REGULAR))
  await guest.page.goto(link)
  await guest.waitUntilReady()
  await guest.indicatorsButton.click()
  await expectMine(guest)
  expect(
    await guest.page.evaluate(() => localStorage.getItem('flowprint:indicators')),
    'a link is only looked at',
  ).toBeNull()

  await panel.getByRole('button', { name: 'Reset all to defaults' }).click()
  await expect(layer('Point of control (POC)')).toBeChecked()
  await expect(order.legend.getByRole('button', { name: 'Imbalance 3x' })).toBeVisible()
  await expect(page).not.toHaveURL(/settings=|view=/)
  await page.reload()
  await order.waitUntilReady()
  await expect(order.legend.getByRole('button', { name: 'Imbalance 3x' })).toBeVisible()
})

test('removes every pane and layer from the chart when switched off', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  const panes = () => page.locator('[data-chart] canvas').count()
  const all = await panes()
  await page.getByRole('button', { name: 'Layout' }).click()
  for (const pane of ['Volume and delta', 'Cumulative delta (CVD)', 'Statistics table']) {
    const before = await panes()
    const item = page.getByRole('menuitemcheckbox', { name: pane })
    await item.click()
    await expect(item).not.toBeChecked()
    await expect.poll(panes, { message: pane }).toBeLessThan(before)
  }
  await page.keyboard.press('Escape')
  await clearDrawnTexts(page)
  await expect
    .poll(async () => (await getDrawnTexts(page)).length, { message: 'drawn again by the next trade' })
    .toBeGreaterThan(0)
  expect(await getDrawnTexts(page)).not.toContain('Volume')
  expect(await panes()).toBeLessThan(all)
})
