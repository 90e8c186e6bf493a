import { fetchFootprint, fetchRecommendedPrecision } from '../support/api.ts'
import { getBarsBox, readReadout } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

test('panning back loads older bars without moving the visible ones; a button returns to the newest bar', async ({
  page,
  order,
}) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
  await expect.poll(() => order.getBarsLoaded()).toBeGreaterThanOrEqual(500)
  const now = page.getByRole('button', { name: 'Back to latest' })
  await expect(now).toBeHidden()
  const { left, right, top, bottom } = await getBarsBox(page)
  const middle = (top + bottom) / 2

  // Zoom out so that few drags reach the oldest bar.
  const { count } = await order.getView()
  await page.mouse.move((left + right) / 2, middle)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 300)
        await readReadout(page)
        return (await order.getView()).count
      },
      { message: 'bars on the screen after zooming out by the wheel', intervals: [0] },
    )
    .toBeGreaterThan(5 * count)
  for (let drag = 0; drag < 20 && (await order.getBarsLoaded()) < 1000; drag++) {
    await page.mouse.move(left + 100, middle)
    await page.mouse.down()
    await page.mouse.move(right - 60, middle, { steps: 4 })
    await page.mouse.up()
    await page.mouse.move(left + 300, middle)
    await readReadout(page)
  }
  await expect.poll(() => order.getBarsLoaded(), { message: 'bars after panning' }).toBeGreaterThanOrEqual(1000)
  await expect(now).toBeVisible()

  await now.click()
  await expect(now).toBeHidden()
  await order.leaveChart()
  await expect
    .poll(async () => {
      const { to } = await order.getView()
      return (await order.getBarsLoaded()) - to
    })
    .toBeLessThanOrEqual(2)
})

test('bars loaded while panning match the API', { tag: '@long' }, async ({ page, order, request }) => {
  const precision = await fetchRecommendedPrecision(request, 'DEMO:BTCUSD', '5m')
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m', view: 'unit-base' })
  await page.locator('[data-chart] [tabindex="0"]').first().focus()
  await page.keyboard.press('Home')
  await expect.poll(() => order.getBarsLoaded()).toBeGreaterThan(500)
  await page.keyboard.press('Home')
  const { left, right, top } = await getBarsBox(page)
  await page.mouse.move((left + right) / 2, top + 200)
  const shown = await readReadout(page)
  const t = Date.parse(`${shown!.time.replace(',', '').replace(',', '')} UTC`)
  const { bars } = await fetchFootprint(request, {
    symbol: 'DEMO:BTCUSD',
    cycle: '5m',
    precision,
    from: String(t),
    to: String(t + 300_000),
  })
  expect(shown!.bar.O).toBe(bars[0].open)
  expect(shown!.bar.C).toBe(bars[0].close)
  expect(shown!.exact.Trades).toBe(bars[0].trades.toLocaleString('en'))
})

test(
  'wheel and keys zoom both axes, from numbers to cells to candles and back',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
    const first = await order.getView()
    expect(first.detail).toBe('numbers')
    await page.locator('[data-chart] [tabindex="0"]').first().focus()
    const press = async (key: string, until: () => Promise<boolean>) => {
      await expect
        .poll(
          async () => {
            await page.keyboard.press(key)
            return until()
          },
          { message: key, intervals: [50] },
        )
        .toBe(true)
    }
    await press('-', async () => (await order.getView()).detail === 'cells')
    await press('-', async () => (await order.getView()).detail === 'candles')
    expect((await order.getView()).count).toBeGreaterThan(3 * first.count)
    await press('+', async () => (await order.getView()).detail === 'numbers')

    await press('ArrowLeft', async () => (await order.getView()).to < first.to)
    await press('End', async () => (await order.getView()).to >= first.to)

    const { right, top } = await getBarsBox(page)
    const rowHeight = async () => (await order.getView()).detail
    await page.mouse.move(right + 30, top + 150)
    for (let notch = 0; notch < 10; notch++) await page.mouse.wheel(0, 200)
    await expect.poll(rowHeight, { message: 'rows too low for numbers' }).not.toBe('numbers')
    await page.mouse.dblclick(right + 30, top + 150)
    await expect.poll(rowHeight, { message: 'automatic again' }).toBe('numbers')
  },
)
