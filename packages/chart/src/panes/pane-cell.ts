/** The library's cell of a pane: our canvases are between its picture and its crosshair. */
export interface PaneCell {
  readonly wrapper: Element
  /** The library's own picture; ours have the same size and position. */
  readonly base: HTMLCanvasElement
}

/** The cell of a pane's table row, or of its price axis; null while the library has none with a size. */
export function findPaneCell(row: HTMLElement | null, which: 'pane' | 'axis'): PaneCell | null {
  const wrapper = row?.children[which === 'pane' ? 1 : 2]?.firstElementChild ?? null
  const base = wrapper?.querySelector('canvas') ?? null
  return wrapper === null || base === null || base.width === 0 || base.height === 0 ? null : { wrapper, base }
}

export function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // The library's picture has z-index 1 and precedes ours in the document; its crosshair has z-index 2.
  Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', zIndex: '1', pointerEvents: 'none' })
  return canvas
}

/**
 * Matches the pixel size of the library's picture. Setting a size clears a canvas, so it is set only when it changes.
 */
export function matchSize(canvas: HTMLCanvasElement, base: HTMLCanvasElement): void {
  if (canvas.width !== base.width) canvas.width = base.width
  if (canvas.height !== base.height) canvas.height = base.height
  if (canvas.style.width !== base.style.width) canvas.style.width = base.style.width
  if (canvas.style.height !== base.style.height) canvas.style.height = base.style.height
}

/** Releases the memory immediately instead of at garbage collection. */
export function releaseCanvas(canvas: HTMLCanvasElement | null): void {
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
