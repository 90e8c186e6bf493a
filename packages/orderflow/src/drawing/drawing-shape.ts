import type { Ticks, UnixMs } from '../units/units.ts'

/** Kinds of drawings. */
export type DrawingKind = 'hline' | 'trend' | 'ray' | 'rect' | 'profile' | 'measure' | 'text'

/** A point on the chart: time in ms, price in whole ticks. */
export interface DrawingPoint {
  readonly t: UnixMs
  readonly tick: Ticks
}

/** The geometry of a drawing. */
export interface DrawingShape {
  readonly kind: DrawingKind
  readonly points: readonly DrawingPoint[]
}

/** Number of points of each kind. */
export const DRAWING_POINTS: { readonly [Kind in DrawingKind]: 1 | 2 } = {
  hline: 1,
  trend: 2,
  ray: 2,
  rect: 2,
  profile: 2,
  measure: 2,
  text: 1,
}
