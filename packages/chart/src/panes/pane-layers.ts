import type { PaneName } from '../api.ts'
import { columnLeft } from '../layout/columns.ts'
import { planLayer } from '../layout/layer-plan.ts'
import type { LayerState, Rect } from '../layout/layer-plan.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import type { PaneHost } from './pane-host.ts'

/** The library's cell of a pane: our canvases are between its picture and its crosshair. */
interface PaneCell {
  readonly wrapper: Element
  /** The library's own picture; ours have the same size and position. */
  readonly base: HTMLCanvasElement
}

/** The cell of a pane's table row, or of its price axis; null while the library has none with a size. */
function findPaneCell(row: HTMLElement | null, which: 'pane' | 'axis'): PaneCell | null {
  const wrapper = row?.children[which === 'pane' ? 1 : 2]?.firstElementChild ?? null
  const base = wrapper?.querySelector('canvas') ?? null
  return wrapper === null || base === null || base.width === 0 || base.height === 0 ? null : { wrapper, base }
}

function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // The library's picture has z-index 1 and precedes ours in the document; its crosshair has z-index 2.
  Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', zIndex: '1', pointerEvents: 'none' })
  return canvas
}

/**
 * Matches the pixel size of the library's picture. Setting a size clears a canvas, so it is set only when it changes.
 */
function matchSize(canvas: HTMLCanvasElement, base: HTMLCanvasElement): void {
  if (canvas.width !== base.width) canvas.width = base.width
  if (canvas.height !== base.height) canvas.height = base.height
  if (canvas.style.width !== base.style.width) canvas.style.width = base.style.width
  if (canvas.style.height !== base.style.height) canvas.style.height = base.style.height
}

/** Releases the memory immediately instead of at garbage collection. */
function releaseCanvas(canvas: HTMLCanvasElement | null): void {
  if (canvas === null) return
  canvas.remove()
  canvas.width = 0
  canvas.height = 0
}

export function getContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('Invariant: a canvas gives a 2D context')
  return context
}

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

type Paint = (context: CanvasRenderingContext2D, area: Rect) => void

/**
 * A picture in a pane that is shifted by whole pixels while panning; only the exposed part is painted. Two canvases
 * alternate on the screen, because copying a canvas onto itself copies it twice.
 */
class MovingPicture {
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

/**
 * A canvas for everything that changes with each trade, so that a trade repaints the open bar instead of every pane and
 * axis. It is above the closed bars and below the crosshair.
 */
export class LiveCanvas {
  readonly #which: 'pane' | 'axis'
  readonly #row: () => HTMLElement | null
  #canvas: HTMLCanvasElement | null = null

  constructor(which: 'pane' | 'axis', row: () => HTMLElement | null) {
    this.#which = which
    this.#row = row
  }

  /** The canvas, if it exists. */
  get canvases(): readonly HTMLCanvasElement[] {
    return this.#canvas === null ? [] : [this.#canvas]
  }

  /** Clears the canvas and matches it to the cell's size; null while the library has no such cell. */
  begin(): { context: CanvasRenderingContext2D; width: number; height: number } | null {
    const cell = findPaneCell(this.#row(), this.#which)
    if (cell === null) return null
    const canvas = (this.#canvas ??= createCanvas())
    // Last in the cell, so that it is above the closed bars.
    if (canvas.parentElement !== cell.wrapper || canvas.nextSibling !== null) cell.wrapper.append(canvas)
    matchSize(canvas, cell.base)
    const context = getContext(canvas)
    context.clearRect(0, 0, canvas.width, canvas.height)
    return { context, width: canvas.width, height: canvas.height }
  }

  release(): void {
    releaseCanvas(this.#canvas)
    this.#canvas = null
  }
}
