import { Suspense, useEffect, useEffectEvent } from 'react'
import { needWords } from '../../shared/i18n/setup.ts'
import { isDialogOpen } from '../../shared/ui/overlays.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import { usePalette } from './open-palette.ts'

const Palette = lazyPart(async () => {
  const [{ Palette: palette }] = await Promise.all([import('./palette.tsx'), needWords('palette')])
  return { default: palette }
})

/** Ctrl or Cmd and K, without other modifiers. */
export const isPaletteKey = (press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) =>
  press.key.toLowerCase() === 'k' && press.ctrlKey !== press.metaKey && !press.altKey && !press.shiftKey

/** Opens the command palette by its key or from a menu; the key closes it, too. */
export function PaletteHost() {
  const { isOpen } = usePalette()
  const setOpen = (next: boolean) => usePalette.setState({ isOpen: next })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event) || (!isOpen && isDialogOpen())) return
    // The browser's own search field.
    event.preventDefault()
    if (!event.repeat) setOpen(!isOpen)
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    isOpen && (
      <Suspense>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
