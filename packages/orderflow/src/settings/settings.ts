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
  readonly bigTrades: {
    /** On cycles below an hour, and on bars without a length in time. */
    readonly show: boolean
    /** On cycles of an hour and more, where most bars have several. */
    readonly showLong: boolean
    /** Least notional of a bubble in the quote currency, decimal text; "0": only what is unusually big (INDICATORS 9). */
    readonly size: string
  }
  /** Unfinished auction: which parts of the bar's mean cell both sides must have at its extreme tick. */
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
    /** 'bar': at the bar that holds the moment `at`. */
    readonly reset: 'day' | 'week' | 'never' | 'bar'
    /** ms since the epoch; matters with 'bar' alone. */
    readonly at: number
    readonly style: 'candles' | 'line'
  }
  readonly vwap: {
    /** Summed from 00:00 UTC of every day, or once from the bar that holds the moment `at`. */
    readonly anchor: 'off' | 'day' | 'bar'
    /** ms since the epoch; matters with 'bar' alone. */
    readonly at: number
    /** Bands drawn: none, at one standard deviation, or at one and two. */
    readonly bands: 'none' | 'one' | 'two'
  }
}
