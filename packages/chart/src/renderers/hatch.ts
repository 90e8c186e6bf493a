import { cssColour, withAlpha } from '../layout/colour.ts'
import type { Rect } from '../layout/layer-plan.ts'
import type { Palette, ThemeColour } from './palette.ts'
import type { MainViewport, Viewport } from './scene.ts'

/**
 * Hatch over a bar that lacks trades, lengths in CSS px. Lost trades are hatched densely in the warning colour; trades
 * being fetched are hatched with light, wide, broken lines.
 */
interface Look {
  readonly pitch: number
  readonly strength: number
  readonly colour: ThemeColour
  readonly dash: readonly number[]
}

const LOOKS: Readonly<Record<'incomplete' | 'repairing', Look>> = {
  incomplete: { pitch: 6, strength: 0.28, colour: 'warning', dash: [] },
  repairing: { pitch: 12, strength: 0.42, colour: 'brand', dash: [3, 4] },
}

/** Diagonal lines over an incomplete bar. Anchored to the scales, so that a shifted picture and a redrawn one agree. */
export function hatchBar(
  context: CanvasRenderingContext2D,
  area: Rect,
  palette: Palette,
  view: MainViewport,
  repairing: boolean,
): void {
  hatchArea(context, area, palette, view, view.columns.origin + view.rows.origin, repairing)
}

/** The same for any rectangle; `phase` moves with the scales. */
export function hatchArea(
  context: CanvasRenderingContext2D,
  area: Rect,
  palette: Palette,
  view: Viewport,
  phase: number,
  repairing = false,
): void {
  const width = area.right - area.left
  const top = Math.max(area.top, -view.height)
  const bottom = Math.min(area.bottom, 2 * view.height)
  if (width <= 0 || bottom <= top) return
  const look = LOOKS[repairing ? 'repairing' : 'incomplete']
  const pitch = Math.max(3, Math.round(look.pitch * view.ratio))
  context.save()
  context.beginPath()
  context.rect(area.left, top, width, bottom - top)
  context.clip()
  context.strokeStyle = cssColour(withAlpha(palette.colour[look.colour], look.strength))
  context.lineWidth = Math.max(1, Math.round(view.ratio))
  if (look.dash.length > 0) {
    context.setLineDash(look.dash.map((px) => px * view.ratio))
    // The pattern starts at the bar's top, even if that is far outside.
    context.lineDashOffset = (top - area.top) * Math.SQRT2
  }
  context.beginPath()
  // Lines x + y = phase + n * pitch
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
