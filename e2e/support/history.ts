import type { FootprintBar } from '@flowprint/contract'
import { expect, type APIRequestContext } from '@playwright/test'
import { footprint } from './api.ts'
import type { OrderPage } from './order-page.ts'
import { barsBox, sweep } from './readout.ts'

/** What tells one bar from any other, as readout and call both write it (base units). */
const essence = (parts: readonly string[]) => parts.join(' ')

const ofBar = ({ open, high, low, close, trades, poc }: FootprintBar) =>
  essence([open, high, low, close, trades.toLocaleString('en'), poc])

/** Bars on the screen while they are read. */
const SHOWN_BARS = 20
/** So many presses leave columns wider than the steps of a sweep. */
const MAX_PRESSES = 5
/** A new bar moves the others during a sweep, and a busy machine draws late: what a sweep missed is looked for again. */
const MAX_SWEEPS = 4

/** Zooms the time axis out until the chart shows SHOWN_BARS bars. */
async function showBars(order: OrderPage): Promise<void> {
  await order.page.locator('[data-chart] [tabindex="0"]').first().focus()
  for (let presses = 0; presses < MAX_PRESSES && (await order.view()).count < SHOWN_BARS; presses++) {
    await order.page.keyboard.press('-')
    await order.page.waitForTimeout(100)
  }
}

/**
 * Reads the bars that started in [from, to) from the screen and compares them with the history that the call answers.
 * They must be closed and on the screen. Answers how many they were.
 */
export async function expectHistory(
  order: OrderPage,
  request: APIRequestContext,
  query: Record<string, string>,
  range: { from: number; to: number },
): Promise<number> {
  await showBars(order)
  const { left, right, top } = await barsBox(order.page)
  const { bars } = await footprint(request, { ...query, from: String(range.from), to: String(range.to) })
  const shown = new Set<string>()
  const missing = () =>
    bars.filter((bar) => !shown.has(ofBar(bar))).map((bar) => `${new Date(bar.t).toISOString()} ${ofBar(bar)}`)
  for (let sweeps = 0; sweeps < MAX_SWEEPS && missing().length + Number(sweeps === 0) > 0; sweeps++) {
    const seen = await sweep(order, { from: [right - 10, top + 200], to: [left + 100, top + 200], stepPx: 24 })
    for (const { bar, exact } of seen) shown.add(essence([bar.O, bar.H, bar.L, bar.C, exact.Trades, bar.POC]))
  }
  expect(missing(), `bars of the history that are not on the chart: it shows ${[...shown].join(' | ')}`).toEqual([])
  return bars.length
}
