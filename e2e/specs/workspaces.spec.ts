import type { Locator, Page } from '@playwright/test'
import { getSeriousFindings } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'
import { TouchInput } from '../support/touch.ts'
import { REGULAR } from '../support/visitor.ts'
import { findLatinWords, getPageTexts } from '../support/words.ts'

// Other specs add markets: without a last visit, the first of all is shown.
const VISITOR = { ...REGULAR, symbol: 'DEMO:BTCUSD' }
test.use({ visitor: VISITOR })

/** The page of workspaces, by accessible names in English. */
class WorkspacePage {
  readonly page: Page
  readonly cells: Locator
  readonly charts: Locator
  readonly tabs: Locator
  readonly separators: Locator

  constructor(page: Page) {
    this.page = page
    this.cells = page.locator('section[data-cell]')
    this.charts = page.getByRole('application', { name: /^Order flow chart of / })
    this.tabs = page.getByRole('tablist', { name: 'Tabs' }).getByRole('tab')
    this.separators = page.getByRole('separator', { name: 'Resize' })
  }

  async addTab(preset: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New tab' }).click()
    await this.page.getByRole('menuitem', { name: preset }).click()
    await expect(this.tabs.and(this.page.locator('[aria-selected=true]'))).toHaveText(new RegExp(`^${preset}`))
  }

  async add(kind: string): Promise<void> {
    await this.page.getByRole('button', { name: /Add$/ }).click()
    await this.page.getByRole('menuitem', { name: kind }).click()
  }

  async choose(cell: Locator, item: string): Promise<void> {
    await cell.getByRole('button', { name: 'Cell menu' }).click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  async setGroup(cell: Locator, name: string): Promise<void> {
    await cell.getByRole('button', { name: /^Group: / }).click()
    await this.page.getByRole('menuitemradio', { name }).click()
  }

  /** Waits until this many charts have drawn their bars. */
  async waitUntilReady(count: number): Promise<void> {
    await expect(this.cells.locator('[data-chart-state="ready"]')).toHaveCount(count, { timeout: 30_000 })
    await expect(this.cells.locator('[data-chart][data-to]')).toHaveCount(count)
  }

  /** Symbol and cycle of every chart, in the order of the grid. */
  async shown(): Promise<string[]> {
    const charts = await this.charts.evaluateAll((list) =>
      list
        .map((chart) => ({ name: chart.getAttribute('aria-label') ?? '', box: chart.getBoundingClientRect() }))
        .toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
        .map(({ name }) => /of (\S+), cycle (\S+),/.exec(name)?.slice(1).join(' ') ?? name),
    )
    return charts
  }

  /** Marks every chart's element: a chart that is created again has no mark. */
  async mark(): Promise<void> {
    await this.charts.evaluateAll((list) => list.forEach((chart) => Object.assign(chart, { isMarked: true })))
  }

  async countMarked(): Promise<number> {
    return this.charts.evaluateAll((list) => list.filter((chart) => 'isMarked' in chart).length)
  }
}

const BTC = ['DEMO:BTCUSD 1m', 'DEMO:BTCUSD 5m', 'DEMO:BTCUSD 15m', 'DEMO:BTCUSD 1h']
const ETH = BTC.map((shown) => shown.replace('BTC', 'ETH'))

test('builds a workspace of linked charts, arranges it and finds it again', async ({ page, order }) => {
  test.setTimeout(150_000)
  const workspace = new WorkspacePage(page)
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await page.getByRole('link', { name: 'Workspace', exact: true }).click()
  await expect(page).toHaveURL('/workspace')
  await expect(page).toHaveTitle(/^Workspace/)
  await workspace.addTab('Multi-timeframe')
  await workspace.waitUntilReady(4)
  expect(await workspace.shown()).toEqual(BTC)
  expect(await getSeriousFindings(page)).toEqual([])

  // The symbol of one chart is that of its group.
  const second = workspace.cells.nth(1)
  await second.getByRole('button', { name: /BTC\/USD/ }).click()
  await order.picker.getByRole('option', { name: /ETH\/USD/ }).click()
  await order.switchButton.click()
  await expect.poll(() => workspace.shown()).toEqual(ETH)
  await workspace.waitUntilReady(4)

  // A chart without a group keeps what it shows, until it joins one.
  await workspace.setGroup(second, 'No group')
  await second.getByRole('button', { name: /ETH\/USD/ }).click()
  await order.picker.getByRole('option', { name: /BTC\/USD/ }).click()
  await order.switchButton.click()
  await expect.poll(() => workspace.shown()).toEqual(ETH.with(1, BTC[1]))
  await workspace.setGroup(second, 'Blue')
  await expect.poll(() => workspace.shown()).toEqual(ETH)
  await workspace.waitUntilReady(4)

  // The active chart is that of the toolbar: keys choose another one.
  await page.locator('main').focus()
  await expect(second).toHaveAttribute('data-active', 'true')
  await page.keyboard.press('.')
  await expect(workspace.cells.nth(2)).toHaveAttribute('data-active', 'true')
  await expect(page.getByRole('radio', { name: '15 minutes' })).toBeChecked()

  // Filling the tab, moving and resizing neither create nor load a chart again.
  await workspace.mark()
  await page.keyboard.press('m')
  await expect(workspace.charts.filter({ visible: true })).toHaveCount(1)
  await page.keyboard.press('.')
  await expect(page.getByRole('radio', { name: '1 hour' })).toBeChecked()
  await expect(workspace.charts.filter({ visible: true })).toHaveCount(1)
  await page.keyboard.press('m')
  await expect(workspace.charts.filter({ visible: true })).toHaveCount(4)
  await workspace.choose(workspace.cells.nth(3), 'Swap with the previous one')
  await expect.poll(() => workspace.shown()).toEqual([ETH[0], ETH[1], ETH[3], ETH[2]])
  await page.keyboard.press('Alt+z')
  await expect.poll(() => workspace.shown()).toEqual(ETH)
  const separator = workspace.separators.first()
  const width = async () => (await workspace.cells.first().boundingBox())!.width
  const before = await width()
  await separator.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(width).toBeGreaterThan(before)
  expect(await workspace.countMarked()).toBe(4)

  // A head is dragged to the edge of another cell.
  const head = workspace.cells.nth(3).locator('header')
  const target = (await workspace.cells.first().boundingBox())!
  await head.hover({ position: { x: 300, y: 12 } })
  await page.mouse.down()
  await page.mouse.move(target.x + 60, target.y + target.height / 2 + 20, { steps: 5 })
  await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => workspace.shown()).toEqual([ETH[3], ETH[0], ETH[1], ETH[2]])
  expect(await workspace.countMarked()).toBe(4)

  // Panels follow the charts; a limit is named.
  await workspace.add('Ladder')
  const ladder = page.getByRole('complementary', { name: 'Ladder', exact: true })
  await expect(ladder).toContainText('Best bid')
  await workspace.add('Chart')
  await workspace.add('Chart')
  await workspace.waitUntilReady(6)
  await page.getByRole('button', { name: /Add$/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Chart' })).toContainText('limit reached')
  await page.keyboard.press('Escape')

  // A reload shows the same workspace.
  const shown = await workspace.shown()
  await page.reload()
  await workspace.waitUntilReady(6)
  expect(await workspace.shown()).toEqual(shown)
  await expect(ladder).toBeVisible()

  // A chart is continued on its own page.
  await workspace.choose(workspace.cells.filter({ has: page.getByText('DEMO · 15m') }), 'Open on the chart page')
  await order.expectApplied({ symbol: 'DEMO:ETHUSD', cycle: '15m', precision: await precisionOf(page) })
})

const precisionOf = async (page: Page) => new URL(page.url()).searchParams.get('precision') ?? ''

test('tabs are renamed, moved, chosen by keys and closed', async ({ page }) => {
  const workspace = new WorkspacePage(page)
  await page.goto('/workspace')
  await workspace.addTab('Scalping')
  await expect(page.getByRole('complementary', { name: 'Time & sales' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Watchlist' })).toContainText('ETH/USD')
  await workspace.waitUntilReady(1)
  expect(await getSeriousFindings(page)).toEqual([])

  // A market of the watchlist is that of its group.
  await page.getByRole('complementary', { name: 'Watchlist' }).getByText('ETH/USD').click()
  await expect.poll(() => workspace.shown()).toEqual([expect.stringMatching(/^DEMO:ETHUSD /)])

  await workspace.tabs.filter({ hasText: 'Scalping' }).dblclick()
  await page.getByRole('textbox', { name: 'Name of the tab' }).fill('My scalps')
  await page.keyboard.press('Enter')
  await workspace.addTab('Single')
  const count = await workspace.tabs.count()
  await page.getByRole('button', { name: 'Tab menu' }).click()
  await page.getByRole('menuitem', { name: 'Move left' }).click()
  await expect(workspace.tabs.nth(count - 2)).toHaveText('Single')
  await page.locator('main').focus()
  await page.keyboard.press(`Alt+${count}`)
  await expect(workspace.tabs.last()).toHaveAttribute('aria-selected', 'true')
  await expect(workspace.tabs.last()).toHaveText('My scalps')
  await workspace.tabs.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(workspace.tabs.nth(count - 2)).toBeFocused()
  await expect(workspace.tabs.nth(count - 2)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Tab menu' }).click()
  await page.getByRole('menuitem', { name: 'Close tab' }).click()
  await expect(workspace.tabs).toHaveCount(count - 1)
  await page.locator('main').focus()
  await page.keyboard.press('Alt+z')
  await expect(workspace.tabs).toHaveCount(count)

  // A tab without charts says what to do; closing the last chart can be undone.
  await page.keyboard.press(`Alt+${count}`)
  const chart = workspace.cells.and(page.locator('[data-kind=chart]'))
  await workspace.waitUntilReady(1)
  await workspace.choose(chart, 'Close')
  await expect(page.getByText('Panels follow a chart: add a chart first.').first()).toBeVisible()
  await page.locator('main').focus()
  await page.keyboard.press('Alt+z')
  await workspace.waitUntilReady(1)
})

test.describe('in Chinese', () => {
  test.use({ visitor: { ...VISITOR, language: 'zh', theme: 'light' } })
  test('every text of the page is Chinese, and the palette opens it', async ({ page, order }) => {
    const workspace = new WorkspacePage(page)
    await page.goto('/order')
    await order.waitUntilReady()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('工作区')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/workspace')
    await page.getByRole('button', { name: '新建标签页' }).click()
    await page.getByRole('menuitem', { name: '短线' }).click()
    await workspace.cells.locator('[data-chart-state="ready"]').waitFor()
    // Venues and symbols, those of markets that other specs add included.
    const isAllowed = /(?:DEMO|GAPS|TAPE)(?::\w+)?|\b\d+[mh]\b|BTC|ETH|USD|TradingView Lightweight Charts™/g
    const texts = (await getPageTexts(page)).map((text) => findLatinWords(text.replace(isAllowed, '')))
    expect(texts.filter((words) => words !== '')).toEqual([])
    expect(await getSeriousFindings(page)).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('cells are swiped one by one, and tabs stay within reach', async ({ page }) => {
    const workspace = new WorkspacePage(page)
    const touch = await TouchInput.create(page)
    await page.goto('/workspace')
    await workspace.addTab('Scalping')
    await workspace.waitUntilReady(1)
    const dots = page.getByRole('navigation', { name: 'Cells' }).getByRole('button')
    await expect(dots).toHaveCount(4)
    await expect(dots.first()).toHaveAttribute('aria-current', 'true')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await getSeriousFindings(page)).toEqual([])

    const head = (await workspace.cells.first().locator('header').boundingBox())!
    const y = head.y + head.height / 2
    await touch.move([{ from: { x: 300, y }, to: { x: 60, y } }])
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
    const ladder = page.getByRole('complementary', { name: 'Ladder', exact: true })
    await expect(ladder).toBeInViewport({ ratio: 0.9 })
    await dots.nth(2).tap()
    await expect(page.getByRole('complementary', { name: 'Time & sales' })).toBeInViewport({ ratio: 0.9 })
    await dots.first().tap()
    await expect(workspace.charts).toBeInViewport({ ratio: 0.9 })

    const scalping = workspace.tabs.filter({ hasText: 'Scalping' })
    await workspace.tabs.first().tap()
    await expect(scalping).toHaveAttribute('aria-selected', 'false')
    await scalping.tap()
    await expect(scalping).toHaveAttribute('aria-selected', 'true')
    await expect(dots).toHaveCount(4)
  })
})
