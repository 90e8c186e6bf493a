import { measureRange } from '../geometry/measure-range.ts'
import type { Box, PlacedDrawing, Px } from '../geometry/surface.ts'
import { faded, textFont, textLinePx, type Brush } from './brush.ts'
import { paintLabel, paintTag } from './paint-label.ts'

const RANGE_FILL = 0.1
const MEASURE_FILL = 0.14

/** Paints one drawing. Of a profile only the bounds are painted here; its rows are painted by the profiles. */
export function paintDrawing(brush: Brush, placed: PlacedDrawing): void {
  const {
    context,
    surface: { ratio },
  } = brush
  const {
    drawing: { kind, colour, width },
    area,
    path,
  } = placed
  context.strokeStyle = colour
  context.fillStyle = colour
  context.lineWidth = width * ratio
  context.lineJoin = 'round'
  context.lineCap = 'butt'
  if (kind === 'text') paintText(brush, placed)
  else if (kind === 'measure') paintMeasure(brush, placed)
  else if (kind === 'profile' && area) paintBounds(brush, area)
  else if (kind === 'rect' && area) paintRect(brush, placed, area)
  else if (path.length > 1) strokePath(context, kind === 'hline' ? crisp(path, width * ratio) : path)
  if (kind === 'hline') paintTag(brush, path[0].y, brush.words.price(placed.shape.points[0].tick), colour)
}

function strokePath(context: CanvasRenderingContext2D, path: readonly Px[]): void {
  context.beginPath()
  context.moveTo(path[0].x, path[0].y)
  for (const { x, y } of path.slice(1)) context.lineTo(x, y)
  context.stroke()
}

/** Align a level with whole pixels. */
function crisp(path: readonly Px[], widthPx: number): readonly Px[] {
  const half = (Math.round(widthPx) % 2) / 2
  return path.map(({ x, y }) => ({ x, y: Math.floor(y) + half }))
}

function paintRect(
  { context, surface: { ratio } }: Brush,
  { drawing: { colour, width } }: PlacedDrawing,
  { left, top, right, bottom }: Box,
): void {
  context.fillStyle = faded(colour, RANGE_FILL)
  context.fillRect(left, top, right - left, bottom - top)
  const inset = (width * ratio) / 2
  context.strokeRect(
    left + inset,
    top + inset,
    Math.max(0, right - left - 2 * inset),
    Math.max(0, bottom - top - 2 * inset),
  )
}

/** The two vertical sides over the whole height. */
function paintBounds({ context, surface: { ratio } }: Brush, { left, right, top, bottom }: Box): void {
  context.setLineDash([4 * ratio, 3 * ratio])
  for (const x of [left, right])
    strokePath(context, [
      { x, y: top },
      { x, y: bottom },
    ])
  context.setLineDash([])
}

function paintText(
  { context, surface: { ratio }, theme }: Brush,
  { drawing: { text = '', width, colour }, area }: PlacedDrawing,
): void {
  if (area === null) return
  const line = textLinePx(width, ratio)
  context.font = textFont(width, ratio, theme.fontFamily)
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  context.lineWidth = 3 * ratio
  // Outline text over cells with the background colour.
  context.strokeStyle = faded(theme.surface0, 0.85)
  context.fillStyle = colour
  text.split('\n').forEach((words, i) => {
    const y = area.top + 2 * ratio + (i + 0.5) * line
    context.strokeText(words, area.left + 4 * ratio, y)
    context.fillText(words, area.left + 4 * ratio, y)
  })
}

function paintMeasure(brush: Brush, { area, shape, drawing: { width } }: PlacedDrawing): void {
  if (area === null) return
  const { context, surface, theme, words } = brush
  const { ratio } = surface
  const [a, b] = shape.points
  const measured = measureRange(a, b, brush.bars, surface)
  const colour = measured.ticks < 0 ? theme.negative : theme.positive
  context.fillStyle = faded(colour, MEASURE_FILL)
  context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top)
  context.strokeStyle = colour
  context.lineWidth = Math.max(1, width / 2) * ratio
  const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2]
  const [fromY, toY] = measured.ticks < 0 ? [area.top, area.bottom] : [area.bottom, area.top]
  const [fromX, toX] = b.t < a.t ? [area.right, area.left] : [area.left, area.right]
  arrow(context, { x, y: fromY }, { x, y: toY }, ratio)
  arrow(context, { x: fromX, y }, { x: toX, y }, ratio)
  paintLabel(
    brush,
    { x, y: measured.ticks < 0 ? area.bottom : area.top, isAbove: measured.ticks >= 0 },
    words.measured(measured),
    colour,
  )
}

function arrow(context: CanvasRenderingContext2D, from: Px, to: Px, ratio: number): void {
  strokePath(context, [from, to])
  const far = Math.hypot(to.x - from.x, to.y - from.y)
  const size = Math.min(5 * ratio, far / 2)
  if (far === 0) return
  const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far]
  const side = (way: 1 | -1) => ({ x: to.x - size * (ux + way * uy), y: to.y - size * (uy - way * ux) })
  strokePath(context, [side(1), to, side(-1)])
}
