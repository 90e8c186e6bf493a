import { readFileSync } from 'node:fs'
import { OrderPage } from '../support/order-page.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

test('copies a link with the full state, takes a screenshot and enters full screen', async ({
  page,
  order,
  context,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await order.open({ symbol: 'DEMO:ETHUSD', cycle: '15m', view: 'mode-delta' })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copy Success')).toBeVisible()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(link.searchParams.get('symbol')).toBe('DEMO:ETHUSD')
  const guest = new OrderPage(await openAs(REGULAR))
  await guest.page.goto(link.href)
  await guest.waitUntilReady()
  await guest.indicatorsButton.click()
  await expect(guest.panel.getByRole('radio', { name: 'Delta', exact: true })).toBeChecked()

  const picture = page.getByRole('button', { name: 'Screenshot' })
  await picture.click()
  await page.getByRole('menuitem', { name: 'Copy image' }).click()
  await expect(page.getByText('Picture copied')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))).toEqual([
    'image/png',
  ])

  const download = page.waitForEvent('download')
  await picture.click()
  await page.getByRole('menuitem', { name: 'Save image' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^DEMO-ETHUSD-15m-[\d.]+\.png$/)
  const saved = readFileSync(await file.path())
  expect(saved.subarray(1, 4).toString()).toBe('PNG')
  const box = await page.locator('[data-chart]').boundingBox()
  expect([saved.readUInt32BE(16), saved.readUInt32BE(20)], 'as large as the chart, with a line above it').toEqual([
    box!.width,
    box!.height + 32,
  ])
  const { watched } = await page.evaluate(() => ({
    watched: [...(globalThis as unknown as { watched: { drawnTexts: Set<string> } }).watched.drawnTexts],
  }))
  expect(watched).toEqual(
    expect.arrayContaining([
      'ETH/USD',
      'Flowprint',
      expect.stringMatching(/^DEMO:ETHUSD · 15m · [\d.]+$/),
      expect.stringMatching(/ UTC$/),
    ]),
  )

  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible()
  await page.getByRole('button', { name: 'Exit full screen' }).click()
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
})
