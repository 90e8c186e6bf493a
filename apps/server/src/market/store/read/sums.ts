import { addLots, addSums, NO_SUMS, sumDelta, sumQuoteDelta, sumsOfBars } from '@flowprint/orderflow'
import type { Bars, Lots, VwapSums } from '@flowprint/orderflow'

/** Sums over a time range of the tape. */
export interface Sums {
  readonly delta: Lots
  /** Delta in the quote unit, ticks x lots. */
  readonly quoteDelta: Lots
  /** Null when the range includes rows from before these sums were stored. */
  readonly vwap: VwapSums | null
}

export const NOTHING: Sums = { delta: 0, quoteDelta: 0, vwap: NO_SUMS }

export function joinSums(a: Sums, b: Sums): Sums {
  return {
    delta: addLots(a.delta, b.delta),
    quoteDelta: addLots(a.quoteDelta, b.quoteDelta),
    vwap: a.vwap === null || b.vwap === null ? null : addSums(a.vwap, b.vwap),
  }
}

/** Sums of bars [from, to). */
export function sumsOf(bars: Bars, from = 0, to: number = bars.length): Sums {
  return {
    delta: sumDelta(bars, from, to),
    quoteDelta: sumQuoteDelta(bars, from, to),
    vwap: sumsOfBars(bars, from, to),
  }
}
