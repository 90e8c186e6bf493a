import type { InstrumentUnits } from '@flowprint/orderflow'
import type { ChartTheme, Hit } from '../api.ts'
import { columnLeft, columnParts } from '../layout/columns.ts'
import { highRow, lowRow, rowTop } from '../layout/vertical.ts'
import type { MainViewport, Scene } from '../renderers/scene.ts'
import type { Overlay, OverlayPointer } from './overlay.ts'
import { Coordinates } from './coordinates.ts'

/** What the stack needs from the chart. */
export interface OverlayHost {
  scene(): Scene | null
  viewport(): MainViewport | null
  visible(): { from: number; to: number }
  units(): InstrumentUnits | null
  theme(): ChartTheme
  /** Requests a full repaint. */
  changed(): void
  /** Converts a point of the root, CSS px, to CSS px of the main pane; null outside of it. */
  inMain(x: number, y: number): { x: number; y: number } | null
}

function placesOf(scene: Scene, view: MainViewport): Coordinates {
  const { settings } = scene
  const parts = columnParts(Math.floor(view.columns.spacing), view.ratio, settings.layers, settings.lane)
  const lane =
    view.detail.numbers > 0 && settings.showBars !== false ? { left: parts.laneLeft, width: parts.laneWidth } : null
  return new Coordinates(scene.bars, scene.firstSequence, view.columns, view.rows, lane)
}

function numberArea(
  scene: Scene,
  view: MainViewport,
  { from, to }: { from: number; to: number },
): { readonly path: Path2D | null } {
  if (view.detail.numbers <= 0 || scene.settings.showBars === false) return { path: null }
  const path = new Path2D()
  for (let i = from; i <= to; i++) {
    const left = columnLeft(view.columns, scene.firstSequence + i)
    const width = columnLeft(view.columns, scene.firstSequence + i + 1) - left
    const { cellsLeft, cellsRight } = columnParts(width, view.ratio, scene.settings.layers, scene.settings.lane)
    const top = Math.max(0, rowTop(view.rows, highRow(scene.bars, i)))
    const bottom = Math.min(view.height, rowTop(view.rows, lowRow(scene.bars, i) - 1))
    if (bottom > top) path.rect(left + cellsLeft, top, cellsRight - cellsLeft, bottom - top)
  }
  return { path }
}

/** The overlays of a chart, bottom to top, and the pointer that one of them may capture. */
export class OverlayStack {
  readonly #host: OverlayHost
  #list: readonly Overlay[] = []
  /** Overlays that threw: skipped until the data is replaced, so that a broken overlay does not affect the others. */
  readonly #failed = new Set<Overlay>()
  #taken: { overlay: Overlay; id: number } | null = null

  constructor(host: OverlayHost) {
    this.#host = host
  }

  add(overlay: Overlay): () => void {
    this.#list = [...this.#list, overlay]
    this.#host.changed()
    return () => {
      if (this.#taken?.overlay === overlay) this.#taken = null
      this.#list = this.#list.filter((other) => other !== overlay)
      this.#host.changed()
    }
  }

  /** Retries failed overlays after the data was replaced. */
  retryFailed(): void {
    this.#failed.clear()
  }

  get isTaken(): boolean {
    return this.#taken !== null
  }

  paint(order: Overlay['order'], context: CanvasRenderingContext2D): void {
    const scene = this.#host.scene()
    const view = this.#host.viewport()
    const units = this.#host.units()
    if (scene === null || view === null || units === null || this.#list.length === 0) return
    const coordinates = placesOf(scene, view)
    const { width, height, ratio } = view
    let area: { readonly path: Path2D | null } | null = null
    const scope = {
      context,
      width,
      height,
      ratio,
      coordinates,
      units,
      bars: scene.bars,
      analysis: scene.analysis,
      theme: this.#host.theme(),
      visible: this.#host.visible(),
      numbers: () => (area ??= numberArea(scene, view, this.#host.visible())).path,
    }
    for (const overlay of this.#list) {
      if (overlay.order !== order) continue
      context.save()
      this.#call(overlay, () => overlay.paint(scope))
      context.restore()
    }
  }

  /** Positions of the last frame; null before the first. */
  coordinates(): Coordinates | null {
    const scene = this.#host.scene()
    const view = this.#host.viewport()
    return scene === null || view === null ? null : placesOf(scene, view)
  }

  /** Hit test of the overlays, topmost first, at a point of the main pane; device px, also in the result. */
  hit(x: number, y: number, slack: number): Hit | null {
    const coordinates = this.coordinates()
    const ratio = this.#host.viewport()?.ratio
    if (coordinates === null || ratio === undefined) return null
    for (const overlay of this.#list.toReversed()) {
      const hit = this.#call(overlay, () => overlay.hit?.({ x, y, ratio, coordinates, slack })) ?? null
      if (hit !== null) return hit
    }
    return null
  }

  /** True if an overlay captured the pointer. The topmost is asked first. */
  down(event: PointerEvent, x: number, y: number): boolean {
    if (this.#taken !== null) return true
    const inside = this.#host.inMain(x, y)
    const pointer = inside && this.#pointer(event, inside)
    if (!pointer) return false
    const overlay = this.#list.findLast((each) => this.#call(each, () => each.down?.(pointer)) === true)
    if (overlay === undefined) return false
    this.#taken = { overlay, id: event.pointerId }
    return true
  }

  /** Returns a cursor to show; null if no overlay requests one. A captured pointer may leave the pane. */
  move(event: PointerEvent, x: number, y: number): string | null {
    const taken = this.#taken
    if (taken !== null && taken.id !== event.pointerId) return null
    const inside = this.#host.inMain(x, y) ?? (taken === null ? null : { x, y })
    const pointer = inside && this.#pointer(event, inside)
    if (!pointer) return null
    if (taken !== null) return this.#call(taken.overlay, () => taken.overlay.move?.(pointer, true)) ?? null
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return null
    for (const overlay of this.#list.toReversed()) {
      const cursor = this.#call(overlay, () => overlay.move?.(pointer, false)) ?? null
      if (cursor !== null) return cursor
    }
    return null
  }

  up(event: PointerEvent, x: number, y: number): void {
    const taken = this.#taken
    if (taken === null || taken.id !== event.pointerId) return
    this.#taken = null
    const pointer = this.#pointer(event, this.#host.inMain(x, y) ?? { x, y })
    if (pointer) this.#call(taken.overlay, () => taken.overlay.up?.(pointer, event.type === 'pointercancel'))
  }

  /** Result of an overlay call; undefined if the overlay failed, now or before. */
  #call<Result>(overlay: Overlay, act: () => Result): Result | undefined {
    if (this.#failed.has(overlay)) return undefined
    try {
      return act()
    } catch (error) {
      this.#failed.add(overlay)
      reportError(error)
      return undefined
    }
  }

  #pointer(event: PointerEvent, inside: { x: number; y: number }): OverlayPointer | null {
    const coordinates = this.coordinates()
    const ratio = this.#host.viewport()?.ratio
    return coordinates === null || ratio === undefined
      ? null
      : { x: inside.x * ratio, y: inside.y * ratio, ratio, coordinates, event }
  }
}
