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
  test.setTimeout(120_000)
  const charts = await openWorkspace(page, { rows: 2, columns: 3 })
  const [first, , third] = await charts.all()
  const marks = page.locator('[data-linked-crosshair]')
  await expect(marks).toHaveCount(6)
  const box = (await first.locator('[data-chart]').boundingBox())!
  const y = box.y + box.height * 0.2
  await page.mouse.move(box.x + box.width * 0.6, y)
  await expect(marks.filter({ visible: true })).toHaveCount(5)
  await expect(first.locator('[data-linked-crosshair]')).toBeHidden()
  await expect(third.locator('[data-linked-crosshair]')).toContainText(/\d\d:\d\d/)

  // Moving the chart under the pointer moves the others.
  const before = await visibleRange(third)
  for (let n = 0; n < 25; n++) await page.mouse.wheel(0, 300)
  await expect.poll(async () => (await visibleRange(third)).from).toBeLessThan(before.from)
  for (let n = 0; n < 2; n++) {
    await page.mouse.move(box.x + box.width * 0.1, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.75, y, { steps: 6 })
    await page.mouse.up()
  }
  await expect.poll(async () => (await visibleRange(third)).to).toBeLessThan(before.to)

  await page.screenshot({ path: test.info().outputPath('linked.png') })
  await page.mouse.move(2, 2)
  await expect(marks.filter({ visible: true })).toHaveCount(0)
})

/** Heights of the bars and of each pane below them, CSS px. */
const paneHeights = (cell: Locator) =>
  cell.locator('[data-chart] tr:has(canvas)').evaluateAll((rows) =>
    rows
      .map((row) => row.getBoundingClientRect().height)
      // Separators are lower. The last row is the time axis.
      .filter((height) => height > 3)
      .slice(0, -1),
  )

for (const { name, panes, ...layout } of [
  { name: 'six', rows: 2, columns: 3, charts: 6, panes: 2 },
  { name: 'twelve', rows: 3, columns: 4, charts: 6, panes: 1 },
])
  test(`charts in ${name} cells at 1440 x 900 hide what cannot be read and lose detail by zooming`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const charts = await openWorkspace(page, { ...layout, links: ['symbol'] })
    for (const cell of await charts.all()) {
      await expect(cell.locator('[data-chart]')).toHaveAttribute('data-detail', /^(numbers|cells)$/)
      const [main, ...below] = await paneHeights(cell)
      expect(below).toHaveLength(panes)
      expect(main).toBeGreaterThan(120)
      for (const height of below) expect(height).toBeGreaterThan(32)
      const axis = (await cell.locator('[data-chart] tr').first().locator('td').last().boundingBox())!
      expect(axis.width).toBeLessThan(90)
    }
    const texts = await page.evaluate(() => [
      ...(globalThis as unknown as { watched: { drawnTexts: Set<string> } }).watched.drawnTexts,
    ])
    expect(texts.filter((text) => text.startsWith('CVD'))).not.toEqual([])
    // The table would have no figures at this height.
    expect(texts).not.toContain('Max delta')

    const box = (await charts.first().locator('[data-chart]').boundingBox())!
    await page.mouse.move(box.x + 100, box.y + 60)
    for (let n = 0; n < 30; n++) await page.mouse.wheel(0, 300)
    await expect(charts.first().locator('[data-chart]')).toHaveAttribute('data-detail', 'candles')
    await page.mouse.move(2, 2)
    await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
  })
