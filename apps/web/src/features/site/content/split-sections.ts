export interface Section {
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
