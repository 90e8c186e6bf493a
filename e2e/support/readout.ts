import type { Page } from '@playwright/test'
import type { OrderPage } from './order-page.ts'

/** The readout at one point of the chart: terms and values as shown. */
export interface Reading {
  /** Exact amounts by term, as shown on hover. */
  readonly exact: Readonly<Record<string, string>>
  /** Start of the bar, e.g. "20 Nov 2026, 11:05". */
  readonly time: string
  readonly bar: Readonly<Record<string, string>>
  /** Null if no cell is under the crosshair. */
  readonly cell: Readonly<Record<string, string>> | null
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats the start of a bar as the readout does in English and UTC: "20 Nov 2026, 11:05". */
export function formatBarTime(t: number): string {
  const time = new Date(t)
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}, ${time.toISOString().slice(11, 16)}`
}

async function readNextFrame(): Promise<Reading | null> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const group = document.querySelector('[role=group][aria-label=Readout]')
  const read = (list: Element | null | undefined, value: (term: Element) => string | null | undefined) =>
    list
      ? Object.fromEntries([...list.querySelectorAll('dt')].map((term) => [term.textContent, value(term) ?? '']))
      : null
  const shown = (term: Element) => term.nextElementSibling?.textContent
  const bars = group?.querySelector('dl')
  const bar = read(bars, shown)
  const cell = read(group?.nextElementSibling?.querySelector('dl'), shown)
  const exact = read(bars, (term) => term.parentElement?.dataset.tip)
  const time = group?.firstElementChild?.lastElementChild?.textContent ?? ''
  return bar && exact ? { time, bar, exact, cell } : null
}

/** The readout after two frames; null without one. */
export async function readReadout(page: Page): Promise<Reading | null> {
  return page.evaluate(readNextFrame)
}

/** Close of the bar in the readout. */
export async function readLastPrice(order: OrderPage): Promise<string | undefined> {
  return (await readReadout(order.page))?.bar.C
}

/** Moves the crosshair along a line and returns the distinct readouts of the bars (or cells) on it, in order. */
export async function scanReadout(
  order: OrderPage,
  line: { readonly from: readonly [number, number]; readonly to: readonly [number, number]; readonly stepPx: number },
): Promise<Reading[]> {
  const { from, to, stepPx } = line
  const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / stepPx))
  const found = new Map<string, Reading>()
  for (let step = 0; step <= steps; step++) {
    await order.page.mouse.move(
      from[0] + ((to[0] - from[0]) * step) / steps,
      from[1] + ((to[1] - from[1]) * step) / steps,
    )
    const now = await readReadout(order.page)
    if (now) found.set(JSON.stringify(now), now)
  }
  return [...found.values()]
}

/** Area of the bars in CSS px of the page, without the axes and the panes below. */
export async function getBarsBox(page: Page): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await page.locator('[data-chart] canvas').first().boundingBox()
  if (!box) throw new Error('The chart has no canvas')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}
