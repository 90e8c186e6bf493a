import type { Page } from '@playwright/test'
import { decimalUnit, fromUnits, RecentTape, type TapeQuery } from '@flowprint/orderflow'
import { createTape, runImport, TICK, writeCanonical } from '../support/archive.ts'
import { getChartDraws, countChartDraws } from '../support/chart-draws.ts'
import { DATA_DIR } from '../support/environment.ts'
import { getLayoutShifts } from '../support/canvas.ts'
import { expect, test } from '../support/test.ts'

const SYMBOL = 'E2E:TAPE'
const FROM = Date.UTC(2026, 0, 14, 14)
const ALL: TapeQuery = { merge: true, unit: 'quote', atLeast: 0 }

const past = createTape(FROM, 30)

/** Expected texts of the rows: side, price of the last trade, number of trades. */
function expected(query: TapeQuery): string[] {
  const tape = new RecentTape(50_000)
  tape.add(past)
  return tape
    .rows(query, 200)
    .map(({ buy, last, trades }) =>
      `${buy ? 'Buy' : 'Sell'} ${fromUnits(last, decimalUnit(TICK))} ${trades > 1 ? trades : ''}`.trim(),
    )
}

/** Texts of the rendered rows, newest first. */
async function getRenderedRows(page: Page): Promise<string[]> {
  const rows = await page
    .getByRole('grid')
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => {
        const [, price, , trades] = [...row.querySelectorAll('[role=gridcell]')]
        const [, side, ticks] = [...price.childNodes].map((node) => node.textContent)
        return {
          index: Number(row.getAttribute('aria-rowindex')),
          text: `${side} ${ticks} ${trades.textContent}`.trim(),
        }
      }),
    )
  return rows.sort((a, b) => a.index - b.index).map(({ text }) => text)
}

test.beforeAll(async () => {
  const run = await runImport(DATA_DIR, [writeCanonical('tape.csv', past), '--symbol', SYMBOL])
  expect(run.code, run.stderr).toBe(0)
})

test('opens by button, key and menu, stays open after a reload, and lists the newest 200 sweeps', async ({
  page,
  order,
}) => {
  await order.open({ symbol: SYMBOL, cycle: '5m' })
  await expect(order.tape).toBeHidden()
  await order.tapeButton.click()
  const grid = order.tape.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '200')
  const rows = await getRenderedRows(page)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows).toEqual(expected(ALL).slice(0, rows.length))

  // The list is virtual: scrolled down, it renders only the visible rows.
  await grid.evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  await expect.poll(async () => (await getRenderedRows(page)).at(-1)).toBe(expected(ALL)[199])
  expect((await getRenderedRows(page)).length).toBeLessThan(80)

  await page.keyboard.press('t')
  await expect(order.tape).toBeHidden()
  await page.getByRole('button', { name: 'Layout' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Time & sales' }).click()
  await page.keyboard.press('Escape')
  await expect(order.tape).toBeVisible()
  await page.reload()
  await order.waitUntilReady()
  await expect(order.tape.getByRole('grid')).toHaveAttribute('aria-rowcount', '200')
  await order.tape.getByRole('button', { name: 'Close' }).click()
  await expect(order.tape).toBeHidden()
  await page.reload()
  await order.waitUntilReady()
  await expect(order.tape).toBeHidden()
})

test(
  'merging and filtering match the tape in the unit of the chart and are saved per symbol',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open({ symbol: SYMBOL, cycle: '5m' })
    await order.tapeButton.click()
    const visible = async (query: TapeQuery) => {
      const all = expected(query)
      await expect(order.tape.getByRole('grid')).toHaveAttribute('aria-rowcount', String(all.length))
      const rows = await getRenderedRows(page)
      expect(rows).toEqual(all.slice(0, rows.length))
    }
    await order.tape.getByRole('switch', { name: 'Merge sweeps' }).click()
    await visible({ ...ALL, merge: false })

    // 50,000 in quote currency, in units of tick 0.1 x lot 0.0001.
    const filter = order.tape.getByRole('textbox', { name: /^Min size/ })
    await filter.fill('50k')
    await visible({ merge: false, unit: 'quote', atLeast: 5_000_000_000 })
    await order.tape.getByRole('switch', { name: 'Merge sweeps' }).click()
    await visible({ merge: true, unit: 'quote', atLeast: 5_000_000_000 })
    await filter.fill('5o')
    await expect(order.tape.getByRole('alert')).toContainText('Enter a number')
    await filter.fill('999m')
    await expect(order.tape.getByRole('status')).toContainText(/No trades this large in the last [\d,]+/)
    await filter.fill('100000')
    await visible({ merge: true, unit: 'quote', atLeast: 10_000_000_000 })

    await page.reload()
    await order.waitUntilReady()
    await expect(filter).toHaveValue('100000')
    await visible({ merge: true, unit: 'quote', atLeast: 10_000_000_000 })
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
    await expect(filter).toHaveValue('')
  },
)

test('shows exact details of a row on hover and by arrow keys', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: SYMBOL, cycle: '5m' })
  await order.tapeButton.click()
  await expect(order.tape.getByRole('grid')).toHaveAttribute('aria-rowcount', '200')
  const tape = new RecentTape(50_000)
  tape.add(past)
  const rows = tape.rows(ALL, 200)
  const index = rows.findIndex(({ trades }) => trades > 2)
  const detail = order.tape.locator('[data-tape-detail]')
  const formatDetail = (i: number) => {
    const { buy, lots, trades } = rows[i]
    return new RegExp(
      `${buy ? 'Buy' : 'Sell'} ${fromUnits(lots as number, decimalUnit('0.0001')).replace(/0+$/, '')}.*${trades > 1 ? `trades: ${trades}` : ''}`,
      's',
    )
  }
  const grid = order.tape.getByRole('grid')
  await grid.focus()
  for (let press = 0; press <= index; press++) await page.keyboard.press('ArrowDown')
  await expect(detail).toHaveText(formatDetail(index))
  await page.keyboard.press('Home')
  await expect(detail).toHaveText(formatDetail(0))
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await order.tape.locator('[data-index="3"]').hover()
  await expect(detail).toHaveText(formatDetail(3))
})

test('live rows are added, pause on hover and are counted in the button', { tag: '@long' }, async ({ page, order }) => {
  // A long cycle, so that no new bar changes the readout during the test.
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1h' })
  await order.tapeButton.click()
  await expect(order.tape).toContainText('Simulated')
  const grid = order.tape.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '200')
  const first = await getRenderedRows(page)
  await expect.poll(() => getRenderedRows(page), { message: 'new rows arrive' }).not.toEqual(first)

  await order.tape.locator('[data-index="2"]').hover()
  const newRowsButton = order.tape.getByRole('button', { name: / new$/ })
  const held = await getRenderedRows(page)
  await expect(newRowsButton).toBeVisible({ timeout: 30_000 })
  expect(await getRenderedRows(page)).toEqual(held)
  await newRowsButton.click()
  await expect(newRowsButton).toBeHidden()
  await page.mouse.move(5, 5)
  await expect.poll(() => getRenderedRows(page)).not.toEqual(held)
  // The right-aligned count and size of a growing sweep gain digits, which is a shift.
  const isNumber = (source: string): boolean => /^[\d.,]+[KMB]?$/.test(source)
  const moved = (await getLayoutShifts(page)).filter(({ sources }) => !sources.every(isNumber))
  expect(moved, 'nothing else moved').toEqual([])
})

test('new rows do not redraw the chart', { tag: '@long' }, async ({ page, order }) => {
  await countChartDraws(page)
  await order.open({ symbol: SYMBOL, cycle: '5m' })
  await order.tapeButton.click()
  const grid = order.tape.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '200')
  // Wait until the chart has been drawn at its new width.
  await expect
    .poll(async () => {
      const before = await getChartDraws(page)
      await page.waitForTimeout(300)
      return (await getChartDraws(page)) - before
    })
    .toBe(0)
  const before = await getChartDraws(page)
  expect(before).toBeGreaterThan(100)
  const filter = order.tape.getByRole('textbox', { name: /^Min size/ })
  const seen = new Set<string>()
  for (const size of ['1k', '5k', '20k', '50k', '100k', '']) {
    await filter.fill(size)
    await order.tape.getByRole('switch', { name: 'Merge sweeps' }).click()
    await page.waitForTimeout(100)
    seen.add((await getRenderedRows(page)).join('|'))
  }
  await grid.evaluate((list) => list.scrollTo({ top: 900 }))
  await order.tape.getByRole('row').nth(3).hover()
  expect(seen.size, 'the rows changed').toBeGreaterThan(4)
  expect(await getChartDraws(page)).toBe(before)
})

test.describe('on a phone', { tag: '@long' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('opens as a sheet over the chart and replaces the indicators', async ({ page, order }) => {
    await order.open({ symbol: SYMBOL, cycle: '5m' })
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitemcheckbox', { name: 'Time & sales' }).tap()
    await page.keyboard.press('Escape')
    await expect(order.tape.getByRole('grid')).toBeInViewport()
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0)
    await order.tape.locator('[data-index="1"]').tap()
    await expect(order.tape.locator('[data-tape-detail]')).toBeVisible()
    await order.tape.getByRole('button', { name: 'Close' }).tap()
    await expect(order.tape).toBeHidden()
    await page.reload()
    await order.waitUntilReady()
    await expect(order.tape).toBeHidden()
  })
})
