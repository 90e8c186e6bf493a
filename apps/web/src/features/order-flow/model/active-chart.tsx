import type { ReactNode } from 'react'
import { create } from 'zustand'
import { readRecord, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'
import { type ChartScope, ChartScopeProvider, createChartScope } from './chart-scope.ts'
import { keepPreferences, readPreferences } from './settings-store.ts'

/** The chart of /order: its URL says what it shows, and this device keeps the rest. */
export const addressedChart = createChartScope({
  isAddressed: true,
  selection: null,
  preferences: readPreferences(),
  profiles: readRecord(STORAGE_KEYS.profiles),
  persist({ selection, preferences, profiles }) {
    if (selection) writeJson(STORAGE_KEYS.selection, selection)
    if (preferences) keepPreferences(preferences)
    if (profiles) writeJson(STORAGE_KEYS.profiles, profiles)
  },
})

/** The chart that the toolbar, the keys, the commands and the side panels act on. */
export const useActiveChart = create<{ readonly scope: ChartScope }>()(() => ({ scope: addressedChart }))

/** Its children act on the active chart. */
export function ActiveChartProvider({ children }: { readonly children: ReactNode }) {
  return <ChartScopeProvider value={useActiveChart(({ scope }) => scope)}>{children}</ChartScopeProvider>
}
