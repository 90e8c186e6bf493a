import type { Analysis, Bars, InstrumentUnits } from '@flowprint/orderflow'
import type { ChartTheme } from '../theme.ts'
import type { Hit } from '../hit.ts'
import type { Coordinates } from './coordinates.ts'

/** Paint context of an overlay; lengths are device px of the main pane. Valid during the call only. */
export interface OverlayScope {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px per CSS px. */
  readonly ratio: number
  readonly coordinates: Coordinates
  readonly bars: Bars
  readonly analysis: Analysis
  readonly units: InstrumentUnits
  readonly theme: ChartTheme
  /** The cells of visible bars whose numbers are drawn; null if no numbers are drawn. */
  readonly numbers: () => Path2D | null
  /** Visible bars, indices, both inclusive; to < from for none. */
  readonly visible: { readonly from: number; readonly to: number }
}

/** A pointer over the main pane, device px of that pane, with the current positions. */
export interface OverlayPointer {
  readonly x: number
  readonly y: number
  readonly ratio: number
  readonly coordinates: Coordinates
  readonly event: PointerEvent
}

/** A point in the main pane to hit-test, device px of that pane. */
export interface OverlayPoint {
  readonly x: number
  readonly y: number
  readonly ratio: number
  readonly coordinates: Coordinates
  /** Hit tolerance. */
  readonly slack: number
}

/**
 * A custom drawing in the main pane: profiles, lines, drawings. 'background' is below everything, zones included, and
 * 'ground' below the bars; both are painted with full frames. 'over' is above the bars and painted with every live frame
 * too, so it must be cheap.
 */
export interface Overlay {
  readonly order: 'background' | 'ground' | 'over'
  paint(scope: OverlayScope): void
  /** Hit test for tooltips; x and y of the result are the anchor, device px of the pane. */
  hit?(place: OverlayPoint): Hit | null
  /**
   * A button or finger went down: return true to capture the pointer until it is up; the chart then neither moves nor
   * zooms.
   */
  down?(pointer: OverlayPointer): boolean
  /** The captured pointer moved, or a free mouse hovers. Returns a CSS cursor to show, or null. */
  move?(pointer: OverlayPointer, taken: boolean): string | null
  /** The captured pointer is up, or was cancelled by the system. */
  up?(pointer: OverlayPointer, cancelled: boolean): void
}

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
  const outside = new Path2D()
  outside.rect(0, 0, width, height)
  outside.addPath(area)
  context.save()
  context.clip(outside, 'evenodd')
  stroke()
  context.restore()
  context.save()
  context.clip(area)
  context.globalAlpha *= UNDER_NUMBERS
  stroke()
  context.restore()
}
