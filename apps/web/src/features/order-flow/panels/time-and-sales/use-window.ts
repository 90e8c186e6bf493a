import { useEffect, useState, type RefObject } from 'react'

/** Extra rows on either side, so that a slow frame while scrolling shows no blank. */
const SPARE = 6

/** The rows of a scrolling list to render: [from, to). */
export function visibleRows(top: number, height: number, rowPx: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / rowPx) - SPARE)
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((top + height) / rowPx) + SPARE) }
}

/** Follows the scroll position of a list; the row height comes from its stylesheet. */
export function useListPlace(list: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ top: 0, height: 0, rowPx: 22 })
  useEffect(() => {
    const element = list.current
    if (!element) return
    const read = () => {
      const rowPx = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 22
      setPlace({ top: element.scrollTop, height: element.clientHeight, rowPx })
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [list])
  return place
}
