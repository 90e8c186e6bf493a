import type { DrawingKind } from '@flowprint/orderflow'
import { useEffect, useEffectEvent } from 'react'
import {
  isLocked,
  removeDrawing,
  selectedDrawing,
  takeTool,
  useDrawingPreferences,
  useDrawings,
} from './drawing-store.ts'
import { type ChartScope, useChartScope } from '../model/chart-scope.ts'
import type { DrawingsOverlay } from './drawings-overlay.ts'
import { isOverlayOpen } from '../../../shared/ui/overlays.ts'

/** Tool shortcuts, held with Alt; as physical keys, since Alt changes the letters on some keyboards. */
export const TOOL_KEYS = {
  hline: 'H',
  trend: 'T',
  ray: 'J',
  rect: 'R',
  profile: 'P',
  measure: 'M',
  text: 'N',
} as const satisfies Record<DrawingKind, string>

type DrawingKey =
  | { readonly act: 'tool'; readonly tool: DrawingKind }
  | { readonly act: 'nudge'; readonly bars: number; readonly ticks: number }
  | { readonly act: 'undo' | 'redo' | 'remove' | 'cancel' | 'hide' | 'write' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const ARROWS: Readonly<Record<string, readonly [bars: number, ticks: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** The drawing action of a key press, or null. */
export function drawingKeyOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): DrawingKey | null {
  const command = ctrlKey || metaKey
  const letter = code.startsWith('Key') ? code.slice(3) : key.toUpperCase()
  if (command && altKey) return letter === 'H' ? { act: 'hide' } : null
  if (altKey) {
    const tool = (Object.keys(TOOL_KEYS) as DrawingKind[]).find((kind) => TOOL_KEYS[kind] === letter)
    return tool && !shiftKey ? { act: 'tool', tool } : null
  }
  // Undo uses the printed letter, which follows the keyboard layout.
  if (command) {
    if (key.toLowerCase() === 'z') return { act: shiftKey ? 'redo' : 'undo' }
    return key.toLowerCase() === 'y' ? { act: 'redo' } : null
  }
  if (Object.hasOwn(ARROWS, key)) {
    const far = shiftKey ? 10 : 1
    const [bars, ticks] = ARROWS[key]
    return { act: 'nudge', bars: bars * far, ticks: ticks * far }
  }
  if (key === 'Escape') return { act: 'cancel' }
  if (key === 'Enter') return { act: 'write' }
  return key === 'Delete' || key === 'Backspace' ? { act: 'remove' } : null
}

const isTyping = (target: Element) =>
  target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null
/** Elements that handle arrow keys or Enter themselves. */
const isControl = (target: Element) =>
  target.closest('button, a, summary, [role=menu], [role=toolbar], [role=listbox]') !== null

/** Keyboard shortcuts of drawings. They take precedence over those of the chart and the page. */
export function useDrawingKeys(overlay: DrawingsOverlay | null): void {
  const scope = useChartScope()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.defaultPrevented || overlay === null || isTyping(target)) return
    if (isOverlayOpen()) return
    const pressed = drawingKeyOf(event)
    if (pressed === null || !act(scope, overlay, pressed, isControl(target))) return
    event.preventDefault()
    event.stopPropagation()
  })

  useEffect(() => {
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [])
}

/** False: the key has no effect in the current state. */
function act(scope: ChartScope, overlay: DrawingsOverlay, pressed: DrawingKey, isOnControl: boolean): boolean {
  const drawings = useDrawings.of(scope).getState()
  const chosen = selectedDrawing(scope)
  switch (pressed.act) {
    case 'tool':
      takeTool(scope, pressed.tool)
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
        if (!overlay.cancel()) takeTool(scope, null)
        return true
      }
      if (chosen === undefined) return false
      useDrawings.of(scope).setState({ selected: null })
      return true
    case 'remove':
      if (chosen === undefined || isLocked(chosen)) return false
      removeDrawing(scope, chosen.id)
      return true
    case 'write':
      if (isOnControl || chosen?.kind !== 'text' || isLocked(chosen)) return false
      useDrawings.of(scope).setState({ writing: chosen })
      return true
    case 'nudge':
      if (isOnControl || chosen === undefined || isLocked(chosen)) return false
      overlay.nudge(chosen, pressed.bars, pressed.ticks)
      return true
  }
}
