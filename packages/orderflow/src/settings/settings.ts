import type { ZoneKind } from '../zones/zone.ts'

/**
 * All indicator settings. Thresholds are decimal text so that comparisons use exact fractions. The same object is used
 * in the saved layout, the link and the `settings` argument of /footprint.
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
  /** Minimum rows of a marked stacked imbalance. */
  readonly stack: { readonly min: number }
  readonly zones: {
    readonly kinds: Readonly<Record<ZoneKind, boolean>>
    /** Minimum rows of a stack that becomes a zone. */
    readonly stackMin: number
    /** 'close': broken when the close is beyond; 'touch': by the first touch; 'through': when traded through. */
    readonly breakBy: 'close' | 'touch' | 'through'
    /** Number of bars (with trades) after which a zone expires. */
    readonly expireBars: number
    /** Maximum number of zones drawn, nearest to the price. */
    readonly maxDrawn: number
  }
  readonly effort: {
    readonly relVolume: string
    readonly share: string
    readonly progress: string
    readonly closeLocation: string
  }
  readonly bigTrades: {
    /** For cycles below an hour, and for tick and volume bars. */
    readonly show: boolean
    /** For cycles of an hour and more, where most bars have several. */
    readonly showLong: boolean
    /**
     * Minimum notional of a bubble in the quote currency, decimal text; "0": only unusually big trades (INDICATORS 9).
     */
    readonly size: string
  }
  /** Unfinished auction: minimum of both sides at the extreme tick, as fractions of the bar's mean cell. */
  readonly unfinished: { readonly show: boolean; readonly dominant: string; readonly opposite: string }
  readonly absorption: {
    readonly show: boolean
    readonly minRows: number
    readonly relVolume: string
    readonly opposite: string
    readonly share: string
    readonly retreat: string
  }
  readonly exhaustion: {
    readonly show: boolean
    readonly minRows: number
    readonly extreme: string
    readonly peak: string
  }
  readonly cvd: {
    /** 'bar': at the bar that contains `at`. */
    readonly reset: 'day' | 'week' | 'never' | 'bar'
    /** ms since the epoch; matters with 'bar' alone. */
    readonly at: number
    readonly style: 'candles' | 'line'
  }
  readonly vwap: {
    /** Summed from 00:00 UTC of every day, or once from the bar that contains `at`. */
    readonly anchor: 'off' | 'day' | 'bar'
    /** ms since the epoch; matters with 'bar' alone. */
    readonly at: number
    /** Bands drawn: none, one standard deviation, or one and two. */
    readonly bands: 'none' | 'one' | 'two'
  }
}
