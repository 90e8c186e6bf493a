import type { Effort } from '@flowprint/orderflow'
import type { DrawnZone } from '../api.ts'
import type { Rect } from './layer-plan.ts'

/** Screen position of an effort-without-reward mark, device px. */
export interface PlacedEffort {
  readonly effort: Effort
  /** Tip of the triangle. */
  readonly x: number
  readonly y: number
  /** 1: points down (bearish, above the high); -1: points up (bullish, below the low). */
  readonly direction: 1 | -1
  readonly size: number
}

/** Screen position of a zone band, device px. */
export interface PlacedZone {
  readonly zone: DrawnZone
  readonly area: Rect
  /** Label position; null if it has no label or would cover the label of a nearer band. */
  readonly label: Rect | null
  readonly text: string
}

/**
 * Coordinates labels at the right edge: each at the middle of its band's visible part, inside the pane. A label that would
 * cover one placed before it is omitted, so the input must be ordered by importance.
 */
export function placeLabels(
  zones: readonly { zone: DrawnZone; area: Rect; text: string; width: number }[],
  size: { width: number; height: number; labelHeight: number; inset: number },
): PlacedZone[] {
  const taken: Rect[] = []
  return zones.map(({ zone, area, text, width }) => {
    const label = text === '' ? null : labelRect(area, width, size)
    if (label === null || taken.some((other) => overlap(other, label))) return { zone, area, label: null, text }
    taken.push(label)
    return { zone, area, label, text }
  })
}

function labelRect(
  area: Rect,
  width: number,
  size: { width: number; height: number; labelHeight: number; inset: number },
): Rect | null {
  const top = Math.max(0, area.top)
  const bottom = Math.min(size.height, area.bottom)
  if (bottom <= top || area.right < size.width) return null
  const middle = Math.round((top + bottom) / 2)
  const y = Math.min(
    Math.max(size.inset, middle - Math.floor(size.labelHeight / 2)),
    size.height - size.labelHeight - size.inset,
  )
  const right = size.width - size.inset
  return { left: right - width, top: y, right, bottom: y + size.labelHeight }
}

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function holds(area: Rect, x: number, y: number, slack = 0): boolean {
  return x >= area.left - slack && x < area.right + slack && y >= area.top - slack && y < area.bottom + slack
}

/** The nearest mark that contains a point within its size plus `slack` px. */
export function hitEffort(placed: readonly PlacedEffort[], x: number, y: number, slack: number): PlacedEffort | null {
  let best: PlacedEffort | null = null
  let nearest = Infinity
  for (const mark of placed) {
    const distance = Math.hypot(x - mark.x, y - (mark.y - mark.direction * (mark.size / 2)))
    if (distance <= mark.size / 2 + slack && distance < nearest) {
      best = mark
      nearest = distance
    }
  }
  return best
}

/** The band under a point: labels first, then, outside of cells, the smallest band. */
export function hitZone(placed: readonly PlacedZone[], x: number, y: number, onCell: boolean): PlacedZone | null {
  const labelled = placed.find((entry) => entry.label !== null && holds(entry.label, x, y))
  if (labelled !== undefined) return labelled
  if (onCell) return null
  let best: PlacedZone | null = null
  for (const entry of placed) {
    if (!holds(entry.area, x, y)) continue
    if (best === null || height(entry.area) < height(best.area)) best = entry
  }
  return best
}

function height(area: Rect): number {
  return area.bottom - area.top
}
