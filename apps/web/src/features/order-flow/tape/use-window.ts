import { useEffect, useState, type RefObject } from 'react'

/** Rows drawn beyond the visible ones on either side: a slow frame while scrolling shows no blank. */
const SPARE = 6

/** Which rows of a scrolling list are to be drawn: [from, to). */
export function visibleRows(top: number, height: number, rowPx: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / rowPx) - SPARE)
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((top + height) / rowPx) + SPARE) }
}

/** Follows the place of a scrolling list; the row's height comes from its stylesheet. */
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
