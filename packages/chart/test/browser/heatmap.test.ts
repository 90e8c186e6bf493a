import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium, NO_BROWSER } from '../../../../tools/chromium.mjs'
import { bundlePage, openBrowser, openPage } from './open-page.ts'

const executablePath = await findChromium()
if (executablePath === null) console.log(`the heatmap in a browser: not run. ${NO_BROWSER}`)

let bundle: Promise<string> | undefined

/** Columns of the book; those up to the last loaded bar are 0 to 720. */
const COLUMNS = 720

const RATIOS = [
  { ratio: 1, tags: [] },
  { ratio: 1.5, tags: ['long'] },
  { ratio: 2, tags: ['long'] },
]

for (const { ratio, tags } of RATIOS)
  describe.skipIf(executablePath === null)(`the heatmap at ${ratio} device px per CSS px`, { tags }, () => {
    let browser: Browser
    let page: Page

    beforeAll(async () => {
      browser = await openBrowser(executablePath ?? '', ratio)
    })
    afterAll(() => browser?.close())
    beforeEach(async () => {
      page = await openPage(browser, await (bundle ??= bundlePage()), ratio)
      await page.evaluate(async () => {
        window.page.create(120)
        await window.page.frames()
      })
    })
    afterEach(() => page.context().close())

    /** Number of pixels that differ from a chart on which the heatmap of these columns is new. */
    async function strayPixels(columns: number, capacity?: number): Promise<number> {
      return page.evaluate(
        async ([count, kept]) => {
          window.page.keepPicture()
          window.page.removeHeat()
          await window.page.frames()
          if (window.page.changedPixels() < 10_000) throw new Error('the picture shows no heatmap')
          window.page.heat(count, kept)
          await window.page.frames()
          return window.page.changedPixels()
        },
        [columns, capacity] as const,
      )
    }

    it('paints the same picture column by column as at once', async () => {
      await page.evaluate(() => window.page.heat(640))
      await page.evaluate(() => window.page.frames())
      await page.evaluate((to) => window.page.heatLive(640, to), COLUMNS)
      expect(await strayPixels(COLUMNS)).toBe(0)
    })

    it('paints the same picture after its ring has wrapped around', async () => {
      await page.evaluate(() => window.page.heat(500, 150))
      await page.evaluate((to) => window.page.heatLive(500, to), COLUMNS)
      expect(await strayPixels(COLUMNS, 150)).toBe(0)
    })

    it('moves with the chart', async () => {
      await page.evaluate((count) => window.page.heat(count), COLUMNS)
      await page.mouse.move(500, 200)
      await page.mouse.down()
      await page.mouse.move(713, 231, { steps: 9 })
      await page.mouse.up()
      await page.mouse.move(2, 2)
      await page.evaluate(() => window.page.frames())
      expect(await strayPixels(COLUMNS)).toBe(0)
    })
  })

describe.skipIf(executablePath === null)('the heatmap on a chart', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await openBrowser(executablePath ?? '', 1)
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    page = await openPage(browser, await (bundle ??= bundlePage()), 1)
    await page.evaluate(async () => {
      window.page.create(120)
      await window.page.frames()
    })
  })
  afterEach(() => page.context().close())

  /** Colours at a column and row of the book, without the bars, in a square of a few pixels. */
  async function coloursAt(t: number, tick: number, size = 12): Promise<string[]> {
    return page.evaluate(
      async ([time, price, side]) => {
        const { page: test } = window
        const chart = test.chart()
        chart.setSettings({
          ...test.EXAMPLE_SETTINGS,
          showBars: false,
          layers: { ...test.EXAMPLE_SETTINGS.layers, zones: false },
        })
        chart.scrollToTime(time)
        await test.frames()
        test.keepPicture()
        const places = chart.coordinates()
        if (places === null) throw new Error('no coordinates')
        const x = Math.round(places.xOfTime(time) - side / 2)
        const y = Math.round(places.yOfTick(price) - side / 2)
        return test.coloursIn(x, y, side, side)
      },
      [t, tick, size] as const,
    )
  }

  const START = 60 * 60_000
  const read = (t: number, tick: number) =>
    page.evaluate(([time, price]) => window.page.heatLayer().levelAt(time, price), [t, tick] as const)

  it('shows known, unknown and missing differently', async () => {
    await page.evaluate((count) => window.page.heat(count), COLUMNS)
    const close = await page.evaluate(() => window.page.chart().bars().close[65])
    // Columns 270 to 324 are missing: minutes 22.5 to 27 after the start.
    const missing = START + 25 * 60_000
    const known = START + 10 * 60_000
    expect(await read(missing, close)).toMatchObject({ knowledge: 'missing' })
    expect(await read(known, close)).toMatchObject({ knowledge: 'known' })
    expect(await read(known, close + 100)).toMatchObject({ knowledge: 'unknown' })
    const ofMissing = await coloursAt(missing, close, 30)
    const ofKnown = await coloursAt(known, close, 30)
    // Another ground between the lines.
    const [ground] = ofMissing
    expect(ground).not.toBe('14,17,22')
    expect(ofMissing.length).toBeGreaterThan(1)
    expect(ofKnown).not.toContain(ground)
    // The rows outside the window are brought into view.
    await page.evaluate(async () => {
      for (let n = 0; n < 12; n++) window.page.chart().zoom('price', 0.8)
      await window.page.frames()
    })
    const ofUnknown = await coloursAt(known, close + 100, 30)
    expect(ofUnknown[0]).toBe(ground)
    expect(ofUnknown.length).toBeGreaterThan(1)
    expect(ofUnknown[1]).not.toBe(ofMissing[1])
  })

  it('colours by another quantity of the intervals, and again as before', async () => {
    const changed = await page.evaluate(async () => {
      const { page: test } = window
      test.heat(720)
      await test.frames()
      test.keepPicture()
      const counts: number[] = []
      for (const value of ['max', 'mean', 'end'] as const) {
        test.heatLayer().setValue(value)
        await test.frames()
        counts.push(test.changedPixels())
      }
      return counts
    })
    expect(changed[0]).toBeGreaterThan(100)
    expect(changed[1]).toBeGreaterThan(100)
    expect(changed[2]).toBe(0)
  })

  it('reads what is under a point', async () => {
    await page.evaluate((count) => window.page.heat(count), COLUMNS)
    await page.evaluate(() => window.page.frames())
    const { at, there } = await page.evaluate(() => {
      const { page: test } = window
      const places = test.chart().coordinates()
      const bars = test.chart().bars()
      const last = bars.length - 1
      if (places === null) throw new Error('no coordinates')
      // The middle of the last bar is half a minute after its start.
      const tick = bars.low[last]
      return {
        at: test.heatLayer().readoutAt(places.xOfBar(last) + 1, places.yOfTick(tick)),
        there: test.heatLayer().levelAt(bars.t[last] + 31_000, tick),
      }
    })
    expect(at).toEqual(there)
    expect(at).not.toBeNull()
  })

  it('shows the largest quantity where rows are narrower than a pixel', async () => {
    await page.evaluate((count) => window.page.heat(count), COLUMNS)
    await page.evaluate(async () => {
      const { page: test } = window
      const layer = test.heatLayer()
      const { t, close, length } = test.chart().bars()
      // A single row of a single column is full, all others are empty.
      layer.setColumns({
        intervalMs: 5_000,
        step: 1,
        length: 12,
        fromMs: t[length - 5],
        state: new Uint8Array(12).fill(3),
        seconds: new Uint32Array(12).fill(5),
        lowRow: new Float64Array(12).fill(close[length - 5] - 5_000),
        highRow: new Float64Array(12).fill(close[length - 5] + 5_000),
        bestBid: new Float64Array(12).fill(Number.NaN),
        bestAsk: new Float64Array(12).fill(Number.NaN),
        cellEnd: Uint32Array.from({ length: 12 }, (_, i) => (i < 5 ? 0 : 1)),
        side: Uint8Array.of(0),
        row: Float64Array.of(close[length - 5] + 37),
        lots: Float64Array.of(1e9),
        up: Float64Array.of(0),
        sum: Float64Array.of(0),
        min: Float64Array.of(0),
        max: Float64Array.of(1e9),
      })
      for (let n = 0; n < 40; n++) test.chart().zoom('price', 0.8)
      test.chart().showTimes(t[0], t[length - 1])
      for (let n = 0; n < 40; n++) test.chart().zoom('price', 0.8)
      await test.frames()
      test.keepPicture()
    })
    const rowPx = await page.evaluate(() => window.page.chart().coordinates()?.tickPx ?? 1)
    expect(rowPx).toBeLessThan(0.5)
    const colours = await page.evaluate(() => window.page.coloursIn(0, 0, 900, 400))
    const full = await page.evaluate(() => window.page.fullColour())
    expect(colours).toContain(full)
  })

  it('leaves the chart as it was when it is removed', async () => {
    await page.evaluate(async () => {
      window.page.keepPicture()
      window.page.heat(720)
      await window.page.frames()
    })
    expect(await page.evaluate(() => window.page.changedPixels())).toBeGreaterThan(10_000)
    const traces = await page.evaluate(async () => {
      const during = window.page.traces()
      window.page.removeHeat()
      await window.page.frames()
      return { during, after: window.page.traces(), changed: window.page.changedPixels() }
    })
    expect(traces).toEqual({ during: traces.during, after: traces.during, changed: 0 })
  })

  it('shows neither cells nor candles when bars are hidden, and the same as before when they return', async () => {
    const { hidden, again } = await page.evaluate(async () => {
      const { page: test } = window
      test.keepPicture()
      test.chart().setSettings({ ...test.EXAMPLE_SETTINGS, showBars: false })
      await test.frames()
      const away = test.changedPixels()
      test.chart().setSettings(test.EXAMPLE_SETTINGS)
      await test.frames()
      return { hidden: away, again: test.changedPixels() }
    })
    expect(hidden).toBeGreaterThan(20_000)
    expect(again).toBe(0)
  })

  it('paints panes of series like the others: trade by trade as at once, and removes them', async () => {
    const result = await page.evaluate(async () => {
      const { page: test } = window
      const chart = test.chart()
      const rows = (): number => document.querySelectorAll('#chart tr').length
      const before = rows()
      const [line, columns] = (['line', 'bars'] as const).map((style) =>
        test.createSeriesPane(chart, { name: `added:${style}`, style, title: () => style, format: String }),
      )
      const { t, length } = chart.bars()
      const wave = (count: number): Float64Array =>
        Float64Array.from({ length: count }, (_, n) => (n % 9 === 8 ? Number.NaN : 50 + n + 9 * Math.sin(n)))
      for (let count = length - 4; count <= length; count++) {
        line.setSeries({ t: t.slice(0, count), values: wave(count) })
        columns.setSeries({ t: t.slice(0, count), values: wave(count), below: wave(count) })
        await test.frames()
      }
      test.keepPicture()
      chart.invalidate()
      await test.frames()
      const stray = test.changedPixels()
      // Another pane comes and goes; the values stay.
      const { panes } = test.EXAMPLE_SETTINGS
      chart.setSettings({ ...test.EXAMPLE_SETTINGS, panes: { ...panes, cvd: !panes.cvd } })
      await test.frames()
      chart.setSettings(test.EXAMPLE_SETTINGS)
      await test.frames()
      const again = test.changedPixels()
      line.setSeries(null)
      await test.frames()
      const emptied = test.changedPixels()
      const shown = rows()
      line.remove()
      columns.remove()
      await test.frames()
      return { stray, again, emptied, added: shown - before, left: rows() - before }
    })
    expect(result).toMatchObject({ stray: 0, again: 0, left: 0 })
    expect(result.emptied).toBeGreaterThan(100)
    expect(result.added).toBeGreaterThan(0)
  })

  it('shows the value of the bar under the crosshair in a pane of a series', async () => {
    const places = await page.evaluate(async () => {
      const { page: test } = window
      const chart = test.chart()
      const { t, length } = chart.bars()
      // Short texts: long ones would make the price axis wider than before.
      const format = (value: number): string => {
        document.body.dataset['formatted'] += ` ${value}`
        return value.toFixed(0)
      }
      const pane = test.createSeriesPane(chart, { name: 'added:interest', style: 'bars', title: () => '', format })
      pane.setSeries({ t: t.slice(0, length), values: Float64Array.from({ length }, (_, n) => 1000 + n) })
      await test.frames()
      const { ratio } = chart.screenshot()
      return [length - 6, length - 5].map((bar) => ({ bar, x: (chart.coordinates()?.xOfBar(bar) ?? 0) / ratio }))
    })
    for (const { bar, x } of places) {
      await page.evaluate(() => (document.body.dataset['formatted'] = ''))
      await page.mouse.move(x, 150)
      await page.evaluate(() => window.page.frames())
      const formatted = await page.evaluate(() => document.body.dataset['formatted']?.split(' '))
      expect(formatted).toContain(String(1000 + bar))
    }
  })
})
