import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

// Its own account: it logs out at the end.
test.use({ visitor: { ...REGULAR, account: 'new' }, serviceWorkers: 'allow' })

test('the chart starts without a network, says so, and goes on when it is back', async ({
  page,
  order,
  context,
  faults,
}) => {
  faults.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket/)
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  // The worker keeps the files of this visit, and the answers of the next one.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('flowprint-files')).keys()).length), {
      timeout: 30_000,
    })
    .toBeGreaterThan(5)
  await page.reload()
  await order.waitUntilReady()
  const answersKept = () =>
    page.evaluate(async () =>
      (await (await caches.open('flowprint-answers')).keys()).map(({ url }) => new URL(url).pathname),
    )
  await expect
    .poll(answersKept)
    .toEqual(expect.arrayContaining(['/offline/api/footprint', '/offline/api/menus', '/offline/api/user_info']))

  await context.setOffline(true)
  await page.reload()
  await order.waitUntilReady()
  await expect(page.getByText(/Connection lost, reconnecting\. The chart is as of/)).toBeVisible({ timeout: 30_000 })
  const bars = await order.getBarsLoaded()
  expect(bars).toBeGreaterThan(100)

  await context.setOffline(false)
  await expect(page.getByText(/Connection lost, reconnecting/)).toBeHidden({ timeout: 30_000 })
  await expect(order.status).toContainText('Connected')
  await order.waitUntilReady()

  // Another user of this browser finds nothing.
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect((await answersKept()).filter((path) => !/menus|settings/.test(path))).toEqual([])
})

test('the site can be installed and offers a new version', async ({ page, request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    start_url: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.start_url).toBe('/order')
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe('image/png')
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }

  await page.route('**/api/health', (route) =>
    route.fulfill({ json: { code: 200, message: 'ok', data: { status: 'ok', version: '99.0.0' } } }),
  )
  await page.goto('/help')
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('A new version is available.')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('A new version is available.')).toBeHidden()
})
