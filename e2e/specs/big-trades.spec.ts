import type { BigTrades } from '@flowprint/contract'
import { decodeBigTrades } from '@flowprint/orderflow'
import { data, footprint, recommended } from '../support/api.ts'
import { calmest, cardAlong, openAt } from '../support/columns.ts'
import { expect, test } from '../support/test.ts'

const isCall = (url: string) => new URL(url).pathname === '/api/big_trades'

test('big trades are bubbles that say why they are there, and are switched off in the panel', async ({
  page,
  order,
  request,
}) => {
  const cycleMs = 300_000
  const query = { symbol: 'DEMO:BTCUSD', cycle: '5m', precision: await recommended(request, 'DEMO:BTCUSD', '5m') }
  const { bars } = await footprint(request, { ...query, limit: '200' })
  const { list } = await data<BigTrades>(request, '/big_trades', { symbol: query.symbol, from: String(bars[0].t) })
  const barOf = (ts: number) => Math.floor(ts / cycleMs) * cycleMs
  const t = calmest(
    bars,
    list.map(({ ts }) => barOf(ts)),
  )

  const answered = page.waitForResponse((response) => isCall(response.url()))
  const { right } = await openAt(order, query, t, cycleMs)
  expect(decodeBigTrades(await (await answered).body()).list.length).toBeGreaterThan(20)

  // Bubbles lie in their lane right of the numbers, at the column's end.
  const said = await cardAlong(order, [right - 6, right - 9, right - 12], /^Big (buy|sell)/)
  expect(said, 'a bubble on the screen').not.toBe('')
  const card = page.getByRole('tooltip').filter({ hasText: /^Big (buy|sell)/ })
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

test('bubbles of an hour and more are shown only when switched on there', async ({ page, order }) => {
  const asked: string[] = []
  page.on('request', (request) => isCall(request.url()) && asked.push(request.url()))
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1h' })
  await order.indicatorsButton.click()
  const shown = order.panel.getByRole('switch', { name: 'Show Big trades' })
  await expect(shown).not.toBeChecked()
  expect(asked).toEqual([])
  await shown.click()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
})

test("a size of one's own is asked for, and travels in the link", async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
  await order.indicatorsButton.click()
  await order.panel.getByRole('button', { name: 'Settings of Big trades' }).click()
  const asked = page.waitForRequest(
    (request) => isCall(request.url()) && new URL(request.url()).searchParams.get('size') === '250000',
  )
  const field = order.panel.getByLabel('Least notional (quote currency)')
  await field.fill('250000')
  await field.press('Enter')
  await asked
  await expect(page).toHaveURL((url) =>
    Buffer.from(url.searchParams.get('settings') ?? '', 'base64url')
      .toString()
      .includes('"bigTrades":{"size":"250000"}'),
  )
})
