import type { LayerState, Rect } from '../layout/layer-plan.ts'
import { planLayer } from '../layout/layer-plan.ts'

/**
 * A picture kept off the screen: moved by whole pixels while one pans, only what a move exposes is painted. Two canvases
 * take turns, because a canvas copied onto itself is copied twice.
 */
export class PictureLayer {
  #front: HTMLCanvasElement | null = null
  #back: HTMLCanvasElement | null = null
  #state: LayerState | null = null

  /**
   * Brings the picture to `wanted` and returns it. `paint` gets a context clipped to the area it must fill;
   * `changed`: areas whose content changed since the last call.
   */
  update(
    wanted: LayerState, changed: readonly Rect[], paint: (context: CanvasRenderingContext2D, area: Rect) => void,
  ): HTMLCanvasElement {
    const plan = planLayer(this.#state, wanted)
    this.#state = wanted
    if (plan.kind === 'redraw' || this.#front === null) {
      this.#front = sized(this.#front, wanted)
      const context = contextOf(this.#front)
      context.clearRect(0, 0, wanted.width, wanted.height)
      paint(context, { left: 0, top: 0, right: wanted.width, bottom: wanted.height })
      return this.#front
    }
    if (plan.dx !== 0 || plan.dy !== 0) this.#move(plan.dx, plan.dy, wanted)
    const context = contextOf(this.#front)
    for (const area of plan.exposed) paintArea(context, area, paint)
    for (const area of changed) paintArea(context, area, paint)
    return this.#front
  }

  /** The next update paints everything. */
  drop(): void {
    this.#state = null
  }

  /** Gives the memory back at once, not when garbage is collected. */
  release(): void {
    for (const canvas of [this.#front, this.#back]) {
      if (canvas === null) continue
      canvas.width = 0
      canvas.height = 0
    }
    this.#front = null
    this.#back = null
    this.#state = null
  }

  #move(dx: number, dy: number, size: { width: number; height: number }): void {
    const from = this.#front
    if (from === null) return
    const to = sized(this.#back, size)
    const context = contextOf(to)
    context.clearRect(0, 0, size.width, size.height)
    context.drawImage(from, dx, dy)
    this.#front = to
    this.#back = from
  }
}

function paintArea(
  context: CanvasRenderingContext2D, area: Rect, paint: (context: CanvasRenderingContext2D, area: Rect) => void,
): void {
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

function sized(canvas: HTMLCanvasElement | null, size: { width: number; height: number }): HTMLCanvasElement {
  const made = canvas ?? document.createElement('canvas')
  if (made.width !== size.width) made.width = size.width
  if (made.height !== size.height) made.height = size.height
  return made
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('Invariant: a canvas gives a 2D context')
  return context
}
