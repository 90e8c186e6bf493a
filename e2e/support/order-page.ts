import { expect, type Locator, type Page } from '@playwright/test'

export interface Selection {
  readonly symbol: string
  readonly cycle: string
  readonly precision: string
}

/** Page object of the order-flow page, by accessible names in English. */
export class OrderPage {
  readonly page: Page
  readonly area: Locator
  readonly chart: Locator
  readonly symbolButton: Locator
  readonly picker: Locator
  readonly switchButton: Locator
  readonly indicatorsButton: Locator
  readonly panel: Locator
  readonly tapeButton: Locator
  readonly tape: Locator
  readonly readout: Locator
  readonly legend: Locator
  readonly status: Locator

  constructor(page: Page) {
    this.page = page
    this.area = page.locator('[data-chart-state]')
    this.chart = page.getByRole('application', { name: /^Order flow chart of / })
    this.symbolButton = page.getByRole('button', { name: /^Symbol / })
    this.picker = page.getByRole('dialog', { name: 'Select symbol' })
    this.switchButton = page.getByRole('button', { name: 'Switch', exact: true })
    this.indicatorsButton = page.getByRole('button', { name: 'Indicators', exact: true })
    this.panel = page.getByRole('complementary', { name: 'Indicators and layers' })
    this.tapeButton = page.getByRole('button', { name: 'Time & sales', exact: true })
    this.tape = page.getByRole('complementary', { name: 'Time & sales' })
    this.readout = page.getByRole('group', { name: 'Readout' })
    this.legend = page.getByRole('group', { name: 'Legend' })
    this.status = page.getByRole('region', { name: 'Status', exact: true })
  }

  async open(query: Record<string, string> = {}): Promise<void> {
    const search = new URLSearchParams(query).toString()
    await this.page.goto(`/order${search && `?${search}`}`)
    await this.waitUntilReady()
  }

  /** Waits until the bars are loaded and drawn. */
  async waitUntilReady(): Promise<void> {
    await expect(this.area).toHaveAttribute('data-chart-state', 'ready')
    await expect(this.page.locator('[data-chart]')).toHaveAttribute('data-to', /^\d+$/)
  }

  async expectApplied({ symbol, cycle, precision }: Selection): Promise<void> {
    await expect(this.chart).toHaveAccessibleName(
      `Order flow chart of ${symbol}, cycle ${cycle}, precision ${precision}`,
    )
    await expect(this.page).toHaveURL(
      (url) =>
        url.searchParams.get('symbol') === symbol &&
        url.searchParams.get('cycle') === cycle &&
        url.searchParams.get('precision') === precision,
    )
    await this.waitUntilReady()
  }

  /** Indexes of the first and last visible bar among the loaded ones, and the level of detail of their cells. */
  async getView(): Promise<{ from: number; to: number; count: number; detail: string | undefined }> {
    const { from, to, detail } = await this.page
      .locator('[data-chart]')
      .evaluate((chart) => ({ ...(chart as HTMLElement).dataset }))
    return { from: Number(from), to: Number(to), count: Number(to) - Number(from) + 1, detail }
  }

  async getBarsLoaded(): Promise<number> {
    const text = await this.status.innerText()
    return Number(/(\d+) bars loaded/.exec(text ?? '')?.[1] ?? Number.NaN)
  }

  /** Right-clicks the chart until its menu opens: the menu loads after the bars. */
  async openMenu(at: { readonly x: number; readonly y: number }): Promise<Locator> {
    const menu = this.page.getByRole('menu', { name: 'Chart', exact: true })
    await expect(async () => {
      await this.page.mouse.click(at.x, at.y, { button: 'right' })
      await expect(menu).toBeVisible({ timeout: 2_000 })
    }).toPass()
    return menu
  }

  /** Moves the pointer off the chart, so that the readout shows the newest bar. */
  async leaveChart(): Promise<void> {
    await this.page.mouse.move(400, 10)
  }
}
