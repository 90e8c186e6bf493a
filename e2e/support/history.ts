import type { FootprintBar } from '@flowprint/contract'
import { expect, type APIRequestContext } from '@playwright/test'
import { fetchFootprint } from './api.ts'
import type { OrderPage } from './order-page.ts'
import { getBarsBox, scanReadout } from './readout.ts'

/** Key of a bar, the same from the readout and from the API (base units). */
const joinKey = (parts: readonly string[]) => parts.join(' ')

const barKey = ({ open, high, low, close, trades, poc }: FootprintBar) =>
  joinKey([open, high, low, close, trades.toLocaleString('en'), poc])

/** Number of bars on the screen while they are read. */
const SHOWN_BARS = 20
/** More presses would make columns narrower than the steps of a sweep. */
const MAX_PRESSES = 5
/** A sweep can miss bars when a new bar shifts the chart or a busy machine draws late. */
const MAX_SWEEPS = 4

/** Zooms the time axis out until the chart shows SHOWN_BARS bars. */
async function showBars(order: OrderPage): Promise<void> {
  await order.page.locator('[data-chart] [tabindex="0"]').first().focus()
  for (let presses = 0; presses < MAX_PRESSES && (await order.getView()).count < SHOWN_BARS; presses++) {
    await order.page.keyboard.press('-')
    await order.page.waitForTimeout(100)
  }
}

/**
 * Expects the bars that start in [from, to) on the screen to equal those of the API.
 * They must be closed and on the screen. Returns how many there were.
 */
export async function expectHistory(
  order: OrderPage,
  request: APIRequestContext,
  query: Record<string, string>,
  range: { from: number; to: number },
): Promise<number> {
  await showBars(order)
  const { left, right, top } = await getBarsBox(order.page)
  const { bars } = await fetchFootprint(request, { ...query, from: String(range.from), to: String(range.to) })
  const shown = new Set<string>()
  const missing = () =>
    bars.filter((bar) => !shown.has(barKey(bar))).map((bar) => `${new Date(bar.t).toISOString()} ${barKey(bar)}`)
  for (let sweeps = 0; sweeps < MAX_SWEEPS && missing().length + Number(sweeps === 0) > 0; sweeps++) {
    const seen = await scanReadout(order, { from: [right - 10, top + 200], to: [left + 100, top + 200], stepPx: 24 })
    for (const { bar, exact } of seen) shown.add(joinKey([bar.O, bar.H, bar.L, bar.C, exact.Trades, bar.POC]))
  }
  expect(missing(), `bars of the API that are not on the chart, which shows ${[...shown].join(' | ')}`).toEqual([])
  return bars.length
}
