import { aggregateTrades, analyzeBars, BAR_OPEN, BarArena, DEFAULT_SETTINGS, sliceBars } from '@flowprint/orderflow'
import type { Analysis, Bars } from '@flowprint/orderflow'
import { createFootprintChart, type FootprintChart } from '../../src/index.ts'
import { LinkedCrosshair, LinkedRange, type CrosshairPlace, type VisibleTimes } from '../../src/links/index.ts'
import { tapeTrades } from '../fixtures/tape.ts'
import { EXAMPLE_FORMAT, EXAMPLE_SETTINGS, exampleTheme } from '../fixtures/themes.ts'

/** Functions that the tests call in the browser: two charts side by side, of bars of one and of five minutes. */

const UNITS = { tickSize: '0.01', lotSize: '0.001' }
const MINUTES = 600
const trades = tapeTrades(MINUTES)
const all = [1, 5].map((minutes) => aggregateTrades(trades, { cycleMs: minutes * 60_000, step: 5 }))

export interface LinksTestPage {
  readonly charts: FootprintChart[]
  readonly changes: string[]
  /** Shows bars [from, to) of each chart's own number, the last one open. */
  fill(chart: 0 | 1, from: number, to: number, view?: 'reset' | 'keep'): void
  /** Adds the bar that follows the loaded ones. */
  grow(chart: 0 | 1): void
  prepend(chart: 0 | 1, from: number): void
  resize(chart: 0 | 1, width: number): void
  frames(count?: number): Promise<void>
  times(chart: 0 | 1): VisibleTimes | null
  show(chart: 0 | 1, times: VisibleTimes): void
  replaced(chart: 0 | 1, times: VisibleTimes): void
  point(chart: 0 | 1, place: CrosshairPlace | null): void
  /** What the linked crosshair shows; null while it is hidden. Positions in CSS px of the chart. */
  crosshair(chart: 0 | 1): { x: number; y: number | null; time: string; price: string | null } | null
  xOfBar(chart: 0 | 1, bar: number): number
  /** Number of elements inside of the charts. */
  elements(): number
  unlink(): void
}

const hosts = [0, 1].map((n) => {
  const host = document.createElement('div')
  Object.assign(host.style, { position: 'absolute', left: `${n * 500}px`, top: '0', width: '480px', height: '390px' })
  document.body.append(host)
  return host
})
const offsets = [0, 0]

function barsOf(chart: number, from: number, to: number): Bars {
  const arena = new BarArena(all[chart].cycleMs, all[chart].step)
  arena.append(all[chart], 0, to)
  for (let i = 0; i < to; i++) arena.setState(i, 1)
  arena.setState(to - 1, BAR_OPEN)
  offsets[chart] = from
  return sliceBars(arena.view(), from)
}

const analysisOf = (bars: Bars): Analysis => analyzeBars(bars, DEFAULT_SETTINGS, { units: UNITS })

const charts = hosts.map((host) =>
  createFootprintChart(host, {
    theme: exampleTheme('dark', 'international'),
    settings: EXAMPLE_SETTINGS,
    format: EXAMPLE_FORMAT,
  }),
)
const changes: string[] = []
const crosshairs = charts.map((chart, n) => new LinkedCrosshair(chart, hosts[n].firstElementChild as HTMLElement))
const ranges = charts.map((chart, n) => new LinkedRange(chart, (change) => changes.push(`${n} ${change}`)))

const page: LinksTestPage = {
  charts,
  changes,
  fill(chart, from, to, view) {
    const bars = barsOf(chart, from, to)
    charts[chart].setBars(bars, analysisOf(bars), { units: UNITS }, view)
  },
  grow(chart) {
    const { length } = charts[chart].bars()
    const bars = barsOf(chart, offsets[chart], offsets[chart] + length + 1)
    const tail = sliceBars(bars, length - 1)
    charts[chart].updateBars({ from: length - 1, bars: tail, analysis: analysisOf(tail) })
  },
  prepend(chart, from) {
    const to = offsets[chart]
    offsets[chart] = from
    const bars = sliceBars(all[chart], from, to)
    charts[chart].prependBars(bars, analysisOf(bars))
  },
  resize(chart, width) {
    hosts[chart].style.width = `${width}px`
  },
  async frames(count = 6) {
    for (let n = 0; n < count; n++) await new Promise((resolve) => requestAnimationFrame(resolve))
  },
  times: (chart) => ranges[chart].times(),
  show: (chart, times) => ranges[chart].show(times),
  replaced: (chart, times) => ranges[chart].replaced(times),
  point: (chart, place) => crosshairs[chart].show(place),
  crosshair(chart) {
    const root = hosts[chart].querySelector<HTMLElement>('[data-linked-crosshair]')
    if (root === null || root.hidden) return null
    const [vertical, horizontal, time, price] = [...root.children] as HTMLElement[]
    const origin = hosts[chart].getBoundingClientRect()
    const isPriced = !horizontal.hidden
    return {
      x: vertical.getBoundingClientRect().left - origin.left,
      y: isPriced ? horizontal.getBoundingClientRect().top - origin.top : null,
      time: time.textContent,
      price: isPriced ? price.textContent : null,
    }
  },
  xOfBar: (chart, bar) => charts[chart].coordinates()!.xOfBar(bar) / window.devicePixelRatio,
  elements: () => hosts.reduce((sum, host) => sum + host.querySelectorAll('*').length, 0),
  unlink() {
    for (const crosshair of crosshairs) crosshair.destroy()
    for (const range of ranges) range.destroy()
  },
}

declare global {
  interface Window {
    links: LinksTestPage
  }
}
window.links = page
