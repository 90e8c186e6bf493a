import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './card.module.css'

const GAP = 14
const MARGIN = 8

interface Size {
  readonly width: number
  readonly height: number
}

/** Top left corner of a card next to a point: right of and below it when it fits, otherwise on the other side. */
export function cardPosition(point: { readonly x: number; readonly y: number }, card: Size, area: Size) {
  const place = (at: number, length: number, room: number) => {
    const after = at + GAP
    const wanted = after + length <= room - MARGIN ? after : at - GAP - length
    return Math.max(MARGIN, Math.min(wanted, room - length - MARGIN))
  }
  return { left: place(point.x, card.width, area.width), top: place(point.y, card.height, area.height) }
}

interface FloatingCardProps {
  readonly x: number
  readonly y: number
  readonly children: ReactNode
}

/** A card next to a point of the chart, kept inside the chart; ignores the pointer. */
export function FloatingCard({ x, y, children }: FloatingCardProps) {
  const card = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const box = card.current
    const area = box?.offsetParent
    if (!box || !area) return
    const size = { width: box.offsetWidth, height: box.offsetHeight }
    const { left, top } = cardPosition({ x, y }, size, { width: area.clientWidth, height: area.clientHeight })
    box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
  })

  return (
    <div ref={card} className={styles.card} role="tooltip">
      {children}
    </div>
  )
}
