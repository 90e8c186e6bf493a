import { drawingPriceAt, type DrawingShape } from '@flowprint/orderflow'
import type { Px, Surface } from './surface.ts'

/**
 * The path of a trend line or a ray on the screen. It is straight in time (docs/drawings.md), so it bends where bars
 * are missing: one point per bar then, two points when all visible bars are consecutive. Bars without a fixed length
 * (ticks, volume) are evenly spaced whatever their duration: there the line is straight on the screen.
 */
export function linePath(shape: DrawingShape, surface: Surface): readonly Px[] {
  const { coordinates, cycleMs, width } = surface
  const [a, b] = shape.points
  const [from, to] = shape.points.map(({ t, tick }) => ({ x: coordinates.xOfTime(t), y: coordinates.yOfTick(tick) }))
  const isRay = shape.kind === 'ray'
  if (cycleMs === 0 || a.t === b.t) return isRay ? [from, beyond(from, to, surface)] : [from, to]

  const [ia, ib] = [a, b].map(({ t }) => Math.floor(coordinates.indexOfTime(t)))
  const first = coordinates.barAt(0) - 1
  const last = coordinates.barAt(width) + 1
  const isForth = b.t > a.t
  const low = Math.max(isForth ? ia : isRay ? -Infinity : ib, first)
  const high = Math.min(isForth ? (isRay ? Infinity : ib) : ia, last)
  if (low > high) return []
  const at = (i: number): Px | null => {
    // On coarser bars than it was drawn on, a point belongs to the bar that contains it.
    if (i === ia) return from
    if (i === ib) return to
    const price = drawingPriceAt(shape, coordinates.timeOfIndex(i))
    return price === null ? null : { x: coordinates.xOfBar(i), y: coordinates.yOfTick(price) }
  }
  const isEven = coordinates.timeOfIndex(high) - coordinates.timeOfIndex(low) === (high - low) * cycleMs
  const indices = isEven
    ? [...new Set([low, high, ...[ia, ib].filter((i) => i > low && i < high)])].toSorted((p, q) => p - q)
    : Array.from({ length: high - low + 1 }, (_, k) => low + k)
  const path = indices.map(at).filter((place) => place !== null)
  // Both points are in one column: the line is vertical there.
  return path.length === 1 ? [from, to] : path
}

/** Where a straight ray leaves the screen. */
function beyond(from: Px, to: Px, { width, height }: Surface): Px {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const far = (Math.max(width, height) * 4) / Math.max(1e-6, Math.hypot(dx, dy))
  return dx === 0 && dy === 0 ? to : { x: from.x + dx * Math.max(1, far), y: from.y + dy * Math.max(1, far) }
}
