import { cssColour, withAlpha } from '../layout/colour.ts'
import type { Rect } from '../layout/layer-plan.ts'
import type { Palette, ThemeColour } from './palette.ts'
import type { MainViewport, Viewport } from './scene.ts'

/**
 * Lines over a bar that lacks trades, px in CSS. What is lost is crossed out densely, in the colour of warnings; what is
 * being fetched stands under light, wide, broken lines: it will be whole again.
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

/** Diagonal lines over a bar that is not whole. Anchored to the scales, so that a moved picture and a new one agree. */
export function hatchBar(
  context: CanvasRenderingContext2D,
  area: Rect,
  palette: Palette,
  view: MainViewport,
  repairing: boolean,
): void {
  hatchArea(context, area, palette, view, view.columns.origin + view.rows.origin, repairing)
}

/** The same over any rectangle; `phase` moves with the scales. */
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
    // The pattern begins at the bar's own top, also where that lies far outside.
    context.lineDashOffset = (top - area.top) * Math.SQRT2
  }
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
