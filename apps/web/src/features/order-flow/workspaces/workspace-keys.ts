import { useEffect, useEffectEvent } from 'react'
import { isOverlayOpen } from '../../../shared/ui/overlays.ts'
import { useActiveCell } from './cell-charts.ts'
import { editTab, findCell, maximiseCell, neighbourOf, showTab } from './edit-workspace.ts'
import { editWorkspace, shownTab, useWorkspace } from './workspace-store.ts'

type WorkspaceKey =
  | { readonly act: 'maximise' }
  | { readonly act: 'cell'; readonly step: 1 | -1 }
  | { readonly act: 'tab'; readonly index: number }

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The action of a key press, or null: M fills the tab, comma and full stop choose a cell, Alt and a digit a tab. */
export function workspaceKeyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): WorkspaceKey | null {
  if (ctrlKey || metaKey || shiftKey) return null
  // Alt changes the character on some keyboards.
  if (altKey) return /^Digit[1-8]$/.test(code) ? { act: 'tab', index: Number(code.slice(5)) - 1 } : null
  if (key === ',' || key === '.') return { act: 'cell', step: key === '.' ? 1 : -1 }
  return key.toLowerCase() === 'm' ? { act: 'maximise' } : null
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null

/** The keys of the grid while mounted. */
export function useWorkspaceKeys(): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || isOverlayOpen()) return
    const pressed = workspaceKeyOf(event)
    const tab = shownTab(useWorkspace.getState())
    if (pressed === null || tab === undefined) return
    const { id } = useActiveCell.getState()
    event.preventDefault()
    switch (pressed.act) {
      case 'tab':
        editWorkspace((document) => showTab(document, pressed.index))
        return
      case 'maximise':
        editWorkspace((document) =>
          editTab(document, document.active, (now) => maximiseCell(now, now.maximised === undefined ? id : null)),
        )
        return
      case 'cell': {
        const next = neighbourOf(tab, id ?? '', pressed.step)
        const isChart = findCell(tab, next)?.kind === 'chart'
        useActiveCell.setState({ id: next, ...(isChart ? { chart: next } : {}) })
        // A cell that fills the tab gives its place to the next one.
        if (tab.maximised !== undefined)
          editWorkspace((document) => editTab(document, document.active, (now) => maximiseCell(now, next)))
      }
    }
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
