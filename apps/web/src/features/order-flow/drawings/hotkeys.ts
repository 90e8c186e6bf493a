import type { DrawingKind } from '@flowprint/orderflow'

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

export type DrawingKey =
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
