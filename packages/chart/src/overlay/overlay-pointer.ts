import type { OverlayStack } from './overlay-stack.ts'

/** Events of the library and our gestures, suppressed while an overlay holds the pointer. */
const KEPT_FROM_CHART = ['mousedown', 'mousemove', 'mouseup', 'touchstart', 'touchmove', 'touchend'] as const

/** Dispatches pointer events to the overlays before all other listeners. */
export class OverlayPointerEvents {
  readonly #root: HTMLElement
  readonly #stack: OverlayStack
  readonly #ends: (() => void)[] = []
  #ending = false

  constructor(root: HTMLElement, stack: OverlayStack) {
    this.#root = root
    this.#stack = stack
    this.#listen(root, 'pointerdown', (event) => this.#down(event))
    this.#listen(root.ownerDocument, 'pointermove', (event) => this.#move(event))
    this.#listen(root.ownerDocument, 'pointerup', (event) => this.#up(event))
    this.#listen(root.ownerDocument, 'pointercancel', (event) => this.#up(event))
    for (const type of KEPT_FROM_CHART) this.#listen(root, type, (event) => this.#keep(event))
  }

  destroy(): void {
    for (const end of this.#ends) end()
  }

  /** Listens in the capture phase, so that it can stop the event. */
  #listen<K extends keyof HTMLElementEventMap>(
    on: HTMLElement | Document,
    type: K,
    handler: (event: HTMLElementEventMap[K]) => void,
  ): void {
    const listener = handler as (event: Event) => void
    const options = { capture: true, passive: false }
    on.addEventListener(type, listener, options)
    this.#ends.push(() => on.removeEventListener(type, listener, options))
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
    // Focus before the overlay runs, because it may open something that takes the focus, and not on press, which may
    // still count as keyboard input and show the focus ring.
    this.#root.focus({ preventScroll: true })
    this.#stack.up(event, x, y)
    event.stopPropagation()
    // mouseup and touchend follow the pointer event.
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
