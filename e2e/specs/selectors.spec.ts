import { fetchRecommendedPrecision } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

const BTC = 'DEMO:BTCUSD'
const ETH = 'DEMO:ETHUSD'

const storedHistory = () => JSON.parse(localStorage.getItem('symbolHistory') ?? 'null') as unknown

test('a symbol is selected by keyboard and applied by Switch; recent symbols are listed once, newest first', async ({
  page,
  order,
  request,
}) => {
  const btcStep = await fetchRecommendedPrecision(request, BTC, '5m')
  const ethStep = await fetchRecommendedPrecision(request, ETH, '5m')
  await order.open({ symbol: BTC, cycle: '5m' })
  await order.expectApplied({ symbol: BTC, cycle: '5m', precision: btcStep })
  const before = page.url()

  await page.keyboard.press('/')
  await expect(order.picker).toBeVisible()
  const search = order.picker.getByRole('combobox')
  await expect(search).toBeFocused()
  await expect(order.picker.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  await expect(order.picker.getByRole('option', { name: /DEMO:/ })).toHaveCount(2)
  await search.fill('no such market')
  await expect(order.picker).toContainText('No symbols match “no such market”')
  await search.fill('usd')
  await expect(order.picker.getByRole('option', { name: /DEMO:/ })).toHaveCount(2)
  await search.fill('eth/u')
  await expect(order.picker.getByRole('option')).toHaveCount(1)
  await search.press('Enter')

  await expect(order.picker).toBeHidden()
  await expect(order.switchButton).toBeFocused()
  await expect(order.symbolButton).toContainText('ETH/USD')
  await expect(page.getByRole('button', { name: `Precision ${ethStep}` })).toBeVisible()
  expect(page.url(), 'a draft does not change the URL').toBe(before)
  await expect(order.chart).toHaveAccessibleName(new RegExp(BTC))
  await order.switchButton.press('Enter')
  await order.expectApplied({ symbol: ETH, cycle: '5m', precision: ethStep })
  expect(await page.evaluate(storedHistory)).toEqual([ETH, BTC])

  await order.symbolButton.click()
  await order.picker.getByRole('tab', { name: 'History' }).click()
  await expect(order.picker.getByRole('option')).toHaveText([/ETH\/USD/, /BTC\/USD/])
  await order.picker.getByRole('option', { name: /BTC\/USD/ }).click()
  await order.switchButton.click()
  await order.expectApplied({ symbol: BTC, cycle: '5m', precision: btcStep })
  expect(await page.evaluate(storedHistory)).toEqual([BTC, ETH])

  await page.goBack()
  await order.expectApplied({ symbol: ETH, cycle: '5m', precision: ethStep })
  await expect(order.symbolButton).toContainText('ETH/USD')
  await page.goForward()
  await order.expectApplied({ symbol: BTC, cycle: '5m', precision: btcStep })
  await page.reload()
  await order.expectApplied({ symbol: BTC, cycle: '5m', precision: btcStep })
})

test(
  'a custom precision is saved per symbol and cycle and may be any multiple of the tick',
  { tag: '@long' },
  async ({ page, order, request }) => {
    const recommended5m = await fetchRecommendedPrecision(request, BTC, '5m')
    const recommended1h = await fetchRecommendedPrecision(request, BTC, '1h')
    const custom = recommended5m === '50' ? '100' : '50'
    const menu = page.getByRole('dialog', { name: 'Precision' })
    const chosen = (step: string) => page.getByRole('button', { name: `Precision ${step}`, exact: true })
    await order.open({ symbol: BTC, cycle: '5m' })

    await chosen(recommended5m).click()
    await expect(
      menu.getByRole('menuitemradio', { name: new RegExp(`^${recommended5m} recommended`) }),
    ).toHaveAttribute('aria-checked', 'true')
    await menu.getByRole('menuitemradio', { name: new RegExp(`^${custom}\\b`) }).click()
    await expect(chosen(custom)).toBeVisible()
    await page.getByRole('radio', { name: '1 hour' }).click()
    await expect(chosen(recommended1h)).toBeVisible()
    await page.getByRole('radio', { name: '5 minutes', exact: true }).click()
    await expect(chosen(custom)).toBeVisible()
    await order.switchButton.click()
    await order.expectApplied({ symbol: BTC, cycle: '5m', precision: custom })

    await order.open({ symbol: BTC, cycle: '1h' })
    await order.expectApplied({ symbol: BTC, cycle: '1h', precision: recommended1h })
    await order.open({ symbol: BTC, cycle: '5m' })
    await order.expectApplied({ symbol: BTC, cycle: '5m', precision: custom })

    await chosen(custom).click()
    const field = menu.getByRole('textbox', { name: /multiple of 0\.1/ })
    await field.fill('0.15')
    await field.press('Enter')
    await expect(menu.getByRole('alert')).toHaveText('Must be a positive multiple of 0.1')
    await field.fill('7')
    await field.press('Enter')
    await expect(chosen('7')).toBeVisible()
    await order.switchButton.click()
    await order.expectApplied({ symbol: BTC, cycle: '5m', precision: '7' })
  },
)

test(
  'corrects invalid URL parameters or shows an error',
  { tag: '@long' },
  async ({ page, order, request, faults }) => {
    const step = await fetchRecommendedPrecision(request, BTC, '1m')
    await order.open({ symbol: BTC, cycle: '1m' })

    await order.open({ symbol: BTC, cycle: '7m', precision: 'fine' })
    await order.expectApplied({ symbol: BTC, cycle: '1m', precision: step })

    // The page requests the values of the URL; the server's error names the allowed ones.
    faults.allow(/status of 400/)
    await page.goto(`/order?symbol=${BTC}&cycle=1m&precision=0.17`)
    await expect(page.getByRole('alert')).toContainText('multiple of the tick size 0.1')

    await page.goto('/order?symbol=DEMO:BTCUSDT&cycle=1m')
    await expect(page.getByRole('alert')).toContainText('Symbol DEMO:BTCUSDT not found')
    await page
      .getByRole('alert')
      .getByRole('button', { name: /DEMO:BTCUSD/ })
      .click()
    await order.expectApplied({ symbol: BTC, cycle: '1m', precision: step })
  },
)
