import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium, NO_BROWSER } from '../../../../tools/chromium.mjs'
import type { VisibleTimes } from '../../src/links/index.ts'
import { bundlePage, openBrowser, openPage } from './open-page.ts'

const executablePath = await findChromium()
if (executablePath === null) console.log(`linked charts in a browser: not run. ${NO_BROWSER}`)

const MINUTE = 60_000

// Chart 0 has bars of one minute, chart 1 of five.
describe.skipIf(executablePath === null)('linked charts', () => {
  let browser: Browser
  let page: Page
  let script: string

  beforeAll(async () => {
    script = await bundlePage('links-page.ts')
    browser = await openBrowser(executablePath ?? '', 1)
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    page = await openPage(browser, script, 1)
    await page.evaluate(async () => {
      window.links.fill(0, 100, 400)
      window.links.fill(1, 0, 80)
      await window.links.frames()
    })
  })
  afterEach(() => page.context().close())

  const frames = () => page.evaluate(() => window.links.frames())
  const times = (chart: 0 | 1) => page.evaluate((n) => window.links.times(n), chart) as Promise<VisibleTimes>
  const show = (chart: 0 | 1, to: VisibleTimes) =>
    page.evaluate(([n, t]) => window.links.show(n, t), [chart, to] as const)
  const changes = () => page.evaluate(() => window.links.changes.splice(0))

  it('shows the times of the other chart at now and reports no change', async () => {
    await page.evaluate(async () => {
      window.links.charts[0].zoom('time', 0.2)
      await window.links.frames()
    })
    expect(await changes()).toEqual(['0 moved'])
    const leader = await times(0)
    expect(leader.atNow).toBe(true)
    await show(1, leader)
    await frames()
    const follower = await times(1)
    expect(follower.from).toBeCloseTo(leader.from, 0)
    expect(follower.atNow).toBe(true)
    expect(await changes()).toEqual([])
  })

  it('shows the same times in the past on both charts', async () => {
    const past = { from: 200.5 * MINUTE, to: 260.25 * MINUTE, atNow: false }
    await show(0, past)
    await show(1, past)
    await frames()
    for (const chart of [0, 1] as const) {
      const shown = await times(chart)
      expect(shown.from).toBeCloseTo(past.from, 0)
      expect(shown.to).toBeCloseTo(past.to, 0)
      expect(shown.atNow).toBe(false)
    }
    expect(await changes()).toEqual([])
  })

  it('reports what the user moves, and nothing of live scrolling', async () => {
    await page.evaluate(async () => {
      for (let n = 0; n < 5; n++) {
        window.links.grow(0)
        await window.links.frames(2)
      }
      await window.links.frames()
    })
    expect(await page.evaluate(() => window.links.charts[0].visibleRange().atNow)).toBe(true)
    expect(await changes()).toEqual([])
    await page.mouse.move(200, 100)
    await page.mouse.wheel(0, -200)
    await frames()
    const zoomed = await changes()
    expect(zoomed.length).toBeGreaterThan(0)
    expect(new Set(zoomed)).toEqual(new Set(['0 moved']))
    await page.mouse.move(200, 100)
    await page.mouse.down()
    await page.mouse.move(380, 100, { steps: 5 })
    await page.mouse.up()
    await frames()
    const dragged = await changes()
    expect(dragged.length).toBeGreaterThan(0)
    expect(new Set(dragged)).toEqual(new Set(['0 moved']))
    // In the past, new bars do not move the chart.
    const before = await times(0)
    await page.evaluate(async () => {
      window.links.grow(0)
      await window.links.frames()
    })
    expect((await times(0)).from).toBeCloseTo(before.from, 0)
    expect(await changes()).toEqual([])
    await page.evaluate(() => window.links.charts[0].scrollToTime(150 * 60_000))
    await frames()
    expect(await changes()).toContain('0 moved')
  })

  it('asks for the times again after older bars and after another size', async () => {
    await show(0, { from: 120 * MINUTE, to: 180 * MINUTE, atNow: false })
    await frames()
    await page.evaluate(async () => {
      window.links.prepend(0, 40)
      await window.links.frames()
    })
    expect(await changes()).toEqual(['0 fit'])
    expect((await times(0)).from).toBeCloseTo(120 * MINUTE, 0)
    await page.evaluate(async () => {
      window.links.resize(0, 300)
      await window.links.frames()
    })
    const resized = await changes()
    expect(resized.length).toBeGreaterThan(0)
    expect(new Set(resized)).toEqual(new Set(['0 fit']))
  })

  it('leaves times before the loaded bars empty and fills them with older bars', async () => {
    const early = { from: 60 * MINUTE, to: 119.5 * MINUTE, atNow: false }
    await show(0, early)
    await frames()
    // The price axis may have got another width, which asks for the times again.
    await show(0, early)
    await frames()
    expect((await times(0)).from).toBeCloseTo(early.from, 0)
    const bars = () => page.evaluate(() => window.links.charts[0].visibleRange())
    expect(await bars()).toMatchObject({ from: 0, to: 19 })
    await page.evaluate(async () => {
      window.links.prepend(0, 0)
      await window.links.frames()
    })
    expect((await times(0)).from).toBeCloseTo(early.from, 0)
    expect(await bars()).toMatchObject({ from: 60, to: 119 })
  })

  it('shows the linked times in the first frame of replaced bars', async () => {
    const past = { from: 200.5 * MINUTE, to: 259.5 * MINUTE, atNow: false }
    const seen = await page.evaluate(async (to) => {
      const ranges: { from: number; to: number }[] = []
      window.links.charts[0].onVisibleRange((range) => ranges.push(range))
      window.links.fill(0, 50, 390)
      window.links.replaced(0, to)
      await window.links.frames()
      return ranges.map(({ from, to: last }) => [from, last])
    }, past)
    expect(seen.at(-1)).toEqual([150, 209])
    // The chart never reports its newest bars.
    expect(seen.filter(([, last]) => last === 339)).toEqual([])
    expect(await changes()).not.toContain('0 moved')
  })

  it('marks the bar that contains a time, and the price', async () => {
    const at = { t: 352.5 * MINUTE, tick: null }
    await page.evaluate(async (place) => {
      window.links.charts[0].showTimes(330 * 60_000, 380 * 60_000)
      window.links.charts[1].showTimes(300 * 60_000, 400 * 60_000)
      await window.links.frames()
      window.links.point(0, place)
      window.links.point(1, place)
    }, at)
    for (const [chart, bar] of [
      [0, 252],
      [1, 70],
    ] as const) {
      const [shown, x] = await page.evaluate(
        ([n, index]) => [window.links.crosshair(n), window.links.xOfBar(n, index)] as const,
        [chart, bar] as const,
      )
      expect(shown).toMatchObject({ y: null, price: null })
      expect(shown?.x).toBe(Math.floor(x))
      expect(shown?.time).not.toBe('')
    }
    const priced = await page.evaluate((t) => {
      const { close } = window.links.charts[0].bars()
      window.links.point(0, { t, tick: close[252] })
      return { shown: window.links.crosshair(0), price: (close[252] / 100).toFixed(2) }
    }, at.t)
    expect(priced.shown?.price).toBe(priced.price)
    expect(priced.shown?.y).toBeGreaterThan(0)
  })

  it('keeps the mark at its time and price while the chart moves, and hides it outside', async () => {
    const place = await page.evaluate(async () => {
      const { t, close, length } = window.links.charts[0].bars()
      const mark = { t: t[length - 2], tick: close[length - 2] }
      window.links.point(0, mark)
      window.links.grow(0)
      await window.links.frames()
      return { shown: window.links.crosshair(0), x: window.links.xOfBar(0, length - 2) }
    })
    expect(place.shown?.x).toBe(Math.floor(place.x))
    await page.evaluate(async () => {
      window.links.charts[0].scrollToTime(150 * 60_000)
      await window.links.frames()
    })
    expect(await page.evaluate(() => window.links.crosshair(0))).toBeNull()
    await page.evaluate(async () => {
      window.links.charts[0].scrollToNow()
      await window.links.frames()
    })
    expect(await page.evaluate(() => window.links.crosshair(0))).not.toBeNull()
    expect(await page.evaluate(() => (window.links.point(0, null), window.links.crosshair(0)))).toBeNull()
    // No bar contains it.
    expect(
      await page.evaluate(() => (window.links.point(0, { t: 1e12, tick: 8_000 }), window.links.crosshair(0))),
    ).toBeNull()
  })

  it('leaves nothing behind', async () => {
    const { before, after } = await page.evaluate(() => {
      const counted = window.links.elements()
      window.links.unlink()
      return { before: counted, after: window.links.elements() }
    })
    expect(before - after).toBe(10)
    await page.mouse.move(200, 100)
    await page.mouse.wheel(0, -200)
    await frames()
    expect(await changes()).toEqual([])
  })
})
