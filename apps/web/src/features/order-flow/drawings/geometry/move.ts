import type { DrawingPoint } from '@flowprint/orderflow'
import type { Handle, Surface } from './surface.ts'

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
  { places }: Pick<Surface, 'places'>,
): DrawingPoint[] {
  const index = Math.floor(places.indexOfTime(points[0].t))
  const wanted = Math.round(places.timeOfIndex(index + bars) - places.timeOfIndex(index))
  const ms = Math.max(wanted, -Math.min(...points.map(({ t }) => t)))
  const up = Math.max(ticks, -Math.min(...points.map(({ tick }) => tick)))
  return points.map(({ t, tick }) => ({ t: t + ms, tick: tick + up }))
}
