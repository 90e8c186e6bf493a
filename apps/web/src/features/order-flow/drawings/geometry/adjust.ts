import type { Bars, DrawingPoint } from '@flowprint/orderflow'
import type { Handle, Px, Surface } from './surface.ts'

/** Distance at which prices of a bar and cell edges attract a point, CSS px. */
const PRICE_PULL = 14
const CELL_PULL = 8

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
    nearest([bars.high[bar], bars.low[bar], bars.close[bar], bars.open[bar]], PRICE_PULL) ??
    (traded ? nearest([row * bars.step, (row + 1) * bars.step - 1], CELL_PULL) : undefined)
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
