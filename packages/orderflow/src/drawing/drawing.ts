import type { Ticks, UnixMs } from '../units/units.ts'
import { compareProducts } from '../units/lots.ts'

/** Kinds of drawings. */
export type DrawingKind = 'hline' | 'trend' | 'ray' | 'rect' | 'profile' | 'measure' | 'text'

/** A point on the chart: time in ms, price in whole ticks. */
export interface DrawingPoint {
  readonly t: UnixMs
  readonly tick: Ticks
}

/** The geometry of a drawing. */
export interface DrawingShape {
  readonly kind: DrawingKind
  readonly points: readonly DrawingPoint[]
}

/** Number of points of each kind. */
export const DRAWING_POINTS: { readonly [Kind in DrawingKind]: 1 | 2 } = {
  hline: 1,
  trend: 2,
  ray: 2,
  rect: 2,
  profile: 2,
  measure: 2,
  text: 1,
}

/**
 * Price of a drawn line at a time. Lines are straight in time, not in bars: the same at every cycle.
 *
 * Input   a shape with the points of its kind (DRAWING_POINTS), in any order; `t` in ms.
 * Output  ticks, with fraction. A horizontal line has a price at all times, a trend line between its points (both
 *         inclusive), a ray from its first point through its second and beyond. Null when the shape has no single
 *         price: outside those times, for a vertical line, for every other kind, and while points are missing.
 * Source  docs/drawings.md, section "Lines".
 */
export function drawingPriceAt(shape: DrawingShape, t: UnixMs): Ticks | null {
  const [a, b] = shape.points
  if (a === undefined) return null
  if (shape.kind === 'hline') return a.tick
  if ((shape.kind !== 'trend' && shape.kind !== 'ray') || b === undefined || a.t === b.t) return null
  const { from, until } = lineTimes(shape.kind, a, b)
  if (t < from || t > until) return null
  // Exact at the points of the line.
  if (t === a.t) return a.tick
  if (t === b.t) return b.tick
  return a.tick + ((b.tick - a.tick) * (t - a.t)) / (b.t - a.t)
}

/** Time range of a line, both ends inclusive; infinite for rays and horizontal lines. */
function lineTimes(kind: 'trend' | 'ray', a: DrawingPoint, b: DrawingPoint): { from: UnixMs; until: UnixMs } {
  if (kind === 'trend') return { from: Math.min(a.t, b.t), until: Math.max(a.t, b.t) }
  return b.t >= a.t ? { from: a.t, until: Infinity } : { from: -Infinity, until: a.t }
}

/** The price range of a time range: a bar, or the trades of one millisecond. */
export interface PriceStretch {
  /** First and last ms, both inclusive, whole. */
  readonly from: number
  readonly until: number
  /** Lowest and highest price traded, ticks, both inclusive. */
  readonly low: number
  readonly high: number
}

/**
 * Whether prices touched a drawing: the line crossed [low, high] at some time of the range, or prices entered the area
 * of a rectangle.
 *
 * Input   a shape with the points of its kind, in any order; whole ticks and ms.
 * Output  true or false. Always false for kinds without a price (profile, measure, text) and while points are missing.
 *         A vertical line is touched by prices between its ends at its time; a vertical ray extends in its direction.
 * Ties    edges are inclusive: a price equal to the line's, and a time range that shares one ms with it, touch.
 * Cost    a few exact comparisons by cross-multiplication; nothing is rounded.
 * Source  docs/drawings.md, section "Touching".
 */
export function touchesDrawing(shape: DrawingShape, stretch: PriceStretch): boolean {
  const [a, b] = shape.points
  if (a === undefined) return false
  if (shape.kind === 'hline') return stretch.low <= a.tick && a.tick <= stretch.high
  if (b === undefined) return false
  if (shape.kind === 'rect') {
    return meet(stretch.from, stretch.until, a.t, b.t) && meet(stretch.low, stretch.high, a.tick, b.tick)
  }
  if (shape.kind !== 'trend' && shape.kind !== 'ray') return false
  if (a.t === b.t) return touchesVertical(shape.kind, a, b, stretch)
  const times = lineTimes(shape.kind, a, b)
  const from = Math.max(times.from, stretch.from)
  const until = Math.min(times.until, stretch.until)
  if (from > until) return false
  // A straight line has its extremes at the ends of the range: it is missed only when it stays on one side.
  const isBelow = side(a, b, from, stretch.low) < 0 && side(a, b, until, stretch.low) < 0
  const isAbove = side(a, b, from, stretch.high) > 0 && side(a, b, until, stretch.high) > 0
  return !isBelow && !isAbove
}

/** Whether [from, until] overlaps the span between two values. */
function meet(from: number, until: number, a: number, b: number): boolean {
  return Math.min(a, b) <= until && from <= Math.max(a, b)
}

function touchesVertical(kind: 'trend' | 'ray', a: DrawingPoint, b: DrawingPoint, stretch: PriceStretch): boolean {
  if (a.t < stretch.from || a.t > stretch.until) return false
  if (kind === 'trend' || a.tick === b.tick) return meet(stretch.low, stretch.high, a.tick, b.tick)
  return b.tick > a.tick ? stretch.high >= a.tick : stretch.low <= a.tick
}

/** Sign of the line's price at `t` minus `tick`, exactly. */
function side(a: DrawingPoint, b: DrawingPoint, t: number, tick: number): number {
  const span = b.t - a.t
  const sign = compareProducts(b.tick - a.tick, t - a.t, tick - a.tick, span)
  return span > 0 ? sign : -sign
}
