import type { RowScale } from '../layout/vertical.ts'

/** Region of the chart that contains a point. */
export type Region = 'main' | 'priceAxis' | 'other'

export interface GestureTarget {
  /** CSS px from the root. */
  regionAt(x: number, y: number): Region
  /** Current row scale; null while there is no data. */
  rows(): RowScale | null
  isAuto(): boolean
  moveRows(from: RowScale, dyCss: number): void
  /** `yCss` from the root. */
  zoomRows(from: RowScale, factor: number, yCss: number): void
  zoomTime(factor: number, xCss: number): void
  nextPriceScale(): void
  /** The first pointer went down, or the last one up. */
  gestureChanged(active: boolean): void
}

/** Minimum drag (CSS px, and dy relative to dx) that leaves the automatic scale: only clearly vertical drags do. */
const DRAG_FROM = 10
const DRAG_SLOPE = 0.7
/** Exponential drag factor on the price axis: exp(150 * 0.0046) = 2, so 150 px double the row height. */
const AXIS_SPEED = 0.0046
/** Exponential wheel factor: a notch of 100 changes the price scale by 12 %. */
const WHEEL_SPEED = 0.0012
/** A pinch with fingers closer than this (CSS px) along an axis does not scale that axis. */
const PINCH_FROM = 40
/** Long-press time after which a finger moves the crosshair instead of the chart, as in the library. */
const LONG_TAP_MS = 240
const TAP_SLACK = 8

interface Pointer {
  x: number
  y: number
}

/**
 * Handles all gestures that move prices: drags in the pane and on the price axis, the wheel with a modifier or over the
 * axis, and pinches on both axes. Time drag and wheel are left to the library.
 */
export class Gestures {
  readonly #root: HTMLElement
  readonly #target: GestureTarget
  readonly #pointers = new Map<number, Pointer>()
  readonly #ends: (() => void)[] = []
  #start: {
    pointer: Pointer
    rows: RowScale | null
    region: Region
    at: number
    dragging: boolean
    resting: boolean
  } | null = null
  #pinch: { a: Pointer; b: Pointer; rows: RowScale | null; time: number } | null = null

  constructor(root: HTMLElement, target: GestureTarget) {
    this.#root = root
    this.#target = target
    this.#listen(root, 'pointerdown', (event) => this.#down(event))
    this.#listen(root.ownerDocument, 'pointermove', (event) => this.#move(event))
    this.#listen(root.ownerDocument, 'pointerup', (event) => this.#up(event))
    this.#listen(root.ownerDocument, 'pointercancel', (event) => this.#up(event))
    this.#listen(root, 'wheel', (event) => this.#wheel(event), { capture: true, passive: false })
    this.#listen(root, 'dblclick', (event) => {
      const { x, y } = this.#local(event)
      if (target.regionAt(x, y) === 'priceAxis') target.nextPriceScale()
    })
  }

  destroy(): void {
    for (const end of this.#ends) end()
    this.#pointers.clear()
  }

  #listen<K extends keyof HTMLElementEventMap>(
    on: HTMLElement | Document,
    type: K,
    handler: (event: HTMLElementEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ): void {
    const listener = handler as (event: Event) => void
    on.addEventListener(type, listener, options)
    this.#ends.push(() => on.removeEventListener(type, listener, options))
  }

  #local(event: MouseEvent): Pointer {
    const box = this.#root.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    const pointer = this.#local(event)
    this.#pointers.set(event.pointerId, pointer)
    this.#target.gestureChanged(true)
    if (this.#pointers.size === 2) {
      const [a, b] = [...this.#pointers.values()]
      this.#pinch = { a: { ...a }, b: { ...b }, rows: this.#target.rows(), time: 1 }
      this.#start = null
      return
    }
    const region = this.#target.regionAt(pointer.x, pointer.y)
    this.#start = { pointer, rows: this.#target.rows(), region, at: event.timeStamp, dragging: false, resting: false }
  }

  #move(event: PointerEvent): void {
    if (!this.#pointers.has(event.pointerId)) return
    const pointer = this.#local(event)
    this.#pointers.set(event.pointerId, pointer)
    if (this.#pinch !== null) this.#pinchMove()
    else if (this.#start !== null) this.#drag(pointer, event)
  }

  #drag(pointer: Pointer, event: PointerEvent): void {
    const start = this.#start
    if (start === null || start.rows === null || start.resting) return
    const dx = pointer.x - start.pointer.x
    const dy = pointer.y - start.pointer.y
    if (start.region === 'priceAxis') {
      this.#target.zoomRows(start.rows, Math.exp(-dy * AXIS_SPEED), Number.NaN)
      return
    }
    if (start.region !== 'main') return
    if (!start.dragging) {
      if (
        event.pointerType === 'touch' &&
        event.timeStamp - start.at > LONG_TAP_MS &&
        Math.hypot(dx, dy) < TAP_SLACK * 2
      ) {
        start.resting = true
        return
      }
      const clear = Math.abs(dy) >= DRAG_FROM && Math.abs(dy) >= DRAG_SLOPE * Math.abs(dx)
      if (this.#target.isAuto() && !clear) return
      start.dragging = true
      // Measure from here, so that the rows do not jump by the distance of the drag threshold.
      start.pointer = this.#target.isAuto() ? { ...pointer } : start.pointer
      start.rows = this.#target.rows() ?? start.rows
      if (start.pointer.y === pointer.y) return
    }
    this.#target.moveRows(start.rows, pointer.y - start.pointer.y)
  }

  #pinchMove(): void {
    const pinch = this.#pinch
    if (pinch === null || this.#pointers.size !== 2) return
    const [a, b] = [...this.#pointers.values()]
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    const wideX = Math.abs(pinch.a.x - pinch.b.x)
    const wideY = Math.abs(pinch.a.y - pinch.b.y)
    if (wideX >= PINCH_FROM) {
      const factor = Math.max(0.1, Math.abs(a.x - b.x) / wideX)
      this.#target.zoomTime(factor / pinch.time, middle.x)
      pinch.time = factor
    }
    if (wideY >= PINCH_FROM && pinch.rows !== null) {
      this.#target.zoomRows(pinch.rows, Math.max(0.1, Math.abs(a.y - b.y) / wideY), middle.y)
    }
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return
    this.#pinch = null
    this.#start = null
    if (this.#pointers.size === 0) this.#target.gestureChanged(false)
  }

  /**
   * Over the price axis or with Alt: price. With Ctrl or Meta (a trackpad pinch): both. Otherwise the library handles
   * time.
   */
  #wheel(event: WheelEvent): void {
    const { x, y } = this.#local(event)
    const region = this.#target.regionAt(x, y)
    const both = event.ctrlKey || event.metaKey
    const price = event.altKey || region === 'priceAxis'
    if (!both && !price) return
    event.preventDefault()
    event.stopPropagation()
    const rows = this.#target.rows()
    if (rows === null || region === 'other') return
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY
    // A trackpad pinch sends small steps, a wheel sends notches.
    const factor = Math.exp(-notch * (both && Math.abs(notch) < 40 ? WHEEL_SPEED * 6 : WHEEL_SPEED))
    if (both) this.#target.zoomTime(factor, x)
    this.#target.zoomRows(rows, factor, region === 'priceAxis' ? Number.NaN : y)
  }
}
