import { checkWorkspace, type Menus, type WorkspaceDocument } from '@flowprint/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { readRecord, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'
import { lastSelection, symbolToShow } from '../model/selection.ts'
import { createPreset, createWorkspace } from './presets.ts'
import { openWorkspace, useWorkspace } from './workspace-store.ts'

/** Opens the workspace of this device, or a new one, and keeps its changes on the device; false until it is open. */
export function useStoredWorkspace(menus: Menus): boolean {
  const { t } = useTranslation()
  const isOpen = useWorkspace(({ document }) => document !== null)
  useEffect(() => {
    if (useWorkspace.getState().document === null) {
      const symbol = symbolToShow(menus, {}, lastSelection())
      openWorkspace(
        readStored() ?? {
          document: createWorkspace(
            createPreset('multi_timeframe', {
              name: t('workspaces.preset.multi_timeframe'),
              chart: symbol === undefined ? {} : { symbol },
            }),
          ),
          name: null,
          version: 0,
          saved: null,
        },
      )
    }
    return useWorkspace.subscribe((state) => writeJson(STORAGE_KEYS.workspace, state))
    // Only the first menus matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return isOpen
}

function readStored(): ReturnType<typeof useWorkspace.getState> | null {
  const { document, saved, name, version } = readRecord(STORAGE_KEYS.workspace)
  const isValid = (value: unknown): value is WorkspaceDocument => checkWorkspace(value).length === 0
  if (!isValid(document)) return null
  return {
    document,
    saved: isValid(saved) ? saved : null,
    name: typeof name === 'string' ? name : null,
    version: typeof version === 'number' ? version : 0,
  }
}
