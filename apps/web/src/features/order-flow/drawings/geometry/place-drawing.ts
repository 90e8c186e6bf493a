import type { Drawing } from '@flowprint/contract'
import type { DrawingPoint } from '@flowprint/orderflow'
import { shapeOf } from '../model/drawing.ts'
import { linePath } from './line-path.ts'
import type { Handle, PlacedDrawing, Surface } from './surface.ts'

/** CSS px between a level's handle and the pane's edges, and between a text's handle and the text. */
const EDGE = 24
const TEXT_GAP = 6

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
  const x = Math.min(width - EDGE * ratio, Math.max(EDGE * ratio, coordinates.xOfTime(t)))
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
  const left = x + TEXT_GAP * ratio
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
