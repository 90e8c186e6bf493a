import type { IChartApiBase, MouseEventParams } from 'lightweight-charts'
import type { Hit, Readout } from '../api.ts'
import { hitEffort, hitZone } from '../layout/overlay-layout.ts'
import { cellAt, rowAt, tickAt } from '../layout/vertical.ts'
import { Listeners } from './range-events.ts'
import type { MainPane } from '../panes/main-pane.ts'
import type { PaneStack } from '../panes/pane-stack.ts'
import type { Scene } from '../renderers/scene.ts'
import type { GestureTarget, Region } from './gestures.ts'
import type { PixelRatio } from '../panes/pane-host.ts'
import type { PriceScale } from './price-scale.ts'
import type { TimeView } from './time-view.ts'

/** Hit tolerance around a mark, CSS px: for a mouse, for a finger. */
const MOUSE_SLACK = 4
const TAP_SLACK = 14

/** Resolves the library's pointer events to what is under the pointer: bar, cell, mark or band. */
export class PointerReader {
  readonly #readouts = new Listeners<Readout | null>()
  readonly hits = new Listeners<Hit | null>()
  readonly #chart: IChartApiBase<number>
  readonly #stack: PaneStack
  readonly #main: MainPane
  readonly #scene: () => Scene | null
  readonly #root: HTMLElement
  #hit: Hit | null = null
  /** The last event, while the pointer is on the chart. */
  #last: MouseEventParams<number> | null = null

  constructor(
    chart: IChartApiBase<number>,
    stack: PaneStack,
    main: MainPane,
    scene: () => Scene | null,
    root: HTMLElement,
  ) {
    this.#chart = chart
    this.#stack = stack
    this.#main = main
    this.#scene = scene
    this.#root = root
  }

  /** Region of a point, CSS px from the root. */
  regionAt(x: number, y: number): Region {
    const row = this.#chart.panes()[0]?.getHTMLElement() ?? null
    if (row === null) return 'other'
    const box = row.getBoundingClientRect()
    const root = this.#root.getBoundingClientRect()
    const top = box.top - root.top
    if (y < top || y >= top + box.height) return 'other'
    return x < this.#chart.timeScale().width() ? 'main' : 'priceAxis'
  }

  /** Converts a point of the root to CSS px of the main pane; null outside of it. */
  inMain(x: number, y: number): { x: number; y: number } | null {
    if (this.regionAt(x, y) !== 'main') return null
    const row = this.#chart.panes()[0]?.getHTMLElement()
    return row ? { x, y: y - (row.getBoundingClientRect().top - this.#root.getBoundingClientRect().top) } : null
  }

  /** A listener that is added while the pointer rests on the chart is called at once. */
  onReadout(listener: (readout: Readout | null) => void): () => void {
    if (this.#last !== null) listener(this.#read(this.#last))
    return this.#readouts.add(listener)
  }

  moved(event: MouseEventParams<number>): void {
    this.#last = event.point === undefined ? null : event
    const readout = this.#read(event)
    this.#main.hover = readout === null || readout.pane !== 'main' ? null : { bar: readout.bar, row: readout.row }
    this.#readouts.fire(readout)
    this.#setHit(this.#hitAt(event, readout, MOUSE_SLACK))
  }

  tapped(event: MouseEventParams<number>): void {
    this.#setHit(this.#hitAt(event, this.#read(event), TAP_SLACK))
  }

  clear(): void {
    this.#readouts.clear()
    this.hits.clear()
  }

  #setHit(hit: Hit | null): void {
    if (same(this.#hit, hit)) return
    this.#hit = hit
    this.hits.fire(hit)
  }

  #read(event: MouseEventParams<number>): Readout | null {
    const scene = this.#scene()
    const { point, logical } = event
    if (scene === null || point === undefined || logical === undefined) return null
    const bar = Number(logical)
    if (bar < 0 || bar >= scene.bars.length) return null
    const pane = this.#stack.nameAt(event.paneIndex ?? 0)
    const { x, y } = this.#onRoot(event.paneIndex ?? 0, point.x, point.y)
    const view = this.#main.viewport
    if (pane !== 'main' || view === null) return { pane, bar, row: null, tick: null, cell: -1, x, y }
    const yPx = point.y * view.ratio
    const row = Math.floor(rowAt(view.rows, yPx))
    const tick = tickAt(view.rows, yPx, scene.bars.step)
    return { pane, bar, row, tick, cell: cellAt(scene.bars, bar, row), x, y }
  }

  #hitAt(event: MouseEventParams<number>, readout: Readout | null, slack: number): Hit | null {
    const view = this.#main.viewport
    const { point } = event
    if (view === null || point === undefined || (event.paneIndex ?? 0) !== 0) return null
    const xPx = point.x * view.ratio
    const yPx = point.y * view.ratio
    const mark = hitEffort(this.#main.placedEfforts, xPx, yPx, slack * view.ratio)
    if (mark !== null) {
      return { kind: 'effort', effort: mark.effort, ...this.#onRoot(0, mark.x / view.ratio, mark.y / view.ratio) }
    }
    const over = this.#main.hitOverlay(xPx, yPx, slack * view.ratio)
    if (over !== null) return { ...over, ...this.#onRoot(0, over.x / view.ratio, over.y / view.ratio) }
    const zone = hitZone(
      this.#main.placedZones,
      xPx,
      yPx,
      readout !== null && readout.cell >= 0 && view.detail.cells > 0 && this.#scene()?.settings.showBars !== false,
    )
    return zone === null ? null : { kind: 'zone', zone: zone.zone, ...this.#onRoot(0, point.x, point.y) }
  }

  #onRoot(pane: number, x: number, y: number): { x: number; y: number } {
    const row = this.#chart.panes()[pane]?.getHTMLElement() ?? null
    if (row === null) return { x, y }
    return { x, y: y + row.getBoundingClientRect().top - this.#root.getBoundingClientRect().top }
  }
}

function same(a: Hit | null, b: Hit | null): boolean {
  if (a === null || b === null) return a === b
  return subjectOf(a) === subjectOf(b)
}

/** The object that identifies a hit. */
function subjectOf(hit: Hit): object {
  // The others have the name of their kind.
  return hit.kind === 'bigTrade' ? hit.trade : (hit as unknown as Record<string, object>)[hit.kind]
}

interface Moved extends Pick<GestureTarget, 'nextPriceScale' | 'gestureChanged'> {
  readonly pointer: PointerReader
  readonly scale: PriceScale
  readonly time: TimeView
  readonly pixelRatio: PixelRatio
  /** Device px. */
  mainHeight(): number
  /** Requests a full repaint. */
  changed(): void
}

/** The target of gestures: moves the price scale and the time axis. */
export function createGestureTarget({
  pointer,
  scale,
  time,
  pixelRatio,
  mainHeight,
  changed,
  nextPriceScale,
  gestureChanged,
}: Moved): GestureTarget {
  return {
    regionAt: (x, y) => pointer.regionAt(x, y),
    rows: () => scale.rows,
    isAuto: () => scale.mode === 'auto',
    moveRows: (from, dy) => {
      scale.moveBy(from, dy * pixelRatio.value)
      changed()
    },
    zoomRows: (from, factor, y) => {
      scale.zoomAbout(from, factor, Number.isNaN(y) ? mainHeight() / 2 : y * pixelRatio.value)
      changed()
    },
    zoomTime: (factor, x) => time.zoom(factor, x),
    nextPriceScale,
    gestureChanged,
  }
}
