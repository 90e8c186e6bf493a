import { getContext, releaseCanvas, createCanvas, matchSize, findPaneCell } from './pane-cell.ts'

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
