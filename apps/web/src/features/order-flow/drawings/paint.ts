import type { ChartTheme, OverlayScope } from '@flowprint/chart'
import { type Bars, decimalUnit, fromUnits, type InstrumentUnits } from '@flowprint/orderflow'
import type { TFunction } from 'i18next'
import {
  type Box,
  type Handle,
  type Measured,
  measureRange,
  type PlacedDrawing,
  type Px,
  type Surface,
} from './geometry.ts'
import { formatSpan } from '../../../shared/format/chart-time.ts'
import { formatSigned } from '../../../shared/format/number.ts'
import { formatLots, textUnits } from '../model/quantity-text.ts'

/** Labels on the chart, in the page's language. */
export interface DrawingWords {
  readonly price: (tick: number) => string
  /** Lines of measurements. */
  readonly measured: (measured: Measured) => readonly string[]
}

/** Context for painting. */
interface Brush {
  readonly context: CanvasRenderingContext2D
  readonly surface: Surface
  readonly bars: Bars
  readonly theme: ChartTheme
  readonly words: DrawingWords
  readonly isCoarse: boolean
}

/** The surface of a paint. `context` measures texts. */
export function surfaceOf(
  { coordinates, bars, units, theme, width, height, ratio }: OverlayScope,
  context: CanvasRenderingContext2D,
): Surface {
  return {
    coordinates,
    cycleMs: bars.cycleMs,
    width,
    height,
    ratio,
    tick: decimalUnit(units.tickSize),
    textSize: (text, size) => textSize(context, text, size, ratio, theme.fontFamily),
  }
}

/** A colour with an opacity of 0 to 1. Accepts `#rgb` too: the build shortens colour tokens. */
function faded(colour: string, opacity: number): string {
  const whole = colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}` : colour
  return (
    whole +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0')
  )
}

/** Font size of a text, CSS px, by its width of 1 to 4. */
const TEXT_PX = [12, 14, 18, 24]
const LINE_HEIGHT = 1.3
const PADDING = 4

function textFont(width: number, ratio: number, family: string): string {
  return `${width > 2 ? 600 : 500} ${TEXT_PX[width - 1] * ratio}px ${family}`
}

const textLinePx = (width: number, ratio: number): number => TEXT_PX[width - 1] * LINE_HEIGHT * ratio

/** Size of a text as `paintText` paints it, device px. */
function textSize(context: CanvasRenderingContext2D, text: string, width: number, ratio: number, family: string) {
  context.font = textFont(width, ratio, family)
  const lines = text.split('\n')
  const widest = Math.max(...lines.map((line) => context.measureText(line).width))
  return { width: widest + 2 * PADDING * ratio, height: lines.length * textLinePx(width, ratio) + PADDING * ratio }
}

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

const LABEL_PX = 12

/** Lines of text on a background above or below a point, kept on the screen. */
function paintLabel(
  brush: Brush,
  at: { x: number; y: number; isAbove: boolean },
  lines: readonly string[],
  colour: string,
): void {
  const {
    context,
    surface: { ratio, width, height },
    theme,
  } = brush
  context.font = `500 ${LABEL_PX * ratio}px ${theme.fontFamily}`
  const line = LABEL_PX * 1.4 * ratio
  const padding = 7 * ratio
  const wide = Math.max(...lines.map((words) => context.measureText(words).width)) + 2 * padding
  const high = lines.length * line + 1.4 * padding
  const left = Math.max(4 * ratio, Math.min(at.x - wide / 2, width - wide - 4 * ratio))
  const wanted = at.isAbove ? at.y - high - 6 * ratio : at.y + 6 * ratio
  const top = Math.max(4 * ratio, Math.min(wanted, height - high - 4 * ratio))
  context.fillStyle = theme.surface2
  context.strokeStyle = colour
  context.lineWidth = ratio
  context.beginPath()
  context.roundRect(left, top, wide, high, 4 * ratio)
  context.fill()
  context.stroke()
  context.fillStyle = theme.text1
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  lines.forEach((words, i) => context.fillText(words, left + wide / 2, top + 0.7 * padding + (i + 0.5) * line))
}

/** The price label of a level at the right edge. */
function paintTag(
  { context, surface: { ratio, width }, theme }: Brush,
  y: number,
  words: string,
  colour: string,
): void {
  context.font = `500 ${11 * ratio}px ${theme.fontFamily}`
  const wide = context.measureText(words).width + 10 * ratio
  const high = 16 * ratio
  context.fillStyle = theme.surface0
  context.strokeStyle = colour
  context.lineWidth = ratio
  context.beginPath()
  context.roundRect(width - wide - 3 * ratio, y - high / 2, wide, high, 3 * ratio)
  context.fill()
  context.stroke()
  context.fillStyle = theme.text1
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  context.fillText(words, width - 8 * ratio, y)
}

export function paintHandles(
  { context, surface: { ratio }, theme, isCoarse }: Brush,
  handles: readonly Handle[],
  colour: string,
  isSelected: boolean,
): void {
  const radius = (isCoarse ? 8 : 5) * ratio
  for (const { x, y } of handles) {
    context.beginPath()
    context.arc(x, y, isSelected ? radius : radius * 0.8, 0, 2 * Math.PI)
    context.fillStyle = isSelected ? theme.surface0 : faded(theme.surface0, 0.7)
    context.fill()
    context.lineWidth = (isSelected ? 2 : 1.25) * ratio
    context.strokeStyle = colour
    context.stroke()
  }
}

/** Labels of drawings, in the page's language and the market's units. */
export function drawingWords(t: TFunction, units: InstrumentUnits | null): DrawingWords {
  if (units === null) return { price: String, measured: () => [] }
  const texts = textUnits(units)
  const tick = decimalUnit(units.tickSize)
  return {
    price: (ticks) => fromUnits(ticks, tick),
    measured: (measured) => {
      const { ticks, share, bars, ms, volume, delta } = measured
      const parts = share === null ? '' : ` (${formatSigned((share / 100).toFixed(2))}%)`
      return [
        `${formatSigned(fromUnits(ticks, tick))}${parts} · ${t('drawings.measure.ticks', { ticks: formatSigned(String(ticks)) })}`,
        `${t('drawings.measure.bars', { bars })} · ${formatSpan(t, ms)}`,
        volume === null || delta === null
          ? t('drawings.measure.unknown')
          : `${t('drawings.measure.volume', { volume: formatLots(volume, texts) })} · ` +
            `${t('drawings.measure.delta', { delta: formatSigned(formatLots(delta, texts)) })}${partial(t, measured)}`,
      ]
    },
  }
}

const partial = (t: TFunction, { isPartial }: Measured) => (isPartial ? ` ${t('drawings.measure.partial')}` : '')
