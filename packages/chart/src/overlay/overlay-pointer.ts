import type { OverlayStack } from './overlay-stack.ts'

/** What the library and our gestures listen to: kept from both while an overlay holds the pointer. */
const KEPT_FROM_CHART = ['mousedown', 'mousemove', 'mouseup', 'touchstart', 'touchmove', 'touchend'] as const

/** Brings pointer events to the overlays before anybody else hears of them. */
export class OverlayPointerEvents {
  readonly #root: HTMLElement
  readonly #stack: OverlayStack
  readonly #end = new AbortController()
  #ending = false

  constructor(root: HTMLElement, stack: OverlayStack) {
    this.#root = root
    this.#stack = stack
    const { signal } = this.#end
    const first = { capture: true, signal }
    root.addEventListener('pointerdown', (event) => this.#down(event), first)
    root.ownerDocument.addEventListener('pointermove', (event) => this.#move(event), first)
    root.ownerDocument.addEventListener('pointerup', (event) => this.#up(event), first)
    root.ownerDocument.addEventListener('pointercancel', (event) => this.#up(event), first)
    for (const type of KEPT_FROM_CHART) {
      root.addEventListener(type, (event) => this.#keep(event), { ...first, passive: false })
    }
  }

  destroy(): void {
    this.#end.abort()
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    const { x, y } = this.#local(event)
    if (this.#stack.down(event, x, y)) event.stopPropagation()
  }

  #move(event: PointerEvent): void {
    const { x, y } = this.#local(event)
    const cursor = this.#stack.move(event, x, y)
    if (this.#root.style.cursor !== (cursor ?? '')) this.#root.style.cursor = cursor ?? ''
    if (this.#stack.isTaken) event.stopPropagation()
  }

  #up(event: PointerEvent): void {
    if (!this.#stack.isTaken) return
    const { x, y } = this.#local(event)
    // Before the overlay, which may open something that takes the focus; and not with the press, which may still count
    // as following a key and would show where the focus is.
    this.#root.focus({ preventScroll: true })
    this.#stack.up(event, x, y)
    event.stopPropagation()
    // mouseup and touchend follow the pointer's event
    this.#ending = true
    setTimeout(() => (this.#ending = false))
  }

  #keep(event: Event): void {
    if (!this.#stack.isTaken && !this.#ending) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }

  #local(event: MouseEvent): { x: number; y: number } {
    const box = this.#root.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
}
