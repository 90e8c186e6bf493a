import { useEffect, useState } from 'react'
import { loadOverlays, useOverlayKit } from './overlays.ts'

const DELAY_MS = 400

/**
 * The page's only tooltip: shows `data-tip` of the element hovered or focused by keyboard. Visual only (elements have
 * an aria-label), so it is hidden from screen readers.
 */
export function TooltipHost() {
  const kit = useOverlayKit()
  const [shown, setShown] = useState<HTMLElement | null>(null)

  useEffect(() => {
    let timer = 0
    let over: Element | null = null
    const hide = () => {
      clearTimeout(timer)
      over = null
      setShown(null)
    }
    const consider = (event: Event) => {
      const target = (event.target as Element | null)?.closest?.<HTMLElement>('[data-tip]') ?? null
      if (target === over) return
      hide()
      const wanted = target && target.getAttribute('aria-expanded') !== 'true'
      if (!wanted || (event.type === 'focusin' && !target.matches(':focus-visible'))) return
      over = target
      timer = window.setTimeout(() => setShown(target), DELAY_MS)
    }
    // Touch does not hover.
    const onPointer = (event: PointerEvent) => event.pointerType === 'mouse' && consider(event)
    const ending = new AbortController()
    const listen = { signal: ending.signal }
    document.addEventListener('pointerover', onPointer, listen)
    document.addEventListener('focusin', consider, listen)
    document.addEventListener('pointerdown', hide, listen)
    document.addEventListener('keydown', hide, listen)
    for (const sign of ['pointermove', 'pointerdown', 'keydown'])
      document.addEventListener(sign, () => void loadOverlays(), { ...listen, once: true })
    return () => {
      hide()
      ending.abort()
    }
  }, [])

  if (!kit || !shown?.isConnected) return null
  const { tip = '', tipKey = '' } = shown.dataset
  return <kit.TooltipBox key={tip} anchor={shown} label={tip} hotkey={tipKey} />
}
