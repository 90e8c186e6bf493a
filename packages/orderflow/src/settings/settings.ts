import type { ZoneKind } from '../zones/zone.ts'
import { cycleMsOf } from '../bars/cycles.ts'
import { HOUR_MS } from '../time.ts'

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

/** Thresholds of effort without reward (docs/formulas/effort-without-reward.md); the middle one is the default. */
export const EFFORT_PRESETS = {
  loose: { relVolume: '1.3', share: '0.08', progress: '0.2', closeLocation: '0.6' },
  default: { relVolume: '1.5', share: '0.12', progress: '0.1', closeLocation: '0.5' },
  strict: { relVolume: '2', share: '0.18', progress: '0', closeLocation: '0.4' },
} as const satisfies Record<string, IndicatorSettings['effort']>

export type EffortPreset = keyof typeof EFFORT_PRESETS

/** The preset with these thresholds, or null for custom ones. Input: parsed settings. */
export function effortPresetOf(effort: IndicatorSettings['effort']): EffortPreset | null {
  for (const [name, preset] of Object.entries(EFFORT_PRESETS)) {
    const same =
      preset.relVolume === effort.relVolume &&
      preset.share === effort.share &&
      preset.progress === effort.progress &&
      preset.closeLocation === effort.closeLocation
    if (same) return name as EffortPreset
  }
  return null
}

/** Default settings. Decimals are in canonical form: no superfluous zeros. */
export const DEFAULT_SETTINGS: IndicatorSettings = {
  poc: { basis: 'grouped' },
  valueArea: { share: '70' },
  imbalance: { ratio: '3', minVolume: 'auto', zeroSide: 'count' },
  stack: { min: 3 },
  zones: {
    kinds: { stack: true, effort: true, cluster: false, unfinished: false, nakedPoc: false },
    stackMin: 4,
    breakBy: 'close',
    expireBars: 300,
    maxDrawn: 12,
  },
  effort: EFFORT_PRESETS.default,
  unfinished: { show: false, dominant: '0.5', opposite: '0.2' },
  absorption: { show: true, minRows: 6, relVolume: '3', opposite: '1.5', share: '0.4', retreat: '0.5' },
  exhaustion: { show: true, minRows: 6, extreme: '0.1', peak: '2' },
  bigTrades: { show: true, showLong: false, size: '0' },
  cvd: { reset: 'day', at: 0, style: 'candles' },
  vwap: { anchor: 'off', at: 0, bands: 'two' },
}

/** Whether these settings need native rows: histories are then loaded with rows of one tick. */
export function needsNativeRows({ poc, unfinished, zones }: IndicatorSettings): boolean {
  return poc.basis === 'raw' || unfinished.show || zones.kinds.unfinished
}

/** The setting that decides whether a chart of this cycle shows big trades. */
export function bigTradesSwitch(cycle: string): 'show' | 'showLong' {
  return (cycleMsOf(cycle) ?? 0) >= HOUR_MS ? 'showLong' : 'show'
}

/** Whether a chart of this cycle shows big trades. Input: a cycle such as "5m" or "100t". */
export function showsBigTrades({ bigTrades }: Pick<IndicatorSettings, 'bigTrades'>, cycle: string): boolean {
  return bigTrades[bigTradesSwitch(cycle)]
}
