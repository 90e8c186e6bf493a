import { addLots, addSums, NO_SUMS } from '@flowprint/orderflow'
import type { Lots, VwapSums } from '@flowprint/orderflow'

/** What a stretch of the tape adds up to. */
export interface Sums {
  readonly delta: Lots
  /** Null where rows from before these sums were kept lie in it. */
  readonly vwap: VwapSums | null
}

export const NOTHING: Sums = { delta: 0, vwap: NO_SUMS }

export function joinSums(a: Sums, b: Sums): Sums {
  return { delta: addLots(a.delta, b.delta), vwap: a.vwap === null || b.vwap === null ? null : addSums(a.vwap, b.vwap) }
}
