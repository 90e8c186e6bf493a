import type { Drawing } from '@flowprint/contract'
import type { Coordinates } from '@flowprint/chart'
import {
  BAR_INCOMPLETE,
  BAR_REPAIRING,
  barDelta,
  type Bars,
  barVolume,
  type DecimalUnit,
  type DrawingPoint,
  drawingPriceAt,
  type DrawingShape,
  type Lots,
  quotient,
} from '@flowprint/orderflow'
import { shapeOf } from './drawing.ts'

export interface Px {
  readonly x: number
  readonly y: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Which points a handle moves in time, and which in price. */
export interface Handle extends Px {
  readonly t: 0 | 1
  readonly tick: 0 | 1
}

/** A drawing on the screen, device px of the main pane. */
export interface PlacedDrawing {
  readonly drawing: Drawing
  readonly shape: DrawingShape
  readonly handles: readonly Handle[]
  /** The path that is stroked and hit-tested: a line of two or more points; empty when there is none. */
  readonly path: readonly Px[]
  /** The area of a range or a text; null for lines. */
  readonly area: Box | null
}

/** What the positions of drawings depend on. */
export interface Surface {
  readonly coordinates: Pick<
    Coordinates,
    'xOfBar' | 'xOfEdge' | 'xOfTime' | 'barAt' | 'indexOfTime' | 'timeOfIndex' | 'yOfTick' | 'yOfTickEdge' | 'tickAt'
  >
  /** 0 where bars have no fixed length. */
  readonly cycleMs: number
  readonly width: number
  readonly height: number
  readonly ratio: number
  readonly tick: DecimalUnit
  /** Size of a painted text, device px. */
  readonly textSize: (text: string, width: number) => { readonly width: number; readonly height: number }
}

/** CSS px between a level's handle and the pane's edges, and between a text's handle and the text. */
const EDGE_PX = 24
const TEXT_GAP_PX = 6

export function placeDrawing(drawing: Drawing, surface: Surface): PlacedDrawing {
  const shape = shapeOf(drawing, surface.tick)
  const [a, b = a] = shape.points
  const placed = { drawing, shape }
  if (drawing.kind === 'hline') return { ...placed, ...placeLevel(a, surface) }
  if (drawing.kind === 'text') return { ...placed, ...placeText(drawing, a, surface) }
  if (drawing.kind === 'trend' || drawing.kind === 'ray') {
    return {
      ...placed,
      handles: [handleAt(a, 0, surface), handleAt(b, 1, surface)],
      path: linePath(shape, surface),
      area: null,
    }
  }
  return { ...placed, ...placeRange(drawing.kind === 'profile', a, b, surface) }
}

function handleAt({ t, tick }: DrawingPoint, point: 0 | 1, { coordinates }: Surface): Handle {
  return { x: coordinates.xOfTime(t), y: coordinates.yOfTick(tick), t: point, tick: point }
}

/** A level has no start point: its handle stays on the screen. */
function placeLevel({ t, tick }: DrawingPoint, { coordinates, width, ratio }: Surface) {
  const y = coordinates.yOfTick(tick)
  const x = Math.min(width - EDGE_PX * ratio, Math.max(EDGE_PX * ratio, coordinates.xOfTime(t)))
  return {
    handles: [{ x, y, t: 0, tick: 0 } as const],
    path: [
      { x: 0, y },
      { x: width, y },
    ],
    area: null,
  }
}

function placeText(
  { text = '', width }: Drawing,
  { t, tick }: DrawingPoint,
  { coordinates, ratio, textSize }: Surface,
) {
  const x = coordinates.xOfTime(t)
  const y = coordinates.yOfTick(tick)
  const size = textSize(text, width)
  // Next to its handle.
  const left = x + TEXT_GAP_PX * ratio
  const area = { left, top: y - size.height / 2, right: left + size.width, bottom: y + size.height / 2 }
  return { handles: [{ x, y, t: 0, tick: 0 } as const], path: [], area }
}

/** Ranges cover whole bars and ticks. A profile is only a time range and spans the whole height. */
function placeRange(isTimeAlone: boolean, a: DrawingPoint, b: DrawingPoint, { coordinates, height }: Surface) {
  const [ia, ib] = [a, b].map(({ t }) => Math.floor(coordinates.indexOfTime(t)))
  const left = coordinates.xOfEdge(Math.min(ia, ib))
  const right = coordinates.xOfEdge(Math.max(ia, ib) + 1)
  const top = coordinates.yOfTickEdge(Math.max(a.tick, b.tick) + 1)
  const bottom = coordinates.yOfTickEdge(Math.min(a.tick, b.tick))
  const area = isTimeAlone ? { left, top: 0, right, bottom: height } : { left, top, right, bottom }
  const [ax, bx] = ia <= ib ? [left, right] : [right, left]
  if (isTimeAlone) {
    const middle = (coordinates.yOfTick(a.tick) + coordinates.yOfTick(b.tick)) / 2
    const y = Math.min(height * 0.9, Math.max(height * 0.1, middle))
    const handles: Handle[] = [
      { x: ax, y, t: 0, tick: 0 },
      { x: bx, y, t: 1, tick: 1 },
    ]
    return { handles, path: [], area }
  }
  const [ay, by] = a.tick >= b.tick ? [top, bottom] : [bottom, top]
  const handles: Handle[] = [
    { x: ax, y: ay, t: 0, tick: 0 },
    { x: bx, y: by, t: 1, tick: 1 },
    { x: ax, y: by, t: 0, tick: 1 },
    { x: bx, y: ay, t: 1, tick: 0 },
  ]
  return { handles, path: [], area }
}

/**
 * The path of a trend line or a ray on the screen. It is straight in time (docs/drawings.md), so it bends where bars
 * are missing: one point per bar then, two points when all visible bars are consecutive. Bars without a fixed length
 * (ticks, volume) are evenly spaced whatever their duration: there the line is straight on the screen.
 */
function linePath(shape: DrawingShape, surface: Surface): readonly Px[] {
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

/** Measurements between two points. */
export interface Measured {
  /** Second price minus first. */
  readonly ticks: number
  /** Relative to the first price, in hundredths of a percent; null when that price is 0. */
  readonly share: number | null
  /** Number of bars in the range, both ends included, and their duration. */
  readonly bars: number
  readonly ms: number
  /** Sums over all loaded bars of the range; null when older ones are not loaded. */
  readonly volume: Lots | null
  readonly delta: Lots | null
  /** Trades of the range are missing: the sums cover what is there. */
  readonly isPartial: boolean
}

export function measureRange(
  a: DrawingPoint,
  b: DrawingPoint,
  bars: Bars,
  { coordinates }: Pick<Surface, 'coordinates'>,
): Measured {
  const [ia, ib] = [a, b].map(({ t }) => Math.floor(coordinates.indexOfTime(t)))
  const from = Math.min(ia, ib)
  const to = Math.max(ia, ib)
  let [volume, delta, isPartial]: [Lots, Lots, boolean] = [0, 0, false]
  for (let i = Math.max(0, from); i <= Math.min(bars.length - 1, to); i++) {
    volume = plus(volume, barVolume(bars, i))
    delta = plus(delta, barDelta(bars, i))
    isPartial ||= bars.state[i] === BAR_INCOMPLETE || bars.state[i] === BAR_REPAIRING
  }
  const ticks = b.tick - a.tick
  return {
    ticks,
    share: a.tick === 0 ? null : quotient(10_000 * ticks, a.tick),
    bars: to - from + 1,
    ms: Math.round(coordinates.timeOfIndex(to + 1) - coordinates.timeOfIndex(from)),
    volume: from < 0 ? null : volume,
    delta: from < 0 ? null : delta,
    isPartial,
  }
}

function plus(a: Lots, b: Lots): Lots {
  const sum = typeof a === 'number' && typeof b === 'number' ? a + b : BigInt(a) + BigInt(b)
  return Number.isSafeInteger(sum) || typeof sum === 'bigint' ? sum : BigInt(a) + BigInt(b)
}
