import type { Analysis, Bars, AnalysisUpdate, BarsUpdate, DepthColumns } from '@flowprint/orderflow'
import { analyzeBars, BAR_OPEN, BarArena, DEFAULT_SETTINGS, sliceBars, sliceColumns } from '@flowprint/orderflow'
import type { FootprintChart, Hit, PaneOwner, Readout } from '../../src/index.ts'
import { createFootprintChart } from '../../src/index.ts'
import { createHeatmap, createSeriesPane, type HeatmapLayer } from '../../src/depth/index.ts'
import { effortOf } from '../fixtures/bars.ts'
import { heatColours } from '../../src/depth/heat-palettes.ts'
import { bookColumns } from '../fixtures/depth.ts'
import { tapeBars } from '../fixtures/tape.ts'
import { EXAMPLE_FORMAT, EXAMPLE_SETTINGS, exampleTheme } from '../fixtures/themes.ts'

/** Functions that the tests call in the browser: charts of a synthetic tape, and pictures to compare. */

const UNITS = { tickSize: '0.01', lotSize: '0.001' }
const ALL = tapeBars(160, 5)
const MARKED = 40

export interface ChartTestPage {
  create(bars: number): void
  feed(from: number, to: number): Promise<void>
  older(bars: number): Promise<void>
  frames(): Promise<void>
  /** Replaces all bars by [from, to) of the tape and keeps the visible times and prices. */
  replace(from: number, to: number): Promise<void>
  empty(): void
  refill(): void
  keepPicture(): void
  /** Number of pixels that differ from the saved picture. */
  changedPixels(): number
  /** Adds a heatmap of columns [0, count) of the book. */
  heat(count: number, capacity?: number): void
  /** Adds columns [from, to) one by one, each first as an open one that differs. */
  heatLive(from: number, to: number): Promise<void>
  heatLayer(): HeatmapLayer
  /** Colour of the largest quantities. */
  fullColour(): string
  removeHeat(): void
  /** Colours of the saved picture in a rectangle, most frequent first. */
  coloursIn(x: number, y: number, width: number, height: number): string[]
  traces(): { document: number; window: number; root: number; observers: number; elements: number }
  chart(): FootprintChart & PaneOwner
  readonly createSeriesPane: typeof createSeriesPane
  readonly EXAMPLE_SETTINGS: typeof EXAMPLE_SETTINGS
  readonly hits: (Hit | null)[]
  readonly readouts: (Readout | null)[]
  readonly olderAsked: number[]
}

let chart: FootprintChart & PaneOwner
let kept: ImageData
let heat: HeatmapLayer
let removeOverlay: () => void
let book: DepthColumns | undefined
const BOOK = { fromMs: 60 * 60_000, count: 900, intervalMs: 5_000, step: 1, reach: 60 }
const host = document.querySelector<HTMLElement>('#chart') as HTMLElement
const analysisOf = (bars: Bars): Analysis => analyzeBars(bars, DEFAULT_SETTINGS, { units: UNITS })

/** A book around the tape's prices: columns 270-324 without a book, a smaller known window from 630 on. */
function heatColumns(): DepthColumns {
  return (book ??= bookColumns((t) => ALL.close[Math.floor(t / 60_000)] ?? ALL.close[ALL.length - 1], BOOK))
}

/** Bars [0, count) of the tape, the last one open. */
function until(count: number): Bars {
  const arena = new BarArena(ALL.cycleMs, ALL.step)
  arena.append(ALL, 0, count)
  arena.setState(count - 1, BAR_OPEN)
  return arena.view()
}

/** The tail of an analysis, as the page's worker sends it. */
function tailOf(bars: Bars, from: number, zones: boolean): BarsUpdate {
  const analysis = analysisOf(bars)
  const since = bars.t[from]
  return { from, bars: sliceBars(bars, from), analysis: partOf(bars, analysis, from, bars.length, since, zones) }
}

function partOf(
  bars: Bars,
  analysis: Analysis,
  from: number,
  to: number,
  since: number,
  zones: boolean,
): AnalysisUpdate {
  return {
    length: to - from,
    pocRow: analysis.pocRow.slice(from, to),
    pocTick: analysis.pocTick.slice(from, to),
    valRow: analysis.valRow.slice(from, to),
    vahRow: analysis.vahRow.slice(from, to),
    minVolume: analysis.minVolume.slice(from, to),
    cvdOpen: analysis.cvdOpen.slice(from, to),
    cvdQuoteOpen: analysis.cvdQuoteOpen.slice(from, to),
    cvdSegment: analysis.cvdSegment.slice(from, to),
    vwap: analysis.vwap.slice(from, to),
    vwapDeviation: analysis.vwapDeviation.slice(from, to),
    cellFlags: analysis.cellFlags.slice(bars.cellStart[from], bars.cellStart[to]),
    stacks: analysis.stacks.filter((stack) => stack.t >= since && stack.t <= bars.t[to - 1]),
    efforts: analysis.efforts.filter((effort) => effort.t >= since && effort.t <= bars.t[to - 1]),
    zones: zones ? analysis.zones : null,
    signals: zones ? analysis.signals : null,
    overflow: null,
  }
}

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()))

async function frames(): Promise<void> {
  for (let n = 0; n < 4; n++) await nextFrame()
}

function picture(): ImageData {
  const { canvas } = chart.screenshot()
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no context')
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

// Counts listeners and observers wherever the chart could leave them.
const counts = { document: 0, window: 0, root: 0, observers: 0 }
function count(target: EventTarget, name: 'document' | 'window' | 'root'): void {
  const { addEventListener, removeEventListener } = target
  target.addEventListener = (...rest: Parameters<EventTarget['addEventListener']>) => {
    counts[name] += 1
    addEventListener.apply(target, rest)
  }
  target.removeEventListener = (...rest: Parameters<EventTarget['removeEventListener']>) => {
    counts[name] -= 1
    removeEventListener.apply(target, rest)
  }
}
count(document, 'document')
count(window, 'window')
count(document.documentElement, 'root')
const Observer = window.ResizeObserver
window.ResizeObserver = class extends Observer {
  constructor(callback: ResizeObserverCallback) {
    super(callback)
    counts.observers += 1
  }
  override disconnect(): void {
    counts.observers -= 1
    super.disconnect()
  }
}

const page: ChartTestPage = {
  EXAMPLE_SETTINGS,
  hits: [],
  readouts: [],
  olderAsked: [],
  chart: () => chart,
  frames,
  create(bars) {
    chart = createFootprintChart(host, {
      theme: exampleTheme('dark', 'international'),
      settings: EXAMPLE_SETTINGS,
      format: EXAMPLE_FORMAT,
    })
    chart.onHit((hit) => page.hits.push(hit))
    chart.onCrosshair((readout) => page.readouts.push(readout))
    chart.onNeedOlder((t) => page.olderAsked.push(t))
    const given = sliceBars(until(bars), 40)
    // The tape is too even to produce effort without reward, so one mark is injected.
    chart.setBars(given, { ...analysisOf(given), efforts: [effortOf(given.t[MARKED])] }, { units: UNITS })
  },
  async feed(from, to) {
    for (let n = from; n <= to; n++) {
      const bars = sliceBars(until(n), 40)
      const last = bars.length - 1
      // The previous bar closes, a new one opens, then trades arrive in it.
      if (n > from) chart.updateBars(tailOf(bars, last - 1, true))
      chart.updateBars(tailOf(bars, last, false))
      if (n % 2 === 0) await nextFrame()
    }
    await frames()
  },
  async older(bars) {
    const loaded = chart.bars()
    const all = sliceBars(until(loaded.length + 40), 40 - bars)
    chart.prependBars(sliceBars(all, 0, bars), partOf(all, analysisOf(all), 0, bars, 0, false))
    await frames()
  },
  async replace(from, to) {
    const given = sliceBars(until(to), from)
    chart.setBars(given, analysisOf(given), { units: UNITS }, 'keep')
    await frames()
  },
  empty() {
    const none = sliceBars(ALL, 0, 0)
    chart.setBars(none, analysisOf(none), { units: UNITS })
  },
  refill() {
    const given = sliceBars(until(120), 40)
    chart.setBars(given, analysisOf(given), { units: UNITS })
  },
  keepPicture() {
    kept = picture()
  },
  changedPixels() {
    const now = picture()
    if (now.width !== kept.width || now.height !== kept.height) return Infinity
    let changed = 0
    for (let at = 0; at < now.data.length; at += 4) {
      const same =
        now.data[at] === kept.data[at] &&
        now.data[at + 1] === kept.data[at + 1] &&
        now.data[at + 2] === kept.data[at + 2]
      if (!same) changed += 1
    }
    return changed
  },
  heat(count, capacity) {
    heat = createHeatmap({
      scale: { low: 60, high: 2_500, brightness: 0.5 },
      palette: 'dark',
      repaint: () => chart.repaintOverlays(),
      ...(capacity !== undefined && { capacity }),
    })
    removeOverlay = chart.addOverlay(heat)
    heat.setColumns(sliceColumns(heatColumns(), BOOK.fromMs, BOOK.fromMs + count * BOOK.intervalMs))
  },
  async heatLive(from, to) {
    const column = (n: number) =>
      sliceColumns(heatColumns(), BOOK.fromMs + n * BOOK.intervalMs, BOOK.fromMs + (n + 1) * BOOK.intervalMs)
    for (let n = from; n < to; n++) {
      const closed = column(n)
      heat.updateOpen({ ...closed, lots: closed.lots.map((lots) => lots * 3 + 1) })
      if (n % 3 === 0) await nextFrame()
      heat.appendColumns(closed)
      if (n % 2 === 0) await nextFrame()
    }
    await frames()
  },
  heatLayer: () => heat,
  createSeriesPane,
  fullColour: () =>
    [
      ...new Uint8Array(heatColours('dark', exampleTheme('dark', 'international').surface0).buffer).slice(-4, -1),
    ].join(),
  removeHeat() {
    removeOverlay()
    heat.destroy()
  },
  coloursIn(x, y, width, height) {
    const found = new Map<string, number>()
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) {
        const at = 4 * (row * kept.width + column)
        const colour = [...kept.data.subarray(at, at + 3)].join()
        found.set(colour, (found.get(colour) ?? 0) + 1)
      }
    }
    return [...found].toSorted((a, b) => b[1] - a[1]).map(([colour]) => colour)
  },
  traces: () => ({ ...counts, elements: host.childElementCount + document.body.childElementCount }),
}

declare global {
  interface Window {
    page: ChartTestPage
  }
}
window.page = page
