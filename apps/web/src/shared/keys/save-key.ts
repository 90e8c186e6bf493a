import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen } from '../ui/overlays.ts'

/** Ctrl+S or Command+S saves, except while a dialog is open. */
export function useSaveKey(save: () => void): void {
  const run = useEffectEvent(save)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!isDialogOpen()) run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
