import type { Drawing } from '@flowprint/contract'
import type { Places } from '@flowprint/chart'
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

/** Which point of the drawing a handle moves in time, and which in price. */
export interface Handle extends Px {
  readonly t: 0 | 1
  readonly tick: 0 | 1
}

/** A drawing where it is on the screen, device px of the main pane. */
export interface PlacedDrawing {
  readonly drawing: Drawing
  readonly shape: DrawingShape
  readonly handles: readonly Handle[]
  /** What is stroked and met by a pointer: a line of two or more places; empty where there is none. */
  readonly path: readonly Px[]
  /** What a range covers, or a text; null for lines. */
  readonly area: Box | null
}

/** What the places of drawings depend on. */
export interface Surface {
  readonly places: Pick<
    Places,
    'xOfBar' | 'xOfEdge' | 'xOfTime' | 'barAt' | 'indexOfTime' | 'timeOfIndex' | 'yOfTick' | 'yOfTickEdge' | 'tickAt'
  >
  /** 0 where bars have no fixed length. */
  readonly cycleMs: number
  readonly width: number
  readonly height: number
  readonly ratio: number
  readonly tick: DecimalUnit
  /** Device px of a text as it is painted. */
  readonly textSize: (text: string, width: number) => { readonly width: number; readonly height: number }
}
