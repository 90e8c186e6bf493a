import { type Bars, DRAWING_POINTS, type DrawingKind, type DrawingPoint } from '@flowprint/orderflow'
import type { Box, Handle, PlacedDrawing, Px, Surface } from './geometry.ts'

/** Distance at which prices of a bar and cell edges attract a point, CSS px. */
const PRICE_SNAP_PX = 14
const CELL_SNAP_PX = 8

/**
 * The chart position of a pointer: the start of the bar under it, the nearest tick.
 *
 * With the magnet: the high, low, close or open of that bar when near, otherwise the first or last tick of the cell
 * under the pointer.
 */
export function pointAt(at: Px, { coordinates, ratio }: Surface, bars: Bars, magnet: boolean): DrawingPoint {
  const bar = coordinates.barAt(at.x)
  const point = {
    t: Math.max(0, Math.round(coordinates.timeOfIndex(bar))),
    tick: Math.max(0, Math.round(coordinates.tickAt(at.y))),
  }
  if (!magnet || bar < 0 || bar >= bars.length) return point
  const distance = (tick: number) => Math.abs(coordinates.yOfTick(tick) - at.y)
  const nearest = (ticks: readonly number[], pull: number) => {
    const best = ticks.toSorted((p, q) => distance(p) - distance(q))[0]
    return distance(best) <= pull * ratio ? best : undefined
  }
  const row = Math.floor(point.tick / bars.step)
  const traded = row >= Math.floor(bars.low[bar] / bars.step) && row <= Math.floor(bars.high[bar] / bars.step)
  // On equal distances the first wins.
  const tick =
    nearest([bars.high[bar], bars.low[bar], bars.close[bar], bars.open[bar]], PRICE_SNAP_PX) ??
    (traded ? nearest([row * bars.step, (row + 1) * bars.step - 1], CELL_SNAP_PX) : undefined)
  return tick === undefined ? point : { ...point, tick }
}

/** Moves the points of a handle. */
export function movedHandle(
  points: readonly DrawingPoint[],
  { t, tick }: Pick<Handle, 't' | 'tick'>,
  to: DrawingPoint,
): DrawingPoint[] {
  return points.map((point, i) => ({ t: i === t ? to.t : point.t, tick: i === tick ? to.tick : point.tick }))
}

/** Moves the whole drawing by bars and ticks: every point by the same time, so that lines keep their slope. */
export function movedBody(
  points: readonly DrawingPoint[],
  bars: number,
  ticks: number,
  { coordinates }: Pick<Surface, 'coordinates'>,
): DrawingPoint[] {
  const index = Math.floor(coordinates.indexOfTime(points[0].t))
  const wanted = Math.round(coordinates.timeOfIndex(index + bars) - coordinates.timeOfIndex(index))
  const ms = Math.max(wanted, -Math.min(...points.map(({ t }) => t)))
  const up = Math.max(ticks, -Math.min(...points.map(({ tick }) => tick)))
  return points.map(({ t, tick }) => ({ t: t + ms, tick: tick + up }))
}

/** Hit tolerance, device px. */
interface Reach {
  readonly line: number
  readonly handle: number
}

export type DrawingHit =
  | { readonly placed: PlacedDrawing; readonly handle: Handle }
  | { readonly placed: PlacedDrawing; readonly handle: null }

/** CSS px: larger for touch, since a finger hides its target. */
export function reachOf(pointerType: string, ratio: number): Reach {
  return pointerType === 'mouse' ? { line: 6 * ratio, handle: 9 * ratio } : { line: 16 * ratio, handle: 24 * ratio }
}

/** Distance from a point to a line segment. */
export function distanceToSegment({ x, y }: Px, a: Px, b: Px): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / square))
  return Math.hypot(x - a.x - part * dx, y - a.y - part * dy)
}

function isInside({ x, y }: Px, { left, top, right, bottom }: Box, slack = 0): boolean {
  return x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack
}

/** Whether a point is on the drawing. The inside of a range belongs to the chart until the range is selected. */
function isOn({ path, area, drawing }: PlacedDrawing, at: Px, slack: number, isSelected: boolean): boolean {
  for (let i = 1; i < path.length; i++) {
    if (distanceToSegment(at, path[i - 1], path[i]) <= slack) return true
  }
  if (area === null || !isInside(at, area, slack)) return false
  if (drawing.kind === 'text' || (isSelected && drawing.kind !== 'profile')) return true
  const sides = [Math.abs(at.x - area.left), Math.abs(at.x - area.right)]
  // A profile spans the whole height: it has no upper and lower edge.
  if (drawing.kind !== 'profile') sides.push(Math.abs(at.y - area.top), Math.abs(at.y - area.bottom))
  return Math.min(...sides) <= slack
}

/** The target at a point: first the handles of the selected drawing, then drawings from the topmost down. */
export function hitDrawing(
  placed: readonly PlacedDrawing[],
  at: Px,
  reach: Reach,
  selected: string | null,
): DrawingHit | null {
  const chosen = placed.find(({ drawing }) => drawing.id === selected)
  if (chosen) {
    const near = chosen.handles
      .map((handle) => ({ handle, far: Math.hypot(handle.x - at.x, handle.y - at.y) }))
      .toSorted((p, q) => p.far - q.far)[0]
    if (near && near.far <= reach.handle) return { placed: chosen, handle: near.handle }
    if (isOn(chosen, at, reach.line, true)) return { placed: chosen, handle: null }
  }
  const met = placed.findLast((each) => isOn(each, at, reach.line, false))
  return met ? { placed: met, handle: null } : null
}

/** The bounding box of the visible part of a drawing. */
export function boundsOf({ path, area, handles }: PlacedDrawing, width: number, height: number): Box | null {
  const corners = area
    ? [
        { x: area.left, y: area.top },
        { x: area.right, y: area.bottom },
      ]
    : [...path, ...handles]
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  if (box.right < 0 || box.left > width || box.bottom < 0 || box.top > height) return null
  const into = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return {
    left: into(box.left, width),
    right: into(box.right, width),
    top: into(box.top, height),
    bottom: into(box.bottom, height),
  }
}

/** Movement that distinguishes a drag from a click, CSS px; larger for touch. */
export const DRAG_THRESHOLD_PX = { mouse: 5, finger: 10 }

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
    const isDrag = far > (isMouse ? DRAG_THRESHOLD_PX.mouse : DRAG_THRESHOLD_PX.finger) * ratio
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
