import { MINUTE_MS, decodeAnswer, emptyBars, encodeAnswer } from '@flowprint/orderflow'
import { createTape, runImport, writeCanonical } from '../support/archive.ts'
import { fetchCoverage } from '../support/api.ts'
import { DATA_DIR } from '../support/environment.ts'
import { getBarsBox, readReadout } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

const SYMBOL = 'E2E:GAPS'
const FROM = Date.UTC(2026, 0, 15, 0)

test('the status line counts and lists gaps and moves the chart to each, loading older bars if needed', async ({
  page,
  order,
  request,
}) => {
  const tape = createTape(FROM, 16 * 60)
  // One gap in the first hour, outside the first page of bars, and one in the last.
  const middle = (minute: number) => Array.from(tape.ts).findIndex((ts) => ts >= FROM + minute * MINUTE_MS) + 20
  const [early, late] = [middle(30), middle(940)]
  const file = writeCanonical(
    'two-gaps.csv',
    tape,
    (_ts, id) => !(id > early && id <= early + 7) && !(id > late && id <= late + 3),
  )
  const run = await runImport(DATA_DIR, [file, '--symbol', SYMBOL, '--ids', 'contiguous'])
  expect(run.summary, run.stderr).toMatchObject({ gaps: 2 })
  expect((await fetchCoverage(request, SYMBOL)).gaps.map(({ missing, state }) => [missing, state])).toEqual([
    [7, 'lost'],
    [3, 'lost'],
  ])

  await order.open({ symbol: SYMBOL, cycle: '1m', precision: '10' })
  expect(await order.getBarsLoaded()).toBe(500)
  const button = order.status.getByRole('button', { name: 'Data completeness: by ids, gaps: 2' })
  await button.click()
  const list = page.getByRole('dialog', { name: 'Data completeness' })
  await expect(list.getByRole('listitem')).toHaveText([
    /15 Jan 2026, 15:40:.*3 trades missing.*lost/,
    /15 Jan 2026, 00:30:.*7 trades missing.*lost/,
  ])

  await list.getByRole('button', { name: /7 trades missing/ }).press('Enter')
  await expect(list).toBeHidden()
  await expect.poll(async () => order.getBarsLoaded()).toBeGreaterThan(600)
  const { left, right, top } = await getBarsBox(page)
  await expect
    .poll(
      async () => {
        for (let x = left + 200; x < right - 100; x += 40) {
          await page.mouse.move(x, top + 120)
          if ((await readReadout(page))?.time.endsWith('00:30')) return true
        }
        return false
      },
      { message: 'the bar of the first gap' },
    )
    .toBe(true)
  await expect(page.getByRole('tooltip')).toContainText('This bar is incomplete')
  await expect(page.getByRole('tooltip')).toContainText(/7 trades are missing: .* · lost/)
})

test('shows that a market has no gaps, with the proof', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await order.status.getByRole('button', { name: /^Data completeness: by ids, no gaps/ }).click()
  await expect(page.getByRole('dialog', { name: 'Data completeness' })).toContainText('any missing trade is detected')
  await expect(order.status.locator('[data-state=simulated]')).toBeVisible()
  await expect(order.status).toContainText(/lag [\d.]+ m?s/)
})

test(
  'shows that a followed market waits for data, and its chart once there are trades',
  { tag: '@long' },
  async ({ page, order }) => {
    let silent = true
    await page.route(/\/api\/footprint\?/, async (route) => {
      if (!silent) return route.continue()
      const response = decodeAnswer(await (await route.fetch()).body())
      const none = encodeAnswer({
        ...response,
        bars: emptyBars(response.meta.cycle_ms, response.meta.step),
        open: null,
        tail: null,
        meta: {
          ...response.meta,
          coverage: null,
          watermark: null,
          closed_until: null,
          from: null,
          lead_in: 0,
          cvd_open: 0,
          tail_gaps: [],
        },
      })
      await route.fulfill({ status: 200, body: Buffer.from(none), contentType: 'application/vnd.flowprint.footprint' })
    })
    await page.goto('/order?symbol=DEMO:ETHUSD&cycle=5m')
    await expect(page.getByRole('heading', { name: 'Waiting for the first trade from DEMO' })).toBeVisible()
    await expect(order.status.locator('[data-state=waiting]')).toBeVisible()
    silent = false
    await order.waitUntilReady()
  },
)

test(
  'the picker shows the state of the feeds and is no taller than its symbols',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
    await page.keyboard.press('/')
    await expect(order.picker.locator('[data-state=live]')).toHaveCount(2)
    const box = await order.picker.boundingBox()
    const count = await order.picker.getByRole('option').count()
    expect(box!.height).toBeLessThan(110 + 48 * count)
    await order.picker.getByRole('combobox').fill('demo:eth')
    await expect(order.picker.getByRole('option')).toHaveCount(1)
    expect((await order.picker.boundingBox())!.height, 'typing does not move it').toBeCloseTo(box!.height, 1)
  },
)

test.describe('without a membership', () => {
  test.use({ visitor: { ...REGULAR, account: 'new' } })

  test('a banner shows the delay and links to the membership', { tag: '@long' }, async ({ page, order }) => {
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
    const banner = page.getByRole('note').filter({ hasText: '15 minutes delayed' })
    await expect(banner).toBeVisible()
    expect((await banner.boundingBox())!.height, 'banner height').toBeLessThanOrEqual(32)
    await banner.getByRole('link', { name: 'Get live data' }).click()
    await expect(page).toHaveURL(/\/activate$/)
  })
})

test('a member sees no delay banner', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
  await expect(page.getByText(/minutes delayed/)).toBeHidden()
})
