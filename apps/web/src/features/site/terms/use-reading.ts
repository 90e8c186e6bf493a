import { useEffect, useState } from 'react'

/** Which of the elements with these ids is being read: the last one whose beginning has passed the upper part of the window. */
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
    // One of them crosses the line: only then another one can be it.
    const observer = new IntersectionObserver(look, { rootMargin: '0px 0px -75% 0px' })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [all])
  return reading
}
