import { getSeriousFindings } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

test('the command palette switches symbol, cycle and studies, and layout changes are undone', async ({
  page,
  order,
}) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const search = palette.getByRole('combobox')
  const openPalette = async () => {
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
  }

  await openPalette()
  expect(await getSeriousFindings(page), 'palette').toEqual([])
  await expect(palette.getByRole('option', { name: /^BTC\/USD \(on\)/ })).toBeVisible()
  await search.fill('nothing like this')
  await expect(palette).toContainText('No commands match “nothing like this”')
  await search.fill('eth')
  await expect(palette.getByRole('option').first()).toContainText('ETH/USD')
  await search.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL((url) => url.searchParams.get('symbol') === 'DEMO:ETHUSD')
  await order.waitUntilReady()

  await openPalette()
  await search.fill('1 hour')
  await palette.getByRole('option', { name: /Cycle: 1 hour/ }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('cycle') === '1h')
  await order.waitUntilReady()

  await openPalette()
  await search.fill('time & sales')
  await expect(palette.getByRole('option').first()).toContainText('Time & sales')
  await search.press('Enter')
  await expect(order.tape).toBeVisible()
  await openPalette()
  await search.fill('cumulative delta')
  await palette
    .getByRole('option', { name: /Cumulative delta \(CVD\) \(on\)/ })
    .first()
    .click()
  await expect(page).toHaveURL(/view=cvd-0/)

  await page.keyboard.press('Alt+z')
  await expect(page).not.toHaveURL(/cvd-0/)
  await expect(order.tape).toBeVisible()
  await page.keyboard.press('Alt+z')
  await expect(order.tape).toBeHidden()
  await page.keyboard.press('Alt+Shift+z')
  await expect(order.tape).toBeVisible()

  await openPalette()
  await expect(palette.getByRole('group', { name: 'Recently used' }).getByRole('option')).toHaveText([
    /^Cumulative delta/,
    /^Time & sales/,
    /^Cycle: 1 hour/,
    /^ETH\/USD/,
  ])
  await page.keyboard.press('Control+k')
  await expect(palette).toBeHidden()
})

test('the command palette works on other pages and is reachable from the help menu', async ({ page }) => {
  // Its code arrives after it was asked for.
  const asked = Promise.withResolvers<void>()
  await page.route('**/assets/page-services-*.js', async (route) => {
    await asked.promise
    await route.continue()
  })
  await page.goto('/help')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('menuitem', { name: /Find a command/ }).click()
  asked.resolve()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const search = palette.getByRole('combobox')
  await search.fill('value area')
  await palette.getByRole('option', { name: 'Value area' }).first().click()
  await expect(page).toHaveURL(/\/help\/value-area$/)

  await page.keyboard.press('Control+k')
  await search.fill('theme light')
  await expect(palette.getByRole('option').first()).toContainText('Light')
  await search.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})
