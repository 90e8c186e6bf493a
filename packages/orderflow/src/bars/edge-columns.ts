/** The columns of `BarEdges` that hold lots. */
export const EDGE_LOTS = ['highBid', 'highAsk', 'lowBid', 'lowAsk'] as const
export type EdgeLots = (typeof EDGE_LOTS)[number]

/**
 * Edges of bars on native ticks, kept when the rows are coarser than a tick. One entry per bar; they are not additive
 * (two bars may trade the same tick), so composing bars requires the native rows.
 */
export interface BarEdges {
  /** Native cells > 0, bid and ask cells counted separately; 0 when the bar was not made from native rows. */
  readonly cells: Uint32Array
  /** Lots traded at the highest and at the lowest tick, by side. */
  readonly highBid: Float64Array
  readonly highAsk: Float64Array
  readonly lowBid: Float64Array
  readonly lowAsk: Float64Array
  /** Remainders of these columns; null when none is needed. Quantity = entry + remainder. */
  readonly rests: Readonly<Record<EdgeLots, Float64Array>> | null
}
