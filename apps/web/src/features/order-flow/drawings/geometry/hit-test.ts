import type { Box, Handle, PlacedDrawing, Px } from './surface.ts'

/** Hit tolerance, device px. */
export interface Reach {
  readonly line: number
  readonly handle: number
}

export type DrawingHit =
  | { readonly placed: PlacedDrawing; readonly handle: Handle }
  | { readonly placed: PlacedDrawing; readonly handle: null }

/** CSS px: larger for touch, since a finger hides its target. */
export function reachOf(pointerType: string, ratio: number): Reach {
  return pointerType === 'mouse' ? { line: 6 * ratio, handle: 9 * ratio } : { line: 16 * ratio, handle: 24 * ratio }
}

/** Distance from a point to a line segment. */
export function distanceToSegment({ x, y }: Px, a: Px, b: Px): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / square))
  return Math.hypot(x - a.x - part * dx, y - a.y - part * dy)
}

function isInside({ x, y }: Px, { left, top, right, bottom }: Box, slack = 0): boolean {
  return x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack
}

/** Whether a point is on the drawing. The inside of a range belongs to the chart until the range is selected. */
function isOn({ path, area, drawing }: PlacedDrawing, at: Px, slack: number, isSelected: boolean): boolean {
  for (let i = 1; i < path.length; i++) {
    if (distanceToSegment(at, path[i - 1], path[i]) <= slack) return true
  }
  if (area === null || !isInside(at, area, slack)) return false
  if (drawing.kind === 'text' || (isSelected && drawing.kind !== 'profile')) return true
  const sides = [Math.abs(at.x - area.left), Math.abs(at.x - area.right)]
  // A profile spans the whole height: it has no upper and lower edge.
  if (drawing.kind !== 'profile') sides.push(Math.abs(at.y - area.top), Math.abs(at.y - area.bottom))
  return Math.min(...sides) <= slack
}

/** The target at a point: first the handles of the selected drawing, then drawings from the topmost down. */
export function hitDrawing(
  placed: readonly PlacedDrawing[],
  at: Px,
  reach: Reach,
  selected: string | null,
): DrawingHit | null {
  const chosen = placed.find(({ drawing }) => drawing.id === selected)
  if (chosen) {
    const near = chosen.handles
      .map((handle) => ({ handle, far: Math.hypot(handle.x - at.x, handle.y - at.y) }))
      .toSorted((p, q) => p.far - q.far)[0]
    if (near && near.far <= reach.handle) return { placed: chosen, handle: near.handle }
    if (isOn(chosen, at, reach.line, true)) return { placed: chosen, handle: null }
  }
  const met = placed.findLast((each) => isOn(each, at, reach.line, false))
  return met ? { placed: met, handle: null } : null
}

/** The bounding box of the visible part of a drawing. */
export function boundsOf({ path, area, handles }: PlacedDrawing, width: number, height: number): Box | null {
  const corners = area
    ? [
        { x: area.left, y: area.top },
        { x: area.right, y: area.bottom },
      ]
    : [...path, ...handles]
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  if (box.right < 0 || box.left > width || box.bottom < 0 || box.top > height) return null
  const into = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return {
    left: into(box.left, width),
    right: into(box.right, width),
    top: into(box.top, height),
    bottom: into(box.bottom, height),
  }
}
