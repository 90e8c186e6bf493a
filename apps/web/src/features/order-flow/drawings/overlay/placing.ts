import { DRAWING_POINTS, type DrawingKind, type DrawingPoint } from '@flowprint/orderflow'
import type { Px } from '../geometry/surface.ts'

/** Movement that distinguishes a drag from a click, CSS px; larger for touch. */
const DRAG_FROM = { mouse: 5, finger: 10 }

/** A drawing being placed: press, drag and release, or two clicks. Points follow the pointer until they are set. */
export class Placing {
  readonly kind: DrawingKind
  #first: DrawingPoint | null = null
  #second: DrawingPoint | null = null
  #pressed: (Px & { readonly isFirst: boolean }) | null = null

  constructor(kind: DrawingKind) {
    this.kind = kind
  }

  /** The current preview; empty before the first press. */
  get points(): readonly DrawingPoint[] {
    if (this.#first === null) return []
    return DRAWING_POINTS[this.kind] === 1 ? [this.#first] : [this.#first, this.#second ?? this.#first]
  }

  get isBegun(): boolean {
    return this.#first !== null
  }

  press(at: Px, point: DrawingPoint): void {
    this.#pressed = { ...at, isFirst: this.#first === null }
    this.#follow(point)
  }

  move(point: DrawingPoint): void {
    if (this.#first !== null) this.#follow(point)
  }

  /** True: every point is set. `slack`: px of the given position per CSS px. */
  release(at: Px, point: DrawingPoint, ratio: number, isMouse: boolean): boolean {
    const pressed = this.#pressed
    this.#pressed = null
    if (pressed === null) return false
    const far = Math.hypot(at.x - pressed.x, at.y - pressed.y)
    const isDrag = far > (isMouse ? DRAG_FROM.mouse : DRAG_FROM.finger) * ratio
    if (isDrag || DRAWING_POINTS[this.kind] === 1) this.#follow(point, true)
    if (DRAWING_POINTS[this.kind] === 1) return true
    if (pressed.isFirst && !isDrag) return false
    return !this.#isNothing()
  }

  /** A line needs two different points; ranges cover at least their bar and tick. */
  #isNothing(): boolean {
    const [a, b] = this.points
    return (this.kind === 'trend' || this.kind === 'ray') && a.t === b.t && a.tick === b.tick
  }

  #follow(point: DrawingPoint, isSecond = this.#pressed === null || !this.#pressed.isFirst): void {
    if (this.#first === null || DRAWING_POINTS[this.kind] === 1) this.#first = point
    else if (isSecond || this.#pressed !== null) this.#second = point
  }
}
