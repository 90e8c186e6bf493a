/** The library's cell of a pane: where canvases of ours lie between its picture and its crosshair. */
export interface PaneCell {
  readonly wrapper: Element
  /** The library's own picture: its size and place are ours too. */
  readonly base: HTMLCanvasElement
}

/** The cell of a pane's table row, or of its price axis; null while the library has none of any size. */
export function paneCell(row: HTMLElement | null, which: 'pane' | 'axis'): PaneCell | null {
  const wrapper = row?.children[which === 'pane' ? 1 : 2]?.firstElementChild ?? null
  const base = wrapper?.querySelector('canvas') ?? null
  return wrapper === null || base === null || base.width === 0 || base.height === 0 ? null : { wrapper, base }
}

export function makeCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // the library's picture has z-index 1 and stands before ours in the document, its crosshair has 2
  Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', zIndex: '1', pointerEvents: 'none' })
  return canvas
}

/** As large as the library's picture, pixel by pixel. Setting a size clears a canvas, so it is set only when it changes. */
export function matchSize(canvas: HTMLCanvasElement, base: HTMLCanvasElement): void {
  if (canvas.width !== base.width) canvas.width = base.width
  if (canvas.height !== base.height) canvas.height = base.height
  if (canvas.style.width !== base.style.width) canvas.style.width = base.style.width
  if (canvas.style.height !== base.style.height) canvas.style.height = base.style.height
}

/** Gives the memory back at once, not when garbage is collected. */
export function dropCanvas(canvas: HTMLCanvasElement | null): void {
  if (canvas === null) return
  canvas.remove()
  canvas.width = 0
  canvas.height = 0
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('Invariant: a canvas gives a 2D context')
  return context
}
