import { useEffect, useState } from 'react'

interface Section {
  readonly title: string
  readonly text: string
}

/** Splits a text at second-level headings: the part before the first, and each heading with its content. */
export function splitSections(markdown: string): { readonly intro: string; readonly sections: readonly Section[] } {
  const parts: { title: string; lines: string[] }[] = [{ title: '', lines: [] }]
  let fence = ''
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    const heading = fence === '' ? /^ {0,3}## +(.+?)(?: +#+)?\s*$/.exec(line) : null
    if (heading) parts.push({ title: plain(heading[1]), lines: [] })
    else parts[parts.length - 1].lines.push(line)
  }
  const [intro, ...sections] = parts.map(({ title, lines }) => ({ title, text: lines.join('\n').trim() }))
  return { intro: intro.text, sections }
}

/** A heading as plain text, without emphasis. */
function plain(text: string): string {
  return text
    .replace(/[*`]|(?<=^|\s)_|_(?=\s|$)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
}

/** Scrolls to the heading in the URL, which did not exist when the browser looked for it. */
export function useAddressedHeading(): void {
  useEffect(() => {
    const name = location.hash.slice(1)
    if (name === '') return
    let id = name
    try {
      id = decodeURIComponent(name)
    } catch {
      // Invalid encoding: use the hash as is.
    }
    document.getElementById(id)?.scrollIntoView()
  }, [])
}

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
