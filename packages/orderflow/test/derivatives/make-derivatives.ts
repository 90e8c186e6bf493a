import type { Liquidations, MarketStats } from '@flowprint/orderflow'

/** Time, closed position, price in ticks, lots. */
export type PlainLiquidation = readonly [ts: number, position: 'long' | 'short', price: number, lots: number]

export function makeLiquidations(list: readonly PlainLiquidation[]): Liquidations {
  return {
    length: list.length,
    seq: Float64Array.from(list, (_, i) => i + 1),
    ts: Float64Array.from(list, ([ts]) => ts),
    price: Float64Array.from(list, ([, , price]) => price),
    lots: Float64Array.from(list, ([, , , lots]) => lots),
    isLong: Uint8Array.from(list, ([, position]) => (position === 'long' ? 1 : 0)),
  }
}

export interface PlainStat {
  readonly t: number
  readonly openInterest?: number
  readonly fundingRate?: number
  readonly nextFundingMs?: number
  readonly markPrice?: number
  readonly indexPrice?: number
}

/** Minutes; what is left out is unknown. */
export function makeStats(list: readonly PlainStat[]): MarketStats {
  const column = (name: keyof PlainStat): Float64Array => Float64Array.from(list, (row) => row[name] ?? NaN)
  return {
    length: list.length,
    t: column('t'),
    openInterest: column('openInterest'),
    fundingRate: column('fundingRate'),
    nextFundingMs: column('nextFundingMs'),
    markPrice: column('markPrice'),
    indexPrice: column('indexPrice'),
  }
}
