import { columnLeft } from '../layout/columns.ts'
import type { Rect } from '../layout/layer-plan.ts'
import { PictureLayer } from '../renderers/picture-layer.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import type { PaneHost } from './pane-host.ts'

/** The closed bars of a pane as a cached picture: painted again only where something changed or a move exposed it. */
export class ClosedLayer {
  readonly #host: PaneHost
  readonly #layer = new PictureLayer()
  #epoch = -1
  #closed = 0

  constructor(host: PaneHost) {
    this.#host = host
  }

  /** `paint` gets indices of closed bars (both inclusive) that touch the area. `originY`, `scaleY`: the pane's own. */
  update(
    scene: Scene, view: Viewport, vertical: { origin: number; scale: number },
    paint: (context: CanvasRenderingContext2D, from: number, to: number, area: Rect) => void,
  ): HTMLCanvasElement {
    const closed = scene.firstSequence + scene.openFrom
    const since = Math.min(this.#host.changes.since(this.#epoch), this.#closed)
    if (since === -Infinity || closed < this.#closed) this.#layer.drop()
    const changed: Rect[] = []
    if (since < closed) {
      const left = Math.max(0, columnLeft(view.columns, since))
      changed.push({ left, top: 0, right: Math.min(view.width, columnLeft(view.columns, closed)), bottom: view.height })
    }
    this.#epoch = this.#host.changes.epoch
    this.#closed = closed
    const { spacing, anchor, origin } = view.columns
    const state = {
      key: `${spacing}|${anchor}|${vertical.scale}|${view.ratio}`,
      originX: origin, originY: vertical.origin, width: view.width, height: view.height,
    }
    return this.#layer.update(state, changed, (context, area) => {
      const { from, to } = barsIn(scene, view, area)
      if (to >= from) paint(context, from, to, area)
    })
  }

  drop(): void {
    this.#layer.drop()
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
