import type { Page } from '@playwright/test'
import { fetchFootprint } from '../support/api.ts'
import { readAxisPrice, recordAxisTexts } from '../support/axis-texts.ts'
import { getBarsBox } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

const CYCLES = ['1m', '5m', '15m', '1h', '4h']
const SCREENS = [
  { width: 390, height: 844, min: 6, max: 8 },
  { width: 768, height: 1024, min: 6, max: 8 },
  { width: 1440, height: 900, min: 6, max: 13 },
  { width: 2560, height: 1440, min: 11, max: 24 },
]
const SYMBOL = 'DEMO:BTCUSD'
/** Min height of a row with readable numbers, and the margin above and below the bars. */
const NUMBER_ROW_PX = 10
const MARGIN_PX = 26

/** Rows from the lowest to the highest price of the bars. */
function rowsOf(bars: readonly { readonly high: string; readonly low: string }[], rowSize: number): number {
  const high = Math.max(...bars.map((bar) => Number(bar.high)))
  const low = Math.min(...bars.map((bar) => Number(bar.low)))
  return Math.floor(high / rowSize) - Math.floor(low / rowSize) + 1
}

/** Prices at the top and bottom of the pane, read from the crosshair label. */
async function priceRange(page: Page): Promise<{ top: number; bottom: number }> {
  const box = await getBarsBox(page)
  // Right of the legend.
  const x = box.right - 30
  return { top: await readAxisPrice(page, x, box.top + 12), bottom: await readAxisPrice(page, x, box.bottom - 12) }
}

for (const { width, height, min, max } of SCREENS) {
  test.describe(`on ${width} x ${height}`, { tag: width === 1440 ? [] : '@long' }, () => {
    test.use({ viewport: { width, height } })

    test('the first view shows the newest bars in full with readable numbers in every cycle', async ({
      page,
      order,
      request,
    }) => {
      test.setTimeout(120_000)
      await recordAxisTexts(page)
      for (const cycle of CYCLES) {
        await order.open({ symbol: SYMBOL, cycle })
        await page.mouse.move(width / 2, height / 2)
        const { count, detail } = await order.getView()
        expect(count, `bars of ${cycle}`).toBeGreaterThanOrEqual(min)
        expect(count, `bars of ${cycle}`).toBeLessThanOrEqual(max)
        const precision = new URL(page.url()).searchParams.get('precision') ?? ''
        const { bars } = await fetchFootprint(request, { symbol: SYMBOL, cycle, precision, limit: String(count) })
        if (detail !== 'numbers') {
          // A market that moves too far for the pane is drawn as cells: numbers would cut bars off.
          const { top, bottom } = await getBarsBox(page)
          const rows = rowsOf(bars.slice(-Math.max(6, Math.ceil(max / 2))), Number(precision))
          expect(rows, `rows of ${cycle}`).toBeGreaterThan(Math.floor((bottom - top - 2 * MARGIN_PX) / NUMBER_ROW_PX))
          continue
        }
        const { top, bottom } = await priceRange(page)
        for (const bar of bars.slice(-min, -1)) {
          expect(Number(bar.high), `high of ${cycle}`).toBeLessThan(top)
          expect(Number(bar.low), `low of ${cycle}`).toBeGreaterThan(bottom)
        }
      }
    })
  })
}

test(
  'zooming out keeps all bars in view as cells, then as candles; the A key toggles readable numbers',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open({ symbol: SYMBOL, cycle: '1m' })
    await order.chart.focus()
    const levels = new Set<string | undefined>([(await order.getView()).detail])
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('-')
      levels.add((await order.getView()).detail)
    }
    await expect.poll(async () => (await order.getView()).detail).toBe('candles')
    expect([...levels]).toEqual(['numbers', 'cells', 'candles'])

    // At this precision rows are too low for numbers while all bars are in view.
    await order.open({ symbol: SYMBOL, cycle: '15m', precision: '0.5' })
    await expect.poll(async () => (await order.getView()).detail).not.toBe('numbers')
    await order.chart.focus()
    await page.keyboard.press('a')
    await expect.poll(async () => (await order.getView()).detail).toBe('numbers')
    await page.keyboard.press('a')
    await expect.poll(async () => (await order.getView()).detail).not.toBe('numbers')
    const { right, top } = await getBarsBox(page)
    await page.mouse.dblclick(right + 30, top + 100)
    await expect.poll(async () => (await order.getView()).detail).toBe('numbers')
  },
)
