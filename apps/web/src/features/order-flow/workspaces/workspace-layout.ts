import type { WorkspaceCell, WorkspaceDocument, WorkspaceTab } from '@flowprint/contract'
import type { LayoutSource } from '../model/layout-history.ts'
import { alignGroups, findCell } from './edit-workspace.ts'
import { editWorkspace, useWorkspace } from './workspace-store.ts'

/** What the undo of the workspace covers: everything except what the cells show and which tab is shown. */
export const workspaceLayout: LayoutSource = {
  read: () => useWorkspace.getState().document,
  restore: (content) => void editWorkspace((now) => withSelections(content as WorkspaceDocument, now)),
  keyOf: (content) => {
    const document = content as WorkspaceDocument | null
    return JSON.stringify(document?.tabs.map((tab) => ({ ...tab, cells: tab.cells.map(withoutSelection) })) ?? null)
  },
  subscribe: (listener) => useWorkspace.subscribe(listener),
}

function withoutSelection({ symbol: _symbol, cycle: _cycle, precision: _precision, ...rest }: WorkspaceCell) {
  return rest
}

/** An earlier document, whose cells show what they show now; cells that had been closed follow their group. */
export function withSelections(earlier: WorkspaceDocument, now: WorkspaceDocument): WorkspaceDocument {
  return { ...earlier, tabs: earlier.tabs.map((tab, i) => withSelectionsOf(tab, sameTab(earlier, i, now))) }
}

function withSelectionsOf(tab: WorkspaceTab, now: WorkspaceTab | undefined): WorkspaceTab {
  if (now === undefined) return tab
  const isThere = ({ id, kind }: WorkspaceCell) => findCell(now, id)?.kind === kind
  const cells = tab.cells.map((cell): WorkspaceCell => {
    if (!isThere(cell)) return cell
    const { symbol, cycle, precision } = findCell(now, cell.id)!
    return {
      ...withoutSelection(cell),
      ...(symbol !== undefined && { symbol }),
      ...(cycle !== undefined && { cycle }),
      ...(precision !== undefined && { precision }),
    }
  })
  // The first cell of a group decides what it shows.
  const decided = [...cells.filter(isThere), ...cells.filter((cell) => !isThere(cell))]
  const aligned = alignGroups({ ...tab, cells: decided })
  return { ...tab, cells: cells.map(({ id }) => findCell(aligned, id)!) }
}

/** Tabs have no ids: the tab of the same name if only one has it, else a renamed one at the same place. */
function sameTab(earlier: WorkspaceDocument, index: number, now: WorkspaceDocument): WorkspaceTab | undefined {
  const { name } = earlier.tabs[index]
  const named = (tabs: readonly WorkspaceTab[]) => tabs.filter((tab) => tab.name === name)
  const found = named(now.tabs)
  if (found.length === 1 && named(earlier.tabs).length === 1) return found[0]
  return found.length === 0 && now.tabs.length === earlier.tabs.length ? now.tabs[index] : undefined
}
