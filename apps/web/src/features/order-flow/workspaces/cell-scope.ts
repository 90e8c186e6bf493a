import type { WorkspaceCell } from '@flowprint/contract'
import { encodeSettings } from '@flowprint/orderflow'
import { readRecord, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'
import { type ChartScope, createChartScope } from '../model/chart-scope.ts'
import { readIndicators, readPreferences } from '../model/settings-store.ts'
import { decodeView, encodeView, type ChartPreferences } from '../model/view-settings.ts'
import { changeCell, editTab, type CellChange } from './edit-workspace.ts'
import { editWorkspace } from './workspace-store.ts'

/** Settings of a cell; those of this device for what it does not have. */
export function preferencesOf({ settings, view }: Pick<WorkspaceCell, 'settings' | 'view'>): ChartPreferences {
  const own = readPreferences()
  return {
    indicators: readIndicators(settings ?? null) ?? own.indicators,
    view: view === undefined ? own.view : decodeView(view),
  }
}

/** Changes a cell of the shown tab, and what its group links. */
export const changeShownCell = (id: string, change: CellChange): boolean =>
  editWorkspace((document) => editTab(document, document.active, (tab) => changeCell(tab, id, change)))

/** Charts that take over what the workspace says: what they fill in is no change by the user. */
const following = new WeakSet<ChartScope>()

/** Makes a chart show what its cell says, without writing it back. */
export function followCell(scope: ChartScope, follow: () => void): void {
  following.add(scope)
  try {
    follow()
  } finally {
    following.delete(scope)
  }
}

/** The state of the chart in a cell: what outlasts it is kept in the workspace. */
export function createCellScope(cell: WorkspaceCell): ChartScope {
  const scope = createChartScope({
    isAddressed: false,
    // Chosen once the chart is measured: the precision depends on its height.
    selection: null,
    preferences: preferencesOf(cell),
    profiles: readRecord(STORAGE_KEYS.profiles),
    persist({ selection, preferences, profiles }) {
      if (following.has(scope)) return
      if (selection) changeShownCell(cell.id, selection)
      if (preferences)
        changeShownCell(cell.id, {
          settings: encodeSettings(preferences.indicators),
          view: encodeView(preferences.view),
        })
      if (profiles) writeJson(STORAGE_KEYS.profiles, profiles)
    },
  })
  return scope
}
