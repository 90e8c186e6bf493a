import { decodeSettings } from '@flowprint/orderflow'
import { expect, test } from '../support/test.ts'

test('VWAP is drawn and shown in the readout, can be anchored to a clicked bar, and persists across a reload', async ({
  page,
  order,
}) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await expect(order.readout).not.toContainText('VWAP')
  await order.indicatorsButton.click()
  const { panel } = order
  const shown = panel.getByRole('switch', { name: 'Show VWAP', exact: true })
  await shown.click()
  await expect(order.readout).toContainText(/VWAP\s*[\d.]+ σ [\d.]+/)

  await panel.getByRole('button', { name: 'Settings of VWAP', exact: true }).click()
  await panel.getByRole('radio', { name: 'Selected bar', exact: true }).first().click()
  await expect(panel.getByRole('status').filter({ hasText: 'Click a bar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('status').filter({ hasText: 'Click a bar' })).toBeHidden()
  await panel.getByRole('radio', { name: 'Selected bar', exact: true }).first().click()
  const box = (await order.chart.boundingBox())!
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.3)
  await expect(panel.getByRole('status').filter({ hasText: 'Click a bar' })).toBeHidden()
  const settingsInLink = () => decodeSettings(new URL(page.url()).searchParams.get('settings') ?? '').vwap
  await expect.poll(() => settingsInLink().anchor).toBe('bar')
  const { at } = settingsInLink()
  expect(at % 300_000).toBe(0)

  // There is no VWAP before the anchor.
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.3)
  await expect(order.readout).not.toContainText('VWAP')
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.3)
  await expect(order.readout).toContainText('VWAP')

  await page.reload()
  await order.waitUntilReady()
  expect(settingsInLink()).toEqual({ anchor: 'bar', at, bands: 'two' })
  await order.leaveChart()
  await expect(order.readout).toContainText(/VWAP\s*[\d.]+ σ [\d.]+/)
})

test('CVD can be drawn as a line from an entered time', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await order.indicatorsButton.click()
  const { panel } = order
  await panel.getByRole('button', { name: 'Settings of Cumulative delta (CVD)', exact: true }).click()
  await panel.getByRole('radio', { name: 'Line', exact: true }).click()
  await panel.getByRole('radio', { name: 'Selected bar', exact: true }).click()
  await panel.getByLabel('Starts at (UTC)').fill('2026-01-02T03:04')
  await page.keyboard.press('Escape')
  const cvd = () => decodeSettings(new URL(page.url()).searchParams.get('settings') ?? '').cvd
  await expect.poll(cvd).toEqual({ reset: 'bar', at: Date.UTC(2026, 0, 2, 3, 4), style: 'line' })
  await order.waitUntilReady()
})
