import { cssColour, withAlpha } from '../layout/colour.ts'
import type { Rect } from '../layout/layer-plan.ts'
import type { Palette } from './palette.ts'
import type { MainViewport, Viewport } from './scene.ts'

/** Distance of the lines, CSS px; a bar under repair has them wider apart. */
const PITCH = 6
const REPAIR_PITCH = 10
const STRENGTH = 0.28

/** Diagonal lines over an incomplete bar. Anchored to the scales, so that a moved picture and a new one agree. */
export function hatchBar(
  context: CanvasRenderingContext2D, area: Rect, palette: Palette, view: MainViewport, repairing: boolean,
): void {
  hatchArea(context, area, palette, view, view.columns.origin + view.rows.origin, repairing ? REPAIR_PITCH : PITCH)
}

/** The same over any rectangle; `phase` moves with the scales. */
export function hatchArea(
  context: CanvasRenderingContext2D, area: Rect, palette: Palette, view: Viewport, phase: number, pitchCss: number = PITCH,
): void {
  const width = area.right - area.left
  const top = Math.max(area.top, -view.height)
  const bottom = Math.min(area.bottom, 2 * view.height)
  if (width <= 0 || bottom <= top) return
  const pitch = Math.max(3, Math.round(pitchCss * view.ratio))
  context.save()
  context.beginPath()
  context.rect(area.left, top, width, bottom - top)
  context.clip()
  context.strokeStyle = cssColour(withAlpha(palette.colour.warning, STRENGTH))
  context.lineWidth = Math.max(1, Math.round(view.ratio))
  context.beginPath()
  // lines x + y = phase + n * pitch
  const first = Math.floor((area.left + top - phase) / pitch)
  const last = Math.ceil((area.right + bottom - phase) / pitch)
  for (let n = first; n <= last; n++) {
    const sum = phase + n * pitch
    context.moveTo(sum - top, top)
    context.lineTo(sum - bottom, bottom)
  }
  context.stroke()
  context.restore()
}
