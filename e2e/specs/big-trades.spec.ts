import type { BigTrades } from '@flowprint/contract'
import { expect, test } from '../support/test.ts'

const isCall = (url: string) => new URL(url).pathname === '/api/big_trades'

test('big trades are bubbles that say why they are there, and are switched off in the panel', async ({ page, order }) => {
  const answered = page.waitForResponse((response) => isCall(response.url()))
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  const { data } = (await (await answered).json()) as { data: BigTrades }
  expect(data.list.length).toBeGreaterThan(20)

  const card = page.getByRole('tooltip').filter({ hasText: /^Big (buy|sell)/ })
  const box = (await order.chart.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 200)
  for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 240)
  await expect(async () => {
    const { to, from } = await order.view()
    expect(to - from).toBeGreaterThan(15)
  }).toPass()
  await expect(async () => {
    for (let x = box.x + 20; x < box.x + box.width * 0.8; x += 11) {
      await page.mouse.move(x, box.y + 40)
      for (let y = box.y + 40; y < box.y + 420; y += 11) {
        await page.mouse.move(x, y)
        if (await card.isVisible()) return
      }
    }
    expect(false).toBe(true)
  }).toPass()
  await expect(card).toContainText('average')
  await expect(card).toContainText('Rows swept')
  await expect(card).toContainText('99.5th percentile of the 4 hours before')

  await order.indicatorsButton.click()
  await order.panel.getByRole('button', { name: 'Settings of Big trades' }).click()
  await expect(order.panel.getByText(/^\d+ since /)).toBeVisible()
  await order.panel.getByRole('switch', { name: 'Show Big trades' }).click()
  await expect(order.panel.getByText(/^\d+ since /)).toBeHidden()
  await order.leaveChart()
  await expect(card).toBeHidden()
})

test('a size of one\'s own is asked for, and travels in the link', async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
  await order.indicatorsButton.click()
  await order.panel.getByRole('button', { name: 'Settings of Big trades' }).click()
  const asked = page.waitForRequest((request) => isCall(request.url()) && new URL(request.url()).searchParams.get('size') === '250000')
  const field = order.panel.getByLabel('Least notional (quote currency)')
  await field.fill('250000')
  await field.press('Enter')
  await asked
  await expect(page).toHaveURL((url) => Buffer.from(url.searchParams.get('settings') ?? '', 'base64url').toString().includes('"bigTrades":{"size":"250000"}'))
})
