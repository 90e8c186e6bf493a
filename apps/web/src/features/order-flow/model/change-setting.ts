import { DEFAULT_SETTINGS, type IndicatorSettings, OrderflowError, parseSettings } from '@flowprint/orderflow'
import type { ChartScope } from './chart-scope.ts'
import { useChartSettings } from './settings-store.ts'
import {
  DERIVATIVES_PANES,
  type HeatmapSettings,
  type ViewSettings,
  type LayerName,
  type PaneKey,
} from './view-settings.ts'

type SettingGroup = keyof IndicatorSettings

/**
 * The settings with one group partly changed, or null when the engine rejects the value. The engine validates, so that
 * page, link and server always agree.
 */
export function changeSetting<Group extends SettingGroup>(
  settings: IndicatorSettings,
  group: Group,
  change: { readonly [Key in keyof IndicatorSettings[Group]]?: unknown },
): IndicatorSettings | null {
  try {
    return parseSettings({ ...settings, [group]: { ...settings[group], ...change } })
  } catch (error) {
    if (error instanceof OrderflowError) return null
    throw error
  }
}

/** Settings and the panel's functions to change them. */
export function useSettings() {
  const { indicators, view, change } = useChartSettings()
  return {
    indicators,
    view,
    setView: (part: Partial<ViewSettings>) => change({ view: { ...view, ...part } }),
    setHeatmap: (part: Partial<HeatmapSettings>) =>
      change({ view: { ...view, heatmap: { ...view.heatmap, ...part } } }),
    layer: (name: LayerName) => ({
      shown: view.layers[name],
      onShow: (shown: boolean) => change({ view: { ...view, layers: { ...view.layers, [name]: shown } } }),
    }),
    pane: (name: PaneKey) => ({
      shown: view.panes[name],
      onShow: (shown: boolean) => change({ view: { ...view, panes: { ...view.panes, [name]: shown } } }),
    }),
    /** False when the engine rejects the value. */
    set<Group extends SettingGroup>(
      group: Group,
      values: { readonly [Key in keyof IndicatorSettings[Group]]?: unknown },
    ): boolean {
      const next = changeSetting(indicators, group, values)
      if (next) change({ indicators: next })
      return next !== null
    },
    isChanged: (group: SettingGroup) => JSON.stringify(indicators[group]) !== JSON.stringify(DEFAULT_SETTINGS[group]),
  }
}

/** Shows all panes of a perpetual, or hides those that are shown. */
export function toggleDerivatives(scope: ChartScope): void {
  const { view, change } = useChartSettings.of(scope).getState()
  const isShown = DERIVATIVES_PANES.some((pane) => view.panes[pane])
  const panes = Object.fromEntries(DERIVATIVES_PANES.map((pane) => [pane, !isShown]))
  change({ view: { ...view, panes: { ...view.panes, ...panes } } })
}

/** Parses a whole number; the engine rejects other numbers. */
export function asCount(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}
