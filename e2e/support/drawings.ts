import { expect, type Locator, type Page } from '@playwright/test'
import { getBarsBox } from './readout.ts'

/** Page object of the drawing tools, in English. */
export class DrawingTools {
  readonly page: Page
  readonly rail: Locator
  /** Toolbar of the selected drawing. */
  readonly bar: Locator

  constructor(page: Page) {
    this.page = page
    this.rail = page.getByRole('toolbar', { name: 'Drawing tools' })
    this.bar = page.getByRole('toolbar', { name: 'Selected drawing' })
  }

  async expectDrawn(count: number): Promise<void> {
    await expect(this.rail).toHaveAttribute('data-drawings', String(count))
  }

  /** Waits until the drawings are saved on the server. */
  async saved(): Promise<void> {
    await expect(this.rail).toHaveAttribute('data-save', 'saved')
  }

  /** A point in the pane of the bars; x and y from 0 to 1. */
  async at(x: number, y: number): Promise<{ x: number; y: number }> {
    const { left, right, top, bottom } = await getBarsBox(this.page)
    return { x: left + (right - left) * x, y: top + (bottom - top) * y }
  }

  /** Clicks a point, or drags from one to another. */
  async press(from: readonly [number, number], to?: readonly [number, number]): Promise<void> {
    const { mouse } = this.page
    const start = await this.at(...from)
    await mouse.move(start.x, start.y)
    await mouse.down()
    if (to) {
      const end = await this.at(...to)
      await mouse.move(end.x, end.y, { steps: 4 })
    }
    await mouse.up()
  }

  /** Names of the drawings in the list, topmost first. */
  async names(): Promise<string[]> {
    await this.rail.getByRole('button', { name: /^Drawings \(/ }).click()
    const menu = this.page.getByRole('menu', { name: 'Drawings' })
    await expect(menu).toBeVisible()
    const names = await menu.getByRole('menuitem').allInnerTexts()
    await this.page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    return names.slice(0, -1)
  }

  async select(name: RegExp): Promise<void> {
    await this.rail.getByRole('button', { name: /^Drawings \(/ }).click()
    await this.page.getByRole('menuitem', { name }).click()
    await expect(this.bar).toBeVisible()
  }
}
