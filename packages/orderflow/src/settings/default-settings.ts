import type { IndicatorSettings } from './settings.ts'

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
