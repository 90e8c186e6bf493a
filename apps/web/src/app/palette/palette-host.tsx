import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { needWords } from '../../shared/i18n/setup.ts'
import { isDialogOpen } from '../../shared/ui/overlays.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import { PALETTE_EVENT, takeRequest } from './open-palette.ts'

const Palette = lazyPart(async () => {
  const [{ Palette: palette }] = await Promise.all([import('./palette.tsx'), needWords('palette')])
  return { default: palette }
})

/** Ctrl or Cmd and K, without other modifiers. */
export const isPaletteKey = (press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) =>
  press.key.toLowerCase() === 'k' && press.ctrlKey !== press.metaKey && !press.altKey && !press.shiftKey

/** Opens the command palette by its key or from a menu; the key closes it, too. */
export function PaletteHost() {
  // The menu may have asked before this was loaded.
  const [isOpen, setOpen] = useState(takeRequest)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event) || (!isOpen && isDialogOpen())) return
    // The browser's own search field.
    event.preventDefault()
    if (!event.repeat) setOpen(!isOpen)
  })
  useEffect(() => {
    const open = () => setOpen(takeRequest())
    addEventListener('keydown', onKey)
    addEventListener(PALETTE_EVENT, open)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener(PALETTE_EVENT, open)
    }
  }, [])

  return (
    isOpen && (
      <Suspense>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
