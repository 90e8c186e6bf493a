import type { OverlayScope } from './overlay.ts'

/** Alpha of a line where it crosses numbers. */
const UNDER_NUMBERS = 0.3

/**
 * Strokes a line at full strength outside the cells and faintly across them, so that numbers stay readable.
 *
 * Input   stroke: strokes the current path or its own; it must not set globalAlpha.
 */
export function strokeBehindNumbers({ context, width, height, numbers }: OverlayScope, stroke: () => void): void {
  const area = numbers()
  if (area === null) return stroke()
  const beside = new Path2D()
  beside.rect(0, 0, width, height)
  beside.addPath(area)
  context.save()
  context.clip(beside, 'evenodd')
  stroke()
  context.restore()
  context.save()
  context.clip(area)
  context.globalAlpha *= UNDER_NUMBERS
  stroke()
  context.restore()
}
