import { decodeSettings, DEFAULT_SETTINGS, encodeSettings, type IndicatorSettings } from '@flowprint/orderflow'
import { readText, STORAGE_KEYS, writeText } from '../../../shared/local-store.ts'
import { type ChartScope, createScopedStore } from './chart-scope.ts'
import {
  type ChartPreferences,
  decodeView,
  DEFAULT_VIEW,
  encodeView,
  SMALL_VIEW,
  type ViewSettings,
} from './view-settings.ts'

interface SettingsState extends ChartPreferences {
  change(preferences: Partial<ChartPreferences>): void
  /** Settings from a link: shown, but kept only when the user changes something. */
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

export function keepPreferences({ indicators, view }: ChartPreferences): void {
  writeText(STORAGE_KEYS.indicators, encodeSettings(indicators))
  writeText(STORAGE_KEYS.view, encodeView(view))
}

function storedView(): ViewSettings {
  const stored = readText(STORAGE_KEYS.view)
  return stored === null ? defaultView() : decodeView(stored)
}

/** The preferences stored on this device. */
export function readPreferences(): ChartPreferences {
  return { indicators: readIndicators(readText(STORAGE_KEYS.indicators)) ?? DEFAULT_SETTINGS, view: storedView() }
}

export const useChartSettings = createScopedStore<SettingsState>(({ preferences: start, persist }) => (set, get) => ({
  ...start,
  change(preferences) {
    set(preferences)
    const { indicators, view } = get()
    persist({ preferences: { indicators, view } })
  },
  adoptLink({ settings, view }) {
    const indicators = readIndicators(settings)
    if (indicators && encodeSettings(indicators) !== encodeSettings(get().indicators)) set({ indicators })
    if (view !== null && view !== encodeView(get().view)) set({ view: decodeView(view) })
  },
  reset() {
    get().change({ indicators: DEFAULT_SETTINGS, view: defaultView() })
  },
}))

/** Shows or hides the heatmap. */
export function toggleHeatmap(scope: ChartScope): void {
  const { view, change } = useChartSettings.of(scope).getState()
  change({ view: { ...view, heatmap: { ...view.heatmap, shown: !view.heatmap.shown } } })
}

/** Both parameters for the URL. Default values are omitted; `whole` includes them. */
export function linkParts({ indicators, view }: ChartPreferences, whole = false): { settings?: string; view?: string } {
  const settings = encodeSettings(indicators)
  const shown = encodeView(view)
  return {
    settings: whole || settings !== encodeSettings(DEFAULT_SETTINGS) ? settings : undefined,
    view: whole || shown !== encodeView(defaultView()) ? shown : undefined,
  }
}
