import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

const OPEN_MS = 80
const CLOSE_MS = 220

/** Handlers for a button and its panel: a mouse that rests opens, one that leaves both closes, a click pins. */
export interface HoverOpen {
  readonly onPointerEnter?: (event: PointerEvent) => void
  readonly onPointerLeave?: (event: PointerEvent) => void
  readonly onClick?: (event: MouseEvent) => void
}

/** Opens a popover under the mouse. Keyboard, touch and click go on as without it. */
export function useHoverOpen(panelId: string, enabled: boolean) {
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
  const onPointerEnter = (event: PointerEvent) => soon(event, OPEN_MS, (panel) => {
    if (panel.matches(':popover-open')) return
    byHover.current = true
    panel.showPopover()
  })
  const onPointerLeave = (event: PointerEvent) => soon(event, CLOSE_MS, (panel) => {
    if (byHover.current && panel.matches(':popover-open')) panel.hidePopover()
  })
  // A click on what the mouse has just opened would close it again.
  const onClick = (event: MouseEvent) => {
    clearTimeout(timer.current)
    if (byHover.current) event.preventDefault()
    byHover.current = false
  }

  const handlers: HoverOpen = enabled ? { onPointerEnter, onPointerLeave } : {}
  return {
    button: enabled ? { ...handlers, onClick } : handlers,
    panel: handlers,
    isByHover: () => byHover.current,
    closed: () => {
      byHover.current = false
    },
  }
}
