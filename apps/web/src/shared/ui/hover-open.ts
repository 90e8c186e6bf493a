import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

const OPEN_MS = 80
const CLOSE_MS = 220

/**
 * Opens a popover on hover: resting on the button opens it, leaving both closes, a click pins. Keyboard and touch are
 * unaffected. Spread `button` on the trigger and pass the whole to Dropdown as `hover`.
 */
export function useHoverOpen(panelId: string) {
  const timer = useRef(0)
  const byHover = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const soon = (event: PointerEvent, delayMs: number, act: (panel: HTMLElement) => void) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const panel = document.getElementById(panelId)
      if (panel) act(panel)
    }, delayMs)
  }
  const onPointerEnter = (event: PointerEvent) =>
    soon(event, OPEN_MS, (panel) => {
      if (panel.matches(':popover-open')) return
      byHover.current = true
      panel.showPopover()
    })
  const onPointerLeave = (event: PointerEvent) =>
    soon(event, CLOSE_MS, (panel) => {
      if (byHover.current && panel.matches(':popover-open')) panel.hidePopover()
    })
  // Otherwise a click would close what hovering just opened.
  const onClick = (event: MouseEvent) => {
    clearTimeout(timer.current)
    if (byHover.current) event.preventDefault()
    byHover.current = false
  }

  return {
    button: { onPointerEnter, onPointerLeave, onClick },
    panel: { onPointerEnter, onPointerLeave },
    isOpenedByHover: () => byHover.current,
    closed: () => {
      byHover.current = false
    },
  }
}

export type HoverOpen = ReturnType<typeof useHoverOpen>
