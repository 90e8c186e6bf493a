import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium, NO_BROWSER } from '../../../../tools/chromium.mjs'
import { bundlePage, openBrowser, openPage } from './open-page.ts'

const executablePath = await findChromium()
if (executablePath === null) console.log(`chart in a browser: not run. ${NO_BROWSER}`)

/** Bundled once for all tests. */
let bundle: Promise<string> | undefined

const RATIOS = [
  { ratio: 1, tags: [] },
  { ratio: 1.5, tags: ['long'] },
  { ratio: 2, tags: ['long'] },
]

for (const { ratio, tags } of RATIOS)
  describe.skipIf(executablePath === null)(`the chart at ${ratio} device px per CSS px`, { tags }, () => {
    let browser: Browser
    let page: Page
    let script: string

    beforeAll(async () => {
      script = await (bundle ??= bundlePage())
      browser = await openBrowser(executablePath ?? '', ratio)
    })
    afterAll(() => browser?.close())
    beforeEach(async () => {
      page = await openPage(browser, script, ratio)
      await page.evaluate(() => window.page.create(120))
      await page.evaluate(() => window.page.frames())
    })
    afterEach(() => page.context().close())

    /** Number of pixels in which the incrementally painted chart differs from one painted at once. */
    async function strayPixels(): Promise<number> {
      return page.evaluate(async () => {
        window.page.keepPicture()
        // Other settings, though equal: nothing prepared for these bars is used again.
        window.page.chart().setSettings({ ...window.page.EXAMPLE_SETTINGS })
        window.page.chart().invalidate()
        await window.page.frames()
        return window.page.changedPixels()
      })
    }

    async function drag(fromX: number, fromY: number, toX: number, toY: number): Promise<void> {
      await page.mouse.move(fromX, fromY)
      await page.mouse.down()
      await page.mouse.move(toX, toY, { steps: 9 })
      await page.mouse.up()
      await page.mouse.move(2, 2)
      await page.evaluate(() => window.page.frames())
    }

    it('initially shows the newest bars with readable numbers', async () => {
      const range = await page.evaluate(() => window.page.chart().visibleRange())
      expect(range).toMatchObject({ atNow: true, detail: 'numbers', priceScale: 'fit', to: 79 })
      expect(range.to - range.from).toBeGreaterThan(5)
    })

    it('paints the same picture trade by trade as at once', async () => {
      await page.evaluate(() => window.page.feed(120, 131))
      expect(await page.evaluate(() => window.page.chart().visibleRange().to)).toBe(90)
      expect(await strayPixels()).toBe(0)
    })

    it('paints the same picture when panned pixel by pixel as at once', async () => {
      await drag(500, 200, 713, 203)
      expect(await strayPixels()).toBe(0)
      await drag(500, 200, 391, 287)
      expect(await page.evaluate(() => window.page.chart().visibleRange().priceScale)).toBe('manual')
      expect(await strayPixels()).toBe(0)
    })

    it('paints the numbers of the new bars when all bars are replaced', async () => {
      await page.evaluate(() => window.page.replace(37, 117))
      expect(await page.evaluate(() => window.page.chart().visibleRange().detail)).toBe('numbers')
      expect(await strayPixels()).toBe(0)
    })

    it('does not change the picture when older bars are added', async () => {
      await drag(300, 200, 640, 203)
      await page.evaluate(() => window.page.keepPicture())
      await page.evaluate(() => window.page.older(40))
      expect(await page.evaluate(() => window.page.chart().bars().length)).toBe(120)
      expect(await page.evaluate(() => window.page.changedPixels())).toBe(0)
    })

    it('removes all elements, listeners and observers on destroy', async () => {
      await page.evaluate(() => window.page.feed(120, 123))
      await page.evaluate(() => window.page.chart().destroy())
      const once = await page.evaluate(() => window.page.traces())
      await page.evaluate(() => window.page.create(120))
      await page.evaluate(() => window.page.frames())
      await page.evaluate(() => window.page.chart().destroy())
      await page.evaluate(() => window.page.frames())
      expect(await page.evaluate(() => window.page.traces())).toEqual(once)
      // The test driver adds window listeners too; equal counts show that destroyed charts leave none behind.
      expect(once).toMatchObject({ document: 0, root: 0, observers: 0 })
    })
  })

describe.skipIf(executablePath === null)('chart interaction', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await openBrowser(executablePath ?? '', 1)
    page = await openPage(browser, await bundlePage(), 1)
    await page.evaluate(() => window.page.create(120))
    await page.evaluate(() => window.page.frames())
  })
  afterAll(() => browser?.close())

  const range = () => page.evaluate(() => window.page.chart().visibleRange())
  const settled = () => page.evaluate(() => window.page.frames())

  it('reports the bar, the row and the cell under the crosshair', async () => {
    await page.mouse.move(500, 250)
    await page.mouse.move(502, 251)
    await settled()
    const { readout, bar } = await page.evaluate(() => {
      const last = window.page.readouts.at(-1) ?? null
      const bars = window.page.chart().bars()
      const t = last === null || last.cell < 0 ? null : bars.row[last.cell]
      return { readout: last, bar: t }
    })
    expect(readout).toMatchObject({ pane: 'main', x: 502, y: 251 })
    expect(Math.floor((readout?.tick ?? 0) / 5)).toBe(readout?.row)
    if (bar !== null) expect(bar).toBe(readout?.row)
  })

  it('reports the bar but no row for a crosshair in the statistics table', async () => {
    await page.mouse.move(500, 640)
    await settled()
    expect(await page.evaluate(() => window.page.readouts.at(-1))).toMatchObject({
      pane: 'statistics',
      row: null,
      cell: -1,
    })
  })

  it('zooms time with the wheel, and price with the wheel over the price axis or with Alt', async () => {
    const before = await range()
    await page.mouse.move(500, 200)
    for (let n = 0; n < 3; n++) await page.mouse.wheel(0, 100)
    await settled()
    const zoomed = await range()
    expect(zoomed.to - zoomed.from).toBeGreaterThan(before.to - before.from)
    expect(zoomed.priceScale).toBe('fit')
    await page.mouse.move(980, 200)
    await page.mouse.wheel(0, 100)
    await settled()
    expect((await range()).priceScale).toBe('manual')
    for (const next of ['fit', 'readable', 'fit']) {
      await page.mouse.dblclick(980, 200)
      await settled()
      expect((await range()).priceScale).toBe(next)
    }
    const width = (await range()).to - (await range()).from
    await page.mouse.move(500, 200)
    await page.keyboard.down('Alt')
    await page.mouse.wheel(0, 100)
    await page.keyboard.up('Alt')
    await settled()
    expect(await range()).toMatchObject({ priceScale: 'manual' })
    expect((await range()).to - (await range()).from).toBe(width)
  })

  it('reports an effort mark under the pointer with its reasons, and null once when the pointer leaves', async () => {
    const mark = await page.evaluate(async () => {
      const { page: test } = window
      const chart = test.chart()
      const effort = chart.analysis().efforts.at(-1)
      if (effort === undefined) return null
      chart.scrollToTime(effort.t)
      chart.resetPriceScale()
      await test.frames()
      test.hits.length = 0
      return effort
    })
    expect(mark).not.toBeNull()
    // Search where the mark must be: above its bar, in the middle of the pane.
    for (
      let y = 8;
      y < 420 && !(await page.evaluate(() => window.page.hits.some((hit) => hit?.kind === 'effort')));
      y += 4
    ) {
      for (const x of [450, 458, 466, 474]) await page.mouse.move(x, y)
    }
    await page.mouse.move(5, 690)
    await settled()
    const hits = await page.evaluate(() => window.page.hits)
    const efforts = hits.filter((hit) => hit?.kind === 'effort')
    expect(efforts.length).toBeGreaterThan(0)
    expect(efforts[0]).toMatchObject({ effort: mark })
    expect(hits.at(-1)).toBeNull()
  })

  it('moves with the arrow keys and returns to the newest bar', async () => {
    await page.mouse.click(500, 200)
    await page.keyboard.press('Home')
    await settled()
    expect((await range()).from).toBe(0)
    expect(await page.evaluate(() => window.page.olderAsked)).toEqual([40 * 60_000])
    await page.keyboard.press('ArrowUp')
    await settled()
    expect((await range()).priceScale).toBe('manual')
    await page.keyboard.press('End')
    await settled()
    expect(await range()).toMatchObject({ atNow: true, priceScale: 'fit' })
  })

  it('follows new bars only while the newest bar is visible', async () => {
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await settled()
    const away = await range()
    await page.evaluate(() => window.page.feed(120, 124))
    expect(await range()).toMatchObject({ from: away.from, to: away.to, atNow: false })
    await page.keyboard.press('End')
    await page.evaluate(() => window.page.feed(124, 126))
    expect(await range()).toMatchObject({ to: 85, atNow: true })
  })

  it('clears the old bars when the data becomes empty', async () => {
    const painted = await page.evaluate(async () => {
      const { page: test } = window
      const ink = (): number => {
        const { canvas } = test.chart().screenshot()
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, 900, 640).data ?? []
        return new Set(
          Array.from(
            { length: pixels.length / 4 },
            (_, n) => `${pixels[4 * n]} ${pixels[4 * n + 1]} ${pixels[4 * n + 2]}`,
          ),
        ).size
      }
      const before = ink()
      test.empty()
      await test.frames()
      const colours = ink()
      test.refill()
      await test.frames()
      return { before, colours, after: ink() }
    })
    expect(painted.before).toBeGreaterThan(50)
    // Background, separators and table lines only.
    expect(painted.colours).toBeLessThan(6)
    expect(painted.after).toBeGreaterThan(50)
  })

  it('toggles every pane off and on', async () => {
    const heights = await page.evaluate(async () => {
      const rows = (): number => document.querySelectorAll('#chart tr').length
      const chart = window.page.chart()
      const all = rows()
      const { EXAMPLE_SETTINGS: settings } = window.page
      chart.setSettings({ ...settings, panes: { volume: false, cvd: false, statistics: false } })
      await window.page.frames()
      const none = rows()
      chart.setSettings(settings)
      await window.page.frames()
      return { all, none, again: rows() }
    })
    expect(heights.none).toBeLessThan(heights.all)
    expect(heights.again).toBe(heights.all)
  })
})
