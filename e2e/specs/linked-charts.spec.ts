import { deflateRawSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const CYCLES = ['1m', '3m', '5m', '15m', '30m', '1h'] as const

interface Layout {
  readonly rows: number
  readonly columns: number
  /** The other cells are watchlists. */
  readonly charts?: number
  readonly links?: readonly string[]
}

/** Opens a workspace by its link. */
async function openWorkspace(
  page: Page,
  { rows, columns, charts = rows * columns, links = ['symbol', 'crosshair', 'range'] }: Layout,
): Promise<Locator> {
  const cells = Array.from({ length: rows * columns }, (_, i) =>
    i < charts
      ? { id: `c${i}`, kind: 'chart', group: 'blue', symbol: 'DEMO:BTCUSD', cycle: CYCLES[i % CYCLES.length] }
      : { id: `c${i}`, kind: 'watchlist' },
  )
  const sizes = (count: number) => {
    const size = Math.floor(10_000 / count)
    return Array.from({ length: count }, (_, i) => (i === 0 ? 10_000 - size * (count - 1) : size))
  }
  const rowOf = (row: number) => ({
    direction: 'row',
    parts: sizes(columns).map((size, i) => ({ size, cell: `c${row * columns + i}` })),
  })
  const document = {
    format: 1,
    active: 0,
    tabs: [
      {
        name: 'Linked',
        grid: { direction: 'column', parts: sizes(rows).map((size, row) => ({ size, split: rowOf(row) })) },
        cells,
        groups: [{ colour: 'blue', links }],
      },
    ],
  }
  const packed = deflateRawSync(JSON.stringify(document)).toString('base64url')
  await page.goto(`/workspace#w=1.${packed}`)
  const found = page.locator('[data-kind=chart]')
  await expect(found).toHaveCount(charts)
  await expect(page.locator('[data-kind=chart] [data-chart-state="ready"]')).toHaveCount(charts, { timeout: 30_000 })
  await expect(page.locator('[data-kind=chart] [data-chart][data-to]')).toHaveCount(charts)
  return found
}

const visibleRange = async (cell: Locator) =>
  cell.locator('[data-chart]').evaluate((chart) => {
    const { from, to } = (chart as HTMLElement).dataset
    return { from: Number(from), to: Number(to) }
  })

test('links crosshair and range of charts of different cycles', async ({ page }) => {
  const charts = await openWorkspace(page, { rows: 2, columns: 3 })
  const [first, , third] = await charts.all()
  const marks = page.locator('[data-linked-crosshair]')
  await expect(marks).toHaveCount(6)
  const chart = first.locator('[data-chart]')
  const box = (await chart.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.3)
  await expect(marks.filter({ visible: true })).toHaveCount(5)
  await expect(first.locator('[data-linked-crosshair]')).toBeHidden()
  await expect(third.locator('[data-linked-crosshair]')).toContainText(/\d+\.\d\d/)
  await page.screenshot({ path: '.cache/shots/linked-crosshair.png' })

  // Moving the chart under the pointer moves the others.
  const before = await visibleRange(third)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.3, { steps: 6 })
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.3, { steps: 6 })
  await page.mouse.up()
  for (let n = 0; n < 6; n++) await page.mouse.wheel(0, 240)
  await expect.poll(async () => (await visibleRange(third)).from).toBeLessThan(before.from)
  await page.mouse.move(2, 2)
  await expect(marks.filter({ visible: true })).toHaveCount(0)
  await page.screenshot({ path: '.cache/shots/linked-range.png' })
})

for (const { name, ...layout } of [
  { name: 'six', rows: 2, columns: 3 },
  { name: 'twelve', rows: 3, columns: 4, charts: 6 },
])
  test(`${name} cells stay useful at 1440 x 900`, async ({ page }) => {
    const charts = await openWorkspace(page, { ...layout, links: ['symbol'] })
    await page.waitForTimeout(1_500)
    for (const cell of await charts.all()) {
      const level = await cell.locator('[data-chart]').getAttribute('data-detail')
      console.log(name, level, await visibleRange(cell), await cell.locator('[data-chart]').boundingBox())
    }
    await page.screenshot({ path: `.cache/shots/cells-${name}.png` })
    for (const cell of await charts.all()) {
      const box = (await cell.locator('[data-chart]').boundingBox())!
      await page.mouse.move(box.x + 100, box.y + 60)
      for (let n = 0; n < 6; n++) await page.mouse.wheel(0, 200)
    }
    await page.mouse.move(2, 2)
    await page.waitForTimeout(500)
    await page.screenshot({ path: `.cache/shots/cells-${name}-out.png` })
  })
