import type { Footprint } from '@flowprint/contract'
import { fetchFootprint, fetchRecommendedPrecision } from '../support/api.ts'
import { findCalmestBar, findTooltip, openBar } from '../support/columns.ts'
import { expect, test } from '../support/test.ts'

/** Thresholds so low that most bars have a mark. */
const LOW_THRESHOLDS = Buffer.from(
  JSON.stringify({
    absorption: { minRows: 2, relVolume: '1', opposite: '0', share: '0', retreat: '0' },
    exhaustion: { show: false },
  }),
).toString('base64url')

test('an absorption mark shows its inputs and is hidden by its switch', async ({ page, order, request }) => {
  const cycle = '5m'
  const query = {
    symbol: 'DEMO:BTCUSD',
    cycle,
    precision: await fetchRecommendedPrecision(request, 'DEMO:BTCUSD', cycle),
    settings: LOW_THRESHOLDS,
  }
  const { bars, indicators } = await fetchFootprint(request, { ...query, limit: '300', indicators: '1' })
  const { left, right } = await openBar(
    order,
    query,
    findCalmestBar(
      bars,
      indicators!.absorption.map(({ t }) => t),
    ),
    300_000,
  )
  const card = await findTooltip(order, [(left + right) / 2], /Absorption/)
  expect(card, 'a mark on the screen').toMatch(
    /Absorption at the (high|low).*the median of 50 bars.*Confirmed at the close/s,
  )

  await order.indicatorsButton.click()
  const layerSwitch = (name: string) => order.panel.getByRole('switch', { name: `Show ${name}`, exact: true })
  await expect(layerSwitch('Exhaustion')).not.toBeChecked()
  await expect(layerSwitch('Unfinished auction')).not.toBeChecked()
  await layerSwitch('Absorption').click()
  await layerSwitch('Unfinished auction').click()
  await order.waitUntilReady()
  const link = new URL(page.url()).searchParams.get('settings')!
  expect(JSON.parse(Buffer.from(link, 'base64url').toString())).toMatchObject({
    absorption: { show: false },
    unfinished: { show: true },
  })
  await page.reload()
  await order.waitUntilReady()
  await expect(layerSwitch('Absorption')).not.toBeChecked()
  await expect(layerSwitch('Unfinished auction')).toBeChecked()
  await order.panel.getByRole('button', { name: 'Settings of Unfinished auction', exact: true }).click()
  await order.panel.getByRole('textbox', { name: 'Opposite side ≥ that ×' }).fill('2')
  await page.keyboard.press('Enter')
  await expect(order.panel.getByRole('alert')).toHaveText('Must be 0 to 1')
})

test('the API returns the marks of single bars with their numbers', async ({ request }) => {
  const precision = await fetchRecommendedPrecision(request, 'DEMO:BTCUSD', '1m')
  const { indicators, bars }: Footprint = await fetchFootprint(request, {
    symbol: 'DEMO:BTCUSD',
    cycle: '1m',
    precision,
    limit: '300',
    indicators: '1',
    settings: LOW_THRESHOLDS,
  })
  expect(indicators!.absorption.length).toBeGreaterThan(20)
  for (const { t, side, low, high, known } of indicators!.absorption) {
    const at = bars.findIndex((bar) => bar.t === t)
    const [bar, next] = [bars[at], bars[at + 1]]
    expect(next.t).toBe(known)
    if (side === 'high')
      expect([Number(bar.high) < Number(high), Number(next.high) <= Number(bar.high)]).toEqual([true, true])
    else expect([Number(bar.low) >= Number(low), Number(next.low) >= Number(bar.low)]).toEqual([true, true])
  }
  expect(indicators!.exhaustion).toEqual([])
})
