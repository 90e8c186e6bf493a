import type { DrawingPoint, DrawingShape } from './drawing-shape.ts'
import type { Ticks, UnixMs } from '../units/units.ts'

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
export function lineTimes(kind: 'trend' | 'ray', a: DrawingPoint, b: DrawingPoint): { from: UnixMs; until: UnixMs } {
  if (kind === 'trend') return { from: Math.min(a.t, b.t), until: Math.max(a.t, b.t) }
  return b.t >= a.t ? { from: a.t, until: Infinity } : { from: -Infinity, until: a.t }
}
