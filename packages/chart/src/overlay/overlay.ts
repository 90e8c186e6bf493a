import type { Analysis, Bars, InstrumentUnits } from '@flowprint/orderflow'
import type { Hit } from '../hit.ts'
import type { ChartTheme } from '../theme.ts'
import type { Places } from './places.ts'

/** What an overlay paints with and reads; lengths are device px of the main pane. Valid during the call only. */
export interface OverlayScope {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px per CSS px. */
  readonly ratio: number
  readonly places: Places
  readonly bars: Bars
  readonly analysis: Analysis
  readonly units: InstrumentUnits
  readonly theme: ChartTheme
  /** The cells of visible bars whose numbers are drawn; null where no numbers are. */
  readonly numbers: () => Path2D | null
  /** Visible bars, indices, both inclusive; to < from for none. */
  readonly visible: { readonly from: number; readonly to: number }
}

/** A pointer over the main pane, device px of that pane, with the places as they are now. */
export interface OverlayPointer {
  readonly x: number
  readonly y: number
  readonly ratio: number
  readonly places: Places
  readonly event: PointerEvent
}

/** A place in the main pane that is pointed at, device px of that pane. */
export interface OverlayPlace {
  readonly x: number
  readonly y: number
  readonly ratio: number
  readonly places: Places
  /** How far beside something still hits it. */
  readonly slack: number
}

/**
 * A picture in the main pane that somebody else draws: profiles, lines, drawings. 'ground' lies under the bars and is
 * painted with whole frames; 'over' lies above them and is painted with every live frame too, so it must be cheap.
 */
export interface Overlay {
  readonly order: 'ground' | 'over'
  paint(scope: OverlayScope): void
  /** What of it lies at a place, to be explained; its x and y are the anchor, device px of the pane. */
  hit?(place: OverlayPlace): Hit | null
  /** A button or finger went down: true takes the pointer until it is up; the chart then neither moves nor zooms. */
  down?(pointer: OverlayPointer): boolean
  /** The taken pointer moved, or an untaken mouse hovers. A CSS cursor to show, or null. */
  move?(pointer: OverlayPointer, taken: boolean): string | null
  /** The taken pointer is up, or was cancelled by the system. */
  up?(pointer: OverlayPointer, cancelled: boolean): void
}
