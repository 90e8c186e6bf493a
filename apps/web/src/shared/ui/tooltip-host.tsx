import { useEffect, useRef, useState } from 'react'
import { panelPosition } from './place-panel.ts'
import styles from './tooltip-host.module.css'

const DELAY_MS = 400

/**
 * The page's only tooltip: shows `data-tip` of the element hovered or focused by keyboard. Visual only (elements have
 * an aria-label), so it is hidden from screen readers.
 */
export function TooltipHost() {
  const tip = useRef<HTMLDivElement>(null)
  const [text, setText] = useState({ label: '', hotkey: '' })

  useEffect(() => {
    let timer = 0
    let shown: Element | null = null
    const hide = () => {
      clearTimeout(timer)
      shown = null
      tip.current?.hidePopover()
    }
    const show = (target: HTMLElement) => {
      setText({ label: target.dataset.tip ?? '', hotkey: target.dataset.tipKey ?? '' })
      requestAnimationFrame(() => {
        const box = tip.current
        if (!box || shown !== target || !target.isConnected) return
        box.showPopover()
        const size = { width: box.offsetWidth, height: box.offsetHeight }
        const button = target.getBoundingClientRect()
        const middle = { ...button.toJSON(), left: button.left + (button.width - size.width) / 2 }
        const { left, top } = panelPosition(middle, size, { width: innerWidth, height: innerHeight }, 'start')
        box.style.setProperty('--tip-left', `${Math.round(left)}px`)
        box.style.setProperty('--tip-top', `${Math.round(top)}px`)
      })
    }
    const consider = (event: Event) => {
      const target = (event.target as Element | null)?.closest?.<HTMLElement>('[data-tip]') ?? null
      if (target === shown) return
      hide()
      const wanted = target && target.getAttribute('aria-expanded') !== 'true'
      if (!wanted || (event.type === 'focusin' && !target.matches(':focus-visible'))) return
      shown = target
      timer = setTimeout(() => show(target), DELAY_MS)
    }
    // Touch does not hover.
    const onPointer = (event: PointerEvent) => event.pointerType === 'mouse' && consider(event)
    document.addEventListener('pointerover', onPointer)
    document.addEventListener('focusin', consider)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', hide)
    return () => {
      hide()
      document.removeEventListener('pointerover', onPointer)
      document.removeEventListener('focusin', consider)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', hide)
    }
  }, [])

  return (
    <div ref={tip} popover="manual" aria-hidden="true" className={styles.tip}>
      {text.label}
      {text.hotkey && <span className={styles.key}>{text.hotkey}</span>}
    </div>
  )
}
