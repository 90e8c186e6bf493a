import { columnLeft } from '../layout/columns.ts'
import type { Rect } from '../layout/layer-plan.ts'
import { PictureLayer } from '../renderers/picture-layer.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import type { PaneHost } from './pane-host.ts'

/** Paints closed bars; indices, both inclusive, are those that touch the area. */
type PaintBars = (context: CanvasRenderingContext2D, from: number, to: number, area: Rect) => void

/**
 * The closed bars of a pane. A frame at a new zoom (or theme, or data) is painted straight to the screen; from the second
 * frame at the same zoom on they come from a cached picture, which is moved while one pans and painted only where a move
 * exposed it or a bar closed. Copying a canvas forces the browser to finish it at once, so a picture that would be used
 * only once costs three times what it saves.
 */
export class ClosedLayer {
  readonly #host: PaneHost
  readonly #layer = new PictureLayer()
  #epoch = -1
  #closed = 0
  #key = ''

  constructor(host: PaneHost) {
    this.#host = host
  }

  /** Paints closed bars to `target`. `vertical`: where the pane's own scale begins, and how large it is. */
  paint(
    target: CanvasRenderingContext2D, scene: Scene, view: Viewport, vertical: { origin: number; scale: number }, paint: PaintBars,
  ): void {
    const { spacing, anchor, origin } = view.columns
    const closed = scene.firstSequence + scene.openFrom
    const since = Math.min(this.#host.changes.since(this.#epoch), this.#closed)
    const key = `${spacing}|${anchor}|${vertical.scale}|${view.ratio}|${view.width}|${view.height}`
    const anew = key !== this.#key || since === -Infinity || closed < this.#closed
    this.#key = key
    this.#epoch = this.#host.changes.epoch
    this.#closed = closed
    const paintArea = (context: CanvasRenderingContext2D, area: Rect): void => {
      const { from, to } = barsIn(scene, view, area)
      if (to >= from) paint(context, from, to, area)
    }
    if (anew) {
      this.#layer.drop()
      paintArea(target, { left: 0, top: 0, right: view.width, bottom: view.height })
      return
    }
    const changed: Rect[] = []
    if (since < closed) {
      const left = Math.max(0, columnLeft(view.columns, since))
      changed.push({ left, top: 0, right: Math.min(view.width, columnLeft(view.columns, closed)), bottom: view.height })
    }
    const state = { key, originX: origin, originY: vertical.origin, width: view.width, height: view.height }
    target.drawImage(this.#layer.update(state, changed, paintArea), 0, 0)
  }

  release(): void {
    this.#layer.release()
  }
}

/** Closed bars that touch an area; one more at either side is harmless, the area is clipped. */
function barsIn(scene: Scene, view: Viewport, area: Rect): { from: number; to: number } {
  const { spacing, origin, anchor } = view.columns
  const base = anchor - scene.firstSequence
  return {
    from: Math.max(0, Math.floor((area.left - origin) / spacing) + base - 1),
    to: Math.min(scene.openFrom - 1, Math.ceil((area.right - origin) / spacing) + base + 1),
  }
}
