import type { FootprintBar } from '@flowprint/contract'
import { expect } from '@playwright/test'
import type { OrderPage } from './order-page.ts'
import { getBarsBox, readReadout, formatBarTime } from './readout.ts'

/** Bars on either side of the target bar; few enough that all their rows are on the screen. */
const BARS_EACH_SIDE = 2

/** Of these times, the bar around which prices moved least, so that all of it is on the screen. Skips the last bars, which still change. */
export function findCalmestBar(bars: readonly FootprintBar[], times: readonly number[]): number {
  const height = (i: number): number => {
    const near = bars.slice(i - BARS_EACH_SIDE, i + BARS_EACH_SIDE + 1)
    return Math.max(...near.map(({ high }) => Number(high))) - Math.min(...near.map(({ low }) => Number(low)))
  }
  const places = [...new Set(times)]
    .map((t) => bars.findIndex((bar) => bar.t === t))
    .filter((i) => i >= BARS_EACH_SIDE && i < bars.length - BARS_EACH_SIDE - 2)
  expect(places, 'bars to look at').not.toEqual([])
  return bars[places.reduce((best, i) => (height(i) < height(best) ? i : best))].t
}

/** Opens the chart at a bar and its neighbours; returns the edges of its column, found with the crosshair. */
export async function openBar(
  order: OrderPage,
  query: Record<string, string>,
  t: number,
  cycleMs: number,
): Promise<{ left: number; right: number }> {
  await order.open({
    ...query,
    from: String(t - BARS_EACH_SIDE * cycleMs),
    to: String(t + (BARS_EACH_SIDE + 1) * cycleMs),
  })
  await expect
    .poll(async () => (await order.getView()).count, { message: 'bars on the screen' })
    .toBeLessThanOrEqual(2 * BARS_EACH_SIDE + 3)
  const { left, right, bottom } = await getBarsBox(order.page)
  const isIn = async (x: number) => {
    await order.page.mouse.move(x, bottom - 20)
    return (await readReadout(order.page))?.time === formatBarTime(t)
  }
  const middle = await firstOf(range(left + 4, right, COARSE_PX), isIn)
  expect(middle, `the column of ${formatBarTime(t)}`).not.toBeNull()
  const before = await firstOf(range(middle!, left, -FINE_PX), async (x) => !(await isIn(x)))
  const after = await firstOf(range(middle! + COARSE_PX, right, COARSE_PX), async (x) => !(await isIn(x)))
  const last = await firstOf(range(after ?? right, middle!, -FINE_PX), isIn)
  return { left: before ?? left, right: last ?? right }
}

const COARSE_PX = 40
const FINE_PX = 2

function* range(from: number, to: number, step: number): Generator<number> {
  for (let x = from; step > 0 ? x < to : x > to; x += step) yield x
}

async function firstOf(all: Iterable<number>, is: (x: number) => Promise<boolean>): Promise<number | null> {
  for (const x of all) if (await is(x)) return x
  return null
}

/** Text of the tooltip under the pointer after two frames; empty without one. */
async function readTooltip(): Promise<string> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return document.querySelector<HTMLElement>('[role=tooltip]')?.innerText ?? ''
}

/** Moves the pointer down these lines until a tooltip matches; returns its text, empty if none does. */
export async function findTooltip({ page }: OrderPage, lines: readonly number[], pattern: RegExp): Promise<string> {
  const { top, bottom } = await getBarsBox(page)
  // Tooltips are loaded on first use, when the pointer may have moved on: try every line twice.
  for (const x of [...lines, ...lines]) {
    for (let y = top + 12; y < bottom - 12; y += 7) {
      await page.mouse.move(x, y)
      const card = await page.evaluate(readTooltip)
      if (pattern.test(card)) return card
    }
  }
  return ''
}
