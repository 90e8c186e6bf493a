import type { Drawing } from '@flowprint/contract'
import type { Coordinates } from '@flowprint/chart'
import type { DecimalUnit, DrawingShape } from '@flowprint/orderflow'

export interface Px {
  readonly x: number
  readonly y: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Which points a handle moves in time, and which in price. */
export interface Handle extends Px {
  readonly t: 0 | 1
  readonly tick: 0 | 1
}

/** A drawing on the screen, device px of the main pane. */
export interface PlacedDrawing {
  readonly drawing: Drawing
  readonly shape: DrawingShape
  readonly handles: readonly Handle[]
  /** The path that is stroked and hit-tested: a line of two or more points; empty when there is none. */
  readonly path: readonly Px[]
  /** The area of a range or a text; null for lines. */
  readonly area: Box | null
}

/** What the positions of drawings depend on. */
export interface Surface {
  readonly coordinates: Pick<
    Coordinates,
    'xOfBar' | 'xOfEdge' | 'xOfTime' | 'barAt' | 'indexOfTime' | 'timeOfIndex' | 'yOfTick' | 'yOfTickEdge' | 'tickAt'
  >
  /** 0 where bars have no fixed length. */
  readonly cycleMs: number
  readonly width: number
  readonly height: number
  readonly ratio: number
  readonly tick: DecimalUnit
  /** Size of a painted text, device px. */
  readonly textSize: (text: string, width: number) => { readonly width: number; readonly height: number }
}
