import type { Book, Depth } from '@flowprint/contract'
import { COLUMN_MISSING, decodeDepthFrame, decodeDepthParts, MINUTE_MS } from '@flowprint/orderflow'
import type { Locator, Page } from '@playwright/test'
import { getSeriousFindings } from '../support/accessibility.ts'
import { fetchData } from '../support/api.ts'
import { findSpots, heatmapStrip } from '../support/heatmap.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

const SYMBOL = 'DEMO:BTCUSD'

const ladderOf = (page: Page) => page.getByRole('complementary', { name: 'Ladder', exact: true })

/** Prices of the rendered rows, highest first. */
async function getPrices(grid: Locator): Promise<number[]> {
  const texts = await grid.getByRole('row').locator('[role=gridcell]:nth-child(4)').allTextContents()
  return texts.map((text) => Number.parseFloat(text))
}

test('shows the heatmap with the level under the cursor, and remembers it', async ({ page, order }) => {
  test.setTimeout(90_000)
  await order.open({ symbol: SYMBOL, cycle: '1m' })
  await expect(heatmapStrip(page)).toBeHidden()
  await page.keyboard.press('h')
  const strip = heatmapStrip(page)
  await expect(strip.getByRole('group', { name: 'Heatmap legend' })).toContainText(/More ≥ [\d.,]+ BTC/)
  await expect(strip.getByRole('status')).toContainText('Simulated book')
  // A new server first stores the past of the simulated books.
  await expect(strip.getByRole('status')).toContainText('Verified', { timeout: 40_000 })

  // Some row near the price holds orders at some moment of the last minutes.
  const found = await findSpots(page, ['known'])
  const { x, y } = found.get('known')!
  const level = strip.locator('[data-level="known"]')
  await expect(async () => {
    for (const away of [0, -1, 1, -2, 2, -3, 3]) {
      await page.mouse.move(x, y + away * 9)
      if ((await level.textContent())?.match(/Price.*(Bid|Ask) ?[\d.,]+ BTC.*Age/)) return
    }
    throw new Error(`no orders near ${x}, ${y}: ${await strip.textContent()}`)
  }).toPass()
  await order.leaveChart()
  await expect(strip.getByRole('group', { name: 'Heatmap legend' })).toBeVisible()

  // Zooming out shows more time in longer columns, which are loaded; zooming in returns to the finer ones.
  const intervals: (string | null)[] = []
  page.on('request', (sent) => {
    const url = new URL(sent.url())
    if (url.pathname === '/api/depth') intervals.push(url.searchParams.get('interval'))
  })
  const shown = await order.getView()
  await order.chart.focus()
  await expect(async () => {
    await page.keyboard.press('-')
    expect(intervals.some((interval) => interval !== '1s' && interval !== '5s')).toBe(true)
  }).toPass({ intervals: [300] })
  expect((await order.getView()).count).toBeGreaterThan(shown.count)
  await expect(strip.getByRole('status')).toContainText('Verified')
  await expect(async () => {
    await page.keyboard.press('+')
    expect((await order.getView()).count).toBeLessThanOrEqual(shown.count)
  }).toPass({ intervals: [300] })
  expect((await findSpots(page, ['known'])).size).toBe(1)

  await page.reload()
  await order.waitUntilReady()
  await expect(heatmapStrip(page)).toContainText(/More ≥/)
  await order.indicatorsButton.click()
  await order.panel.getByRole('switch', { name: /Order book heatmap/ }).click()
  await expect(heatmapStrip(page)).toBeHidden()
})

test('follows the best prices in the ladder, scrolls, returns and counts trades again', async ({ page, order }) => {
  await order.open({ symbol: SYMBOL, cycle: '1m' })
  await page.keyboard.press('d')
  const ladder = ladderOf(page)
  const grid = ladder.getByRole('grid')
  await expect(grid).toHaveAttribute('data-following', 'true')
  await expect(grid.locator('[data-touch]').first()).toBeVisible()
  const prices = await getPrices(grid)
  expect(prices.length).toBeGreaterThan(10)
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))

  await grid.hover()
  await page.mouse.wheel(0, 400)
  await expect(grid).toHaveAttribute('data-following', 'false')
  await expect.poll(async () => (await getPrices(grid))[0]).toBeLessThan(prices[0])
  await grid.focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Home')
  await expect(grid).toHaveAttribute('data-following', 'true')
  await expect(grid.locator('[data-touch]').first()).toBeVisible()

  await ladder.getByRole('button', { name: 'Lock rows' }).click()
  const top = await grid.getAttribute('data-top-row')
  await page.keyboard.press('ArrowUp')
  await expect(grid).toHaveAttribute('data-top-row', String(top))
  await ladder.getByRole('button', { name: 'Centre and follow' }).click()

  // The day has seen more than a moment.
  const traded = ladder.locator('[data-total="tradedBid"]')
  await expect(traded).toHaveText(/\d/)
  await ladder.getByRole('button', { name: 'Reset traded' }).click()
  await expect(ladder.getByRole('combobox', { name: 'Traded since' })).toHaveValue('reset')
  await ladder.getByRole('combobox', { name: 'Traded since' }).selectOption('session')
  await expect(traded).toHaveText(/\d/)
  await ladder.getByRole('button', { name: 'Close' }).click()
  await expect(ladder).toBeHidden()
})

/** Moments until which the answers to a page know the book, ms, each with when it came. */
function recordAnswers(page: Page): { readonly path: string; readonly until: number; readonly at: number }[] {
  const received: { path: string; until: number; at: number }[] = []
  page.on('response', async (response) => {
    const { pathname: path } = new URL(response.url())
    if ((path !== '/api/book' && path !== '/api/depth') || !response.ok()) return
    const at = Date.now()
    // The page may have closed, or the answer was cancelled.
    const body = await response.body().catch(() => null)
    if (body === null) return
    if (response.headers()['content-type']?.includes('json'))
      received.push({ path, until: (JSON.parse(body.toString()) as { data: Depth }).data.to, at })
    else if (path === '/api/book') received.push({ path, until: decodeDepthFrame(body).until, at })
    else {
      const { state, fromMs, intervalMs } = decodeDepthParts(body)
      const last = state.findLastIndex((each) => each !== COLUMN_MISSING)
      received.push({ path, until: fromMs + (last + 1) * intervalMs, at })
    }
  })
  return received
}

test.describe('without a membership', () => {
  test.use({ visitor: { ...REGULAR, account: 'new' } })

  test('shows and receives the book as of the delay, and nothing newer', async ({ page, order, request }) => {
    test.setTimeout(90_000)
    const DELAY_MS = 15 * MINUTE_MS
    const received = recordAnswers(page)
    await order.open({ symbol: SYMBOL, cycle: '1m' })
    await page.keyboard.press('h')
    const strip = heatmapStrip(page)
    await expect(strip.getByRole('status')).toContainText('Delayed')
    await expect(strip.getByRole('status')).toContainText('Verified', { timeout: 40_000 })
    await page.keyboard.press('d')
    const grid = ladderOf(page).getByRole('grid')
    await expect(grid.locator('[data-touch]').first()).toBeVisible()
    expect((await findSpots(page, ['known'])).size, 'the heatmap has columns').toBe(1)

    const { delayed, until } = await fetchData<Book>(request, '/book', { symbol: SYMBOL })
    expect(delayed).toBe(true)
    expect(until).toBeLessThanOrEqual(Date.now() - DELAY_MS)
    const ahead = Date.now() - DELAY_MS + 1
    const later = await request.get('/api/book', { params: { symbol: SYMBOL, at: String(ahead + MINUTE_MS) } })
    expect(later.status()).toBe(404)
    const { to, columns } = await fetchData<Depth>(request, '/depth', {
      symbol: SYMBOL,
      from: String(ahead - MINUTE_MS),
      interval: '1s',
    })
    expect(to).toBeLessThanOrEqual(Date.now() - DELAY_MS)
    expect(columns.some(({ state }) => state === 'proven')).toBe(true)

    // Every answer to the page was known before the cut of that moment.
    await expect.poll(() => new Set(received.map(({ path }) => path))).toEqual(new Set(['/api/book', '/api/depth']))
    expect(received.filter(({ until, at }) => until > at - DELAY_MS)).toEqual([])
  })
})

/** Texts of the dialog of book alerts. */
const DIALOG = {
  en: {
    alerts: 'Alerts',
    create: 'New alert',
    condition: 'Condition',
    kinds: ['Wall in the order book', 'Book imbalance', 'Stacked and pulled volume'],
    events: ['appears', 'tested', 'filled', 'pulled'],
    ratio: 'Min ratio to the median',
    wallSize: 'Min size (BTC, optional)',
    distance: 'Max distance from the best price',
    imbalance: 'Min imbalance (0 to 1)',
    duration: 'For at least (seconds)',
    size: 'Min size (BTC)',
    cycle: 'Cycle',
    pulled: 'Pulled',
    sides: ['Bid', 'Ask', 'Either'],
    save: 'Save',
    faults: [
      'Enter a number of at least 2',
      'Enter a number above 0, at most 1',
      'Enter a whole number from 1 to 3600',
    ],
    rule: /Pulled .*0\.5/,
  },
  zh: {
    alerts: '预警',
    create: '新建预警',
    condition: '条件',
    kinds: ['挂单墙', '盘口失衡', '新增挂单与撤单'],
    events: ['出现', '被测试', '被吃掉', '被撤走'],
    ratio: '倍数至少',
    wallSize: '挂单量至少（BTC，选填）',
    distance: '距最优价不超过',
    imbalance: '失衡至少（0 到 1）',
    duration: '持续秒数',
    size: '数量至少（BTC）',
    cycle: '周期',
    pulled: '撤单',
    sides: ['买盘', '卖盘', '任一'],
    save: '保存',
    faults: ['请输入不小于 2 的数字', '请输入大于 0、不超过 1 的数字', '请输入 1 到 3600 的整数'],
    rule: /撤单 ≥ 0\.5/,
  },
} as const

for (const language of ['en', 'zh'] as const) {
  test.describe(`alerts in ${language}`, () => {
    test.use({ visitor: { ...REGULAR, language, account: 'new' } })

    test(
      `checks and saves the fields of book alerts in ${language}`,
      language === 'zh' ? { tag: '@long' } : {},
      async ({ page }) => {
        const words = DIALOG[language]
        await page.goto(`/order?symbol=${SYMBOL}&cycle=1m`)
        await expect(page.locator('[data-chart-state]')).toHaveAttribute('data-chart-state', 'ready')
        await page.keyboard.press('b')
        const panel = page.getByRole('complementary', { name: words.alerts })
        await panel.getByRole('button', { name: words.create }).first().click()
        const dialog = page.getByRole('dialog', { name: `${words.create} · BTC/USD` })
        const condition = dialog.getByRole('combobox', { name: words.condition })
        const box = (name: string) => dialog.getByRole('textbox', { name, exact: true })
        const save = dialog.getByRole('button', { name: words.save, exact: true })
        const [wall, imbalance, resting] = words.kinds
        const [badRatio, badShare, badDuration] = words.faults

        await condition.selectOption(wall)
        for (const event of words.events) await expect(dialog.getByRole('checkbox', { name: event })).toBeVisible()
        for (const side of words.sides)
          await expect(dialog.getByRole('radio', { name: side, exact: true })).toBeVisible()
        await box(words.ratio).fill('1')
        await box(words.wallSize).fill('2.5')
        await box(words.distance).fill('3')
        await save.click()
        await expect(dialog.getByText(badRatio)).toBeVisible()
        await expect(box(words.ratio)).toHaveAttribute('aria-invalid', 'true')
        expect(await getSeriousFindings(page)).toEqual([])

        await condition.selectOption(imbalance)
        await box(words.imbalance).fill('1.5')
        await box(words.duration).fill('0')
        await expect(dialog.getByText(badShare)).toBeVisible()
        await expect(dialog.getByText(badDuration)).toBeVisible()

        await condition.selectOption(resting)
        await dialog.getByRole('radio', { name: words.pulled, exact: true }).click()
        await box(words.size).fill('0.5')
        await dialog.getByRole('combobox', { name: words.cycle, exact: true }).selectOption('5m')
        await save.click()
        await expect(dialog).toBeHidden()
        await expect(panel.getByRole('listitem')).toContainText(words.rule)
      },
    )
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('opens the ladder as a sheet from the menu, and the heatmap', { tag: '@long' }, async ({ page, order }) => {
    await order.open({ symbol: SYMBOL, cycle: '1m' })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Order book heatmap' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Order book ladder (DOM)' }).click()
    await page.keyboard.press('Escape')
    await expect(heatmapStrip(page)).toContainText(/More ≥/)
    const ladder = ladderOf(page)
    await expect(ladder.getByRole('grid').locator('[data-touch]').first()).toBeVisible()
    const box = (await ladder.boundingBox())!
    expect(Math.round(box.width)).toBe(390)
  })
})
