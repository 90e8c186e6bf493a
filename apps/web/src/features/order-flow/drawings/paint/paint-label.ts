import type { Handle } from '../geometry/surface.ts'
import { faded, type Brush } from './brush.ts'

const LABEL_PX = 12

/** Lines of text on a background above or below a point, kept on the screen. */
export function paintLabel(
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
export function paintTag(
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
