import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './card.module.css'
import { cardPosition } from './card-position.ts'

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
