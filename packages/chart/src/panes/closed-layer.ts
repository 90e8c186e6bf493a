import type { PaneName } from '../api.ts'
import { columnLeft } from '../layout/columns.ts'
import type { Rect } from '../layout/layer-plan.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import { MovingPicture } from './moving-picture.ts'
import { findPaneCell } from './pane-cell.ts'
import type { PaneHost } from './pane-host.ts'

/** Paints closed bars that touch the area; indices, both inclusive. */
type PaintBars = (context: CanvasRenderingContext2D, from: number, to: number, area: Rect) => void

/**
 * The closed bars of a pane on a separate canvas: repainted on zoom, shifted while panning, and otherwise painted only
 * where a shift exposed them or a bar closed. Other changes in the same frame do not repaint them.
 */
export class ClosedLayer {
  readonly #host: PaneHost
  readonly #pane: PaneName
  readonly #picture = new MovingPicture()
  #epoch = -1
  #closed = 0

  constructor(host: PaneHost, pane: PaneName) {
    this.#host = host
    this.#pane = pane
  }

  get canvases(): readonly HTMLCanvasElement[] {
    return this.#picture.canvases
  }

  /** `vertical`: origin of the pane's own scale, and a key for everything else its picture depends on. */
  paint(scene: Scene, view: Viewport, vertical: { origin: number; key: string }, paint: PaintBars): void {
    const cell = findPaneCell(this.#host.paneRow(this.#pane), 'pane')
    if (cell === null) return
    const { spacing, anchor, origin } = view.columns
    const closed = scene.firstSequence + scene.openFrom
    const since = Math.min(this.#host.changes.since(this.#epoch), this.#closed)
    if (since === -Infinity || closed < this.#closed) this.#picture.drop()
    this.#epoch = this.#host.changes.epoch
    this.#closed = closed
    const changed: Rect[] = []
    if (since < closed) {
      const left = Math.max(0, columnLeft(view.columns, since))
      changed.push({ left, top: 0, right: Math.min(view.width, columnLeft(view.columns, closed)), bottom: view.height })
    }
    const key = `${spacing}|${anchor}|${view.ratio}|${vertical.key}`
    const state = { key, originX: origin, originY: vertical.origin, width: view.width, height: view.height }
    this.#picture.update(cell, state, changed, (context, area) => {
      const { from, to } = barsIn(scene, view, area)
      if (to >= from) paint(context, from, to, area)
    })
  }

  /** Clears the layer. */
  clear(): void {
    this.#picture.clear()
  }

  release(): void {
    this.#picture.release()
  }
}

/** Closed bars that touch an area; one extra at either side is harmless, since the area is clipped. */
function barsIn(scene: Scene, view: Viewport, area: Rect): { from: number; to: number } {
  const { spacing, origin, anchor } = view.columns
  const base = anchor - scene.firstSequence
  return {
    from: Math.max(0, Math.floor((area.left - origin) / spacing) + base - 1),
    to: Math.min(scene.openFrom - 1, Math.ceil((area.right - origin) / spacing) + base + 1),
  }
}
