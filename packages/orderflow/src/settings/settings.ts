import type { ZoneKind } from '../zones/zone.ts'

/**
 * Every setting of every indicator. Thresholds are decimal texts so that comparisons are made on exact fractions.
 * The same object travels in the saved layout, the link and the `settings` argument of /footprint.
 */
export interface IndicatorSettings {
  readonly poc: { readonly basis: 'grouped' | 'raw' }
  /** Percent of the volume inside the value area. */
  readonly valueArea: { readonly share: string }
  readonly imbalance: {
    readonly ratio: string
    /** 'auto' (INDICATORS 5) or a quantity in base units, decimal text. */
    readonly minVolume: string
    readonly zeroSide: 'count' | 'ignore'
  }
  /** Least rows of a stacked imbalance that is marked. */
  readonly stack: { readonly min: number }
  readonly zones: {
    readonly kinds: Readonly<Record<ZoneKind, boolean>>
    /** Least rows of a stack that becomes a zone. */
    readonly stackMin: number
    /** 'close': broken when the close is beyond; 'touch': by the first touch; 'through': when traded through. */
    readonly breakBy: 'close' | 'touch' | 'through'
    /** Existing bars after which a zone expires. */
    readonly expireBars: number
    /** Nearest to price, drawn at most. */
    readonly maxDrawn: number
  }
  readonly effort: {
    readonly relVolume: string
    readonly share: string
    readonly progress: string
    readonly closeLocation: string
  }
  readonly cvd: { readonly reset: 'day' | 'week' | 'never' }
}
