import { contextOf, dropCanvas, makeCanvas, matchSize, paneCell } from './pane-cell.ts'

/**
 * A canvas for what changes with every trade: a trade then costs the open bar, not a frame of every pane and axis. Lies
 * above the closed bars and below the crosshair.
 */
export class LiveCanvas {
  readonly #which: 'pane' | 'axis'
  readonly #row: () => HTMLElement | null
  #canvas: HTMLCanvasElement | null = null

  constructor(which: 'pane' | 'axis', row: () => HTMLElement | null) {
    this.#which = which
    this.#row = row
  }

  /** The canvas, if it is there. */
  get canvases(): readonly HTMLCanvasElement[] {
    return this.#canvas === null ? [] : [this.#canvas]
  }

  /** An empty picture of the cell's present size; null while the library has no such cell. */
  begin(): { context: CanvasRenderingContext2D; width: number; height: number } | null {
    const cell = paneCell(this.#row(), this.#which)
    if (cell === null) return null
    const canvas = (this.#canvas ??= makeCanvas())
    // last in the cell: above the closed bars
    if (canvas.parentElement !== cell.wrapper || canvas.nextSibling !== null) cell.wrapper.append(canvas)
    matchSize(canvas, cell.base)
    const context = contextOf(canvas)
    context.clearRect(0, 0, canvas.width, canvas.height)
    return { context, width: canvas.width, height: canvas.height }
  }

  release(): void {
    dropCanvas(this.#canvas)
    this.#canvas = null
  }
}
