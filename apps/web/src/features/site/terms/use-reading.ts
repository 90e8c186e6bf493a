import { useEffect, useState } from 'react'

/** The id of the section being read: the last one whose start has passed the upper part of the window. */
export function useReading(ids: readonly string[]): string | null {
  const [reading, setReading] = useState<string | null>(ids[0] ?? null)
  const all = ids.join(' ')
  useEffect(() => {
    const headings = all
      .split(' ')
      .map((id) => document.getElementById(id))
      .filter((element) => element !== null)
    const look = () => {
      const passed = headings.filter((element) => element.getBoundingClientRect().top < innerHeight / 4)
      setReading((passed.at(-1) ?? headings[0])?.id ?? null)
    }
    // The active section can only change when one crosses the line.
    const observer = new IntersectionObserver(look, { rootMargin: '0px 0px -75% 0px' })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [all])
  return reading
}
