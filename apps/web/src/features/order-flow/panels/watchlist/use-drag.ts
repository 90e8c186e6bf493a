import { useRef, useState, type PointerEvent } from 'react'

/** A press that moves less than this is a click. */
const STARTS_AFTER_PX = 4

interface Drag {
  readonly item: string
  readonly place: number
}

interface Press {
  readonly item: string
  readonly pointer: number
  readonly y: number
  moved: boolean
}

/**
 * Reorders list rows by dragging: with a mouse anywhere on the row, with touch on its handle. `drag` is the target
 * index; `drop` is called on release. All rows have the same height.
 */
export function useDrag(count: number, drop: (item: string, place: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const press = useRef<Press | null>(null)
  /** Ignore the click that ends a drag. */
  const dragged = useRef(false)

  const end = (list: HTMLElement, pointer: number) => {
    if (list.hasPointerCapture(pointer)) list.releasePointerCapture(pointer)
    press.current = null
    setDrag(null)
  }

  return {
    drag,
    wasDragged: () => dragged.current,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      dragged.current = false
      const target = event.target as Element
      const row = target.closest<HTMLElement>('[data-symbol]')
      const isHandle = target.closest('[data-handle]') !== null
      if (!row?.dataset.symbol || event.button !== 0 || (event.pointerType !== 'mouse' && !isHandle)) return
      press.current = { item: row.dataset.symbol, pointer: event.pointerId, y: event.clientY, moved: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = press.current
      if (!held || held.pointer !== event.pointerId) return
      const list = event.currentTarget
      if (!held.moved && Math.abs(event.clientY - held.y) < STARTS_AFTER_PX) return
      if (!held.moved) list.setPointerCapture(held.pointer)
      held.moved = dragged.current = true
      const y = event.clientY - list.getBoundingClientRect().top + list.scrollTop
      const rowPx = list.firstElementChild?.clientHeight || 1
      const place = Math.max(0, Math.min(count - 1, Math.floor(y / rowPx)))
      setDrag((before) => (before?.place === place ? before : { item: held.item, place }))
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const held = press.current
      if (!held || held.pointer !== event.pointerId) return
      if (held.moved && drag) drop(held.item, drag.place)
      end(event.currentTarget, held.pointer)
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      if (press.current?.pointer === event.pointerId) end(event.currentTarget, event.pointerId)
    },
  }
}
