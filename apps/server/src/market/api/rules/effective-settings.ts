import type { FootprintQuery } from '@flowprint/contract'
import { OrderflowError, decodeSettings, parseSettings } from '@flowprint/orderflow'
import type { IndicatorSettings } from '@flowprint/orderflow'
import type { Fault } from '../../../platform/http/index.ts'

type Shortcut = 'imbalance_ratio' | 'imbalance_min_volume' | 'zero_side' | 'stack_min' | 'zone_min' | 'value_area'

/** How individual arguments map to settings. */
const SHORTCUTS: readonly {
  readonly field: Shortcut
  readonly apply: (settings: IndicatorSettings, value: never) => object
}[] = [
  { field: 'imbalance_ratio', apply: (s, ratio: string) => ({ ...s, imbalance: { ...s.imbalance, ratio } }) },
  {
    field: 'imbalance_min_volume',
    apply: (s, minVolume: string) => ({ ...s, imbalance: { ...s.imbalance, minVolume } }),
  },
  {
    field: 'zero_side',
    apply: (s, zeroSide: 'count' | 'ignore') => ({ ...s, imbalance: { ...s.imbalance, zeroSide } }),
  },
  { field: 'stack_min', apply: (s, min: number) => ({ ...s, stack: { min } }) },
  { field: 'zone_min', apply: (s, stackMin: number) => ({ ...s, zones: { ...s.zones, stackMin } }) },
  { field: 'value_area', apply: (s, share: string) => ({ ...s, valueArea: { share } }) },
]

/**
 * The indicator settings of a request: the defaults, overridden by `settings`, overridden by individual arguments. An
 * invalid value is an error of the argument it came from.
 */
export function effectiveSettings(query: Partial<FootprintQuery>): {
  readonly settings: IndicatorSettings
  readonly asked: boolean
  readonly faults: readonly Fault[]
} {
  const faults: Fault[] = []
  const attempt = (field: string, current: IndicatorSettings, next: () => IndicatorSettings): IndicatorSettings => {
    try {
      return next()
    } catch (error) {
      if (!(error instanceof OrderflowError) || error.code !== 'BAD_SETTING') throw error
      faults.push({ field, error: 'BAD_SETTING', params: { reason: error.message } })
      return current
    }
  }
  const defaults = parseSettings(undefined)
  const text = query.settings
  let settings = text === undefined ? defaults : attempt('settings', defaults, () => decodeSettings(text))
  let asked = text !== undefined
  for (const { field, apply } of SHORTCUTS) {
    const value = query[field]
    if (value === undefined) continue
    asked = true
    const current = settings
    settings = attempt(field, current, () => parseSettings(apply(current, value as never)))
  }
  return { settings, asked, faults }
}

/** The value area share of a profile: as requested, or the default. */
export function valueAreaShare(asked: string | undefined): {
  readonly share: string
  readonly faults: readonly Fault[]
} {
  const { settings, faults } = effectiveSettings(asked === undefined ? {} : { value_area: asked })
  return { share: settings.valueArea.share, faults }
}

/** The user's minimum size of a big trade as canonical text: as requested, or none. */
export function bigTradeSize(asked: string | undefined): { readonly size: string; readonly faults: readonly Fault[] } {
  try {
    const { size } = parseSettings(asked === undefined ? undefined : { bigTrades: { size: asked } }).bigTrades
    return { size, faults: [] }
  } catch (error) {
    if (!(error instanceof OrderflowError) || error.code !== 'BAD_SETTING') throw error
    return { size: '0', faults: [{ field: 'size', error: 'BAD_SETTING', params: { reason: error.message } }] }
  }
}
