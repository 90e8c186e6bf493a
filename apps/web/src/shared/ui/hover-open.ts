import { useEffect, useRef, useState, type PointerEvent } from 'react'

const OPEN_MS = 80
const CLOSE_MS = 220

export interface HoverTarget {
  readonly onPointerEnter: (event: PointerEvent) => void
  readonly onPointerLeave: (event: PointerEvent) => void
}

/** Opens on hover with a mouse, and closes what it opened; keyboard and touch are unaffected. */
export function useHoverOpen(open: boolean, change: (open: boolean) => void) {
  const timer = useRef(0)
  const [byHover, setByHover] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const soon = (event: PointerEvent, delayMs: number, act: () => void) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = window.setTimeout(act, delayMs)
  }
  return {
    /** For trigger and panel. */
    target: {
      onPointerEnter: (event: PointerEvent) =>
        soon(event, OPEN_MS, () => {
          if (open) return
          setByHover(true)
          change(true)
        }),
      onPointerLeave: (event: PointerEvent) => soon(event, CLOSE_MS, () => byHover && open && change(false)),
    },
    /** Opened by hover and not clicked since: focus has not moved. */
    isQuiet: byHover && open,
    /** A click on the trigger keeps open what hovering opened; returns whether it did. */
    pin: () => {
      clearTimeout(timer.current)
      setByHover(false)
      return byHover && open
    },
  }
}
