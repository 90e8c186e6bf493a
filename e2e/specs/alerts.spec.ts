import type { AlertHistory, Alerts } from '@flowprint/contract'
import { randomUUID } from 'node:crypto'
import { getSeriousFindings } from '../support/accessibility.ts'
import { DrawingTools } from '../support/drawings.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

const SYMBOL = 'DEMO:BTCUSD'

/** Init script: counts started tones. */
function countTones(): void {
  const { start } = OscillatorNode.prototype
  Object.assign(globalThis, { tones: 0 })
  OscillatorNode.prototype.start = function (...when) {
    ;(globalThis as unknown as { tones: number }).tones += 1
    return Reflect.apply(start, this, when) as undefined
  }
}

test('an alert created on the chart plays a sound, shows its reason and opens the chart at its bar', async ({
  page,
  order,
  request,
}) => {
  const name = `Any trade ${randomUUID().slice(0, 8)}`
  await page.addInitScript(countTones)
  await order.open({ symbol: SYMBOL, cycle: '1m' })
  await page.keyboard.press('b')
  const panel = page.getByRole('complementary', { name: 'Alerts' })
  await expect(panel.getByRole('tab', { name: 'Alerts', selected: true })).toBeVisible()

  // The dialog takes the price under the crosshair; the alert then uses a volume that every 15 s bar reaches.
  const box = (await order.chart.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 160)
  await page.keyboard.press('Alt+a')
  const dialog = page.getByRole('dialog', { name: 'New alert · BTC/USD' })
  await expect(dialog.getByRole('textbox', { name: 'Price' })).toHaveValue(/^\d+\.\d$/)
  await dialog.getByRole('textbox', { name: 'Price' }).fill('1000.05')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Must be a multiple of 0.1')).toBeVisible()
  expect(await getSeriousFindings(page)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOption('Volume of a bar')
  await dialog.getByRole('textbox', { name: 'Min volume (BTC)' }).fill('0.001')
  await dialog.getByRole('combobox', { name: 'Cycle' }).selectOption('15s')
  await dialog.getByRole('combobox', { name: 'Sound' }).selectOption('Knock')
  await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const row = panel.getByRole('listitem', { name })
  await expect(row).toContainText('15s · Volume ≥ 0.001')
  expect(await page.evaluate(() => (globalThis as unknown as { tones: number }).tones)).toBe(0)

  // Show the oldest bars when the alert fires.
  await order.chart.focus()
  await page.keyboard.press('Home')
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: new RegExp(`${name} · BTC/USD: Volume reached [\\d.,]+, set to 0\\.001`) }),
  ).toBeVisible({ timeout: 30_000 })
  expect(await page.evaluate(() => (globalThis as unknown as { tones: number }).tones)).toBe(2)
  await expect(row).toContainText('Done')
  await expect(page.getByRole('button', { name: 'Alerts (1)' })).toBeVisible()

  await panel.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible()
  const fired = panel.getByRole('button', { name: new RegExp(`^${name} · BTC/USD .*Volume reached .*Page delivered$`) })
  await expect(fired).toHaveCount(1)
  expect(await getSeriousFindings(page)).toEqual([])
  await fired.click()
  await expect(order.chart).toHaveAccessibleName(/Order flow chart of DEMO:BTCUSD, cycle 15s/)
  await order.waitUntilReady()
  const { data } = (await (await request.post('/api/alert_history', { data: {} })).json()) as { data: AlertHistory }
  const { id, alert_id: alert } = data.list.find((event) => event.name === name)!
  // The bar is one of the newest: the alert moves the chart back to it from the oldest bars.
  const isShown = async () => (await order.getView()).to > (await order.getBarsLoaded()) - 60
  await expect.poll(isShown).toBe(true)
  await order.chart.focus()
  await page.keyboard.press('Home')
  await expect.poll(isShown).toBe(false)
  await fired.click()
  await expect.poll(isShown).toBe(true)
  // A push notification opens the same bar.
  await page.goto(`/order?symbol=${SYMBOL}&cycle=1h&alert=${id}`)
  await expect(order.chart).toHaveAccessibleName(/Order flow chart of DEMO:BTCUSD, cycle 15s/)
  await request.post('/api/delete_alert', { data: { id: alert } })
})

/** Init script: replaces the browser's push service, which is not available here. */
function fakePushService(): void {
  let endpoint: string | null = null
  const subscription = {
    get endpoint() {
      return endpoint
    },
    options: {},
    toJSON: () => ({ endpoint, keys: { p256dh: 'BA'.padEnd(87, 'x'), auth: 'a'.repeat(22) } }),
    unsubscribe: () => {
      endpoint = null
      return Promise.resolve(true)
    },
  }
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(endpoint === null ? null : (subscription as unknown as PushSubscription))
  PushManager.prototype.subscribe = (options) => {
    if (typeof options?.applicationServerKey !== 'string') throw new TypeError('no key')
    endpoint = 'https://push.example.com/one'
    return Promise.resolve(subscription as unknown as PushSubscription)
  }
}

test.describe('with a new account', () => {
  test.use({ visitor: { ...REGULAR, account: 'new' }, serviceWorkers: 'allow' })

  test(
    'a drawing alert follows its drawing and can be paused, resumed and deleted',
    { tag: '@long' },
    async ({ page, order, request }) => {
      const listed = async () =>
        ((await (await request.post('/api/alerts', { data: {} })).json()) as { data: Alerts }).data.list
      await order.open({ symbol: SYMBOL, cycle: '5m' })
      await page.keyboard.press('b')
      const panel = page.getByRole('complementary', { name: 'Alerts' })
      await expect(panel.getByText('No alerts yet.')).toBeVisible()
      expect(await getSeriousFindings(page)).toEqual([])
      const tools = new DrawingTools(page)
      await tools.rail.getByRole('button', { name: 'Horizontal line' }).click()
      await tools.press([0.5, 0.3])
      await tools.expectDrawn(1)
      await tools.saved()
      const { x, y } = await tools.at(0.3, 0.3)
      const alertOfDrawing = page.getByRole('menuitem', { name: 'Set an alert' })
      // The line may have moved, because of the magnet and because the scale follows a live market: search outwards.
      const offsets = Array.from({ length: 33 }, (_, i) => (i % 2 === 0 ? 1 : -1) * 5 * Math.ceil(i / 2))
      let attempt = 0
      let at = y
      await expect(async () => {
        at = y + offsets[attempt++ % offsets.length]
        // The chart's own menu opens beside the line, and keeps the pointer from the chart.
        await page.keyboard.press('Escape')
        await page.mouse.move(x, at)
        await page.mouse.click(x, at, { button: 'right' })
        await expect(alertOfDrawing).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: 30_000, intervals: [50] })
      await alertOfDrawing.click()
      const dialog = page.getByRole('dialog', { name: 'New alert · BTC/USD' })
      await expect(dialog.getByRole('combobox', { name: 'Condition' })).toHaveValue('drawing')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect.poll(async () => (await listed()).map(({ rule }) => rule.kind)).toEqual(['drawing'])
      const priceOf = async () => {
        const [{ rule }] = await listed()
        return rule.kind === 'drawing' ? Number(rule.drawing.points[0].price) : Number.NaN
      }
      const before = await priceOf()
      await page.mouse.move(x, at)
      await page.mouse.down()
      await page.mouse.move(x, at + 120, { steps: 4 })
      await page.mouse.up()
      await expect.poll(priceOf).toBeLessThan(before)

      const row = panel.getByRole('listitem', { name: /^Price touches the horizontal line/ })
      await row.getByRole('button', { name: 'Pause' }).click()
      await expect(row).toContainText('Paused')
      await row.getByRole('button', { name: 'Resume' }).click()
      await expect(row).toContainText('Active')
      await row.getByRole('button', { name: 'Delete' }).click()
      await row.getByRole('button', { name: 'Confirm delete' }).click()
      await expect.poll(async () => (await listed()).length).toBe(0)
    },
  )

  test('the browser subscribes to pushes, the service worker shows them, and a webhook shows its secret once', async ({
    page,
    order,
    context,
  }) => {
    await context.grantPermissions(['notifications'])
    await page.addInitScript(fakePushService)
    await order.open({ symbol: SYMBOL, cycle: '5m' })
    await page.keyboard.press('b')
    await page.getByRole('button', { name: 'Notification settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Notification settings' })
    const push = dialog.getByRole('switch', { name: 'Push' })
    await push.click()
    await expect(push).toBeChecked()
    await expect(dialog.getByRole('list', { name: 'Browsers with push enabled' })).toContainText('Chrome, Linux')

    // Dispatch a push event as the browser does.
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((done) => {
      devtools.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations }) => registrations[0] && done(registrations[0].registrationId),
      )
    })
    await devtools.send('ServiceWorker.enable')
    const data = JSON.stringify({
      id: 7,
      kind: 'price',
      title: 'Breakout · DEMO:BTCUSD',
      body: 'Price crossed',
      url: '/order?alert=7',
      tag: 'alert-7',
    })
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: await registered,
      data,
    })
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready
          return (await registration.getNotifications()).map(({ title, body, tag }) => [title, body, tag])
        }),
      )
      .toEqual([['Breakout · DEMO:BTCUSD', 'Price crossed', 'alert-7']])

    const webhook = dialog.getByRole('region', { name: 'Webhook' })
    await webhook.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/alerts')
    await webhook.getByRole('button', { name: 'Save' }).click()
    await expect(webhook.locator('code')).toHaveText(/^[A-Za-z0-9_-]{43}$/)
    expect(await getSeriousFindings(page)).toEqual([])
    await push.click()
    await expect(push).not.toBeChecked()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notification settings' }).click()
    await expect(webhook.getByRole('textbox', { name: 'URL' })).toHaveValue('https://hooks.example.com/alerts')
    await expect(webhook.locator('code')).toHaveCount(0)
  })
})
