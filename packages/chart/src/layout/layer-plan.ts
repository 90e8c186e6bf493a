/** The state for which a cached picture was drawn. */
export interface LayerState {
  /**
   * Everything except position: sizes, scales, theme, settings, data version. A different key needs a different
   * picture.
   */
  readonly key: string
  readonly originX: number
  readonly originY: number
  readonly width: number
  readonly height: number
}

export interface Rect {
  readonly left: number
  readonly top: number
  /** Exclusive. */
  readonly right: number
  readonly bottom: number
}

export type LayerPlan =
  | { readonly kind: 'redraw' }
  | { readonly kind: 'move'; readonly dx: number; readonly dy: number; readonly exposed: readonly Rect[] }

/** Below this overlap, redraw instead of shifting. */
const MIN_KEPT = 0.25

/**
 * Plans how to turn a cached picture into the wanted one.
 *
 * Output  'move': shift by (dx, dy) whole device px and draw the exposed rectangles (at most a column at a side and a
 *         line at the top or bottom; they may share a corner); dx = dy = 0 with nothing exposed means unchanged.
 */
export function planLayer(current: LayerState | null, wanted: LayerState): LayerPlan {
  if (
    current === null ||
    current.key !== wanted.key ||
    current.width !== wanted.width ||
    current.height !== wanted.height
  ) {
    return { kind: 'redraw' }
  }
  const dx = wanted.originX - current.originX
  const dy = wanted.originY - current.originY
  const { width, height } = wanted
  const kept = Math.max(0, width - Math.abs(dx)) * Math.max(0, height - Math.abs(dy))
  if (kept < MIN_KEPT * width * height) return { kind: 'redraw' }
  const exposed: Rect[] = []
  if (dx > 0) exposed.push({ left: 0, top: 0, right: dx, bottom: height })
  if (dx < 0) exposed.push({ left: width + dx, top: 0, right: width, bottom: height })
  if (dy > 0) exposed.push({ left: 0, top: 0, right: width, bottom: dy })
  if (dy < 0) exposed.push({ left: 0, top: height + dy, right: width, bottom: height })
  return { kind: 'move', dx, dy, exposed }
}
