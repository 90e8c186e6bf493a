import type { BigTrades } from '@flowprint/contract'
import { decodeBigTrades } from '@flowprint/orderflow'
import { fetchData, fetchFootprint, fetchRecommendedPrecision } from '../support/api.ts'
import { findCalmestBar, findTooltip, openBar } from '../support/columns.ts'
import { expect, test } from '../support/test.ts'

const isCall = (url: string) => new URL(url).pathname === '/api/big_trades'

test('big trades are drawn as bubbles with a tooltip and can be switched off in the panel', async ({
  page,
  order,
  request,
}) => {
  const cycleMs = 300_000
  const query = {
    symbol: 'DEMO:BTCUSD',
    cycle: '5m',
    precision: await fetchRecommendedPrecision(request, 'DEMO:BTCUSD', '5m'),
  }
  const { bars } = await fetchFootprint(request, { ...query, limit: '200' })
  const { list } = await fetchData<BigTrades>(request, '/big_trades', { symbol: query.symbol, from: String(bars[0].t) })
  const barOf = (ts: number) => Math.floor(ts / cycleMs) * cycleMs
  const t = findCalmestBar(
    bars,
    list.map(({ ts }) => barOf(ts)),
  )

  const answered = page.waitForResponse((response) => isCall(response.url()))
  const { right } = await openBar(order, query, t, cycleMs)
  expect(decodeBigTrades(await (await answered).body()).list.length).toBeGreaterThan(20)

  // Bubbles are drawn in a lane right of the numbers, at the end of the column.
  const tooltip = await findTooltip(order, [right - 6, right - 9, right - 12], /^Big (buy|sell)/)
  expect(tooltip, 'a bubble on the screen').not.toBe('')
  const card = page.getByRole('tooltip').filter({ hasText: /^Big (buy|sell)/ })
  await expect(card).toContainText('average')
  await expect(card).toContainText('Rows swept')
  await expect(card).toContainText('99.5th percentile of the previous 4 hours')

  await order.indicatorsButton.click()
  await order.panel.getByRole('button', { name: 'Settings of Big trades' }).click()
  await expect(order.panel.getByText(/^\d+ since /)).toBeVisible()
  await order.panel.getByRole('switch', { name: 'Show Big trades' }).click()
  await expect(order.panel.getByText(/^\d+ since /)).toBeHidden()
  await order.leaveChart()
  await expect(card).toBeHidden()
})

test('cycles of one hour or longer show bubbles only when switched on', { tag: '@long' }, async ({ page, order }) => {
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

test('a custom size is applied and included in the link', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
  await order.indicatorsButton.click()
  await order.panel.getByRole('button', { name: 'Settings of Big trades' }).click()
  const asked = page.waitForRequest(
    (request) => isCall(request.url()) && new URL(request.url()).searchParams.get('size') === '250000',
  )
  const field = order.panel.getByLabel('Min notional (quote currency)')
  await field.fill('250000')
  await field.press('Enter')
  await asked
  await expect(page).toHaveURL((url) =>
    Buffer.from(url.searchParams.get('settings') ?? '', 'base64url')
      .toString()
      .includes('"bigTrades":{"size":"250000"}'),
  )
})
