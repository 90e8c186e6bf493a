/** The columns of `BarEdges` that hold lots. */
export const EDGE_LOTS = ['highBid', 'highAsk', 'lowBid', 'lowAsk'] as const
export type EdgeLots = (typeof EDGE_LOTS)[number]

/**
 * What the native rows of bars said about their ends, kept where the rows are coarser than a tick. One entry a bar; they
 * do not add up over bars (two bars may trade the same tick), so composing them needs the native rows again.
 */
export interface BarEdges {
  /** Native cells > 0, bid and ask cells counted apart; 0 where the bar was not made from native rows. */
  readonly cells: Uint32Array
  /** Lots traded at the highest and at the lowest tick, by side. */
  readonly highBid: Float64Array
  readonly highAsk: Float64Array
  readonly lowBid: Float64Array
  readonly lowAsk: Float64Array
  /** What these could not hold; null where none needs it. Quantity = entry + rest. */
  readonly rests: Readonly<Record<EdgeLots, Float64Array>> | null
}
