import type { WorkspaceDocument, WorkspaceTab } from '@flowprint/contract'
import { create } from 'zustand'
import { clearLayoutHistory } from '../model/layout-history.ts'

/** The workspace of the page. */
export interface WorkspaceState {
  /** Null until it is loaded. */
  readonly document: WorkspaceDocument | null
  /** Name in the account; null if it has never been saved there. */
  readonly name: string | null
  /** Version of the account's copy that the document is based on; 0 if it has none. */
  readonly version: number
  /** The document without unsaved changes: as in the account, or a new preset; null if there is none such. */
  readonly saved: WorkspaceDocument | null
}

export const useWorkspace = create<WorkspaceState>()(() => ({ document: null, name: null, version: 0, saved: null }))

/** Shows another workspace. */
export function openWorkspace(state: WorkspaceState): void {
  const isOther = state.document !== useWorkspace.getState().document
  useWorkspace.setState(state)
  if (isOther) clearLayoutHistory()
}

/** Changes the document; false if a limit does not allow the change. */
export function editWorkspace(edit: (document: WorkspaceDocument) => WorkspaceDocument | null): boolean {
  const { document } = useWorkspace.getState()
  const edited = document === null ? null : edit(document)
  if (edited === null) return false
  if (edited !== document) useWorkspace.setState({ document: edited })
  return true
}

/** The tab that is shown. */
export const shownTab = ({ document }: Pick<WorkspaceState, 'document'>): WorkspaceTab | undefined =>
  document?.tabs[document.active]

/** Whether the document differs from the saved one, except for the tab that is shown. */
export function isUnsaved({ document, saved }: Pick<WorkspaceState, 'document' | 'saved'>): boolean {
  if (document === null || saved === null) return document !== saved
  return document.tabs !== saved.tabs && JSON.stringify(document.tabs) !== JSON.stringify(saved.tabs)
}
