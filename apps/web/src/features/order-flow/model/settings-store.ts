import type { ChartSettings } from '@flowprint/chart'
import { decodeSettings, DEFAULT_SETTINGS, encodeSettings, type IndicatorSettings } from '@flowprint/orderflow'
import { create } from 'zustand'
import { readText, STORAGE_KEYS, writeText } from '../../../shared/local-store.ts'

/** Display settings of the chart. `maxZones` and `cvdStyle` are indicator settings. */
export type ViewSettings = Omit<ChartSettings, 'maxZones' | 'cvdStyle'>

export const CELL_MODES = [
  'bidAsk',
  'delta',
  'volume',
  'trades',
  'profile',
] as const satisfies readonly ViewSettings['mode'][]

export const CELL_UNITS = ['base', 'quote'] as const satisfies readonly ViewSettings['unit'][]

export const CELL_TINTS = ['side', 'delta', 'volume', 'none'] as const satisfies readonly ViewSettings['tint'][]

export type LayerName = keyof ViewSettings['layers']

export type PaneKey = keyof ViewSettings['panes']

/** Quote units are the default for crypto (INDICATORS 2). */
export const DEFAULT_VIEW: ViewSettings = {
  mode: 'bidAsk',
  unit: 'quote',
  tint: 'side',
  layers: {
    candle: true,
    poc: true,
    valueArea: true,
    imbalances: true,
    stacks: true,
    zones: true,
    efforts: true,
    lastPrice: true,
  },
  panes: { volume: true, cvd: true, statistics: true },
}

/** A phone's height is reserved for the cells. */
export const SMALL_VIEW: ViewSettings = { ...DEFAULT_VIEW, panes: { volume: true, cvd: false, statistics: false } }

/**
 * Encodes the link's `view` parameter: values that differ from the defaults, as in `mode-delta.unit-base.cvd-0`. Empty
 * when nothing differs.
 */
export function encodeView(view: ViewSettings): string {
  const parts: string[] = []
  for (const name of ['mode', 'unit', 'tint'] as const) {
    if (view[name] !== DEFAULT_VIEW[name]) parts.push(`${name}-${view[name]}`)
  }
  for (const group of ['layers', 'panes'] as const) {
    for (const [name, on] of Object.entries(view[group])) {
      const fallback = (DEFAULT_VIEW[group] as Record<string, boolean>)[name]
      if (on !== fallback) parts.push(`${name}-${on ? 1 : 0}`)
    }
  }
  return parts.join('.')
}

/** Parses a `view` parameter; unknown parts are ignored, so that old links keep working. */
export function decodeView(text: string): ViewSettings {
  const given = new Map(text.split('.').map((part) => part.split('-', 2) as [string, string]))
  const choice = <T extends string>(name: string, values: readonly T[], fallback: T): T =>
    values.find((value) => value === given.get(name)) ?? fallback
  const flags = <T extends object>(group: T): T =>
    Object.fromEntries(
      Object.entries(group).map(([name, fallback]) => [
        name,
        given.has(name) ? given.get(name) === '1' : (fallback as boolean),
      ]),
    ) as T
  return {
    mode: choice('mode', CELL_MODES, DEFAULT_VIEW.mode),
    unit: choice('unit', CELL_UNITS, DEFAULT_VIEW.unit),
    tint: choice('tint', CELL_TINTS, DEFAULT_VIEW.tint),
    layers: flags(DEFAULT_VIEW.layers),
    panes: flags(DEFAULT_VIEW.panes),
  }
}

export interface ChartPreferences {
  readonly indicators: IndicatorSettings
  readonly view: ViewSettings
}

interface SettingsState extends ChartPreferences {
  /** Stored on this device. */
  change(preferences: Partial<ChartPreferences>): void
  /** Settings from a link: shown, but stored only when the user changes something. */
  adoptLink(link: LinkParts): void
  reset(): void
}

/** The two URL parameters of settings. */
interface LinkParts {
  readonly settings: string | null
  readonly view: string | null
}

/** Parses settings from a link or local storage; null when missing or invalid. */
export function readIndicators(text: string | null): IndicatorSettings | null {
  if (text === null) return null
  try {
    return decodeSettings(text)
  } catch {
    return null
  }
}

function defaultView(): ViewSettings {
  const small = typeof matchMedia === 'function' && matchMedia('(max-width: 640px)').matches
  return small ? SMALL_VIEW : DEFAULT_VIEW
}

function keep({ indicators, view }: ChartPreferences): void {
  writeText(STORAGE_KEYS.indicators, encodeSettings(indicators))
  writeText(STORAGE_KEYS.view, encodeView(view))
}

function storedView(): ViewSettings {
  const stored = readText(STORAGE_KEYS.view)
  return stored === null ? defaultView() : decodeView(stored)
}

export const useChartSettings = create<SettingsState>()((set, get) => ({
  indicators: readIndicators(readText(STORAGE_KEYS.indicators)) ?? DEFAULT_SETTINGS,
  view: storedView(),
  change(preferences) {
    set(preferences)
    keep(get())
  },
  adoptLink({ settings, view }) {
    const indicators = readIndicators(settings)
    if (indicators && encodeSettings(indicators) !== encodeSettings(get().indicators)) set({ indicators })
    if (view !== null && view !== encodeView(get().view)) set({ view: decodeView(view) })
  },
  reset() {
    set({ indicators: DEFAULT_SETTINGS, view: defaultView() })
    keep(get())
  },
}))

/** Both parameters for the URL. Default values are omitted; `whole` includes them. */
export function linkParts({ indicators, view }: ChartPreferences, whole = false): { settings?: string; view?: string } {
  const settings = encodeSettings(indicators)
  const shown = encodeView(view)
  return {
    settings: whole || settings !== encodeSettings(DEFAULT_SETTINGS) ? settings : undefined,
    view: whole || shown !== encodeView(defaultView()) ? shown : undefined,
  }
}
