import { decodeSettings, DEFAULT_SETTINGS, encodeSettings, type IndicatorSettings } from '@flowprint/orderflow'
import { create } from 'zustand'
import { readText, STORAGE_KEYS, writeText } from '../../../shared/local-store.ts'
import { decodeView, DEFAULT_VIEW, encodeView, SMALL_VIEW, type ViewSettings } from './view-settings.ts'

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
export interface LinkParts {
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

function usualView(): ViewSettings {
  const small = typeof matchMedia === 'function' && matchMedia('(max-width: 640px)').matches
  return small ? SMALL_VIEW : DEFAULT_VIEW
}

function keep({ indicators, view }: ChartPreferences): void {
  writeText(STORAGE_KEYS.indicators, encodeSettings(indicators))
  writeText(STORAGE_KEYS.view, encodeView(view))
}

function storedView(): ViewSettings {
  const stored = readText(STORAGE_KEYS.view)
  return stored === null ? usualView() : decodeView(stored)
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
    set({ indicators: DEFAULT_SETTINGS, view: usualView() })
    keep(get())
  },
}))

/** Both parameters for the URL. Default values are omitted; `whole` includes them. */
export function linkParts({ indicators, view }: ChartPreferences, whole = false): { settings?: string; view?: string } {
  const settings = encodeSettings(indicators)
  const shown = encodeView(view)
  return {
    settings: whole || settings !== encodeSettings(DEFAULT_SETTINGS) ? settings : undefined,
    view: whole || shown !== encodeView(usualView()) ? shown : undefined,
  }
}
