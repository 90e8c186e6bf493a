/** Which cell of a pane's table row: the pane itself or its price axis. */
export type LiveCell = 'pane' | 'axis'

/**
 * A canvas of ours between the library's picture and its crosshair, for what changes with every print: a print then
 * costs the open bar, not a frame of every pane and axis. Lies in the library's own cell, so both have the same size and
 * the same pixels.
 */
export class LiveCanvas {
  readonly #cell: LiveCell
  readonly #row: () => HTMLElement | null
  #canvas: HTMLCanvasElement | null = null

  constructor(cell: LiveCell, row: () => HTMLElement | null) {
    this.#cell = cell
    this.#row = row
  }

  /** The canvas, if it is there. */
  get canvases(): readonly HTMLCanvasElement[] {
    return this.#canvas === null ? [] : [this.#canvas]
  }

  /** An empty picture of the cell's present size; null while the library has no such cell. */
  begin(): { context: CanvasRenderingContext2D; width: number; height: number } | null {
    const wrapper = this.#row()?.children[this.#cell === 'pane' ? 1 : 2]?.firstElementChild ?? null
    const base = wrapper?.querySelector('canvas') ?? null
    if (wrapper === null || base === null || base.width === 0 || base.height === 0) return null
    const canvas = (this.#canvas ??= makeCanvas())
    if (canvas.parentElement !== wrapper) wrapper.append(canvas)
    if (canvas.width !== base.width || canvas.height !== base.height) {
      canvas.width = base.width
      canvas.height = base.height
      canvas.style.width = base.style.width
      canvas.style.height = base.style.height
    }
    const context = canvas.getContext('2d')
    if (context === null) return null
    context.clearRect(0, 0, base.width, base.height)
    return { context, width: base.width, height: base.height }
  }

  release(): void {
    const canvas = this.#canvas
    if (canvas === null) return
    canvas.remove()
    canvas.width = 0
    canvas.height = 0
    this.#canvas = null
  }
}

function makeCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // the library's picture has z-index 1 and stands before us, its crosshair has 2
  Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', zIndex: '1', pointerEvents: 'none' })
  return canvas
}
