import { useEffect, useEffectEvent } from 'react'
import { isOverlayOpen } from '../../../shared/ui/overlays.ts'
import { isLocked, removeDrawing, selectedDrawing, takeTool } from './model/actions.ts'
import { useDrawingPreferences } from './model/drawing-preferences.ts'
import { useDrawings } from './model/drawing-store.ts'
import { drawingKeyOf, type DrawingKey } from './hotkeys.ts'
import type { DrawingsOverlay } from './overlay/drawings-overlay.ts'

const isTyping = (target: Element) =>
  target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null
/** Elements that handle arrow keys or Enter themselves. */
const isControl = (target: Element) =>
  target.closest('button, a, summary, [role=menu], [role=toolbar], [role=listbox]') !== null

/** Keyboard shortcuts of drawings. They take precedence over those of the chart and the page. */
export function useDrawingKeys(overlay: DrawingsOverlay | null): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.defaultPrevented || overlay === null || isTyping(target)) return
    if (isOverlayOpen()) return
    const pressed = drawingKeyOf(event)
    if (pressed === null || !act(overlay, pressed, isControl(target))) return
    event.preventDefault()
    event.stopPropagation()
  })

  useEffect(() => {
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [])
}

/** False: the key has no effect in the current state. */
function act(overlay: DrawingsOverlay, pressed: DrawingKey, isOnControl: boolean): boolean {
  const drawings = useDrawings.getState()
  const chosen = selectedDrawing()
  switch (pressed.act) {
    case 'tool':
      takeTool(pressed.tool)
      return true
    case 'undo':
    case 'redo':
      drawings[pressed.act]()
      return true
    case 'hide':
      useDrawingPreferences.getState().change({ hidden: !useDrawingPreferences.getState().hidden })
      return true
    case 'cancel':
      if (drawings.tool !== null) {
        if (!overlay.cancel()) takeTool(null)
        return true
      }
      if (chosen === undefined) return false
      useDrawings.setState({ selected: null })
      return true
    case 'remove':
      if (chosen === undefined || isLocked(chosen)) return false
      removeDrawing(chosen.id)
      return true
    case 'write':
      if (isOnControl || chosen?.kind !== 'text' || isLocked(chosen)) return false
      useDrawings.setState({ writing: chosen })
      return true
    case 'nudge':
      if (isOnControl || chosen === undefined || isLocked(chosen)) return false
      overlay.nudge(chosen, pressed.bars, pressed.ticks)
      return true
  }
}
