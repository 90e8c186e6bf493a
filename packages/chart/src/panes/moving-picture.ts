import type { LayerState, Rect } from '../layout/layer-plan.ts'
import { planLayer } from '../layout/layer-plan.ts'
import type { PaneCell } from './pane-cell.ts'
import { getContext, releaseCanvas, createCanvas, matchSize } from './pane-cell.ts'

type Paint = (context: CanvasRenderingContext2D, area: Rect) => void

/**
 * A picture in a pane that is shifted by whole pixels while panning; only the exposed part is painted. Two canvases
 * alternate on the screen, because copying a canvas onto itself copies it twice.
 */
export class MovingPicture {
  #front: HTMLCanvasElement | null = null
  #back: HTMLCanvasElement | null = null
  #state: LayerState | null = null

  /** The visible canvas, if it exists. */
  get canvases(): readonly HTMLCanvasElement[] {
    return this.#front === null ? [] : [this.#front]
  }

  /**
   * Updates the picture to `wanted`. `paint` gets a context clipped to the area it must fill; `changed`: areas whose
   * content changed since the last call.
   */
  update(cell: PaneCell, wanted: LayerState, changed: readonly Rect[], paint: Paint): void {
    const plan = planLayer(this.#state, wanted)
    this.#state = wanted
    this.#front = placed(this.#front, cell)
    if (plan.kind === 'redraw') {
      const context = getContext(this.#front)
      context.clearRect(0, 0, wanted.width, wanted.height)
      paint(context, { left: 0, top: 0, right: wanted.width, bottom: wanted.height })
      return
    }
    if (plan.dx !== 0 || plan.dy !== 0) this.#move(this.#front, cell, plan.dx, plan.dy)
    const context = getContext(this.#front)
    for (const area of plan.exposed) paintArea(context, area, paint)
    for (const area of changed) paintArea(context, area, paint)
  }

  /** Removes the picture. */
  clear(): void {
    this.drop()
    if (this.#front !== null) getContext(this.#front).clearRect(0, 0, this.#front.width, this.#front.height)
  }

  /** Forces the next update to paint everything. */
  drop(): void {
    this.#state = null
  }

  release(): void {
    releaseCanvas(this.#front)
    releaseCanvas(this.#back)
    this.#front = null
    this.#back = null
    this.#state = null
  }

  #move(from: HTMLCanvasElement, cell: PaneCell, dx: number, dy: number): void {
    const to = placed(this.#back, cell)
    const context = getContext(to)
    context.clearRect(0, 0, to.width, to.height)
    context.drawImage(from, dx, dy)
    to.style.visibility = 'visible'
    from.style.visibility = 'hidden'
    this.#front = to
    this.#back = from
  }
}

/** Attaches the canvas to the cell, right above the library's picture, with the same size. */
function placed(canvas: HTMLCanvasElement | null, { wrapper, base }: PaneCell): HTMLCanvasElement {
  const made = canvas ?? createCanvas()
  if (made.parentElement !== wrapper) base.after(made)
  matchSize(made, base)
  return made
}

function paintArea(context: CanvasRenderingContext2D, area: Rect, paint: Paint): void {
  const width = area.right - area.left
  const height = area.bottom - area.top
  if (width <= 0 || height <= 0) return
  context.save()
  context.beginPath()
  context.rect(area.left, area.top, width, height)
  context.clip()
  context.clearRect(area.left, area.top, width, height)
  paint(context, area)
  context.restore()
}
