import { cssColour, parseColour, withAlpha } from '../layout/colour.ts'
import type { Rect } from '../layout/layer-plan.ts'
import { getContext } from '../panes/pane-layers.ts'
import type { ChartTheme } from '../theme.ts'

/** Distance between two lines, CSS px, their alpha, and their direction: 1 falls to the right, -1 rises. */
const UNKNOWN = { pitch: 6, alpha: 0.44, direction: -1 } as const
const MISSING = { pitch: 11, alpha: 0.52, direction: 1 } as const
const BORDER_ALPHA = 0.7
/** Ground under the lines: a surface that differs from the chart's and from every palette. */
const GROUND_ALPHA = 0.07

export interface HatchOrigin {
  readonly x: number
  readonly y: number
}

/** Hatches of prices that are not known (fine, rising) and of times without a book (wide, falling, with a border). */
export class DepthHatch {
  #key = ''
  #unknown: CanvasPattern | null = null
  #missing: CanvasPattern | null = null

  /** `origin`: a point that moves with the scales, so that the lines move with the picture. */
  paint(
    context: CanvasRenderingContext2D,
    theme: ChartTheme,
    ratio: number,
    origin: HatchOrigin,
    areas: { readonly unknown: readonly Rect[]; readonly missing: readonly Rect[] },
  ): void {
    const key = `${theme.text3}|${ratio}`
    if (key !== this.#key) {
      this.#key = key
      this.#unknown = createHatch(context, theme, ratio, UNKNOWN)
      this.#missing = createHatch(context, theme, ratio, MISSING)
    }
    context.fillStyle = cssColour(withAlpha(parseColour(theme.text3), GROUND_ALPHA))
    for (const { left, right, top, bottom } of [...areas.unknown, ...areas.missing]) {
      context.fillRect(left, top, right - left, bottom - top)
    }
    fillAreas(context, this.#unknown, phaseOf(origin, pitchPx(UNKNOWN.pitch, ratio)), areas.unknown)
    fillAreas(context, this.#missing, phaseOf(origin, pitchPx(MISSING.pitch, ratio)), areas.missing)
    const unit = Math.max(1, Math.round(ratio))
    context.fillStyle = cssColour(withAlpha(parseColour(theme.text3), BORDER_ALPHA))
    for (const { left, right, top, bottom } of areas.missing) {
      context.fillRect(left, top, unit, bottom - top)
      if (right - left > unit) context.fillRect(right - unit, top, unit, bottom - top)
    }
  }
}

function pitchPx(pitch: number, ratio: number): number {
  return Math.max(3, Math.round(pitch * ratio))
}

/** The origin within one repetition, whole px: far origins would lose precision. */
export function phaseOf({ x, y }: HatchOrigin, pitch: number): HatchOrigin {
  const within = (value: number): number => ((Math.round(value) % pitch) + pitch) % pitch
  return { x: within(x), y: within(y) }
}

function fillAreas(
  context: CanvasRenderingContext2D,
  hatch: CanvasPattern | null,
  phase: HatchOrigin,
  areas: readonly Rect[],
): void {
  if (hatch === null || areas.length === 0) return
  hatch.setTransform(new DOMMatrix().translate(phase.x, phase.y))
  context.fillStyle = hatch
  context.beginPath()
  for (const { left, right, top, bottom } of areas) context.rect(left, top, right - left, bottom - top)
  context.fill()
}

/** One repetition of a hatch, in whole pixels. */
function createHatch(
  context: CanvasRenderingContext2D,
  theme: ChartTheme,
  ratio: number,
  { pitch, alpha, direction }: typeof UNKNOWN | typeof MISSING,
): CanvasPattern | null {
  const size = pitchPx(pitch, ratio)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const tile = getContext(canvas)
  tile.fillStyle = cssColour(withAlpha(parseColour(theme.text3), alpha))
  const unit = Math.max(1, Math.round(ratio))
  for (let y = 0; y < size; y++) {
    for (let n = 0; n < unit; n++) tile.fillRect((direction > 0 ? y + n : 2 * size - 1 - y - n) % size, y, 1, 1)
  }
  return context.createPattern(canvas, 'repeat')
}
