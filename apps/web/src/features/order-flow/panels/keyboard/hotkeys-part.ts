import { useHotkeys } from './use-hotkeys.ts'

export interface HotkeysProps {
  readonly controller: Parameters<typeof useHotkeys>[0]
  readonly actions: Parameters<typeof useHotkeys>[1]
  readonly switchTo: () => void
}

/** Enables the page's keyboard shortcuts while mounted; renders nothing. */
export function Hotkeys({ controller, actions, switchTo }: HotkeysProps) {
  useHotkeys(controller, actions, switchTo)
  return null
}
